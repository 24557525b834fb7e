"""Sentences of English and Spanish text: one rule set for both, no language switch.

Three steps, each a module: lines into blocks (`blocks`), breaks that layout shows inside a block (`layout`),
and sentence marks (`boundaries`, which asks the `rules`). The time is linear in the length of the text.
"""

from winnow.text.blocks import split_blocks
from winnow.text.boundaries import sentence_cuts
from winnow.text.layout import layout_cuts, present_cues
from winnow.text.spans import Span


def split_sentences(text: str) -> list[Span]:
    """Spans of the sentences of `text`.

    Guarantees, for any string: the spans are in order and disjoint, none is empty or has outer white space,
    and all characters outside them are white space, as `str.isspace` has it. Offsets are code points.

    A blank line ends a sentence; a single line break does so only where a heading, a list, a table row, a
    line that stops short or a sentence mark says so. A table row and a drawn rule are units, and so is a
    fenced code block, blank lines included, if it is closed; an unclosed fence is read as plain lines.
    """
    cues = present_cues(text)
    spans = []
    for block in split_blocks(text):
        start = block.start
        parts = [] if block.is_unit else layout_cuts(text, start, block.end, cues=cues)
        for part_end, part_then in [*parts, (block.end, block.end)]:
            cuts = () if block.is_unit else sentence_cuts(text, start, part_end)
            for end, then in cuts:
                spans.append(Span(start, end))
                start = then
            spans.append(Span(start, part_end))
            start = part_then
    return spans
