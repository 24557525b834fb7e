"""Breaks that running text shows without a sentence mark: inline lists, addresses, mail headers, smileys."""

import re
from collections.abc import Iterator
from itertools import count


class _Cue:
    """A pattern whose group `cut` is the white space between sentences; tried only if a needle occurs."""

    def __init__(self, pattern: str, *needles: str) -> None:
        self.finditer = re.compile(pattern, re.VERBOSE).finditer
        self.needles = needles


_STAMP = r"\d{1,2}/\d{1,2}/\d{2,4}\s\d{1,2}:\d{2}(?::\d{2})?\s[AP]M"
_CUES = (
    # An address with no mark behind it closes its sentence before a capital or another: "see http://a.org/b The".
    _Cue(
        r"""(?<![^\s<("'\[])https?://\S{1,300}+(?<![,;:.!?])(?P<cut>\s++)(?=[A-ZÁÉÍÓÚÑ]|https?://)""", "://"
    ),
    _Cue(r"""@[\w-]{1,60}+(?:\.[\w-]{1,20}+){1,4}+[>)]?(?P<cut>\s++)(?=["'(]?[A-ZÁÉÍÓÚÑ]|\d{1,2}/)""", "@"),
    # A mail's header: "Ann Lee 03/27/2001 01:58 PM Please find".
    _Cue(rf"""(?<!\S)["<(]?[A-Z][\w@.]{{0,60}}+(?P<cut>\s++)(?={_STAMP})""", " AM", " PM"),
    _Cue(rf"""{_STAMP}(?P<cut>\s++)(?=["'(]?[A-Z])""", " AM", " PM"),
    # A letter's closing: "Best regards, Ann".
    _Cue(
        r"""(?:[Rr]egards|Sincerely|Cheers|Saludos|Atentamente|Cordialmente),(?P<cut>\s++)(?=[A-ZÁÉÍÓÚÑ])""",
        "egards,",
        "incerely,",
        "heers,",
        "aludos,",
        "mente,",
    ),
    # A drawn rule: "Thanks ________ Ann", "one *** two".
    _Cue(r"""(?<=\S)(?P<cut>\s++)(?=[-=_*~]{5}|\*\*\*(?!\S))""", "-----", "=====", "_____", "***", "~~~~~"),
    _Cue(r"""(?:[-=_*~]{5}|(?<!\S)\*\*\*)(?P<cut>\s++)""", "-----", "=====", "_____", "***", "~~~~~"),
    # A smiley: "see you soon :) Ann".
    _Cue(
        r"""(?<=\s)[:;=]-?[)(DP](?P<cut>\s++)(?=[A-ZÁÉÍÓÚÑ])""",
        ":)",
        ":-)",
        ";)",
        ";-)",
        ":(",
        ":D",
        ":P",
        "=)",
    ),
)
_BULLETS = re.compile(r"\s++(?=[•⁃▪‣◦●])")
_MARKER = re.compile(r"(?P<value>\d{1,3}|[a-z])(?P<sign>\.\)|[.)])\s")


def present_cues(text: str) -> list[_Cue]:
    """The cues that can occur in `text` at all: most texts have none, and then no pattern is run."""
    return [cue for cue in _CUES if any(needle in text for needle in cue.needles)]


def layout_cuts(text: str, start: int, end: int, *, cues: list[_Cue]) -> list[tuple[int, int]]:
    """Cuts of the block `text[start:end]` as (end of a part, start of the next), in order and disjoint."""
    cuts = {match.span("cut") for cue in cues for match in cue.finditer(text, start, end) if match.end("cut") < end}
    cuts.update(_list_cuts(text, start, end))
    return sorted(cuts)


def _list_cuts(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Items of a list run together: "1. a 2. b", "a) x b) y", "• one • two"."""
    if text[start] in "•⁃▪‣◦●":
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
        yield len(text[start:at].rstrip()) + start, at + 1
