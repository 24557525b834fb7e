"""Floors from measured scores."""

import pytest

from scripts.floors import Best, Floors, choose_floors, passing

ANSWERABLE = [Best(0.9, 0.95, 0.9), Best(0.88, 0.92, 0.2), Best(0.8, 0.86, 0.8), Best(0.87, 0.9, 0.5)]
ABSENT = [Best(0.82, 0.83, 0.1), Best(0.81, 0.84, 0.4), Best(0.7, 0.7, 0.0)]


@pytest.mark.parametrize(
    ("floors", "answerable", "absent"),
    [
        (Floors(min_score=0.85), 0.75, 0.0),
        (Floors(min_score=0.8), 1.0, 2 / 3),
        (Floors(min_coverage=0.5), 0.75, 0.0),
        (Floors(min_score=0.88, min_coverage=0.5), 1.0, 0.0),
        (Floors(), 0.0, 0.0),
    ],
    ids=str,
)
def test_one_leg_is_enough_to_pass(floors: Floors, answerable: float, absent: float) -> None:
    assert (passing(ANSWERABLE, floors), passing(ABSENT, floors)) == (answerable, absent)


@pytest.mark.parametrize("names", [("min_score",), ("min_coverage",), ("min_score", "min_coverage")], ids=str)
@pytest.mark.parametrize("share", [0.5, 0.75, 1.0])
def test_the_chosen_floors_keep_the_share_that_was_asked_for(names: tuple[str, ...], share: float) -> None:
    assert passing(ANSWERABLE, choose_floors(ANSWERABLE, ABSENT, share=share, names=names)) >= share


def test_two_floors_separate_what_one_does_not() -> None:
    alone = choose_floors(ANSWERABLE, ABSENT, share=1.0, names=("min_score",))
    both = choose_floors(ANSWERABLE, ABSENT, share=1.0, names=("min_score", "min_coverage"))
    assert (passing(ABSENT, alone), passing(ABSENT, both)) == (2 / 3, 0.0)


def test_floors_are_said_as_a_request_has_them() -> None:
    assert Floors(min_evidence=0.86, min_coverage=0.6).as_request() == {
        "dense": {"min_evidence": 0.86},
        "lexical": {"min_coverage": 0.6},
    }
    assert Floors(min_score=0.8).as_request() == {"dense": {"min_score": 0.8}, "lexical": False}
