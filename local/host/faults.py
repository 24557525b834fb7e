"""Orders to fail: which call of a simulated service goes wrong, how, and when."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

KINDS = ("error", "status", "slow", "kill", "short", "narrow", "not_finite")
_SPOILING = ("short", "narrow", "not_finite")
_NEEDS = {"error": "code", "status": "status", "slow": "milliseconds"}
ANY_METHOD = "*"
MAX_LOGGED_CALLS = 100_000


class FaultOrderError(ValueError):
    """The order cannot be carried out as it stands; the message names the field and its range."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One order. `after` calls that match pass first, then `times` calls are struck.

    `when` is "before" the call's own work or "after" it (the work is done, the caller learns otherwise);
    a spoiled reply is always "after". `code` and `message` belong to kind "error", `status` to "status"
    (a reply that is not JSON), `milliseconds` to "slow".
    """

    target: str
    kind: str
    method: str = ANY_METHOD
    when: str = "before"
    times: int = 1
    after: int = 0
    code: int | None = None
    message: str | None = None
    status: int | None = None
    milliseconds: int | None = None

    def matches(self, target: str, method: str) -> bool:
        return self.target == target and self.method in {method, ANY_METHOD}

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
    unknown = set(order) - {field.name for field in fields(Fault)}
    if unknown:
        raise FaultOrderError(f"unknown fields: {sorted(unknown)}")
    for name, allowed in (("target", ("ai", "vectorize")), ("kind", KINDS)):
        if order.get(name) not in allowed:
            raise FaultOrderError(f"{name} must be one of {allowed}, not {order.get(name)!r}")
    spoils = order["kind"] in _SPOILING
    fault = Fault(**{"when": "after" if spoils else "before", **order})
    _check(fault, spoils=spoils)
    return fault


def _check(fault: Fault, *, spoils: bool) -> None:
    if fault.when not in (("after",) if spoils else ("before", "after")):
        raise FaultOrderError(f"when cannot be {fault.when!r} for kind {fault.kind!r}")
    if spoils and fault.target != "ai":
        raise FaultOrderError(f"kind {fault.kind!r} belongs to target 'ai'")
    if fault.times < 1 or fault.after < 0:
        raise FaultOrderError("times must be >= 1 and after >= 0")
    needed = _NEEDS.get(fault.kind)
    if needed is not None and not isinstance(getattr(fault, needed), int):
        raise FaultOrderError(f"kind {fault.kind!r} needs an integer {needed}")


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
                if not fault.matches(call.target, call.method):
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
