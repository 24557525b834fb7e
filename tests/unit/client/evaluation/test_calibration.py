"""What is proposed, and when nothing is."""

import json
import tomllib

import pytest

from tests.unit.client.evaluation.samples import APART, MILD, OVERLAPPING, SHARP, result, trimmed
from winnow.settings import load_settings
from winnow_client.command.evaluation.calibration import Bounds, calibrate
from winnow_client.command.evaluation.findings import Best
from winnow_client.command.evaluation.floors import Floors
from winnow_client.command.evaluation.results import Populations
from winnow_client.command.evaluation.settings_file import as_toml

BOUNDS = Bounds(target=0.95, max_absent=0.25, retention=0.95)


def test_populations_that_are_apart_give_floors() -> None:
    calibration = calibrate([result("en"), result("es")], BOUNDS)
    assert calibration.floors is not None
    assert calibration.floors.answered == {"en": 1.0, "es": 1.0}
    assert calibration.floors.absent == {"en": 0.0, "es": 0.0}
    assert calibration.refusals == []


@pytest.mark.parametrize(
    ("populations", "reason"),
    [
        (None, "no question is known to be without an answer"),
        (Populations("data", APART.answerable, APART.absent[:39]), "there must be 40 answerable and 40 unanswerable"),
        (OVERLAPPING, "en: answerable and absent questions overlap: area under the curve cosine 0.500"),
        (
            Populations("data", APART.answerable, [*APART.absent[:65], *APART.answerable[::3]]),
            "overlap: area under the curve",
        ),
        (
            Populations("data", APART.answerable, [*APART.absent[:72], *APART.answerable[:56:2]]),
            "en: 28.0% of the absent questions keep a chunk, above 25%",
        ),
    ],
    ids=["none", "few", "the same", "a third is the same", "more than a quarter is the same"],
)
def test_populations_that_overlap_give_none(populations: Populations | None, reason: str) -> None:
    calibration = calibrate([result("en", populations)], BOUNDS)
    assert calibration.floors is None
    assert calibration.trim is not None
    [refusal] = calibration.refusals
    assert refusal.startswith("floors: ")
    assert reason in refusal


def test_one_set_that_overlaps_is_enough_to_refuse() -> None:
    calibration = calibrate([result("en"), result("es", OVERLAPPING)], BOUNDS)
    assert calibration.floors is None
    assert calibration.refusals[0].startswith("floors: es: ")


def test_a_score_may_fail_where_the_other_of_its_pair_does_not() -> None:
    """Cosines that say nothing do no harm to a coverage that says all."""
    coverage_alone = Populations("data", [Best(0.8, 0.8, 0.9)] * 100, [Best(0.8, 0.8, 0.1)] * 100)
    calibration = calibrate([result("en", coverage_alone)], BOUNDS)
    assert calibration.floors is not None
    assert calibration.floors.floors.min_coverage == 0.9
    assert calibration.floors.absent == {"en": 0.0}


def test_the_setting_that_keeps_the_answers_and_the_fewest_tokens() -> None:
    calibration = calibrate([result("en")], BOUNDS)
    assert calibration.trim is not None
    assert calibration.trim.setting == SHARP


def test_every_set_must_keep_its_answers() -> None:
    other = result("es", trimming=[trimmed(MILD, 0.97, 0.7), trimmed(SHARP, 0.955, 0.4)])
    calibration = calibrate([result("en"), other], BOUNDS)
    assert calibration.trim is not None
    assert calibration.trim.setting == MILD


def test_no_trim_setting_where_the_interval_reaches_below_the_bound() -> None:
    calibration = calibrate([result("en", trimming=[trimmed(MILD, 0.955, 0.7)])], BOUNDS)
    assert calibration.trim is None
    assert calibration.refusals == ["trimming: no setting tried keeps 95% of the answers in every set"]


@pytest.mark.parametrize("answers", [0, 39])
def test_no_trim_setting_by_few_answers(answers: int) -> None:
    calibration = calibrate([result("en", answers=answers)], BOUNDS)
    assert calibration.trim is None
    assert calibration.refusals == ["trimming: there must be 40 marked answers in each set that has any"]


def test_a_set_without_answers_has_no_say_in_trimming() -> None:
    calibration = calibrate([result("en"), result("beir", trimming=[trimmed(MILD, None, 0.7)], answers=0)], BOUNDS)
    assert calibration.trim is not None
    assert calibration.trim.setting == SHARP


def test_the_file_is_one_that_the_worker_takes() -> None:
    results = [result("en")]
    calibration = calibrate(results, BOUNDS)
    text = as_toml(calibration, results)
    variables = tomllib.loads(text)["vars"]
    assert variables == calibration.variables
    assert {"TRIM_THRESHOLD": "-1", "TRIM_RELATIVE": "0.97"}.items() <= variables.items()
    tokens = json.dumps({"0" * 64: {"scopes": ["read"]}})
    defaults = load_settings({"MODEL": "@cf/baai/bge-small-en-v1.5", "TOKENS": tokens, **variables}).defaults
    assert calibration.floors is not None
    assert Floors(defaults.min_score, defaults.min_evidence, defaults.min_coverage) == calibration.floors.floors
    assert "# floors: en: 100.0% of the answerable questions keep a chunk, 0.0% of the absent ones\n" in text


def test_the_file_says_what_is_not_proposed() -> None:
    results = [result("en", None)]
    text = as_toml(calibrate(results, BOUNDS), results)
    assert tomllib.loads(text)["vars"].keys() == {"TRIM_THRESHOLD", "TRIM_RELATIVE"}
    assert "\n# Not proposed: floors: no question is known to be without an answer" in text
