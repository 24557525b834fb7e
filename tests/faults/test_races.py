"""Two writes at once, over fakes: the second runs whole while one step of the first is under way."""

from contextlib import suppress

import pytest

from tests.fakes.house import run
from tests.fakes.steps import Moment
from tests.faults.scenarios import SCENARIOS, prepared, steps_of
from winnow.errors import NotFound
from winnow.services.documents import MetadataPatch

WRITES = [name for name in SCENARIOS if name != "reconcile"]
CELLS = [
    pytest.param(first, position, moment, second, id=f"{second}, {moment} step {position} ({step}) of {first}")
    for first in SCENARIOS
    for position, step in enumerate(steps_of(first))
    for moment in ("before", "after")
    for second in WRITES
]


@pytest.mark.parametrize(("first", "position", "moment", "second"), CELLS)
def test_both_stores_agree_after_two_writes_at_once(first: str, position: int, moment: Moment, second: str) -> None:
    house = prepared(first)
    ran = []

    def other() -> None:
        ran.append(second)
        with suppress(NotFound):
            SCENARIOS[second](house)

    house.steps.meanwhile(position, moment, other)
    with suppress(NotFound):  # a patch that a removal has overtaken
        SCENARIOS[first](house)
    assert ran == [second]
    house.recover()
    assert house.disagreements() == []


@pytest.mark.parametrize(("write", "step"), [("remove", "delete"), ("replace half", "delete"), ("patch", "upsert")])
@pytest.mark.parametrize("second", WRITES)
def test_a_call_that_failed_may_still_arrive(write: str, step: str, second: str) -> None:
    """Until the lease ends, nobody writes what a call under way may write over."""
    house = prepared(write)
    house.steps.arm(step, "error, and late")
    SCENARIOS[write](house)
    house.steps.disarm()
    with suppress(NotFound):
        SCENARIOS[second](house)
    assert house.steps.arrive() == 1
    house.recover()
    assert house.disagreements() == []


def test_a_vector_that_is_found_proves_nothing() -> None:
    """Patched, then patched back: the index shows what is wanted, and an earlier write is still under way."""
    house = prepared("patch")
    house.index.delay_seconds = 30.0
    for tenant in ("b", "a"):
        run(house.documents.patch("n", "base", MetadataPatch(metadata={"tenant": tenant})))
        house.clock.advance(seconds=1)
    house.reconcile()
    assert {entry.metadata["tenant"] for entry in house.index.visible.values() if entry.metadata} == {"a"}
    assert run(house.outbox.depth()).awaiting == 5, "not settled by what is found"
    house.recover()
    assert house.disagreements() == []
