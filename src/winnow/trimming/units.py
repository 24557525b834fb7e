"""The units of a chunk: what trimming keeps or drops whole."""

import re
from dataclasses import dataclass

from winnow.text.records import split_records
from winnow.text.sentences import split_sentences
from winnow.text.spans import Span

# Brackets inside the title are allowed when they pair; the prefix ends on its own line.
_PREFIX = re.compile(r"(\[Doc:(?:[^\[\]\r\n]|\[[^\[\]\r\n]*\])*\])\s*")
_LINE = re.compile(r"\S[^\r\n]*")


@dataclass(frozen=True, slots=True)
class Units:
    """What a chunk's content is made of.

    `prefix` is the leading `[Doc: ...]`, empty where there is none; it is never scored. `spans` are the
    units: in order, disjoint, without outer white space; offsets into the whole content, in code points.
    """

    prefix: str
    spans: tuple[Span, ...]


def split_units(content: str, *, unit: str = "sentence") -> Units:
    """Split a chunk's content into units: `"sentence"`, `"line"`, or the records that the separator `unit`
    parts.

    Blank lines and blank records are no units.

    Raises:
        ValueError: `unit` is empty.
    """
    if not unit:
        raise ValueError('unit must be "sentence", "line" or a separator that is not empty')
    match = _PREFIX.match(content)
    prefix, start = (match[1], match.end()) if match else ("", 0)
    body = content[start:]
    return Units(prefix, tuple(Span(first + start, last + start) for first, last in _split(body, unit)))


def _split(body: str, unit: str) -> list[Span]:
    if unit == "sentence":
        return split_sentences(body)
    if unit == "line":
        return [Span(line.start(), line.start() + len(line[0].rstrip())) for line in _LINE.finditer(body)]
    return split_records(body, unit)
