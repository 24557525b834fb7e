"""Figures and how sure they are."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

SEED = 20_261_130
RESAMPLES = 1_000
BLOCK = 50
"""Resamples drawn together: few enough for a large data set's clusters to fit the memory."""
CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Estimate:
    """`low` and `high` hold the true value in 95 of 100 such data sets."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        """As in `.940 [.917, .959]`."""
        value, low, high = (f"{number:.3f}".removeprefix("0") for number in (self.value, self.low, self.high))
        return f"{value} [{low}, {high}]"


def ratio(
    numerators: Sequence[float], clusters: Sequence[Hashable], denominators: Sequence[float] | None = None
) -> Estimate:
    """Sum of numerators / sum of denominators (1 each: their mean), with the percentile bootstrap's interval.

    Whole clusters are drawn, as often as there are: questions about one document succeed and fail together, and
    drawing them one by one would claim too much. One cluster alone gives no width. The same input gives the same
    figures.

    Raises:
        ValueError: there are no numerators, the lengths differ, or the denominators sum to 0.
    """
    below = [1.0] * len(numerators) if denominators is None else denominators
    if not len(numerators) == len(clusters) == len(below) or not sum(below):
        raise ValueError("there must be as many clusters and denominators as numerators, and some")
    places = {cluster: place for place, cluster in enumerate(dict.fromkeys(clusters))}
    members = np.array([places[cluster] for cluster in clusters])
    above_sums = np.bincount(members, weights=numerators).astype(np.float64)
    below_sums = np.bincount(members, weights=below).astype(np.float64)
    generator = np.random.default_rng(SEED)
    drawn = [_draw(generator, above_sums, below_sums) for _ in range(RESAMPLES // BLOCK)]
    tail = (1 - CONFIDENCE) / 2
    low, high = np.nanquantile(drawn, [tail, 1 - tail])
    return Estimate(float(above_sums.sum() / below_sums.sum()), float(low), float(high))


def _draw(
    generator: np.random.Generator, above: NDArray[np.float64], below: NDArray[np.float64]
) -> NDArray[np.float64]:
    rows = generator.integers(len(above), size=(BLOCK, len(above)))
    totals = below[rows].sum(axis=1)
    ratios: NDArray[np.float64] = above[rows].sum(axis=1) / np.where(totals > 0, totals, np.nan)
    return ratios


def area_under_curve(positive: Sequence[float], negative: Sequence[float]) -> float:
    """How often a positive scores above a negative, ties counting half: 1 tells all apart, 0.5 nothing.

    Raises:
        ValueError: one of them is empty.
    """
    if not (positive and negative):
        raise ValueError("there must be positives and negatives")
    ordered = np.sort(negative)
    below = np.searchsorted(ordered, positive, side="left")
    not_above = np.searchsorted(ordered, positive, side="right")
    return float((below + not_above).mean() / 2 / len(negative))


def percentiles(values: Sequence[float], places: Sequence[float]) -> list[float]:
    return [float(value) for value in np.percentile(values, places)]
