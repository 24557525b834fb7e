"""Floors from measured scores: what they keep of the answerable questions, and of those about something else."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

SCORE_STEP = 0.0025
COVERAGE_STEP = 0.01


@dataclass(frozen=True, slots=True)
class Best:
    """The best cosine and the best coverage that a question found."""

    cosine: float
    coverage: float


@dataclass(frozen=True, slots=True)
class Floors:
    """A leg that is None is off."""

    min_score: float | None
    min_coverage: float | None

    def passes(self, best: Best) -> bool:
        """Whether the question keeps a chunk: one leg is enough."""
        dense = self.min_score is not None and best.cosine >= self.min_score
        return dense or (self.min_coverage is not None and best.coverage >= self.min_coverage)

    def as_request(self) -> Mapping[str, object]:
        """The options of a request that say the same."""
        return {
            "dense": False if self.min_score is None else {"min_score": self.min_score},
            "lexical": False if self.min_coverage is None else {"min_coverage": self.min_coverage},
        }

    def __str__(self) -> str:
        score = "off  " if self.min_score is None else f"{self.min_score:.4f}"
        return f"min_score {score} min_coverage {'off' if self.min_coverage is None else f'{self.min_coverage:.2f}'}"


def passing(found: Sequence[Best], floors: Floors) -> float:
    """The share of questions that keep a chunk."""
    return sum(map(floors.passes, found)) / len(found)


def choose_floors(
    answerable: Sequence[Best], absent: Sequence[Best], *, share: float, dense: bool = True, lexical: bool = True
) -> Floors:
    """The floors that let the fewest absent questions pass, of those that let `share` of the answerable ones pass.

    Between equals, those that keep more of the answerable ones.
    """
    scores = _grid([best.cosine for best in answerable], SCORE_STEP) if dense else [None]
    coverages = _grid([best.coverage for best in answerable], COVERAGE_STEP) if lexical else [None]
    choices = [Floors(score, coverage) for score, coverage in product(scores, coverages)]
    rated = [(passing(absent, floors), -passing(answerable, floors), floors) for floors in choices]
    fit = [entry for entry in rated if -entry[1] >= share]
    return min(fit, key=lambda entry: entry[:2])[2]


def _grid(values: Sequence[float], step: float) -> list[float | None]:
    """Round numbers from the lowest value to past the highest, where a floor lets nothing pass."""
    first, last = int(min(values) / step), int(max(values) / step) + 1
    return [round(number * step, 4) for number in range(first, last + 1)]
