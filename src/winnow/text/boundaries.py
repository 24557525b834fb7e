"""Inner sentence boundaries of a block of running text."""

import re
from collections.abc import Iterator

from winnow.text.abbreviations import kind_of
from winnow.text.candidates import CANDIDATE, Candidate, word_before
from winnow.text.rules import BRACKET_REACH, MARKER_REACH, ends_sentence
from winnow.text.words import OPENERS, SPANISH_OPENERS


def sentence_cuts(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Inner boundaries of the block `text[start:end]`, as (end of a sentence, start of the next)."""
    for match in CANDIDATE.finditer(text, start, end):
        cut = _cut_at_gap(text, start, match) if match["gap"] else _cut_without_gap(text, start, match)
        if cut:
            yield cut
            start = cut[1]


def _cut_without_gap(text: str, start: int, match: re.Match[str]) -> tuple[int, int] | None:
    if match["wide"] is not None:
        return match.span("wide") if match.end() < match.endpos else None
    if match["clause"]:  # "; El" begins a sentence in Spanish, "; Smith v. Jones" goes on in English
        return match.span("pause") if match["clause"] in SPANISH_OPENERS else None
    here = match.start("glued")
    return (here, here) if _ends_glued(text, start, match) else None


def _cut_at_gap(text: str, start: int, match: re.Match[str]) -> tuple[int, int] | None:
    at = match.start()
    gap = match.span("gap")
    word = word_before(text, start, at)
    next_word = match["next"]
    if gap[0] == at + 1 and text[at] == ".":  # the common cases, decided early for speed alone
        if next_word[:1].isupper() and _ends_plainly(text, start, at, word=word):
            return gap
        if len(word) == 1 and (next_word.islower() or (len(next_word) == 1 and text.startswith(".", match.end()))):
            return None
    mark, close = text[at : match.start("close")], match["close"]
    candidate = Candidate(text, start, at, *gap, match.end(), mark, close, match["lead"], next_word, word)
    if match.start("note") < gap[0]:
        return gap if _ends_noted(candidate, match) else None
    if not ends_sentence(candidate):
        return None
    if len(mark) > 5 and mark.startswith(". . .") and word and not close:
        return at + 1, at + 2  # "compounds. . . . The": the first stop ends, the omission opens
    return gap


def _ends_plainly(text: str, start: int, at: int, *, word: str) -> bool:
    """A small plain word, long after the sentence's start and outside brackets, before stop and capital."""
    return (
        len(word) > 2
        and word.islower()
        and word.isalpha()
        and kind_of(word) is None
        and at - start > MARKER_REACH
        and text.find("(", max(start, at - BRACKET_REACH), at) < 0
    )


def _ends_noted(candidate: Candidate, match: re.Match[str]) -> bool:
    """A footnote or a face behind the mark belongs to the sentence: "service.[4] The", "great! :P you"."""
    if match["face"]:
        return True
    return not candidate.next_is_small and kind_of(candidate.word) is None


def _ends_glued(text: str, start: int, match: re.Match[str]) -> bool:
    """A missing space: "too much pepper.There are" ends, `os.Path` and `page.php?Id` do not."""
    at = match.start()
    word, following = word_before(text, start, at), match["glued"]
    if match["close"] or not word.isalpha() or len(word) < 2:
        return False
    if text.startswith("...", at):
        return bool(following) and following not in {"I", "I'm"}
    if text[at] == ".":
        return word.islower() and following in OPENERS
    return bool(following) or text[match.start("glued")] in "¿¡"
