"""Breaks that running text shows without a sentence mark: inline lists, addresses, mail headers, smileys."""

import re
from collections.abc import Iterator
from itertools import count
from typing import NamedTuple


class _Cue(NamedTuple):
    """A pattern whose matching group is the white space between sentences; tried only if a needle occurs."""

    pattern: re.Pattern[str]
    needles: tuple[str, ...]


def _cue(pattern: str, *needles: str) -> _Cue:
    return _Cue(re.compile(pattern, re.VERBOSE), needles)


_STAMP = r"\d{1,2}/\d{1,2}/\d{2,4}\s\d{1,2}:\d{2}(?::\d{2})?\s[AP]M"
_CUES = (
    # An address with no mark behind it closes its sentence before a capital: "see http://a.org The".
    _cue(r"""(?<![^\s<("'\[])https?://\S{1,300}+(?<![,;:.!?])(\s++)(?=[A-ZÁÉÍÓÚÑ]|https?://)""", "://"),
    _cue(r"""@[\w-]{1,60}+(?:\.[\w-]{1,20}+){1,4}+[>)]?(\s++)(?=["'(]?[A-ZÁÉÍÓÚÑ]|\d{1,2}/)""", "@"),
    # A mail's header: "Ann Lee 03/27/2001 01:58 PM Please find".
    _cue(
        rf"""(?<!\S)["<(]?[A-Z][\w@.]{{0,60}}+(\s++)(?={_STAMP}) | {_STAMP}(\s++)(?=["'(]?[A-Z])""",
        " AM",
        " PM",
    ),
    # A letter's closing: "Best regards, Ann".
    _cue(
        r"""(?:[Rr]egards|Sincerely|Cheers|Saludos|Atentamente|Cordialmente),(\s++)(?=[A-ZÁÉÍÓÚÑ])""",
        *("egards,", "cerely,", "heers,", "aludos,", "mente,"),
    ),
    # A drawn rule: "Thanks ________ Ann", "one *** two".
    _cue(
        r"""(?<=\S)(\s++)(?=[-=_*~]{5}|\*\*\*(?!\S)) | (?:[-=_*~]{5}|(?<!\S)\*\*\*)(\s++)""",
        *("-----", "=====", "_____", "***"),
    ),
    # A smiley: "see you soon :) Ann".
    _cue(r"""(?<=\s)[:;=]-?[)(DP](\s++)(?=[A-ZÁÉÍÓÚÑ])""", *(":)", "-)", ";)", ":(", ":D", ":P", "=)")),
)
_INLINE_BULLETS = "•⁃▪‣◦●"
_LIST_OPENINGS = frozenset(_INLINE_BULLETS + "0123456789abcdefghijklmnopqrstuvwxyz")
_BULLETS = re.compile(rf"\s++(?=[{_INLINE_BULLETS}])")
_MARKER = re.compile(r"(?P<value>\d{1,3}|[a-z])(?P<sign>\.\)|[.)])\s")


def present_cues(text: str) -> list[re.Pattern[str]]:
    """The patterns that can match in `text` at all: most texts have none, and then none is run."""
    present = []
    for pattern, needles in _CUES:
        for needle in needles:
            if needle in text:
                present.append(pattern)
                break
    return present


def layout_cuts(text: str, start: int, end: int, *, cues: list[re.Pattern[str]]) -> list[tuple[int, int]]:
    """Cuts of the block `text[start:end]` as (end of a part, start of the next), in order and disjoint."""
    cuts = [*_list_cuts(text, start, end)] if text[start] in _LIST_OPENINGS else []
    for cue in cues:
        cuts += [match.span(match.lastindex or 0) for match in cue.finditer(text, start, end)]
    return sorted({cut for cut in cuts if cut[1] < end}) if cuts else cuts


def _list_cuts(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Items of a list run together: "1. a 2. b", "a) x b) y", "• one • two"."""
    if text[start] in _INLINE_BULLETS:
        yield from (match.span() for match in _BULLETS.finditer(text, start, end))
        return
    marker = _MARKER.match(text, start, end)
    if not marker:
        return
    value, sign = marker.group("value", "sign")
    at = marker.end()
    for step in count(1):
        following = str(int(value) + step) if value.isdecimal() else chr(ord(value) + step)
        at = text.find(f" {following}{sign} ", at, end)
        if at < 0:
            return
        behind = at
        while text[behind - 1].isspace():
            behind -= 1
        yield behind, at + 1
