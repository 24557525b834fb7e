"""The span: the one way this package speaks of a part of a text."""

from typing import NamedTuple


class Span(NamedTuple):
    """Half-open range `[start, end)` of a text, in Unicode code points: `text[start:end]` is the part."""

    start: int
    end: int
