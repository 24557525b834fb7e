"""Ingest over HTTP: what is embedded, what is refused, and what one document's trouble does to the others."""

from typing import Any

import pytest

from local.host.faults import Fault
from local.platform import LocalPlatform
from tests.fakes.house import sentences
from tests.integration.polling import wait_for_job
from tests.platform import Client

CHUNKING = {"chunk_size": 60, "overlap": 0}
ID_CASES = ["a", "x" * 512, "ñ/%?#&", "🌊" * 512, ".", "..", "a\nb", " "]


def text_of(count: int, *, start: int = 0) -> str:
    return "\n\n".join(sentences(count, start=start))


def test_an_unchanged_document_costs_no_embedding(client: Client, namespace: str) -> None:
    document = {"id": "d", "text": text_of(3)}
    client.ingest(namespace, document, chunking=CHUNKING)
    assert client.ingest(namespace, document, chunking=CHUNKING) == [
        {"id": "d", "status": "unchanged", "chunks": 3, "embedded": 0, "reused": 3, "removed": 0, "dense": "ready"}
    ]


def test_one_sentence_added_embeds_one_or_two_chunks(client: Client, namespace: str) -> None:
    """With the default chunking, where a sentence more moves every cut behind it."""
    paragraphs = ["  ".join(sentences(9, start=start)) for start in range(0, 90, 9)]
    client.ingest(namespace, {"id": "d", "text": "\n\n".join(paragraphs)})
    paragraphs[4] += " One sentence more."
    [outcome] = client.ingest(namespace, {"id": "d", "text": "\n\n".join(paragraphs)})
    assert outcome["status"] == "updated"
    assert outcome["embedded"] in (1, 2)
    assert outcome["embedded"] + outcome["reused"] == outcome["chunks"]


def test_only_new_chunks_are_embedded(client: Client, namespace: str, platform: LocalPlatform) -> None:
    client.ingest(namespace, {"id": "d", "text": text_of(250)}, chunking=CHUNKING)
    platform.host.faults.forget_calls()
    [outcome] = client.ingest(namespace, {"id": "d", "text": text_of(250, start=3)}, chunking=CHUNKING)
    assert (outcome["embedded"], outcome["reused"], outcome["removed"]) == (3, 247, 3)
    assert [call.items for call in platform.host.faults.calls() if call.target == "ai"] == [3]


def test_a_document_longer_than_the_limits_of_one_call(client: Client, namespace: str, platform: LocalPlatform) -> None:
    platform.host.faults.forget_calls()
    [outcome] = client.ingest(namespace, {"id": "d", "text": text_of(1_250)}, chunking=CHUNKING)
    assert (outcome["status"], outcome["embedded"], outcome["dense"]) == ("created", 1_250, "ready")
    calls = platform.host.faults.calls()
    assert [call.items for call in calls if call.method == "run"] == [100] * 12 + [50]
    assert [call.items for call in calls if call.method == "upsert"] == [1_000, 250]


@pytest.mark.parametrize("identifier", ID_CASES, ids=ascii)
def test_any_unicode_is_an_id_and_a_namespace(client: Client, namespace: str, identifier: str) -> None:
    space = (namespace + identifier)[:512]
    assert client.ingest(space, {"id": identifier, "text": "The moon raises the tides."})[0]["status"] == "created"
    answer = client.retrieve(space, "moon", lexical=False)
    assert [chunk["document_id"] for chunk in answer["chunks"]] == [identifier]
    removed = client.answer("/documents/delete", {"namespace": space, "ids": [identifier]})
    assert removed == {"documents": 1, "chunks": 1, "dense": "ready"}


@pytest.mark.parametrize("identifier", ["", "x" * 513, "a\u0000b"], ids=ascii)
def test_what_cannot_be_an_id_is_refused_where_it_stands(client: Client, namespace: str, identifier: str) -> None:
    body = {"namespace": namespace, "documents": [{"id": "a", "text": "x"}, {"id": identifier, "text": "x"}]}
    answer = client.post("/ingest", body)
    assert (answer.status_code, answer.json()["errors"][0]["loc"]) == (422, ["documents", 1, "id"])


def test_duplicate_ids_are_refused(client: Client, namespace: str) -> None:
    body = {"namespace": namespace, "documents": [{"id": "a", "text": "x"}, {"id": "a", "text": "y"}]}
    answer = client.post("/ingest", body)
    assert (answer.status_code, answer.json()["errors"][0]["loc"]) == (422, ["documents"])


BAD_DOCUMENTS: dict[str, tuple[dict[str, Any], list[str]]] = {
    "metadata of the wrong type": ({"text": "x", "metadata": {"year": "1999"}}, ["metadata", "year"]),
    "true is no number": ({"text": "x", "metadata": {"year": True}}, ["metadata", "year"]),
    "null in a declared field": ({"text": "x", "metadata": {"tenant": None}}, ["metadata", "tenant"]),
    "filter fields too large": ({"text": "x", "metadata": {"source": "é" * 5_200}}, ["metadata"]),
    "metadata too large": ({"text": "x", "metadata": {"note": "x" * 100_001}}, ["metadata"]),
    "no text": ({"text": " \n\t "}, ["text"]),
    "white space without end": ({"text": "a." + " " * 100_001 + "b."}, ["text"]),
}


