"""Intervals and areas, held against what they are by definition."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from winnow_client.command.evaluation.statistics import Estimate, area_under_curve, ratio

SCORES = st.lists(st.integers(-5, 5).map(float), min_size=1, max_size=30)


@given(SCORES, SCORES)
def test_the_area_is_how_often_a_positive_wins(positive: list[float], negative: list[float]) -> None:
    wins = sum((high > low) + (high == low) / 2 for high, low in product(positive, negative))
    assert area_under_curve(positive, negative) == pytest.approx(wins / len(positive) / len(negative))


@settings(deadline=None)  # a thousand resamples each
@given(st.lists(st.floats(0, 1), min_size=1, max_size=30), st.integers(1, 30))
def test_an_interval_lies_within_the_values(values: list[float], clusters: int) -> None:
    estimate = ratio(values, [place % clusters for place in range(len(values))])
    assert estimate.value == pytest.approx(sum(values) / len(values))
    assert min(values) - 1e-9 <= estimate.low <= estimate.high <= max(values) + 1e-9


def test_what_does_not_vary_is_sure() -> None:
    assert ratio([2.0] * 9, range(9), [4.0] * 9) == Estimate(0.5, 0.5, 0.5)


def test_how_it_reads() -> None:
    assert str(Estimate(0.94, 0.917, 1.0)) == ".940 [.917, 1.000]"


def test_the_same_input_gives_the_same_interval() -> None:
    assert ratio([0.0, 1.0, 1.0], [1, 2, 3]) == ratio([0.0, 1.0, 1.0], ["a", "b", "c"])


def test_the_interval_is_as_wide_as_theory_says() -> None:
    """Half of 400 questions: one standard error is .025, so 95 % lie within .049 on each side."""
    values = [float(place % 2) for place in range(400)]
    estimate = ratio(values, range(400))
    assert (estimate.value - estimate.low, estimate.high - estimate.value) == pytest.approx((0.049, 0.049), abs=0.006)


def test_questions_of_one_document_count_as_one() -> None:
    """Ten that succeed and fail together tell no more than one of them."""
    outcomes = [0.0, 1.0, 1.0, 1.0] * 10
    tenfold = [outcome for outcome in outcomes for _ in range(10)]
    assert ratio(tenfold, [place // 10 for place in range(400)]) == ratio(outcomes, range(40))


@pytest.mark.parametrize("arguments", [([], [], None), ([1.0], [1, 2], None), ([1.0], [1], [0.0])])
def test_nothing_to_divide_by_is_refused(arguments: tuple[list[float], list[int], list[float] | None]) -> None:
    with pytest.raises(ValueError, match="numerators"):
        ratio(*arguments)
