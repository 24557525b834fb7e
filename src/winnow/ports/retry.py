"""Trying again what may pass: how often, how long apart, until when."""

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

from winnow.errors import TemporaryError

Result = TypeVar("Result")


def random_share() -> float:
    """A number in [0, 1). Not `random`: its import draws entropy, which a Worker may not before its first request."""
    return int.from_bytes(os.urandom(4), "big") / 2**32


@dataclass(frozen=True, slots=True)
class Retry:
    """At most `tries` attempts in all, none begun later than `deadline_seconds` after the first.

    Before attempt n + 1 passes a random share, from a half to all, of `base_seconds` doubled n - 1 times, `cap_seconds`
    at most. `sleep` is a parameter so that tests need not wait.
    """

    tries: int = 3
    base_seconds: float = 0.25
    cap_seconds: float = 2.0
    deadline_seconds: float = 20.0
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep

    async def run(self, attempt: Callable[[], Awaitable[Result]]) -> Result:
        """The first result. Raises what `attempt` raised last; tries again only where the error says `again`."""
        started = time.monotonic()
        for number in range(1, self.tries):
            try:
                return await attempt()
            except TemporaryError as error:
                pause = self._pause(number)
                if not error.again or time.monotonic() - started + pause > self.deadline_seconds:
                    raise
            await self.sleep(pause)
        return await attempt()

    def _pause(self, number: int) -> float:
        whole = min(self.cap_seconds, self.base_seconds * 2.0 ** (number - 1))
        return whole * (0.5 + random_share() / 2)
