"""What is told of repeated measurements: the middle and the spread, and how a cost grows with its size."""

import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Spread:
    """The median, and the quartiles around it: half of the repeats lie between them."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> "Spread":
        if len(values) == 1:
            return cls(values[0], values[0], values[0])
        low, median, high = statistics.quantiles(values, n=4, method="inclusive")
        return cls(median, low, high)


def growth_exponent(costs: Mapping[int, float]) -> float:
    """The slope of log cost over log size, by least squares: 1 is linear, below 1 a fixed part still weighs."""
    sizes = [math.log(size) for size in costs]
    logs = [math.log(max(cost, 1e-6)) for cost in costs.values()]
    slope, _ = statistics.linear_regression(sizes, logs)
    return slope
