"""Documents over HTTP: list, show, patch, delete."""

import json

import pytest

from local.host.faults import Fault
from local.platform import LocalPlatform
from tests.fakes.house import sentences
from tests.platform import Client

CHUNKING = {"chunk_size": 60, "overlap": 0}


def test_the_list_is_walked_by_its_cursor(client: Client, namespace: str) -> None:
    names = sorted(f"d{number}/é" for number in range(7))
    client.ingest(namespace, *({"id": name, "text": f"Text of {name}."} for name in names))
    seen, path = [], f"/documents?namespace={namespace}&limit=3"
    page = client.get(path).json()
    while True:
        seen += [item["id"] for item in page["documents"]]
        if "cursor" not in page:
            break
        page = client.request("GET", path, params={"cursor": page["cursor"]}).json()
    assert seen == names


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=101", "limit=x", "cursor=%21", "cursor=gICA", "order=id", "limit=1&limit=2"]
)
def test_a_list_that_cannot_be_is_refused(client: Client, query: str) -> None:
    assert client.get(f"/documents?{query}").status_code == 422


def test_one_document_is_shown(client: Client, namespace: str) -> None:
    client.ingest(namespace, {"id": "a/b é", "text": "The moon.", "title": "T", "metadata": {"x": {"y": [1, None]}}})
    answer = client.get(f"/documents/a%2Fb%20%C3%A9?namespace={namespace}").json()
    shown = {name: answer[name] for name in ("id", "namespace", "title", "metadata", "chunks", "dense")}
    assert shown == {
        "id": "a/b é", "namespace": namespace, "title": "T", "metadata": {"x": {"y": [1, None]}}, "chunks": 1,
        "dense": "ready",
    }  # fmt: skip
    assert client.get("/documents/a%2Fb%20%C3%A9").status_code == 404


def test_a_patch_merges_into_both_stores_and_embeds_nothing(
    client: Client, namespace: str, platform: LocalPlatform
) -> None:
    metadata = {"tenant": "a", "year": 1999, "note": {"x": 1, "y": 2}}
    text = "\n\n".join(sentences(45))
    client.ingest(namespace, {"id": "d", "text": text, "metadata": metadata}, chunking=CHUNKING)
    platform.host.faults.forget_calls()
    patch = {"namespace": namespace, "title": "Tides", "metadata": {"tenant": "b", "year": None, "note": {"x": None}}}
    answer = client.request("PATCH", "/documents/d", json=patch).json()
    assert (answer["title"], answer["metadata"], answer["dense"]) == (
        "Tides", {"tenant": "b", "note": {"y": 2}}, "ready"
    )  # fmt: skip
    calls = platform.host.faults.calls()
    assert [(call.method, call.items) for call in calls if call.method != "describe"] == [
        ("getByIds", 20), ("getByIds", 20), ("getByIds", 5), ("upsert", 45)
    ]  # fmt: skip
    for leg in ({"lexical": False}, {"dense": False}):
        assert client.retrieve(namespace, "sentence", filter={"tenant": "a"}, **leg)["chunks"] == []
        assert len(client.retrieve(namespace, "sentence", filter={"tenant": "b"}, **leg)["chunks"]) == 5
    again = client.ingest(namespace, {"id": "d", "text": text, "metadata": metadata}, chunking=CHUNKING)
    assert (again[0]["status"], again[0]["embedded"]) == ("updated", 0)


@pytest.mark.parametrize("metadata", [{"year": "x"}, {"source": "é" * 5_200}], ids=["type", "size"])
def test_a_patch_that_cannot_be_stored_changes_nothing(
    client: Client, namespace: str, metadata: dict[str, object]
) -> None:
    client.ingest(namespace, {"id": "d", "text": "The moon.", "metadata": {"year": 1}})
    answer = client.request("PATCH", "/documents/d", json={"namespace": namespace, "metadata": metadata})
    assert answer.status_code == 422
    assert client.get(f"/documents/d?namespace={namespace}").json()["metadata"] == {"year": 1}


