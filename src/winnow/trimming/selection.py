"""Which units of a chunk are wanted, before any budget."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from winnow.trimming.options import TrimOptions


@dataclass(frozen=True, slots=True)
class Wanted:
    """Indices of one chunk's units by reason: `guaranteed`, best first; `relevant`, ascending.

    Both together are what stays without a budget and a window.
    """

    guaranteed: tuple[int, ...]
    relevant: tuple[int, ...]

    @property
    def chosen(self) -> set[int]:
        return {*self.guaranteed, *self.relevant}


def want_units(scores: Sequence[float], options: TrimOptions) -> Wanted:
    """Choose by score: all that reach the floor, and the `min_sentences` best (ties: the earlier first)."""
    best_first = sorted(range(len(scores)), key=scores.__getitem__, reverse=True)
    floor = _floor(scores, options)
    return Wanted(
        guaranteed=tuple(best_first[: options.min_sentences]),
        relevant=tuple(index for index, score in enumerate(scores) if score >= floor),
    )


def _floor(scores: Sequence[float], options: TrimOptions) -> float:
    """The score that makes a unit relevant.

    A share of a best score below zero is taken as the same distance below it, so that the best always reaches
    it.
    """
    if options.relative is None or not scores:
        return options.threshold
    best = max(scores)
    return max(options.threshold, best * (options.relative if best > 0 else 2 - options.relative))


def with_neighbours(kept: Iterable[int], *, window: int, count: int) -> list[int]:
    """`kept` and up to `window` indices on each side of each, ascending, within `range(count)`."""
    result: list[int] = []
    following = 0
    for index in sorted(kept):
        first = max(index - window, following)
        following = min(index + window + 1, count)
        result.extend(range(first, following))
    return result
