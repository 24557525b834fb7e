"""The span: the one way this package speaks of a part of a text."""

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

_BEYOND_UTF16_UNIT = re.compile("[\U00010000-\U0010ffff]")


class Span(NamedTuple):
    """Half-open range `[start, end)` of a text, in Unicode code points: `text[start:end]` is the part."""

    start: int
    end: int


def utf16_spans(text: str, spans: Iterable[Span]) -> list[Span]:
    """The same spans in UTF-16 code units, as JavaScript counts; in the order given, which may be any.

    Every offset is in `[0, len(text)]`. Cost: one pass over `text` for all spans.
    """
    spans = list(spans)
    if not _BEYOND_UTF16_UNIT.search(text):
        return spans
    units = {0: 0}
    offsets = sorted({0, *(offset for span in spans for offset in span)})
    for before, offset in pairwise(offsets):
        units[offset] = units[before] + len(text[before:offset].encode("utf-16-le", "surrogatepass")) // 2
    return [Span(units[start], units[end]) for start, end in spans]
