"""Which units stay, without a budget."""

import math

import pytest

from tests.unit.trimming.samples import kept
from winnow.trimming.options import TrimOptions
from winnow.trimming.selection import with_neighbours


@pytest.mark.parametrize(("threshold", "expected"), [(0.5, "ac"), (0.51, "c"), (0.9, "c"), (-1, "abcd"), (0.0, "acd")])
def test_units_at_or_above_the_threshold_stay(threshold: float, expected: str) -> None:
    assert kept([0.5, -0.2, 0.9, 0.0], TrimOptions(threshold=threshold)) == expected


@pytest.mark.parametrize(
    ("min_sentences", "expected"), [(0, ""), (1, "b"), (2, "bd"), (3, "abd"), (4, "abcd"), (9, "abcd")]
)
def test_the_best_are_added_up_to_the_minimum_and_of_equals_the_earlier(min_sentences: int, expected: str) -> None:
    assert kept([0.1, 0.3, 0.1, 0.2], TrimOptions(threshold=0.5, min_sentences=min_sentences)) == expected


def test_the_minimum_adds_nothing_where_enough_is_relevant() -> None:
    assert kept([0.6, 0.4, 0.7, 0.4], TrimOptions(threshold=0.5, min_sentences=2)) == "ac"


@pytest.mark.parametrize(("window", "expected"), [(0, "dj"), (1, "cdeij"), (2, "bcdefhij"), (50, "abcdefghij")])
def test_a_window_adds_neighbours_on_both_sides(window: int, expected: str) -> None:
    assert kept([0, 0, 0, 1, 0, 0, 0, 0, 0, 1], TrimOptions(threshold=0.5, window=window)) == expected


def test_neighbours_of_the_guaranteed_stay_too() -> None:
    assert kept([0.1, 0.2, 0.3, 0.2, 0.1], TrimOptions(threshold=0.5, window=1)) == "bcd"


@pytest.mark.parametrize(
    ("relative", "expected"), [(1, "a"), (0.87, "ac"), (0.5, "acd"), (None, "abcd"), (0.1, "abcd")]
)
def test_relative_asks_for_a_share_of_the_best_score(relative: float | None, expected: str) -> None:
    assert kept([0.8, 0.1, 0.7, 0.4], TrimOptions(threshold=0.0, relative=relative)) == expected


def test_relative_never_keeps_what_the_threshold_drops() -> None:
    assert kept([0.8, 0.6, 0.7], TrimOptions(threshold=0.65, relative=0.1)) == "ac"


def test_a_share_of_a_best_score_below_zero_is_the_same_distance_below_it() -> None:
    assert kept([-0.4, -0.5, -0.61, -0.4], TrimOptions(threshold=-1, relative=0.5)) == "abd"
    assert kept([-0.4, -0.5, -0.4], TrimOptions(threshold=-1, relative=1)) == "ac"


@pytest.mark.parametrize("score", [math.nan, math.inf, -math.inf])
def test_a_score_that_is_not_finite_is_the_lowest(score: float) -> None:
    assert kept([score, -0.9], TrimOptions(threshold=0.5)) == "b"
    assert kept([score, 0.6], TrimOptions(threshold=-0.99, relative=1)) == "b"
    assert kept([score, 0.6], TrimOptions(threshold=-1)) == "ab"


@pytest.mark.parametrize(
    ("indices", "window", "expected"),
    [([], 3, []), ([0], 0, [0]), ([4], 2, [2, 3, 4]), ([3, 1], 1, [0, 1, 2, 3, 4]), ([0, 4], 1, [0, 1, 3, 4])],
)
def test_neighbours_are_listed_once_and_in_order(indices: list[int], window: int, expected: list[int]) -> None:
    assert with_neighbours(indices, window=window, count=5) == expected
