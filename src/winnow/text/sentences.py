"""Sentence boundaries of English and Spanish text."""

import re

from winnow.text.spans import Span

_END = re.compile(r"\n\s*\n|(?<=[.!?…])[\"'”’»)\]]*\s+(?=[^\sa-z])")


def split_sentences(text: str) -> list[Span]:
    """Spans of the sentences of `text`: in order, disjoint, without outer white space.

    What stands between two spans, before the first and behind the last is white space (`str.isspace`) only.
    """
    cuts = [0, *(match.end() for match in _END.finditer(text)), len(text)]
    spans = []
    for start, end in zip(cuts, cuts[1:], strict=False):
        part = text[start:end]
        if content := part.strip():
            begin = start + len(part) - len(part.lstrip())
            spans.append(Span(begin, begin + len(content)))
    return spans