@pytest.mark.parametrize(("bad", "location"), BAD_DOCUMENTS.values(), ids=BAD_DOCUMENTS)
def test_a_bad_document_fails_alone(client: Client, namespace: str, bad: dict[str, Any], location: list[str]) -> None:
    good = {"id": "good", "text": "The moon raises the tides."}
    failed, created = client.ingest(namespace, {"id": "bad", **bad}, good)
    assert (failed["id"], failed["status"], created["status"]) == ("bad", "failed", "created")
    assert (failed["error"]["status"], failed["error"]["errors"][0]["loc"]) == (422, location)


@pytest.mark.parametrize("metadata", ['{"n": 1e999}', '{"a":' * 101 + "1" + "}" * 101], ids=["infinite", "deep"])
def test_metadata_that_no_store_could_give_back_is_refused(client: Client, namespace: str, metadata: str) -> None:
    body = f'{{"namespace": "{namespace}", "documents": [{{"id": "a", "text": "x", "metadata": {metadata}}}]}}'
    answer = client.request("POST", "/ingest", data=body)
    assert answer.status_code in (400, 422), answer.text


FAULTS = {
    "out of capacity, three times": (Fault("ai", "error", code=3040, times=3), 503),
    "quota used up": (Fault("ai", "error", code=3036), 503),
    "no such model": (Fault("ai", "error", code=5007), 500),
    "a vector short": (Fault("ai", "short"), 502),
    "of another width": (Fault("ai", "narrow"), 502),
    "not finite": (Fault("ai", "not_finite"), 502),
}


@pytest.mark.parametrize(("fault", "status"), FAULTS.values(), ids=FAULTS)
def test_a_failing_model_changes_nothing(
    client: Client, namespace: str, platform: LocalPlatform, fault: Fault, status: int
) -> None:
    client.ingest(namespace, {"id": "d", "text": "The old version speaks of rivers."})
    platform.host.faults.order(fault)
    [outcome] = client.ingest(namespace, {"id": "d", "text": "The new version speaks of lakes."})
    assert (outcome["status"], outcome["error"]["status"]) == ("failed", status)
    assert platform.host.faults.orders() == ()
    found = client.retrieve(namespace, "version")
    assert [chunk["content"] for chunk in found["chunks"]] == ["The old version speaks of rivers."]


def test_vectors_of_uneven_widths_are_refused(client: Client, namespace: str, platform: LocalPlatform) -> None:
    """Their numbers are as many as they should be."""
    platform.host.faults.order(Fault("ai", "uneven"))
    [outcome] = client.ingest(namespace, {"id": "d", "text": text_of(4)}, chunking=CHUNKING)
    assert (outcome["status"], outcome["error"]["status"]) == ("failed", 502)
    assert platform.host.faults.orders() == ()


def test_what_passes_is_tried_again(client: Client, namespace: str, platform: LocalPlatform) -> None:
    platform.host.faults.order(Fault("ai", "error", code=3040, times=2))
    assert client.ingest(namespace, {"id": "d", "text": "The moon."})[0]["status"] == "created"
    assert platform.host.faults.orders() == ()


@pytest.mark.parametrize(
    "fault", [Fault("ai", "error", code=3006), Fault("ai", "status", status=413)], ids=["3006", "413"]
)
def test_a_batch_that_is_too_large_is_halved(
    client: Client, namespace: str, platform: LocalPlatform, fault: Fault
) -> None:
    platform.host.faults.order(fault)
    platform.host.faults.forget_calls()
    [outcome] = client.ingest(namespace, {"id": "d", "text": text_of(80)}, chunking=CHUNKING)
    assert outcome["status"] == "created"
    assert [call.items for call in platform.host.faults.calls() if call.method == "run"] == [80, 40, 40]


def test_a_document_of_five_megabytes_is_put_off_and_done(client: Client, namespace: str) -> None:
    text = "\n\n".join(" ".join(sentences(14, start=start)) for start in range(0, 106_400, 14))
    assert 4_900_000 < len(text) < 5_300_000
    body = {"namespace": namespace, "documents": [{"id": "d", "text": text}], "chunking": {"chunk_size": 1_000}}
    answer = client.post("/ingest", body)
    assert (answer.status_code, answer.json()["status"]) == (202, "queued")
    [outcome] = wait_for_job(client, answer.headers["location"])["documents"]
    assert (outcome["status"], outcome["dense"]) == ("created", "ready")
    assert outcome["chunks"] > 5_000
    client.answer("/documents/delete", {"namespace": namespace, "ids": ["d"]})
