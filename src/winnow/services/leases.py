"""Leases on rows of the outbox: one clock and one length for all."""

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from winnow.ports.outbox import Lease

Clock: TypeAlias = Callable[[], int]
"""Milliseconds since 1970."""


def system_clock() -> int:
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Leases:
    """A lease lasts `seconds`: longer than any one call of the vector index can still be under way."""

    seconds: float = 60.0
    clock: Clock = system_clock

    def take(self) -> Lease:
        """A lease that nobody else holds, from now on."""
        now = self.clock()
        return Lease(os.urandom(8).hex(), now, now + int(self.seconds * 1000))

    def is_ending(self, lease: Lease) -> bool:
        """Whether too little of it is left to begin another call: the last third."""
        return self.clock() > lease.until - int(self.seconds * 1000) // 3
