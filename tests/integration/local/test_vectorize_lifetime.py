"""When a write to the local Vectorize is visible, and that it outlives the process."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
import requests

from local.host import Fault, HostServer
from local.host.faults import When
from local.host.index_dump import IndexedVector, read_index
from tests.integration.local.simulators import INDEX, SLOW_DELAY_MS, CallFailedError, Simulators
from tests.integration.local.vectors import vector

WRONG_WIDTH = "invalid query vector, expected 384 dimensions, and got 0 dimensions"


def described(simulators: Simulators, binding: str) -> dict[str, Any]:
    description: dict[str, Any] = simulators.call(binding, "describe")
    return description


def eventually(condition: Callable[[], bool], *, seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not come true in time"
        time.sleep(0.05)


def test_an_untouched_index_has_processed_nothing(simulators: Simulators) -> None:
    assert described(simulators, "VECTORIZE_UNTOUCHED") == {
        "vectorCount": 0,
        "dimensions": INDEX["dimensions"],
    }


def test_without_delay_a_write_is_visible_when_it_returns(simulators: Simulators) -> None:
    written = simulators.call("VECTORIZE", "upsert", [{"id": "at-once", "values": vector(1)}])
    description = described(simulators, "VECTORIZE")
    assert set(description) == {"vectorCount", "dimensions", "processedUpToDatetime", "processedUpToMutation"}
    assert description["processedUpToMutation"] == written["mutationId"]
    assert simulators.call("VECTORIZE", "getByIds", ["at-once"]) == [{"id": "at-once", "values": vector(1)}]


def test_with_a_delay_writes_become_visible_later_and_in_order(simulators: Simulators) -> None:
    started = time.monotonic()
    binding = "VECTORIZE_SLOW"
    simulators.call(binding, "upsert", [{"id": "one", "values": vector(1)}, {"id": "two", "values": vector(2)}])
    simulators.call(binding, "deleteByIds", ["one"])
    last = simulators.call(binding, "upsert", [{"id": "two", "values": vector(3)}])["mutationId"]
    assert described(simulators, binding) == {"vectorCount": 0, "dimensions": INDEX["dimensions"]}
    assert simulators.call(binding, "query", vector(1)) == {"count": 0, "matches": []}
    assert set(read_index(simulators.state, worker="vectorize-slow")) == {"two"}
    assert time.monotonic() - started < SLOW_DELAY_MS / 1000, "the machine was too slow for this test to mean anything"

    eventually(lambda: described(simulators, binding).get("processedUpToMutation") == last, seconds=10)
    assert time.monotonic() - started >= SLOW_DELAY_MS / 1000
    assert simulators.call(binding, "getByIds", ["one", "two"]) == [{"id": "two", "values": vector(3)}]
    assert described(simulators, binding)["vectorCount"] == 1


def test_the_dump_shows_what_was_written(simulators: Simulators) -> None:
    simulators.call("VECTORIZE", "upsert", [{"id": "dumped", "values": vector(1, 2), "namespace": "dump"}])
    simulators.call("VECTORIZE", "upsert", [{"id": "dumped-not", "values": vector(1)}])
    simulators.call("VECTORIZE", "deleteByIds", ["dumped-not"])
    dump = read_index(simulators.state, worker="vectorize")
    assert dump["dumped"] == IndexedVector("dumped", "dump", None, tuple(vector(1, 2)))
    assert "dumped-not" not in dump
    assert len(dump) == described(simulators, "VECTORIZE")["vectorCount"]


def test_the_dump_of_an_index_never_used_is_empty(simulators: Simulators) -> None:
    assert read_index(simulators.state, worker="no-such-worker") == {}


def test_vectors_and_the_last_mutation_survive_a_restart(
    own_simulators: tuple[Simulators, HostServer],
) -> None:
    simulators, _ = own_simulators
    kept = {"id": "kept", "values": vector(0.5), "namespace": "n", "metadata": {"lang": "es"}}
    simulators.call("VECTORIZE", "upsert", [kept])
    before = described(simulators, "VECTORIZE")
    simulators.restart()
    assert simulators.call("VECTORIZE", "getByIds", ["kept"]) == [kept]
    assert described(simulators, "VECTORIZE") == before


@pytest.mark.parametrize(("when", "survives"), [("before", False), ("after", True)])
def test_the_worker_can_be_killed_right_before_or_after_a_write(
    own_simulators: tuple[Simulators, HostServer], when: When, *, survives: bool
) -> None:
    simulators, host = own_simulators
    identifier = f"killed-{when}"
    host.faults.order(Fault("vectorize", "kill", method="upsert", when=when))
    with pytest.raises(requests.ConnectionError):
        simulators.call("VECTORIZE", "upsert", [{"id": identifier, "values": vector(1)}])
    assert (identifier in read_index(simulators.state, worker="vectorize")) == survives
    simulators.restart()
    found = [vector["id"] for vector in simulators.call("VECTORIZE", "getByIds", [identifier])]
    assert found == ([identifier] if survives else [])
    assert host.faults.orders() == ()


def test_the_worker_can_be_killed_at_a_model_call(own_simulators: tuple[Simulators, HostServer]) -> None:
    simulators, host = own_simulators
    host.faults.order(Fault("ai", "kill", after=1))
    call = ("AI", "run", "@cf/baai/bge-small-en-v1.5", {"text": ["a"]})
    reply = simulators.call(*call)
    with pytest.raises(requests.ConnectionError):
        simulators.call(*call)
    simulators.restart()
    assert simulators.call(*call) == reply


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        (
            Fault("vectorize", "error", method="upsert", code=40006),
            "VECTOR_UPSERT_ERROR (code = 40006): " + WRONG_WIDTH,
        ),
        (
            Fault("vectorize", "error", method="upsert", code=40007),
            "VECTOR_UPSERT_ERROR (code = 40007): too many ids in payload; max id count is 100, got 101",
        ),
        (
            Fault("vectorize", "error", code=40025, message="max top K is 50, but got 99"),
            "VECTOR_UPSERT_ERROR (code = 40025): max top K is 50, but got 99",
        ),
        (Fault("vectorize", "error", code=40041), "VECTOR_UPSERT_ERROR (code = 40041): Too Many Requests"),
        (Fault("vectorize", "status", status=500), "VECTOR_UPSERT_ERROR: Status + 500"),
    ],
    ids=["40006", "40007", "40025", "40041", "500"],
)
@pytest.mark.parametrize("when", ["before", "after"])
def test_an_ordered_failure_strikes_before_or_after_the_write(
    simulators: Simulators, host: HostServer, fault: Fault, message: str, when: When
) -> None:
    identifier = f"struck-{fault.kind}-{fault.code}-{when}"
    host.faults.order(Fault("vectorize", "error", method="query", code=40006), replace(fault, when=when))
    with pytest.raises(CallFailedError) as caught:
        simulators.call("VECTORIZE", "upsert", [{"id": identifier, "values": vector(1)}])
    assert caught.value.message == message
    written = [found["id"] for found in simulators.call("VECTORIZE", "getByIds", [identifier])]
    assert written == ([identifier] if when == "after" else [])


def test_slowness_delays_a_good_answer(simulators: Simulators, host: HostServer) -> None:
    host.faults.order(Fault("vectorize", "slow", method="query", milliseconds=400))
    started = time.monotonic()
    assert simulators.call("VECTORIZE", "query", vector(1), {"namespace": "none"}) == {
        "count": 0,
        "matches": [],
    }
    assert time.monotonic() - started >= 0.4


def test_calls_are_counted_by_method_with_their_items(simulators: Simulators, host: HostServer) -> None:
    simulators.call("VECTORIZE", "upsert", [{"id": "counted", "values": vector(1)}] * 2)
    simulators.call("VECTORIZE", "deleteByIds", ["a", "b", "c"])
    simulators.call("VECTORIZE", "describe")
    calls = [(call.target, call.method, call.items) for call in host.faults.calls()]
    assert calls == [
        ("vectorize", "upsert", 2),
        ("vectorize", "deleteByIds", 3),
        ("vectorize", "describe", 0),
    ]
