"""Cosines of flat vectors."""

import math
from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnow.ranking.cosine import UNCOMPARABLE, cosines

NUMBERS = st.lists(st.floats(width=32), min_size=3, max_size=3)


def test_parallel_opposite_and_orthogonal() -> None:
    assert cosines([2.0, 0.0], [1.0, 0.0, -3.0, 0.0, 0.0, 5.0, 1.0, 1.0]) == [1.0, -1.0, 0.0, pytest.approx(0.5**0.5)]


@pytest.mark.parametrize("row", [[0.0, 0.0], [math.nan, 1.0], [math.inf, 1.0]], ids=["zero", "nan", "infinite"])
def test_a_row_without_direction_is_the_worst(row: list[float]) -> None:
    assert cosines([1.0, 0.0], [*row, 1.0, 0.0]) == [UNCOMPARABLE, 1.0]
    assert cosines(row, [1.0, 0.0]) == [UNCOMPARABLE]


@pytest.mark.parametrize(("query", "vectors"), [([], [1.0]), ([1.0, 2.0], [1.0])])
def test_rows_must_be_as_wide_as_the_query(query: list[float], vectors: list[float]) -> None:
    with pytest.raises(ValueError, match="rows"):
        cosines(query, vectors)


@given(NUMBERS, NUMBERS)
def test_every_cosine_is_a_number_from_minus_1_to_1(query: list[float], row: list[float]) -> None:
    [value] = cosines(query, array("d", row))
    assert -1.0 <= value <= 1.0
