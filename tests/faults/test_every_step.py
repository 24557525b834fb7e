"""Every step of every write x every way to fail there, over fakes: after recovery both stores agree.

A step is one call that leaves the services: a batch of the store, a call of the model or of the index. It fails
before or after its effect, or the Worker ends before or after it. `tests/faults/test_worker.py` has those of the
model and the index against the real Worker.
"""

from contextlib import suppress

import pytest

from tests.fakes.steps import Fault, Killed
from tests.faults.scenarios import SCENARIOS, prepared, steps_of
from winnow.errors import WinnowError

FAULTS: tuple[Fault, ...] = ("error before", "error after", "kill before", "kill after")
CELLS = [
    pytest.param(name, position, fault, id=f"{name}: {fault} step {position} ({step})")
    for name in SCENARIOS
    for position, step in enumerate(steps_of(name))
    for fault in FAULTS
]


def test_the_scenarios_pass_through_every_kind_of_step() -> None:
    met = {step for name in SCENARIOS for step in steps_of(name)}
    assert met == {"store", "embed", "upsert", "delete", "fetch", "describe"}


@pytest.mark.parametrize(("name", "position", "fault"), CELLS)
@pytest.mark.parametrize("delay_seconds", [0.0, 30.0], ids=["visible at once", "visible later"])
def test_both_stores_agree_after_recovery(name: str, position: int, fault: Fault, delay_seconds: float) -> None:
    scenario = SCENARIOS[name]
    before = prepared(name).texts()
    undisturbed = prepared(name)
    scenario(undisturbed)
    after = undisturbed.texts()

    house = prepared(name)
    house.index.delay_seconds = delay_seconds
    house.steps.arm(position, fault)
    with suppress(Killed, WinnowError):
        scenario(house)
    assert house.steps.at is None, "the fault struck nothing"

    house.steps.disarm()
    left = house.texts()
    for key in before.keys() | after.keys():
        assert left.get(key) in (before.get(key), after.get(key)), "a reader sees a mix of two versions"

    house.recover()
    assert house.disagreements() == []
    assert house.texts() == left, "recovery brings the index to the store, and changes no document"

    scenario(house)
    house.recover()
    assert house.disagreements() == []
    assert house.texts() == after, "what failed half way can be repeated"


@pytest.mark.parametrize(("name", "position", "fault"), CELLS)
def test_an_acknowledged_document_is_there(name: str, position: int, fault: Fault) -> None:
    """A write that answered without an error is whole, although a step of it failed."""
    house = prepared(name)
    undisturbed = prepared(name)
    SCENARIOS[name](undisturbed)
    house.steps.arm(position, fault)
    try:
        failed = any(outcome.error is not None for outcome in SCENARIOS[name](house))
    except (Killed, WinnowError):
        failed = True
    house.steps.disarm()
    if not failed:
        assert house.texts() == undisturbed.texts()
