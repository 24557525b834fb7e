"""When a write is known to be visible, and what one delivery may cost."""

import pytest

from tests.fakes.house import House, document, run, sentences
from winnow.ports import IndexState
from winnow.ports.outbox import Sent
from winnow.services.syncing import MAX_DELETES, is_visible

SENT = Sent(["a"], "mine", 5_000)


@pytest.mark.parametrize(
    ("mutation", "at", "visible"),
    [("mine", 4_000, True), ("later", 5_000, True), ("earlier", 4_999, False), (None, None, False)],
)
def test_a_write_is_visible_when_it_or_a_later_one_was_processed(
    mutation: str | None, at: int | None, visible: bool
) -> None:
    assert is_visible(SENT, IndexState(1, 3, mutation, at)) is visible


def test_calls_of_the_index_stay_flat() -> None:
    house = House()
    house.ingest(*(document(f"d{number}", *sentences(25, start=number * 25)) for number in range(100)))
    calls = [name for name, _ in house.index.calls]
    assert calls == ["upsert", "upsert", "describe", "upsert", "describe"], "waves of 2,000 chunks, upserts of 1,000"


def test_one_delivery_deletes_no_more_than_it_may_and_the_next_goes_on() -> None:
    house = House()
    house.ingest(*(document(f"d{number}", *sentences(50, start=number * 50)) for number in range(60)))
    removal = run(house.documents.remove("n", [f"d{number}" for number in range(60)]))
    assert (removal.documents, removal.chunks, removal.dense) == (60, 3_000, "pending")
    assert len(house.index.settled()) == 3_000 - MAX_DELETES
    house.reconcile()
    assert house.disagreements() == []
