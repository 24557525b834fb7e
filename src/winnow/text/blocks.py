"""Lines into blocks: a block is the widest stretch of text that no sentence crosses.

A blank line always parts blocks. A single line break parts them where the layout says so (heading, list,
table, rule, a line that stops short); elsewhere it is a soft wrap, and a sentence may run over it.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from winnow.text.abbreviations import Kind, kind_of
from winnow.text.words import LEADING_ON

# A line that could have taken the next line's first word and still be well inside its paragraph's width was
# ended on purpose. This share of the width (longest line, in characters) is "well inside".
SHORT_LINE_SHARE = 0.7
# Nobody wraps lines wider than this many characters: a longer line is a whole paragraph.
WIDEST_WRAP = 120
# Nobody wraps list items narrower than this many characters, so a capital below a shorter item is a new line.
NARROWEST_WRAP = 40
# A line in capitals of fewer characters may be the tail of a wrapped sentence: "NATO."
SHORTEST_HEADING = 5

_LINE_BREAK = re.compile(r"[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]\s*+")
# Two line breaks with nothing but white space between, or one sign that parts paragraphs or pages by itself.
_BLANK_LINE = re.compile(r"(?:\r\n|[\n\r\v\x85\u2028])[^\S\n\r\v\x85\u2028]*+[\n\r\v\x85\u2028]|[\f\x1c-\x1e\u2029]")
_KIND = re.compile(
    r"""
    (?P<fence> ```[^`]*+\Z | ~~~)
  | (?P<heading> \#{1,6}(?=\s)
      | (?: Art[íi]culo|Article|Cap[íi]tulo|Chapter|T[íi]tulo|Title|Secci[óo]n|Section|Parte?|Libro|Anexo
          | ART[ÍI]CULO|ARTICLE|CAP[ÍI]TULO|CHAPTER|T[ÍI]TULO|TITLE|SECCI[ÓO]N|SECTION|PARTE?|LIBRO|ANEXO )
        [ ](?:\d{1,4}|[IVXLC]{1,6}|(?i:\w{4,9}[oa]|preliminar))[.º°]{0,2}\Z )
  | (?P<table> \|)
  | (?P<rule> (?:[-=_*~#]{3,}+|--|(?:[-*_]\s){2,}+[-*_])\Z)
  | (?P<item> [-*+•‣▪◦·–—⁃●○■□➢✓✔►▶→]\s | [—–―•⁃●▪](?=\S)
      | (?: \d{1,3} | [a-zñ] | [ivx]{2,4} | [IVX]{1,5} )(?:\.?[-–—)]|\.\)|\.)\s | [A-Z](?:\)|\.[-–—])\s
      | (?i:(?:primer|segund|tercer|cuart|quint|sext|s[ée]ptim|octav|noven|d[ée]cim|[úu]nic)[oa])
        (?:\.?[-–—]|[.:)])
      | \d{1,3}[.]?[ºª]\.?-?\s | \((?:\d{1,3}|[a-z]|[ivx]{1,4})\)\s
      | \d{1,2}(?:\.\d{1,2}){1,3}\.?\s(?=[^\W\d_a-z]) )
  | (?P<quote> >)
  | (?P<field> [^\W\d_a-z][\w.'/()-]{0,20}(?:[ ][\w.'/()-]{1,20}){0,3}:(?:\s|\Z))
    """,
    re.VERBOSE,
)
_OPENS_BLOCK = frozenset({"heading", "table", "rule", "item", "fence"})
_CLOSES_BLOCK = frozenset({"heading", "table", "rule", "fence"})
_UNITS = frozenset({"fence", "table", "rule"})
_OPENING_SIGNS = "\"'“‘«([¿¡*_"
_CELL_MARKS = ("\t", " | ")


class Block(NamedTuple):
    """A stretch `text[start:end]` without outer white space; a unit is not to be split any further."""

    start: int
    end: int
    is_unit: bool


class _Line(NamedTuple):
    start: int
    end: int  # behind the last character that is no white space
    after_blank: bool
    kind: str | None

    @property
    def length(self) -> int:
        return self.end - self.start


def split_blocks(text: str) -> Iterator[Block]:
    """Blocks of `text` in order; what stands between them is white space. Linear in the text."""
    start, end = len(text) - len(text.lstrip()), len(text.rstrip())
    if start >= end:
        return
    for paragraph in _paragraphs(_join_fences(text, _lines(text, start, end))):
        width = max((line.length for line in paragraph if line.length <= WIDEST_WRAP), default=0)
        first = paragraph[0]
        for above, below in pairwise(paragraph):
            if _parts(text, above, below, width=width):
                yield Block(first.start, above.end, first.kind in _UNITS)
                first = below
        yield Block(first.start, paragraph[-1].end, first.kind in _UNITS)


def _lines(text: str, start: int, end: int) -> list[_Line]:
    lines = []
    after_blank = False
    for match in _LINE_BREAK.finditer(text, start, end):
        lines.append(_line(text, start, match.start(), after_blank=after_blank))
        before, start = match.span()
        after_blank = _BLANK_LINE.search(text, before, start) is not None
    lines.append(_line(text, start, end, after_blank=after_blank))
    return lines


def _line(text: str, start: int, end: int, *, after_blank: bool) -> _Line:
    end = start + len(text[start:end].rstrip())
    match = _KIND.match(text, start, end)
    return _Line(start, end, after_blank, match.lastgroup if match else None)


def _join_fences(text: str, lines: list[_Line]) -> Iterator[_Line]:
    """A closed code fence becomes one line, whole and untouched; an unclosed one stays lines like others."""
    closers = {sign: _closing_fences(text, lines, sign) for sign in "`~"}
    index = 0
    while index < len(lines):
        line = lines[index]
        if line.kind == "fence":
            ahead = closers[text[line.start]]
            while ahead and ahead[-1] <= index:
                ahead.pop()
            if ahead:
                index = ahead[-1]
                line = line._replace(end=lines[index].end)
        yield line
        index += 1


def _closing_fences(text: str, lines: list[_Line], sign: str) -> list[int]:
    """Indices of the lines that hold nothing but a fence of this sign, last first."""
    return [
        index
        for index in range(len(lines) - 1, -1, -1)
        if lines[index].kind == "fence" and not text[lines[index].start : lines[index].end].strip(sign)
    ]


def _paragraphs(lines: Iterator[_Line]) -> Iterator[list[_Line]]:
    paragraph: list[_Line] = []
    for line in lines:
        if line.after_blank and paragraph:
            yield paragraph
            paragraph = []
        paragraph.append(line)
    yield paragraph


def _parts(text: str, above: _Line, below: _Line, *, width: int) -> bool:
    """Whether the line break between two lines of a paragraph parts blocks."""
    if below.kind in _OPENS_BLOCK or above.kind in _CLOSES_BLOCK:
        return True
    if "quote" in {above.kind, below.kind}:
        return above.kind != below.kind
    if above.kind == below.kind == "field":
        return True
    if text[below.start : below.end].lstrip(_OPENING_SIGNS)[:1].islower():
        return False
    if text[above.end - 1] in ":;":
        return True
    return (
        _is_row(text, above, below)
        or _starts_or_ends_shouting(text, above, below)
        or _stops_short(text, above, below, width=width)
    )


def _is_row(text: str, above: _Line, below: _Line) -> bool:
    """Neighbouring lines with cells: "name<tab>age", "name | age"."""
    return any(
        text.find(mark, above.start, above.end) >= 0 and text.find(mark, below.start, below.end) >= 0
        for mark in _CELL_MARKS
    )


def _starts_or_ends_shouting(text: str, above: _Line, below: _Line) -> bool:
    """A heading in capitals, before or behind other lines: "FINDINGS OF FACT"."""
    if min(above.length, below.length) < SHORTEST_HEADING:
        return False
    return text[above.start : above.end].isupper() != text[below.start : below.end].isupper()


def _stops_short(text: str, above: _Line, below: _Line, *, width: int) -> bool:
    """A heading, a line of an address, an unwrapped paragraph: "Introduction", then a line with a capital."""
    if text[above.end - 1] in ",-–—/(&":
        return False
    if above.length <= WIDEST_WRAP and not _has_room(text, above, below, width=width):
        return False
    last_word = text[max(above.start, above.end - 12) : above.end].rsplit(None, 1)[-1]
    return last_word.lower() not in LEADING_ON and kind_of(last_word[:-1]) is not Kind.NEVER_LAST


def _has_room(text: str, above: _Line, below: _Line, *, width: int) -> bool:
    """Whether the first word of the line below would have fit well inside the line above."""
    next_word = text[below.start : min(below.end, below.start + WIDEST_WRAP)].split(None, 1)[0]
    if below.length > WIDEST_WRAP and len(next_word) < WIDEST_WRAP:
        return True
    room = SHORT_LINE_SHARE * width
    if above.kind == "item" and text[below.start - 1] in "\n\r":  # not indented as its continuation would be
        room = max(room, NARROWEST_WRAP)
    return above.length + 1 + len(next_word) <= room
