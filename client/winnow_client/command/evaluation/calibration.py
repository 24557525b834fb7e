"""Which floors and which trim setting to take, what each costs and saves, and when to take none."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from winnow_client.command.evaluation.floors import CHOICES, SCORE_OF, Floors, choose_floors, halved
from winnow_client.command.evaluation.grid import TrimSetting
from winnow_client.command.evaluation.results import Populations, SetResult, TrimResult

MIN_AREA = 0.85
"""Area under the curve that a score must have: below it, populations overlap too much for any floor on that score."""
MIN_QUESTIONS = 40
"""Of each kind, in each set, and answers to trim: fewer say nothing about a share of 95 %."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """`target` is the share of answerable questions that must keep a chunk, `max_absent` the largest share of absent
    ones that may, and `retention` the least share of answers that must survive trimming.
    """

    target: float
    max_absent: float
    retention: float


@dataclass(frozen=True, slots=True)
class FloorChoice:
    """`answered` and `absent` are the shares that keep a chunk, by set, among the questions not chosen on.

    `refused` says why these floors are not proposed; None where they are.
    """

    floors: Floors
    answered: Mapping[str, float]
    absent: Mapping[str, float]
    refused: str | None

    @property
    def mean_absent(self) -> float:
        return sum(self.absent.values()) / len(self.absent)


@dataclass(frozen=True, slots=True)
class TrimChoice:
    """What the setting keeps, by set."""

    setting: TrimSetting
    results: Mapping[str, TrimResult]


@dataclass(frozen=True, slots=True)
class Calibration:
    """`floors` and `trim` None: nothing is proposed, for the reasons in `refusals`."""

    choices: Sequence[FloorChoice]
    floors: FloorChoice | None
    trim: TrimChoice | None
    refusals: Sequence[str]

    @property
    def variables(self) -> dict[str, str]:
        """As the Worker takes them."""
        values = {name.upper(): value for name, value in self.floors.floors.given.items()} if self.floors else {}
        if self.trim is not None:
            values["TRIM_THRESHOLD"] = self.trim.setting.threshold
            if self.trim.setting.relative is not None:
                values["TRIM_RELATIVE"] = self.trim.setting.relative
        return {name: f"{value:g}" for name, value in values.items()}


def calibrate(results: Sequence[SetResult], bounds: Bounds) -> Calibration:
    """Floors must hold in every set that has absent questions, and the trim setting in every set with answers."""
    refusals = []
    populations = {result.name: result.populations for result in results if result.populations is not None}
    choices = _floor_choices(populations, bounds)
    pairs = [choice for choice in choices if len(choice.floors.given) == 2 and choice.refused is None]
    floors = min(pairs, key=lambda choice: choice.mean_absent, default=None)
    if floors is None:
        refusals.append(_why_no_floors(populations, choices))
    trim = choose_trim(results, retention=bounds.retention)
    if trim is None:
        refusals.append(_why_no_trim(results, bounds))
    return Calibration(choices, floors, trim, refusals)


def choose_trim(results: Sequence[SetResult], *, retention: float) -> TrimChoice | None:
    """Of the settings whose retention, at the low end of its interval, reaches the bound in every set with marked
    answers, the one that keeps the fewest tokens on average. Only such as a deployment can have as its default.
    """
    tables = [
        {entry.setting: (result.name, entry) for entry in result.trimming if entry.setting.kind != "min_sentences"}
        for result in results
        if result.answers
    ]
    if _has_few_answers(results):
        return None
    shared = set.intersection(*(set(table) for table in tables))
    fit = [
        TrimChoice(setting, dict(table[setting] for table in tables))
        for setting in sorted(shared, key=lambda setting: setting.label)
        if all(_retains(table[setting][1], retention) for table in tables)
    ]
    return min(fit, key=lambda choice: sum(entry.kept.value for entry in choice.results.values()), default=None)


def _retains(entry: TrimResult, retention: float) -> bool:
    return entry.retention is not None and entry.retention.low >= retention


def _floor_choices(populations: Mapping[str, Populations], bounds: Bounds) -> list[FloorChoice]:
    """None where there is too little to choose by."""
    if not populations or any(_is_small(population) for population in populations.values()):
        return []
    chosen_on = [halved(population, judged=False) for population in populations.values()]
    return [_judged(choose_floors(chosen_on, names, target=bounds.target), populations, bounds) for names in CHOICES]


def _judged(floors: Floors, populations: Mapping[str, Populations], bounds: Bounds) -> FloorChoice:
    others = {name: halved(population, judged=True) for name, population in populations.items()}
    answered = {name: floors.share_passing(other.answerable) for name, other in others.items()}
    absent = {name: floors.share_passing(other.absent) for name, other in others.items()}
    return FloorChoice(floors, answered, absent, _refusal(floors, populations, absent, bounds))


def _refusal(
    floors: Floors, populations: Mapping[str, Populations], absent: Mapping[str, float], bounds: Bounds
) -> str | None:
    """The scores of a pair help each other: one of them that tells the populations apart is enough."""
    for name, population in populations.items():
        areas = {SCORE_OF[floor]: population.separation()[SCORE_OF[floor]] for floor in floors.given}
        if max(areas.values()) < MIN_AREA:
            shown = ", ".join(f"{score} {area:.3f}" for score, area in areas.items())
            return f"{name}: answerable and absent questions overlap: area under the curve {shown}, below {MIN_AREA:g}"
        if absent[name] > bounds.max_absent:
            return f"{name}: {absent[name]:.1%} of the absent questions keep a chunk, above {bounds.max_absent:.0%}"
    return None


def _is_small(population: Populations) -> bool:
    return min(len(population.answerable), len(population.absent)) < MIN_QUESTIONS


def _why_no_trim(results: Sequence[SetResult], bounds: Bounds) -> str:
    if _has_few_answers(results):
        return f"trimming: there must be {MIN_QUESTIONS} marked answers in each set that has any"
    return f"trimming: no setting tried keeps {bounds.retention:.0%} of the answers in every set"


def _has_few_answers(results: Sequence[SetResult]) -> bool:
    marked = [result.answers for result in results if result.answers]
    return not marked or min(marked) < MIN_QUESTIONS


def _why_no_floors(populations: Mapping[str, Populations], choices: Sequence[FloorChoice]) -> str:
    if not populations:
        return "floors: no question is known to be without an answer (--absent-by-halves makes some)"
    if not choices:
        return (
            f"floors: there must be {MIN_QUESTIONS} answerable and {MIN_QUESTIONS} unanswerable questions in each set"
        )
    nearest = min(
        (choice for choice in choices if len(choice.floors.given) == 2), key=lambda choice: choice.mean_absent
    )
    return f"floors: {nearest.refused}"
