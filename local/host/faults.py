"""Orders to fail: which call of a simulated service goes wrong, how, and when."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Literal, get_args

Target = Literal["ai", "vectorize"]
Kind = Literal["error", "status", "slow", "kill", "short", "narrow", "uneven", "not_finite"]
When = Literal["before", "after"]
ANY_METHOD = "*"
MAX_LOGGED_CALLS = 100_000

_SPOILING = ("short", "narrow", "uneven", "not_finite")
_NEEDS = {"error": "code", "status": "status", "slow": "milliseconds"}


class FaultOrderError(ValueError):
    """The order cannot be carried out as it stands; the message names the field and its range."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One order. `after` calls that match pass first, then `times` calls are struck.

    `when` is "before" the call's own work or "after" it (the work is done, the caller learns otherwise).
    A spoiled reply ("short", "narrow", "uneven", "not_finite": of the AI alone) is always "after", all else "before"
    unless it says so. `code` and `message` belong to kind "error", `status` to "status" (a reply that is not
    JSON), `milliseconds` to "slow".

    Raises:
        FaultOrderError: a value outside its range.
    """

    target: Target
    kind: Kind
    method: str = ANY_METHOD
    when: When | None = None
    times: int = 1
    after: int = 0
    code: int | None = None
    message: str | None = None
    status: int | None = None
    milliseconds: int | None = None

    def __post_init__(self) -> None:
        for name, value, allowed in (("target", self.target, Target), ("kind", self.kind, Kind)):
            if value not in get_args(allowed):
                raise FaultOrderError(f"{name} must be one of {get_args(allowed)}, not {value!r}")
        spoils = self.kind in _SPOILING
        if self.when is None:
            object.__setattr__(self, "when", "after" if spoils else "before")
        if self.when not in (("after",) if spoils else get_args(When)):
            raise FaultOrderError(f"when cannot be {self.when!r} for kind {self.kind!r}")
        if spoils and self.target != "ai":
            raise FaultOrderError(f"kind {self.kind!r} belongs to target 'ai'")
        if self.times < 1 or self.after < 0:
            raise FaultOrderError("times must be >= 1 and after >= 0")
        needed = _NEEDS.get(self.kind)
        if needed is not None and not isinstance(getattr(self, needed), int):
            raise FaultOrderError(f"kind {self.kind!r} needs an integer {needed}")

    def matches(self, call: "Call") -> bool:
        return self.target == call.target and self.method in {call.method, ANY_METHOD}

    def as_json(self) -> dict[str, Any]:
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in values.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Call:
    """One call that a simulated service received: `items` is the number of texts, vectors or ids in it."""

    target: str
    method: str
    items: int


def read_fault(order: Mapping[str, Any]) -> Fault:
    """Check an order as it came over HTTP.

    Raises:
        FaultOrderError: an unknown or missing field, or a value outside its range.
    """
    names = {field.name for field in fields(Fault)}
    if not set(order) <= names:
        raise FaultOrderError(f"unknown fields: {sorted(set(order) - names)}")
    return Fault(**{"target": None, "kind": None, **order})


class FaultBook:
    """Keeps orders and the log of calls; hands each order out as often as it says. Safe across threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._orders: list[Fault] = []
        self._calls: list[Call] = []

    def order(self, *faults: Fault) -> None:
        """Replace all orders; none clears them."""
        with self._lock:
            self._orders = list(faults)

    def orders(self) -> tuple[Fault, ...]:
        """Return what is still to happen."""
        with self._lock:
            return tuple(self._orders)

    def calls(self) -> tuple[Call, ...]:
        """Return the calls since the last `forget_calls`, in order."""
        with self._lock:
            return tuple(self._calls)

    def forget_calls(self) -> None:
        with self._lock:
            self._calls.clear()

    def take(self, call: Call) -> Fault | None:
        """Log the call and return the first order that strikes it, counted down.

        Every order that matches and still waits (`after`) has seen one more call, struck or not.
        """
        with self._lock:
            self._calls.append(call)
            del self._calls[:-MAX_LOGGED_CALLS]
            struck: Fault | None = None
            remaining: list[Fault] = []
            for fault in self._orders:
                if not fault.matches(call):
                    remaining.append(fault)
                elif fault.after > 0:
                    remaining.append(replace(fault, after=fault.after - 1))
                elif struck is None:
                    struck = fault
                    remaining.extend([replace(fault, times=fault.times - 1)] if fault.times > 1 else [])
                else:
                    remaining.append(fault)
            self._orders = remaining
            return struck
