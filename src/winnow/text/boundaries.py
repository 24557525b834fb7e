"""Where sentences end inside one block of running text: which full stops, question marks and semicolons are real."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from winnow.text.abbreviations import (
    ABBREVIATIONS,
    AFTER_CLOCK,
    NAME_PARTICLES,
    OPENERS,
    SHORT_WORDS,
    SPANISH_OPENERS,
    SPEECH_VERBS,
    Kind,
)

WORD_REACH = 40  # characters looked back for the word before a mark
MARKER_REACH = 30  # characters a list marker may take
BRACKET_REACH = 600  # characters looked either way for the bracket around a mark

# One pass finds each place where a sentence could end. Every repetition is possessive or bounded and no run of marks is
# entered twice (the lookbehind), so the time is linear in the text.
_CANDIDATE = re.compile(
    r"""
    [.!?…;。！？｡]
    (?:
        (?<=[。！？｡]) [。！？｡]*+ [」』”’）】》]*+ (?P<wide>\s*+)
      | (?<=;) (?P<pause>\s++) (?P<clause>[^\W\d_]*+)
      | (?<![.!?…].) (?<!;)
        [.!?…]*+ (?:[ \xa0]\.(?=[\s"”’»)\]]|\Z)){0,6}+
        (?:["'”’»›)\]*_]{1,4}+[.!?…]{1,4}+){0,2}+
        (?P<close>["'”’»›)\]}*_`]*+ (?:[ \xa0][)”»\]](?=\s))?+)
        (?P<note>(?:\[[\w ]{1,20}\])*+ (?:(?<=[a-zé]{3}\.)\d{1,3}+)?+)
        (?P<face>(?:[ ]?(?:[:;=]-?[)(DPpo]|[☀-➿\U0001F300-\U0001FAFF]++)(?=\s))?+)
        (?: (?P<gap>\s++)
            (?P<lead>[-–—―•"'“‘«‹([{*_`¿¡<#@$€£†‡]*+)
            (?P<next>[^\W\d_]*+(?:['’][a-z]{1,2}(?!\w))?+ | \d*+)
          | (?P<glued>(?=[A-ZÁÉÍÓÚÑ¿¡]) (?:[A-ZÁÉÍÓÚÑ][a-záéíóúñ'’]*+(?=[\s,]))?+)
        )
    )
    """,
    re.VERBOSE,
)
_LIST_MARKER = re.compile(
    r"""
    [-•⁃*–—#>\s"“«(\[]*+
    (?:
        (?:art[íi]culo|article|art\.|secci[óo]n|section|sec\.|cap[íi]tulo|chapter|t[íi]tulo|rule|regla|§+|cl[áa]usula|n[º°o]\.?)
        \s*+[\dIVXLC]{1,6}[\d.]{0,6}(?:\s(?:bis|ter|qu[áa]ter))?
      | \d{1,4}(?:[.\-]\d{1,3}){0,4} | [^\W\d_] | [IVXLC]{1,6} | [ivxlc]{1,5} | \*{1,2}
    )?
    [.)\]º°ªo]*+ (?:[ ]\.)*+
    """,
    re.VERBOSE | re.IGNORECASE,
)
_ACRONYM = re.compile(r"(?:[^\W\d_a-z][a-zñ]{0,2}\.|[a-z]{1,2}\.)+[^\W\d_]{1,5}")
_ROMAN = re.compile(r"[IVXLCDM]+")
_CLOCK_ADVERBIAL = re.compile(r"(?:[^\W\d_]+ ){0,3}\d[\d:.]*\s?[ap]\.?\s?m", re.IGNORECASE)
_SPEAKER = re.compile(rf"(?:[^\W\d_]+ ){{0,2}}(?:{'|'.join(sorted(SPEECH_VERBS))})\b")
_YEAR = re.compile(r"\d{4}[a-z]?\)")
_VOWELS = frozenset("aeiouyáéíóúüAEIOUYÁÉÍÓÚÜ")
_OPENING = "([{\"'“‘«‹¿¡*_`—–-"
_NOT_AN_OPENING = frozenset("/=%,+;:)&|^~>]}\\")
_LETTERED = frozenset("vitamin vitamina plan group grupo type tipo class clase hepatitis option opción part parte".split())
_EXCLAIMING_NAMES = frozenset({"Yahoo", "Jeopardy", "Kahoot", "Oklahoma"})


class _Candidate(NamedTuple):
    """A mark with all that the rules look at: what stands before it in its sentence and what follows."""

    text: str
    start: int  # of the sentence
    at: int  # of the mark
    end: int  # of the sentence, were it to end here
    then: int  # where the next sentence would start
    tail: int  # behind the next word
    mark: str
    close: str
    lead: str
    next: str
    word: str

    @property
    def next_is_small(self) -> bool:
        return self.next.islower() and self.next not in {"http", "https", "www"}

    @property
    def next_is_number(self) -> bool:
        return self.next.isdecimal()

    @property
    def next_is_capital(self) -> bool:
        return bool(self.next) and not self.next_is_small and not self.next_is_number

    @property
    def next_opens(self) -> bool:
        """The next word is one that seldom stands capitalised inside a sentence, nor is it an initial."""
        return (self.next in OPENERS or (len(self.next) > 1 and self.next.capitalize() in OPENERS)) and self.text[
            self.tail : self.tail + 1
        ] != "."


def sentence_cuts(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Inner boundaries of the block `text[start:end]`, as (end of a sentence, start of the next)."""
    for match in _CANDIDATE.finditer(text, start, end):
        cut = _cut(text, start, match)
        if cut:
            yield cut
            start = cut[1]


def _cut(text: str, start: int, match: re.Match[str]) -> tuple[int, int] | None:
    wide, clause, glued, gap = match.group("wide", "clause", "glued", "gap")
    if gap is not None:
        return _cut_at_gap(text, start, match)
    if wide is not None:
        return (match.start("wide"), match.end()) if match.end() < match.endpos else None
    if clause is not None:
        return (match.start("pause"), match.start("clause")) if clause in SPANISH_OPENERS else None
    here = match.start("glued")
    return (here, here) if _glued_ends(text, match, glued) else None


def _glued_ends(text: str, match: re.Match[str], following: str) -> bool:
    """A missing space: "too much pepper.There are" ends, `os.Path` and `page.php?Id` do not."""
    at = match.start()
    word = _word_before(text, max(0, at - WORD_REACH), at)
    if match.group("close") or not word.isalpha() or len(word) < 2:
        return False
    mark = match.group()[0]
    if text.startswith("...", at):
        return bool(following) and following not in {"I", "I'm"}
    if mark == ".":
        return word.islower() and following in OPENERS
    return bool(following) or text[match.end("face")] in "¿¡"


def _word_before(text: str, start: int, at: int) -> str:
    pieces = text[start:at].rsplit(None, 1)
    return pieces[-1].lstrip("([{\"'“‘«‹¿¡*_`—–-<") if pieces and not text[at - 1].isspace() else ""


def _cut_at_gap(text: str, start: int, match: re.Match[str]) -> tuple[int, int] | None:
    at = match.start()
    close, lead, following = match.group("close", "lead", "next")
    end, then = match.span("gap")
    word = _word_before(text, max(start, at - WORD_REACH), at)
    candidate = _Candidate(
        text, start, at, end, then, match.end(), text[at : match.start("close")], close, lead, following, word
    )
    if match.start("note") < match.end("face"):
        return (end, then) if _noted_ends(candidate, match) else None
    for rule in _RULES:
        verdict = rule(candidate)
        if verdict is not None:
            break
    if not verdict:
        return None
    if candidate.mark.startswith(". . .") and word and len(candidate.mark) > 5:
        return at + 1, at + 2  # the glued stop ends the sentence, the omission opens the next
    return end, then


def _noted_ends(candidate: _Candidate, match: re.Match[str]) -> bool:
    """A footnote or a smiling face behind the mark belongs to the sentence: "service.[4] The"; "great! :P you"."""
    if match.group("face"):
        return True
    return not candidate.next_is_small and candidate.word.lower() not in ABBREVIATIONS


# The rules, in their order: the first that returns a verdict decides. True: the sentence ends here.


def _inside_brackets(c: _Candidate) -> bool | None:
    """Brackets opened within a sentence hold it together: "science (He taught for years. He liked it.) at school"."""
    since = max(c.start, c.end - BRACKET_REACH)
    text = c.text
    opened = text.rfind("(", since, c.end)
    if opened <= c.start or text.count("(", since, c.end) <= text.count(")", since, c.end):
        return None
    if text.find(")", c.end, c.end + BRACKET_REACH) < 0 or text[opened - 1] in ":;":
        return None
    return False


def _only_a_marker(c: _Candidate) -> bool | None:
    """A list marker or an omission alone is no sentence: "1. The", "IV. Law", "Art. 5. El", ". . . The"."""
    if c.at - c.start < MARKER_REACH and _LIST_MARKER.fullmatch(c.text, c.start, c.end):
        return False
    return None


def _nothing_opens(c: _Candidate) -> bool | None:
    """What can begin no sentence follows: "7,63 hab. / km²"."""
    if not c.next and not c.lead and c.text[c.then] in _NOT_AN_OPENING:
        return False
    return None


def _omission(c: _Candidate) -> bool | None:
    """Dots trail off before a small letter and before I, which is always capital; they end before other capitals."""
    if c.mark[0] != "…" and not c.mark.startswith("..") and " " not in c.mark:
        return None
    if "?" in c.mark or "!" in c.mark:
        return None
    if c.next_is_small or "(" in c.lead or c.next in {"I", "I'm", "I’m", "I'll", "I've"}:
        return False
    return c.next_is_capital or bool(c.lead)


def _asked_or_exclaimed(c: _Candidate) -> bool | None:
    """Question and exclamation marks end, but for names and quotations that go on: "Yahoo! in", "«¿Qué?» dijo"."""
    if "?" not in c.mark and "!" not in c.mark:
        return None
    if c.next_is_small:
        return _small_after_question(c)
    if c.word in _EXCLAIMING_NAMES and not c.next_opens:
        return False
    if c.close[:1] == ")" and c.next and not c.next_opens:
        return c.text[c.start] == "("  # "Pedro (¿o Pablo?) Ruiz"
    return not (c.close and not c.next_is_number and not c.lead and _SPEAKER.match(c.text, c.then))


def _small_after_question(c: _Candidate) -> bool:
    """People who write small letters end questions so: "are you kidding? why would you". """
    if c.close or c.lead.strip("¿¡") or _SPEAKER.match(c.text, c.then):
        return False
    if c.lead:
        return True
    if "¿" in c.text[max(c.start, c.at - BRACKET_REACH) : c.at] or "¡" in c.text[max(c.start, c.at - BRACKET_REACH) : c.at]:
        return False  # who writes the opening mark writes capitals too
    return not (c.mark == "!" and c.word[:1].isupper() and not c.word.isupper())


def _abbreviation(c: _Candidate) -> bool | None:
    """A known abbreviation ends a sentence by its kind and by what follows."""
    word = c.word
    kind = ABBREVIATIONS.get(word) or ABBREVIATIONS.get(word.lower())
    if kind is None and (_ACRONYM.fullmatch(word) or _is_contraction(word)):
        kind = Kind.SOMETIMES_LAST
    if kind is None:
        return None
    return _ABBREVIATION_RULES[kind](c)


def _is_contraction(word: str) -> bool:
    """Capitalised and without a vowel: "Wm", "Thml"."""
    return 2 <= len(word) <= 5 and word[0].isupper() and word[1:].islower() and _VOWELS.isdisjoint(word)


def _never_last(_: _Candidate) -> bool:
    return False


def _before_number(c: _Candidate) -> bool:
    if c.next_is_number or c.next_is_small or not c.next:
        return False
    return not (len(c.next) == 1 or _ROMAN.fullmatch(c.next)) and "(" not in c.lead


def _sometimes_last(c: _Candidate) -> bool:
    if not c.next_is_capital:
        return False
    return c.next_opens or c.close[:1] in {'"', "”"}


def _often_last(c: _Candidate) -> bool:
    return c.next_is_capital


def _clock(c: _Candidate) -> bool:
    """ "He left at 6 p.m. Mr. Lee stayed", but "At 6 p.m. Mr. Lee left" and "at 6 p.m. Monday"."""
    if not c.next_is_capital or c.next in AFTER_CLOCK:
        return False
    return not _CLOCK_ADVERBIAL.fullmatch(c.text, c.start, c.at)


_ABBREVIATION_RULES: dict[Kind, Callable[[_Candidate], bool]] = {
    Kind.NEVER_LAST: _never_last,
    Kind.BEFORE_NUMBER: _before_number,
    Kind.SOMETIMES_LAST: _sometimes_last,
    Kind.OFTEN_LAST: _often_last,
    Kind.CLOCK: _clock,
}


def _single_letter(c: _Candidate) -> bool | None:
    """Initials go on, letters that name a thing may end: "Jonas E. Smith"; "vitamin C. Oranges"; "you and I. Did"."""
    word = c.word
    if len(word) != 1 or not word.isalpha():
        return None
    if word == "m" and c.text[max(c.start, c.at - 4) : c.at - 1].strip(" \xa0").endswith(("a.", "p.")):
        return _clock(c)
    if not c.next_is_capital:
        return False
    before = c.text[max(c.start, c.at - WORD_REACH) : c.at - 1].split()
    previous = before[-1] if before else ""
    if word == "I" and previous[:1].islower():
        return True
    if previous.lower() in _LETTERED:
        return True
    return c.next_opens and (c.next not in NAME_PARTICLES or previous[:1].islower())


def _ordinal_sign(c: _Candidate) -> bool | None:
    """ "N°. 1026", "3.º. 5"."""
    return False if c.word.endswith(("º", "°", "ª")) and c.next_is_number else None


def _small_letter(c: _Candidate) -> bool | None:
    """After a full stop a small letter opens a sentence only behind a plain word, no bracket or quote between."""
    if not c.next_is_small:
        return None
    word = c.word
    if c.close or c.lead or not word.isalpha() or not word.islower():
        return False
    return len(word) > 3 or word in SHORT_WORDS


def _year_in_brackets(c: _Candidate) -> bool | None:
    """A year in brackets belongs to the citation before it: "18 U.S.C. § 2. (2004)"."""
    return False if c.lead == "(" and _YEAR.match(c.text, c.then + 1) else None


def _plain(_: _Candidate) -> bool:
    return True


_RULES: tuple[Callable[[_Candidate], bool | None], ...] = (
    _inside_brackets,
    _only_a_marker,
    _nothing_opens,
    _omission,
    _asked_or_exclaimed,
    _abbreviation,
    _single_letter,
    _ordinal_sign,
    _small_letter,
    _year_in_brackets,
    _plain,
)
