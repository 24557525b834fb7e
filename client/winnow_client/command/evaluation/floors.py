"""Floors from measured scores: chosen on half of the questions, judged on the other half."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from winnow_client.command.evaluation.findings import Best
from winnow_client.command.evaluation.results import Populations

STEPS = {"min_score": 0.0025, "min_evidence": 0.0025, "min_coverage": 0.02}
"""Between the floors tried."""
SCORE_OF = {"min_score": "cosine", "min_evidence": "evidence", "min_coverage": "coverage"}
CHOICES = (("min_score",), ("min_coverage",), ("min_score", "min_coverage"), ("min_evidence", "min_coverage"))
"""Tried together; a chunk stays when it reaches the floor of one leg, so a floor alone is for a leg alone."""
ONE_SIDED_95 = 1.645
"""Standard errors: how far above the target the choice aims, to hold it for other questions 19 times in 20."""


@dataclass(frozen=True, slots=True)
class Floors:
    """None: that leg is off."""

    min_score: float | None = None
    min_evidence: float | None = None
    min_coverage: float | None = None

    @property
    def given(self) -> dict[str, float]:
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in values.items() if value is not None}

    def __str__(self) -> str:
        return ", ".join(f"{name} {value:g}" for name, value in self.given.items())

    def share_passing(self, found: Sequence[Best]) -> float:
        """Of questions that keep a chunk."""
        return float(self.passing(_columns(found)).mean())

    def passing(self, columns: Mapping[str, NDArray[np.float64]]) -> NDArray[np.bool_]:
        passes = [columns[SCORE_OF[name]] >= floor for name, floor in self.given.items()]
        passed: NDArray[np.bool_] = np.any(passes, axis=0)
        return passed


def aim(target: float, count: int) -> float:
    """The share to reach among `count` questions so that `target` holds for others too; never quite all of them."""
    return min(target + ONE_SIDED_95 * math.sqrt(target * (1 - target) / count), 1 - 1 / (2 * count))


def choose_floors(populations: Sequence[Populations], names: Sequence[str], *, target: float) -> Floors:
    """One floor, or two: of those that let `aim(target)` of the answerable questions pass in each population, those
    that let the fewest absent ones pass, on average; between equals, those that keep more. The lowest of all fits.
    """
    answerable = [_columns(population.answerable) for population in populations]
    grids = {name: _grid(answerable, name) for name in names}
    kept = [_shares(columns, grids) for columns in answerable]
    aims = [aim(target, len(population.answerable)) for population in populations]
    fits = np.all([share >= wanted for share, wanted in zip(kept, aims, strict=True)], axis=0)
    absent = np.mean([_shares(_columns(population.absent), grids) for population in populations], axis=0)
    cost = np.where(fits, absent, np.inf)
    least = np.where(fits & (cost == cost.min()), np.min(kept, axis=0), -1.0)
    places = np.unravel_index(int(np.argmax(least)), least.shape)
    return Floors(**{name: float(grid[place]) for (name, grid), place in zip(grids.items(), places, strict=True)})


def _shares(
    columns: Mapping[str, NDArray[np.float64]], grids: Mapping[str, NDArray[np.float64]]
) -> NDArray[np.float64]:
    """By the place of each floor in its grid, the share of questions that pass: all that not every floor stops."""
    stopped = [np.less.outer(columns[SCORE_OF[name]], grid).astype(np.float64) for name, grid in grids.items()]
    by_all = stopped[0].sum(axis=0) if len(stopped) == 1 else stopped[0].T @ stopped[1]
    shares: NDArray[np.float64] = (len(stopped[0]) - by_all) / len(stopped[0])
    return shares


def halved(population: Populations, *, judged: bool) -> Populations:
    """Every other question of each kind: the half to choose on, or that to judge by."""
    part = slice(1 if judged else 0, None, 2)
    return Populations(population.absent_from, population.answerable[part], population.absent[part])


def _columns(found: Sequence[Best]) -> dict[str, NDArray[np.float64]]:
    return {name: np.array([getattr(best, name) for best in found]) for name in SCORE_OF.values()}


def _grid(columns: Sequence[Mapping[str, NDArray[np.float64]]], name: str) -> NDArray[np.float64]:
    """Round numbers from the lowest value of the answerable ones to past the highest, where nothing passes."""
    step, values = STEPS[name], np.concatenate([column[SCORE_OF[name]] for column in columns])
    first, last = math.floor(values.min() / step), math.floor(values.max() / step) + 1
    return np.array([round(number * step, 4) for number in range(first, last + 1)])
