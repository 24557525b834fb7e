"""Sentence boundaries of English and Spanish text."""

import re

from winnow.text.boundaries import sentence_cuts
from winnow.text.spans import Span

_BLANK = re.compile(r"\n\s*\n\s*")


def split_sentences(text: str) -> list[Span]:
    """Spans of the sentences of `text`: in order, disjoint, without outer white space.

    What stands between two spans, before the first and behind the last is white space (`str.isspace`) only.
    """
    spans = []
    start = len(text) - len(text.lstrip())
    end = len(text.rstrip())
    for block_end, then in [*(m.span() for m in _BLANK.finditer(text, start, end)), (end, end)]:
        block_end = start + len(text[start:block_end].rstrip())
        for stop, resume in sentence_cuts(text, start, block_end):
            spans.append(Span(start, stop))
            start = resume
        if start < block_end:
            spans.append(Span(start, block_end))
        start = then
    return spans
