"""What an evaluation found, and how it is computed from what the server answered."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Literal

from winnow_client.command.evaluation.findings import LEGS, Best, Cut, Found, Trims
from winnow_client.command.evaluation.grid import TrimSetting
from winnow_client.command.evaluation.measures import MEASURES, measure
from winnow_client.command.evaluation.questions import Question, QuestionSet
from winnow_client.command.evaluation.statistics import Estimate, area_under_curve, percentiles, ratio
from winnow_client.command.evaluation.trimming import Work

AbsentFrom = Literal["data", "halves"]
SCORES = tuple(field.name for field in fields(Best))
PLACES = (50, 90, 99)
"""Percentiles of latency."""


@dataclass(frozen=True, slots=True)
class TrimResult:
    """Of what the first chunks held, `retention` is the share of whole answers that stay, `kept` that of tokens."""

    setting: TrimSetting
    kept: Estimate
    retention: Estimate | None


@dataclass(frozen=True, slots=True)
class Populations:
    """What questions found that are answered, and questions that are not. `absent_from` says where those come from."""

    absent_from: AbsentFrom
    answerable: Sequence[Best]
    absent: Sequence[Best]

    def separation(self) -> dict[str, float]:
        """By score, the area under the curve."""
        return {
            name: area_under_curve(
                [getattr(best, name) for best in self.answerable], [getattr(best, name) for best in self.absent]
            )
            for name in SCORES
        }


@dataclass(frozen=True, slots=True)
class SetResult:
    """`ranking` is by leg and measure. Of `answers` marked ones, the first chunks hold the share `answers_found`."""

    name: str
    namespace: str
    documents: int
    questions: int
    ranking: Mapping[str, Mapping[str, Estimate]]
    answers: int
    answers_found: Estimate | None
    trimming: Sequence[TrimResult]
    populations: Populations | None
    milliseconds: Mapping[str, Sequence[float]]

    def latency(self) -> dict[str, list[float]]:
        """By stage, the percentiles of `PLACES`."""
        return {stage: percentiles(values, PLACES) for stage, values in self.milliseconds.items()}


def rank_all(questions: Sequence[Question], found: Mapping[str, Found]) -> dict[str, dict[str, Estimate]]:
    clusters = [question.group for question in questions]
    ranking = {}
    for leg in LEGS:
        values = measure(questions, {question.id: found[question.id].rankings[leg] for question in questions})
        ranking[leg] = {name: ratio(values[name], clusters) for name in MEASURES}
    return ranking


def populations_of(data: QuestionSet, found: Mapping[str, Found], *, absent_by_halves: bool) -> Populations | None:
    """None where no question is known to be without an answer."""
    answerable = [found[question.id].best for question in data.answerable]
    if absent_by_halves:
        absent = [best for question in data.answerable if (best := found[question.id].absent) is not None]
    else:
        absent = [found[question.id].best for question in data.unanswerable]
    return Populations("halves" if absent_by_halves else "data", answerable, absent) if absent else None


def trim_results(
    data: QuestionSet, settings: Sequence[TrimSetting], trims: Sequence[tuple[Work, Trims]]
) -> list[TrimResult]:
    """Nothing where nothing was found."""
    clusters = {question.id: question.group for question in data.answerable}
    return [] if not trims else [_trim_result(setting, trims, clusters) for setting in settings]


def _trim_result(setting: TrimSetting, trims: Sequence[tuple[Work, Trims]], clusters: Mapping[str, str]) -> TrimResult:
    cuts = list(_cuts(setting, trims))
    kept = ratio(
        [cut.tokens_out for _, cut in cuts], [clusters[name] for name, _ in cuts], [cut.tokens_in for _, cut in cuts]
    )
    keeps = _keeps(cuts)
    retention = ratio([float(keep) for keep in keeps.values()], [clusters[name] for name in keeps]) if keeps else None
    return TrimResult(setting, kept, retention)


def answers_found(data: QuestionSet, trims: Sequence[tuple[Work, Trims]], setting: TrimSetting) -> Estimate | None:
    marked = [question for question in data.answerable if question.answer is not None]
    if not marked:
        return None
    keeps = _keeps(_cuts(setting, trims))
    return ratio([float(question.id in keeps) for question in marked], [question.group for question in marked])


def _cuts(setting: TrimSetting, trims: Sequence[tuple[Work, Trims]]) -> Iterable[tuple[str, Cut]]:
    for work, record in trims:
        for question, cut in zip(work.questions, record.cuts[setting.label], strict=True):
            yield question.id, cut


def _keeps(cuts: Iterable[tuple[str, Cut]]) -> dict[str, bool]:
    """By question whose answer was there, whether any chunk keeps it: chunks may overlap."""
    keeps: dict[str, bool] = {}
    for name, cut in cuts:
        if cut.keeps_answer is not None:
            keeps[name] = keeps.get(name, False) or cut.keeps_answer
    return keeps


def latencies(found: Iterable[Found], trims: Sequence[tuple[Work, Trims]]) -> dict[str, list[float]]:
    """By stage, milliseconds of each request."""
    stages: dict[str, list[float]] = {}
    for record in found:
        for stage, milliseconds in record.milliseconds.items():
            stages.setdefault(stage, []).append(milliseconds)
    stages["trim"] = [milliseconds for _, record in trims for milliseconds in record.milliseconds]
    return {stage: values for stage, values in stages.items() if values}
