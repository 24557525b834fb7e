"""Every call of the model and of the index that a write makes x every way it can end, against the real Worker.

The steps in the database lie between these calls, so that a kill at the call before or behind is a kill beside them;
that they fail themselves is in `test_every_step`, over the same SQL.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

import pytest
import requests

from local.host.faults import Fault, Target
from local.platform import LocalPlatform
from local.serving import ServingError
from tests.faults.worker_stores import assert_holds, assert_stores_agree, found, wait_until_settled
from tests.platform import Client

DEATH = (requests.ConnectionError, ServingError)
"""What a caller sees of a Worker that is killed: the second where it looks after the process has gone."""
CHUNKING = {"chunk_size": 60, "overlap": 0}
KEPT = ["The moon raises the tides of the sea each day.", "Old rivers bend slowly through the flat fields."]
STALE = ["A stale sentence about the price of copper.", "Another stale sentence about wooden bridges."]
FRESH = ["A fresh sentence about lighthouse keepers.", "Another fresh sentence about winter wheat."]

Write = Callable[[Client, str], requests.Response]


def ingest(client: Client, namespace: str, sentences: list[str]) -> requests.Response:
    document = {"id": "d", "text": "\n\n".join(sentences), "metadata": {"tenant": "a"}}
    return client.post("/ingest", {"namespace": namespace, "documents": [document], "chunking": CHUNKING})


def replace_half(client: Client, namespace: str) -> requests.Response:
    return ingest(client, namespace, KEPT + FRESH)


def patch(client: Client, namespace: str) -> requests.Response:
    body = {"namespace": namespace, "metadata": {"tenant": "b"}}
    return client.request("PATCH", "/documents/d", json=body)


def delete(client: Client, namespace: str) -> requests.Response:
    return client.request("DELETE", f"/documents/d?namespace={namespace}")


def is_acknowledged(answer: requests.Response) -> bool:
    documents = answer.json().get("documents")
    return answer.ok and not (isinstance(documents, list) and documents[0]["status"] == "failed")


WRITES: dict[str, tuple[Write, list[str]]] = {
    "replace half": (replace_half, KEPT + FRESH),
    "patch": (patch, KEPT + STALE),
    "delete": (delete, []),
}
CALLS: dict[str, list[tuple[Target, str]]] = {
    "replace half": [("ai", "run"), ("vectorize", "upsert"), ("vectorize", "deleteByIds"), ("vectorize", "describe")],
    "patch": [("vectorize", "getByIds"), ("vectorize", "upsert"), ("vectorize", "describe")],
    "delete": [("vectorize", "deleteByIds"), ("vectorize", "describe")],
}
FAILURES: dict[Target, list[Fault]] = {
    "ai": [
        Fault("ai", "error", code=3040, times=3),
        Fault("ai", "error", code=3036),
        Fault("ai", "error", code=5007),
        Fault("ai", "status", status=500, times=3),
        Fault("ai", "short", when="after"),
        Fault("ai", "narrow", when="after"),
        Fault("ai", "not_finite", when="after"),
    ],
    "vectorize": [
        Fault("vectorize", "status", status=500),
        Fault("vectorize", "status", status=500, when="after"),
        Fault("vectorize", "error", code=40041),
        Fault("vectorize", "error", code=40023),
    ],
}
KILLS = [Fault("ai", "kill", when="before"), Fault("ai", "kill", when="after")]
CELLS = [
    pytest.param(write, replace(fault, target=target, method=method), id=f"{write}: {_name} {fault.when} {method}")
    for write, calls in CALLS.items()
    for target, method in calls
    for fault in [*FAILURES[target], *KILLS]
    for _name in [f"{fault.kind} {fault.code or fault.status or ''}".strip()]
]


@pytest.mark.parametrize(("write", "fault"), CELLS)
def test_both_stores_agree_after_any_fault(
    mortal: LocalPlatform, mortal_client: Client, namespace: str, write: str, fault: Fault
) -> None:
    perform, after = WRITES[write]
    before = KEPT + STALE
    assert ingest(mortal_client, namespace, before).json()["documents"][0]["status"] == "created"
    wait_until_settled(mortal_client)

    mortal.host.faults.order(fault)
    answer: requests.Response | None = None
    with suppress(*DEATH if fault.kind == "kill" else ()):
        answer = perform(mortal_client, namespace)
    assert mortal.host.faults.orders() == (), "the fault struck nothing"
    if fault.kind == "kill":
        assert answer is None
        mortal.restart()

    assert_stores_agree(mortal, mortal_client)
    held = found(mortal_client, namespace, " ".join(KEPT + STALE + FRESH), leg="lexical")
    assert sorted(held) in (sorted(before), sorted(after)), "a mix of two versions is served"
    assert_holds(mortal_client, namespace, sorted(held))
    if answer is not None and is_acknowledged(answer):
        assert sorted(held) == sorted(after), "what was acknowledged is served"

    again = perform(mortal_client, namespace)
    assert again.ok or (write == "delete" and again.status_code == 404)
    assert_stores_agree(mortal, mortal_client)
    assert_holds(mortal_client, namespace, after)


def test_fifty_documents_survive_a_kill(mortal: LocalPlatform, mortal_client: Client, namespace: str) -> None:
    """Killed in the middle: started again, the outbox empties by itself, and what was acknowledged is found."""
    documents = [
        {"id": f"d{number}", "text": f"Document number {number} speaks of subject s{number}q alone."}
        for number in range(50)
    ]
    acknowledged: list[int] = []
    mortal.host.faults.order(Fault("vectorize", "kill", method="upsert", after=5))
    with suppress(*DEATH):
        for start in range(0, 50, 5):
            body = {"namespace": namespace, "documents": documents[start : start + 5]}
            outcomes = mortal_client.post("/ingest", body).json()["documents"]
            acknowledged += [start + row for row, item in enumerate(outcomes) if item["status"] == "created"]
    assert len(acknowledged) == 25

    mortal.restart()
    assert_stores_agree(mortal, mortal_client)
    for number in acknowledged:
        text = documents[number]["text"]
        assert found(mortal_client, namespace, text, leg="dense")[0] == text
        assert found(mortal_client, namespace, f"s{number}q", leg="lexical") == [text]
    # The five that were written, and not acknowledged, are whole too: they were stored before the kill.
    assert len(found(mortal_client, namespace, "document speaks of subject alone", leg="lexical")) == 30
