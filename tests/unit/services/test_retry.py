"""Trying again: how often, how long apart, until when."""

from dataclasses import dataclass, field

import pytest

from tests.fakes.house import run
from winnow.errors import Misconfigured, StoreUnavailable, WinnowError
from winnow.ports.retry import Retry

PASSING = StoreUnavailable("lost", again=True)


@dataclass(slots=True)
class Attempts:
    """Fails with each of `errors` in turn, then answers; `pauses` are those between."""

    errors: list[WinnowError]
    pauses: list[float] = field(default_factory=list)
    made: int = 0

    async def attempt(self) -> str:
        self.made += 1
        if self.errors:
            raise self.errors.pop(0)
        return "answer"

    async def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)


def test_what_passes_is_tried_again_after_growing_pauses() -> None:
    attempts = Attempts([PASSING, PASSING, PASSING])
    retry = Retry(tries=4, base_seconds=1.0, cap_seconds=3.0, sleep=attempts.sleep)
    assert run(retry.run(attempts.attempt)) == "answer"
    for pause, (low, high) in zip(attempts.pauses, [(0.5, 1.0), (1.0, 2.0), (1.5, 3.0)], strict=True):
        assert low <= pause <= high


@pytest.mark.parametrize(
    ("errors", "options", "made"),
    [
        ([PASSING] * 3, {}, 3),
        ([StoreUnavailable("overloaded")], {}, 1),
        ([Misconfigured("no such table")], {}, 1),
        ([PASSING] * 3, {"deadline_seconds": 0.0}, 1),
        ([PASSING], {"tries": 1}, 1),
    ],
    ids=["for good", "not worth it", "refused", "past the deadline", "one try"],
)
def test_what_does_not_pass_is_raised(errors: list[WinnowError], options: dict[str, float], made: int) -> None:
    attempts = Attempts(list(errors))
    with pytest.raises(type(errors[-1])):
        run(Retry(sleep=attempts.sleep, **options).run(attempts.attempt))  # type: ignore[arg-type]
    assert attempts.made == made
