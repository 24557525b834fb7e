"""Short names for the vectors of the tests."""

import math
from collections.abc import Sequence

from tests.integration.local.simulators import INDEX, CallFailedError, Simulators

DIMENSIONS: int = INDEX["dimensions"]


def vector(*head: float) -> list[float]:
    """Return `head` filled up with zeros to the index's width."""
    return [*head, *[0.0] * (DIMENSIONS - len(head))]


def cosine(one: Sequence[float], other: Sequence[float]) -> float:
    dot = math.fsum(a * b for a, b in zip(one, other, strict=True))
    return dot / math.sqrt(math.fsum(a * a for a in one) * math.fsum(b * b for b in other))


def refusal(simulators: Simulators, method: str, *arguments: object) -> str:
    """Return the message of a call on VECTORIZE that must fail."""
    try:
        simulators.call("VECTORIZE", method, *arguments)
    except CallFailedError as failed:
        return failed.message
    raise AssertionError(f"{method} was accepted")