def test_250_chunks_at_once_are_gone_from_both_stores(client: Client, namespace: str, platform: LocalPlatform) -> None:
    client.ingest(namespace, {"id": "d", "text": "\n\n".join(sentences(250))}, chunking=CHUNKING)
    before = client.get("/stats").json()
    platform.host.faults.forget_calls()
    answer = client.request("DELETE", f"/documents/d?namespace={namespace}")
    assert answer.json() == {"documents": 1, "chunks": 250, "dense": "ready"}
    deletes = [call.items for call in platform.host.faults.calls() if call.method == "deleteByIds"]
    assert deletes == [100, 100, 50]
    after = client.get("/stats").json()
    assert before["chunks"]["total"] - after["chunks"]["total"] == 250
    assert before["index"]["vectors"] - after["index"]["vectors"] == 250
    assert client.retrieve(namespace, "sentence")["chunks"] == []
    assert client.request("DELETE", f"/documents/d?namespace={namespace}").status_code == 404


def test_deletes_by_ids_and_by_filter_count_and_can_be_repeated(client: Client, namespace: str) -> None:
    tenants = {"a": "x", "b": "x", "c": "y", "d": "y"}
    client.ingest(
        namespace, *({"id": name, "text": "The moon.", "metadata": {"tenant": of}} for name, of in tenants.items())
    )
    by_ids = {"namespace": namespace, "ids": ["a", "none"]}
    by_filter = {"namespace": namespace, "filter": {"tenant": ["x", "z"]}}
    nobody = {"namespace": namespace, "filter": {"tenant": []}}
    counts = [client.answer("/documents/delete", body) for body in (by_ids, by_ids, nobody, by_filter, by_filter)]
    assert [(answer["documents"], answer["chunks"]) for answer in counts] == [(1, 1), (0, 0), (0, 0), (1, 1), (0, 0)]
    left = client.get(f"/documents?namespace={namespace}").json()["documents"]
    assert [item["id"] for item in left] == ["c", "d"]


@pytest.mark.parametrize(
    "selection",
    [{}, {"filter": {}}, {"filter": {"tenant": {}}}, {"ids": []}, {"ids": ["a"], "filter": {"tenant": "x"}},
     {"filter": {"undeclared": 1}}],
    ids=str,
)  # fmt: skip
def test_a_delete_of_everything_or_nothing_is_refused(
    client: Client, namespace: str, selection: dict[str, object]
) -> None:
    client.ingest(namespace, {"id": "a", "text": "The moon."})
    assert client.post("/documents/delete", {"namespace": namespace, **selection}).status_code == 422
    assert client.get(f"/documents/a?namespace={namespace}").status_code == 200


def test_a_delete_that_fails_in_the_index_hides_the_document_at_once(
    client: Client, namespace: str, platform: LocalPlatform
) -> None:
    client.ingest(namespace, {"id": "d", "text": "The moon."})
    platform.host.faults.order(Fault("vectorize", "status", method="deleteByIds", status=500))
    answer = client.request("DELETE", f"/documents/d?namespace={namespace}").json()
    assert answer == {"documents": 1, "chunks": 1, "dense": "pending"}
    assert client.retrieve(namespace, "moon", lexical=False)["chunks"] == []


def test_export_is_what_ingest_takes_back(client: Client, namespace: str) -> None:
    other = namespace + "/copy"
    documents = [
        {"id": "a", "text": "\n\n  The moon.  \n\n\n The sun, é🌊. \n", "title": "T", "metadata": {"tenant": "x"}},
        {"id": "b", "text": "  ".join(sentences(700)) + "\t", "title": "", "metadata": {}},
    ]
    records = {"id": "c", "text": "\n--\nred\n--\n--\nblue\n--\n" + "green " * 40, "title": "", "metadata": {}}
    client.ingest(namespace, *documents, chunking={"chunk_size": 200, "overlap": 60})
    client.ingest(namespace, records, chunking={"chunk_size": 60, "overlap": 0, "separator": "\n--\n"})
    answer = client.get(f"/admin/export?namespace={namespace}")
    assert answer.headers["content-type"] == "application/x-ndjson"
    lines = [json.loads(line) for line in answer.content.decode().splitlines()]
    assert [line["documents"] for line in lines] == [[documents[0]], [documents[1]], [records]]
    for line in lines:
        again = client.answer("/ingest", line)["documents"]
        assert [item["status"] for item in again] == ["unchanged"]
        client.answer("/ingest", {**line, "namespace": other})
    copied = client.get(f"/admin/export?namespace={other}").content.decode().splitlines()
    assert [{**json.loads(line), "namespace": namespace} for line in copied] == lines
