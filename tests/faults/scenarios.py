"""Writes, each as one request makes it, and the state that they begin from."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

import pytest

from tests.fakes.house import House, document, run, sentences
from tests.fakes.steps import Killed
from winnow.ports import Condition, Filter
from winnow.services.documents import MetadataPatch
from winnow.services.ingest import DocumentOutcome

BASE = sentences(5)
Outcomes: TypeAlias = list[DocumentOutcome]


def create(house: House) -> Outcomes:
    return house.ingest(document("new", *sentences(3, start=100)), document("newer", *sentences(3, start=200)))


def add_sentences(house: House) -> Outcomes:
    return house.ingest(document("base", *BASE, *sentences(2, start=300), metadata={"tenant": "a"}))


def replace_half(house: House) -> Outcomes:
    return house.ingest(document("base", *BASE[:2], *sentences(3, start=400), metadata={"tenant": "a"}))


def change_fields(house: House) -> Outcomes:
    return house.ingest(document("base", *BASE, metadata={"tenant": "b"}))


def patch(house: House) -> Outcomes:
    run(house.documents.patch("n", "base", MetadataPatch(title="Title", metadata={"tenant": "b"})))
    return []


def remove(house: House) -> Outcomes:
    run(house.documents.remove("n", ["base"]))
    return []


def remove_matching(house: House) -> Outcomes:
    run(house.documents.remove_matching("n", Filter((Condition("tenant", "eq", "a"),))))
    return []


def reconcile(house: House) -> Outcomes:
    """Sends what other writes left behind."""
    house.reconcile()
    return []


SCENARIOS: Mapping[str, Callable[[House], Outcomes]] = {
    "create": create,
    "add sentences": add_sentences,
    "replace half": replace_half,
    "change filter fields": change_fields,
    "patch": patch,
    "remove": remove,
    "remove by filter": remove_matching,
    "reconcile": reconcile,
}


def prepared(name: str) -> House:
    house = House()
    house.ingest(document("base", *BASE, metadata={"tenant": "a"}), document("gone", *sentences(2, start=600)))
    assert house.disagreements() == []
    if name == "reconcile":
        leave_behind(house, "upsert", lambda: house.ingest(document("left", *sentences(2, start=500))))
        leave_behind(house, "fetch", lambda: change_fields(house))
        leave_behind(house, "delete", lambda: run(house.documents.remove("n", ["gone"])))
        house.clock.advance(seconds=61)
    return house


def leave_behind(house: House, step: str, action: Callable[[], object]) -> None:
    house.steps.arm(step, "kill before")
    with pytest.raises(Killed):
        action()
    house.steps.disarm()


def steps_of(name: str) -> list[str]:
    """The steps of a scenario in which nothing fails."""
    house = prepared(name)
    house.steps.disarm()
    SCENARIOS[name](house)
    return list(house.steps.names)
