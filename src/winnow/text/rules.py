"""The sentence rules: each looks at a candidate and says True (it ends here), False (it goes on) or None.

They are asked in the order of `_RULES`, and the first verdict counts.
"""

import re
from collections.abc import Callable

from winnow.text.candidates import Candidate
from winnow.text.word_rules import abbreviation, ordinal_sign, reporter, single_letter
from winnow.text.words import EXCLAIMING_NAMES, SHORT_WORDS, SPEECH_VERBS

MARKER_REACH = 30  # characters a list marker may take
BRACKET_REACH = 600  # characters looked either way for the bracket around a mark

_MARKER = re.compile(
    r"""
    [-•⁃*–—#>\s"“«(\[]*+
    (?: (?: art[íi]culo|article|art\.|secci[óo]n|section|sec\.|cap[íi]tulo|chapter|t[íi]tulo|rule|regla|§+
          | cl[áa]usula|n[º°o]\.? )
        \s*+ (?:\d{1,4}(?:\.\d{1,3})?|[IVXLC]{1,6}) (?:\s(?:bis|ter|qu[áa]ter))? (?:[.º°ª-]{1,3}(?:\s++|\Z))
    )?
    (?: \d{1,4}(?:[.\-]\d{1,3}){0,4} | [^\W\d_] | [IVXLC]{1,6} | \*{1,2}
      | (?:primer|segund|tercer|cuart|quint|sext|s[ée]ptim|octav|noven|d[ée]cim|[úu]nic)[oa]
    )?
    [.)\]º°ª]*+ (?:[ ]\.)*+
    """,
    re.VERBOSE | re.IGNORECASE,
)
_SPEAKER = re.compile(rf"(?:[^\W\d_]+ ){{0,2}}(?:{'|'.join(sorted(SPEECH_VERBS))})\b")
_YEAR = re.compile(r"\d{4}[a-z]?\)")
_OPENS_NOTHING = frozenset("/=%,+;:)&|^~]}\\")
_CLOSING_QUOTES = "\"'”’»"


def ends_sentence(candidate: Candidate) -> bool:
    """Whether the mark of `candidate` ends its sentence."""
    for rule in _RULES:
        verdict = rule(candidate)
        if verdict is not None:
            return verdict
    return True


def _inside_brackets(c: Candidate) -> bool | None:
    """Brackets opened within a sentence hold it together: "science (He taught. He liked it.) at school"."""
    since = max(c.start, c.end - BRACKET_REACH)
    opened = c.text.rfind("(", since, c.end)
    if opened <= c.start or c.text.count("(", since, c.end) <= c.text.count(")", since, c.end):
        return None
    is_face = c.text[opened - 1] in ":;"
    return None if is_face or c.text.find(")", c.end, c.end + BRACKET_REACH) < 0 else False


def _only_a_marker(c: Candidate) -> bool | None:
    """A list marker or an omission alone is no sentence: "1. The", "IV. Law", "Art. 5. El", ". . . The"."""
    if c.at - c.start >= MARKER_REACH:
        return None
    if not c.text[c.start : c.at].isdecimal() and not _MARKER.fullmatch(c.text, c.start, c.end):
        return None
    return "\n" in c.text[c.end : c.then] and len(c.word) > 2  # "PRIMERO." on a line of its own is a heading


def _nothing_opens(c: Candidate) -> bool | None:
    """What follows can begin no sentence: "7,63 hab. / km²", "[...] ”."."""
    if c.next or (c.lead and c.lead[-1] not in _CLOSING_QUOTES):
        return None
    sign = c.text[c.tail : c.tail + 1]
    return False if sign in _OPENS_NOTHING or (c.lead and sign in {".", "?", "!"}) else None


def _omission(c: Candidate) -> bool | None:
    """Dots trail off before a small letter and before I, a capital anyway; before others they end."""
    is_omission = "…" in c.mark or c.mark.startswith("...") or " " in c.mark
    if not is_omission or "?" in c.mark or "!" in c.mark:
        return None
    if c.next_is_small or (c.close and "(" in c.lead) or c.next in {"I", "I'm", "I’m", "I'll", "I've"}:
        return False
    return c.next_is_capital or bool(c.lead)


def _asked_or_exclaimed(c: Candidate) -> bool | None:
    """These marks end, but for names and for quotations that go on: "Yahoo! Mail", "“Why?” Ann asked"."""
    if "?" not in c.mark and "!" not in c.mark:
        return None
    if c.next_is_small:
        return _asked_before_small(c)
    if c.word in EXCLAIMING_NAMES and not c.next_opens:
        return False
    if c.close[:1] == ")" and c.next and not c.next_opens:
        return c.text[c.start] == "("  # "Pedro (¿o Pablo?) Ruiz"
    return not (c.close and not c.lead and _SPEAKER.match(c.text, c.then))


def _asked_before_small(c: Candidate) -> bool:
    """People who write small letters ask so: "are you kidding? why would you"."""
    if c.close or c.lead.strip("¿¡") or _SPEAKER.match(c.text, c.then):
        return False
    if c.lead:
        return True
    said = c.text[max(c.start, c.at - BRACKET_REACH) : c.at]
    if "¿" in said or "¡" in said:
        return False  # who writes the opening mark writes capitals too
    return not (c.mark == "!" and c.word[:1].isupper() and not c.word.isupper())


def _small_letter(c: Candidate) -> bool | None:
    """A small letter opens a sentence only behind a full word: "yours is good. mine is", not "aprob. por"."""
    if not c.next_is_small:
        return None
    word = c.word.rstrip('"”)')
    if c.close or c.lead or len(c.mark) > 1:
        return False
    if word.isdecimal() or c.next == "i":  # "call 303-832-8160. they", "in Miramar. i think"
        return len(word) > 3
    if not (word.islower() and word.isalpha()):
        return False
    is_measure = c.text[max(c.start, c.at - len(word) - 2) : c.at].lstrip()[:1].isdecimal()  # "5 in. tall"
    return len(word) > 3 or (word in SHORT_WORDS and not is_measure)


def _year_in_brackets(c: Candidate) -> bool | None:
    """A year in brackets belongs to the citation before it: "18 U.S.C. § 2. (2004)"."""
    return False if c.lead == "(" and _YEAR.match(c.text, c.then + 1) else None


_RULES: tuple[Callable[[Candidate], bool | None], ...] = (
    _inside_brackets,
    _only_a_marker,
    _nothing_opens,
    _omission,
    _asked_or_exclaimed,
    abbreviation,
    single_letter,
    reporter,
    ordinal_sign,
    _small_letter,
    _year_in_brackets,
)
