"""Floors from measured scores: what they keep of the answerable questions, and of those about something else."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product


@dataclass(frozen=True, slots=True)
class Best:
    """The best cosine, the best evidence and the best coverage that a question found."""

    cosine: float
    evidence: float
    coverage: float


@dataclass(frozen=True, slots=True)
class Floors:
    """A leg without any floor here is off."""

    min_score: float | None = None
    min_evidence: float | None = None
    min_coverage: float | None = None

    def passes(self, best: Best) -> bool:
        """Whether the question keeps a chunk: one leg is enough."""
        pairs = (
            (best.cosine, self.min_score),
            (best.evidence, self.min_evidence),
            (best.coverage, self.min_coverage),
        )
        return any(floor is not None and value >= floor for value, floor in pairs)

    def as_request(self) -> Mapping[str, object]:
        """The options of a request that say the same."""
        dense = {"min_score": self.min_score, "min_evidence": self.min_evidence}
        dense = {name: floor for name, floor in dense.items() if floor is not None}
        lexical = {} if self.min_coverage is None else {"min_coverage": self.min_coverage}
        return {"dense": dense or False, "lexical": lexical or False}

    def __str__(self) -> str:
        floors = {
            "min_score": self.min_score,
            "min_evidence": self.min_evidence,
            "min_coverage": self.min_coverage,
        }
        return ", ".join(f"{name} {floor:g}" for name, floor in floors.items() if floor is not None)


def passing(found: Sequence[Best], floors: Floors) -> float:
    """The share of questions that keep a chunk."""
    return sum(map(floors.passes, found)) / len(found)


def choose_floors(answerable: Sequence[Best], absent: Sequence[Best], *, share: float, names: Sequence[str]) -> Floors:
    """The floors of these names that let the fewest absent questions pass, of those that let `share` of the
    answerable ones pass. Between equals, those that keep more of the answerable ones.
    """
    grids = [_grid([getattr(best, SCORES[name]) for best in answerable], STEPS[name]) for name in names]
    choices = [Floors(**dict(zip(names, values, strict=True))) for values in product(*grids)]
    rated = [(passing(absent, floors), -passing(answerable, floors), floors) for floors in choices]
    fit = [entry for entry in rated if -entry[1] >= share]
    return min(fit, key=lambda entry: entry[:2])[2]


SCORES = {"min_score": "cosine", "min_evidence": "evidence", "min_coverage": "coverage"}
STEPS = {"min_score": 0.0025, "min_evidence": 0.0025, "min_coverage": 0.02}


def _grid(values: Sequence[float], step: float) -> list[float]:
    """Round numbers from the lowest value to past the highest, where a floor lets nothing pass."""
    first, last = int(min(values) / step), int(max(values) / step) + 1
    return [round(number * step, 4) for number in range(first, last + 1)]
