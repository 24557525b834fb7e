"""Results of runs that never were."""

from collections.abc import Sequence

from winnow_client.command.evaluation.findings import LEGS, Best
from winnow_client.command.evaluation.grid import TrimSetting
from winnow_client.command.evaluation.measures import MEASURES
from winnow_client.command.evaluation.results import Populations, SetResult, TrimResult
from winnow_client.command.evaluation.statistics import Estimate

APART = Populations(
    "halves",
    [Best(0.9 + place / 2_000, 0.95 + place / 2_000, 0.8) for place in range(100)],
    [Best(0.8 + place / 2_000, 0.8 + place / 2_000, 0.2) for place in range(100)],
)
OVERLAPPING = Populations("data", APART.answerable, APART.answerable)


def about(value: float, width: float = 0.01) -> Estimate:
    return Estimate(value, value - width, value + width)


def trimmed(setting: TrimSetting, retention: float | None, kept: float) -> TrimResult:
    return TrimResult(setting, about(kept), None if retention is None else about(retention))


MILD, SHARP = TrimSetting(threshold=0.8), TrimSetting(relative=0.97)
TRIMMING = (trimmed(MILD, 0.99, 0.7), trimmed(SHARP, 0.97, 0.4), trimmed(TrimSetting(1.0, None, 3), 0.99, 0.1))


def result(
    name: str,
    populations: Populations | None = APART,
    trimming: Sequence[TrimResult] = TRIMMING,
    *,
    answers: int = 100,
) -> SetResult:
    return SetResult(
        name=name,
        namespace=f"evaluate-{name}",
        documents=10,
        questions=100,
        ranking={leg: dict.fromkeys(MEASURES, about(0.9)) for leg in LEGS},
        answers=answers,
        answers_found=about(0.98) if answers else None,
        trimming=trimming,
        populations=populations,
        milliseconds={"retrieve": [10.0, 20.0, 30.0], "server: embed": [5.0], "trim": [4.0]},
    )
