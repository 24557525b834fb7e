"""Floors from measured scores."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnow_client.command.evaluation.findings import Best
from winnow_client.command.evaluation.floors import CHOICES, Floors, aim, choose_floors
from winnow_client.command.evaluation.results import Populations

ANSWERABLE = [Best(0.9, 0.95, 0.9), Best(0.88, 0.92, 0.2), Best(0.8, 0.86, 0.8), Best(0.87, 0.9, 0.5)]
ABSENT = [Best(0.82, 0.83, 0.1), Best(0.81, 0.84, 0.4), Best(0.7, 0.7, 0.0)]
BESTS = st.lists(st.builds(Best, st.floats(0.7, 1), st.floats(0.7, 1.1), st.floats(0, 1)), min_size=1, max_size=12)


@pytest.mark.parametrize(
    ("floors", "answerable", "absent"),
    [
        (Floors(min_score=0.85), 0.75, 0.0),
        (Floors(min_score=0.8), 1.0, 2 / 3),
        (Floors(min_coverage=0.5), 0.75, 0.0),
        (Floors(min_score=0.88, min_coverage=0.5), 1.0, 0.0),
    ],
    ids=str,
)
def test_one_leg_is_enough_to_pass(floors: Floors, answerable: float, absent: float) -> None:
    assert (floors.share_passing(ANSWERABLE), floors.share_passing(ABSENT)) == pytest.approx((answerable, absent))


@pytest.mark.parametrize("names", CHOICES, ids=" + ".join)
@given(answerable=BESTS, absent=BESTS, target=st.floats(0.5, 0.99))
def test_the_chosen_floors_keep_the_share_that_was_asked_for(
    names: tuple[str, ...], answerable: list[Best], absent: list[Best], target: float
) -> None:
    floors = choose_floors([Populations("data", answerable, absent)], names, target=target)
    assert floors.given.keys() == set(names)
    assert floors.share_passing(answerable) >= target


def test_two_floors_separate_what_one_does_not() -> None:
    population = Populations("data", ANSWERABLE, ABSENT)
    alone, both = (
        choose_floors([population], names, target=0.9) for names in (("min_score",), ("min_score", "min_coverage"))
    )
    assert (alone.share_passing(ABSENT), both.share_passing(ABSENT)) == pytest.approx((2 / 3, 0.0))


def test_every_population_keeps_its_share() -> None:
    """What one language reaches easily must not pay for what the other does not."""
    low = Populations("data", [Best(0.8)] * 10, [Best(0.78)] * 10)
    high = Populations("data", [Best(0.9)] * 90, [Best(0.85)] * 90)
    assert choose_floors([low, high], ["min_score"], target=0.9) == Floors(min_score=0.8)


def test_the_aim_is_above_the_target_by_what_chance_may_take() -> None:
    assert aim(0.95, 595) == pytest.approx(0.9647, abs=0.0001)
    assert aim(0.99, 10) == 0.95
