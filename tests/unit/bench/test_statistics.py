"""What is told of repeated measurements."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.bench.statistics import Spread, growth_exponent


def test_the_middle_and_the_quartiles() -> None:
    assert Spread.of([1, 2, 3, 4, 100]) == Spread(3, 2, 4)
    assert Spread.of([7]) == Spread(7, 7, 7)


@given(st.floats(0.25, 3), st.floats(0.001, 1_000))
def test_the_exponent_of_a_power_is_found(exponent: float, factor: float) -> None:
    costs = {size: factor * size**exponent for size in (1, 10, 100, 1_000)}
    assert growth_exponent(costs) == pytest.approx(exponent, abs=1e-6)


def test_a_fixed_part_makes_a_curve_look_better_than_it_is() -> None:
    """Hence the exponent is taken between the two largest sizes."""
    costs = {size: 10 + size * size / 1_000 for size in (1, 10, 100, 1_000, 10_000)}
    assert growth_exponent(costs) < 1.5
    assert growth_exponent(dict(list(costs.items())[-2:])) == pytest.approx(2, abs=0.01)
