"""Steps: every call that leaves the services, in order, each of which a test can let fail or end the Worker."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, TypeVar

from winnow.errors import WinnowError

Result = TypeVar("Result")
Fault: TypeAlias = Literal["error before", "error after", "error, and late", "kill before", "kill after"]
"""`after`: the step's effect is there, and its caller learns otherwise, or dies. `late`: it comes at `arrive`."""
Moment: TypeAlias = Literal["before", "after"]


class Killed(BaseException):
    """The Worker has ended here: no handler of the services may run on."""


@dataclass(slots=True)
class Steps:
    """`fault` strikes the step of number `at`, counted from 0, or the next one named so."""

    at: int | str | None = None
    fault: Fault = "error before"
    names: list[str] = field(default_factory=list)
    _late: list[Callable[[], object]] = field(default_factory=list)
    _meanwhile: dict[Moment, Callable[[], object]] = field(default_factory=dict)
    _meanwhile_at: int | None = None

    def meanwhile(self, at: int, moment: Moment, action: Callable[[], object]) -> None:
        """Another request runs from its start to its end while this step is under way."""
        self.names.clear()
        self._meanwhile_at, self._meanwhile = at, {moment: action}

    def arm(self, at: int | str, fault: Fault) -> None:
        self.names.clear()
        self.at, self.fault = at, fault

    def arrive(self) -> int:
        """Let the effects of the calls happen that have failed, and were still under way; how many."""
        arrived = len(self._late)
        while self._late:
            self._late.pop(0)()
        return arrived

    def disarm(self) -> None:
        self.at = None
        self.names.clear()

    def take(self, name: str, effect: Callable[[], Result], error: WinnowError) -> Result:
        struck = self.at in (len(self.names), name)
        if struck:
            self.at = None
        if self._meanwhile_at == len(self.names):
            self._meanwhile_at = None
            effect = self._with_other(effect)
        self.names.append(name)
        if struck and self.fault == "kill before":
            raise Killed
        if struck and self.fault == "error, and late":
            self._late.append(effect)
            raise error
        if struck and self.fault == "error before":
            raise error
        result = effect()
        if struck and self.fault == "kill after":
            raise Killed
        if struck and self.fault == "error after":
            raise error
        return result

    def _with_other(self, effect: Callable[[], Result]) -> Callable[[], Result]:
        def both() -> Result:
            _run_apart(self._meanwhile.pop("before", None))
            result = effect()
            _run_apart(self._meanwhile.pop("after", None))
            return result

        return both


def _run_apart(action: Callable[[], object] | None) -> None:
    """In a thread of its own, since it has an event loop of its own."""
    if action is None:
        return
    errors: list[BaseException] = []

    def run() -> None:
        try:
            action()
        except BaseException as error:  # noqa: BLE001 - it is raised where it was asked for
            errors.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if errors:
        raise errors[0]
