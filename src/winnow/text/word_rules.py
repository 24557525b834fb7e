"""The rules on the word before a mark: abbreviations, initials, numerals (verdicts as in `rules`)."""

import re
from collections.abc import Callable

from winnow.text.abbreviations import Kind, kind_of
from winnow.text.candidates import WORD_REACH, Candidate
from winnow.text.words import AFTER_CLOCK, ARTICLES, BEFORE_PRONOUN, LETTERED, NAME_PARTICLES

LONGEST_UNKNOWN = 4  # letters of an abbreviation that is no list's

_ACRONYM = re.compile(r"(?:[^\W\d_a-z][a-zñ]{0,2}\.|[a-z]{1,2}\.)+[^\W\d_]{1,5}")
_ROMAN = re.compile(r"[IVXLCDM]+")
_CLOCK_ADVERBIAL = re.compile(
    r"""(?:At|By|Around|About|Until|After|Before|From|Since|A|Hacia|Desde|Sobre|Tras)\s
        (?:las?\s)?\d[\d:.]*\s?[ap]\.?\s?m""",
    re.IGNORECASE | re.VERBOSE,
)
_VOWELS = frozenset("aeiouyáéíóúüAEIOUYÁÉÍÓÚÜ")


def abbreviation(c: Candidate) -> bool | None:
    """An abbreviation ends a sentence by its kind and by what follows."""
    if len(c.mark) > 1:
        return None  # "EE. UU.. El": the second stop is the sentence's
    word = c.word.rpartition("-")[2]  # "non-U.S."
    kind = kind_of(word)
    if kind is None and (_ACRONYM.fullmatch(word) or _is_contraction(word)):
        kind = Kind.SOMETIMES_LAST
    return None if kind is None else _BY_KIND[kind](c)


def _is_contraction(word: str) -> bool:
    """Capitalised and without a vowel: "Wm", "Thm"."""
    return 2 <= len(word) <= 5 and word[0].isupper() and word[1:].islower() and _VOWELS.isdisjoint(word)


def _never_last(_: Candidate) -> bool:
    return False


def _before_number(c: Candidate) -> bool:
    if not c.next_is_capital or "(" in c.lead:
        return False
    return len(c.next) > 1 and not _ROMAN.fullmatch(c.next)


def _sometimes_last(c: Candidate) -> bool:
    return c.next_is_capital and (c.next_opens or c.close[:1] in {'"', "”"})


def _often_last(c: Candidate) -> bool:
    return c.next_is_capital


def _clock(c: Candidate) -> bool:
    """Ends in "He left at 6 p.m. Mr. Lee stayed", not in "At 6 p.m. Mr. Lee left", "at 6 p.m. Monday"."""
    if not c.next_is_capital or c.next in AFTER_CLOCK:
        return False
    return not _CLOCK_ADVERBIAL.fullmatch(c.text, c.start, c.at)


_BY_KIND: dict[Kind, Callable[[Candidate], bool]] = {
    Kind.NEVER_LAST: _never_last,
    Kind.BEFORE_NUMBER: _before_number,
    Kind.SOMETIMES_LAST: _sometimes_last,
    Kind.OFTEN_LAST: _often_last,
    Kind.CLOCK: _clock,
}


def single_letter(c: Candidate) -> bool | None:
    """Initials go on, letters that name things may end: "Jo E. Smith"; "vitamin C. Fruit"; "Felipe V. El"."""
    if len(c.word) != 1 or not c.word.isalpha():
        return None
    before = c.text[max(c.start, c.at - WORD_REACH) : c.at - 1].split()
    previous = before[-1] if before else ""
    if c.word == "m" and previous in {"a.", "p."}:
        return _clock(c)
    if not c.next_is_capital:
        return False
    if previous.lower() in LETTERED or (c.word == "I" and previous in BEFORE_PRONOUN):
        return True
    is_unit = previous.endswith("°") or (c.word.islower() and previous[-1:].isdecimal())
    if is_unit and not c.next_is_initial:
        return True  # "a 100 m. Juan", "0° C. Ice", but "212 a. C."
    is_name = previous[:1].isupper() and not (c.word in "IVX" and c.next in ARTICLES)
    return c.next_opens and not (is_name and c.next in NAME_PARTICLES)


def reporter(c: Candidate) -> bool | None:
    """Short capitals at numbers are abbreviations, known or not: "5 Vet. App. 155", "Oral Arg. 12"."""
    if not c.word[:1].isupper() or c.at - c.start <= len(c.word):
        return None
    if c.next_is_number and c.word.istitle() and len(c.word) <= LONGEST_UNKNOWN:
        return False
    before = c.text[max(c.start, c.at - WORD_REACH) : c.at].split()
    return False if c.next_is_initial and len(before) > 1 and before[-2].isdecimal() else None


def ordinal_sign(c: Candidate) -> bool | None:
    """The sign announces its number: "N°. 1026"."""
    return False if c.word.endswith(("º", "°", "ª")) and c.next_is_number else None
