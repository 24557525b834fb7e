"""A chunk's text, rebuilt from the units that stay."""

from collections.abc import Sequence
from dataclasses import dataclass

from winnow.text.spans import Span
from winnow.trimming.units import Units

GAP = " [...] "
HEAD = "[...] "
TAIL = " [...]"


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """`kept` are the runs of neighbouring units that stay, as offsets into the content as it came.

    A run holds what stands between its units; the prefix and outer white space belong to none.
    """

    content: str
    kept: tuple[Span, ...]


def rebuild(content: str, units: Units, kept: Sequence[int] | None, *, mark_edges: bool = False) -> Rebuilt:
    """The content made of the units with the ascending indices `kept`, or None for nothing at all.

    All units kept, be it none of none: the content byte for byte. None of some: the empty text. Else the
    prefix on a line of its own, and the runs, each exactly as it stands in `content`, joined by GAP; a cut
    head or tail is marked only with `mark_edges`.
    """
    if kept is None:
        return Rebuilt("", ())
    runs = _runs(units.spans, kept)
    if len(kept) == len(units.spans):
        return Rebuilt(content, runs)
    if not kept:
        return Rebuilt("", ())
    prefix = f"{units.prefix}\n" if units.prefix else ""
    head = HEAD if mark_edges and kept[0] > 0 else ""
    tail = TAIL if mark_edges and kept[-1] < len(units.spans) - 1 else ""
    return Rebuilt(prefix + head + GAP.join(content[start:end] for start, end in runs) + tail, runs)


def _runs(spans: Sequence[Span], kept: Sequence[int]) -> tuple[Span, ...]:
    """The kept spans; neighbours become one, with what stands between them."""
    runs: list[Span] = []
    previous = -2
    for index in kept:
        if index == previous + 1:
            runs[-1] = Span(runs[-1].start, spans[index].end)
        else:
            runs.append(spans[index])
        previous = index
    return tuple(runs)
