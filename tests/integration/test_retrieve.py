"""`POST /retrieve` through the running Worker: legs, floors, fusion, faults, given chunks."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from local.host.faults import Fault
from local.platform import LocalPlatform
from tests.platform import Client

DOCUMENTS = [
    {
        "id": "tides",
        "title": "Tides",
        "text": "The moon raises the tides. The sun helps a little.",
        "metadata": {"source": "sea"},
    },
    {"id": "bread", "title": "Bread", "text": "Bread is made of flour and water.", "metadata": {"source": "kitchen"}},
    {"id": "cats", "title": "", "text": "Cats sleep all day, and hunt at night.", "metadata": {"source": "house"}},
]
QUERY = "What raises the tides?"


@pytest.fixture
def library(client: Client, namespace: str) -> str:
    """A namespace with `DOCUMENTS` in it."""
    client.post("/ingest", {"documents": DOCUMENTS, "namespace": namespace}).raise_for_status()
    return namespace


def retrieve(client: Client, namespace: str, query: str = QUERY, **options: Any) -> dict[str, Any]:  # noqa: ANN401 - as JSON has them
    answer = client.post("/retrieve", {"namespace": namespace, "query": query, **options})
    assert answer.status_code == 200, answer.text
    content: dict[str, Any] = answer.json()
    return content


def statuses(answer: dict[str, Any]) -> dict[str, str]:
    return {leg: report["status"] for leg, report in answer["legs"].items()}


@pytest.mark.parametrize(
    ("options", "kind", "legs"),
    [
        ({}, "rrf", {"dense": "ok", "lexical": "ok"}),
        ({"mode": "hybrid"}, "rrf", {"dense": "ok", "lexical": "ok"}),
        ({"fusion": {"method": "normalised"}}, "fused_norm", {"dense": "ok", "lexical": "ok"}),
        ({"mode": "dense"}, "cosine", {"dense": "ok", "lexical": "off"}),
        ({"lexical": False}, "cosine", {"dense": "ok", "lexical": "off"}),
        ({"mode": "lexical"}, "bm25", {"dense": "off", "lexical": "ok"}),
        ({"dense": False}, "bm25", {"dense": "off", "lexical": "ok"}),
    ],
    ids=str,
)
def test_every_score_says_what_it_is(
    client: Client, library: str, options: dict[str, Any], kind: str, legs: dict[str, str]
) -> None:
    found = retrieve(client, library, **options)
    best = found["chunks"][0]
    assert (best["document_id"], best["score"]["kind"], statuses(found)) == ("tides", kind, legs)
    assert best["legs"].keys() == {leg for leg, status in legs.items() if status == "ok"}


def test_floors_defuse_the_inversion_that_fused_scores_invite(client: Client, library: str) -> None:
    """An absent topic gets the highest fused score there is, and with floors on the legs it gets nothing."""
    absent = "What kind of water do the Normans drink at night?"
    unguarded = retrieve(client, library, absent)
    assert unguarded["chunks"][0]["score"]["value"] >= retrieve(client, library)["chunks"][1]["score"]["value"]
    floors = {"dense": {"min_score": 0.35}, "lexical": {"min_coverage": 0.6}}
    guarded = retrieve(client, library, absent, **floors)
    assert (guarded["chunks"], statuses(guarded)) == ([], {"dense": "floored", "lexical": "floored"})
    assert guarded["reason"].startswith("dense: best cosine ")
    assert guarded["reason"].endswith(" is below min_coverage 0.6")
    answered = retrieve(client, library, "The moon raises the tides", **floors)
    assert [chunk["document_id"] for chunk in answered["chunks"]] == ["tides"]


def test_a_floor_on_evidence_tells_it(client: Client, library: str) -> None:
    found = retrieve(client, library, dense={"min_evidence": 0.2}, lexical=False)
    [best] = found["chunks"]
    assert best["legs"]["dense"]["evidence"] >= 0.2
    none = retrieve(client, library, dense={"min_evidence": 1.1}, lexical=False)
    assert none["legs"]["dense"]["reason"].endswith(" is below min_evidence 1.1")


def test_a_namespace_without_chunks_is_empty(client: Client, namespace: str) -> None:
    found = retrieve(client, namespace)
    assert (found["chunks"], statuses(found)) == ([], {"dense": "empty", "lexical": "empty"})
    assert found["reason"] == "dense: no chunk is near the query; lexical: no chunk holds a term of the query"


@pytest.fixture
def faults(platform: LocalPlatform) -> Iterator[LocalPlatform]:
    yield platform
    platform.host.faults.order()


AI_BUSY = Fault("ai", "error", code=3040, message="Capacity temporarily exceeded", times=10)
AI_SHORT = Fault("ai", "short", when="after", times=10)
INDEX_DOWN = Fault("vectorize", "status", status=500, times=10)


@pytest.mark.parametrize("fault", [AI_BUSY, AI_SHORT, INDEX_DOWN], ids=["model busy", "model broken", "index down"])
def test_a_failing_leg_degrades_the_answer_and_says_so(
    client: Client, library: str, faults: LocalPlatform, fault: Fault
) -> None:
    faults.host.faults.order(fault)
    found = retrieve(client, library, f"{QUERY} {fault.kind}")
    assert statuses(found) == {"dense": "failed", "lexical": "ok"}
    assert found["legs"]["dense"]["reason"]
    assert [chunk["document_id"] for chunk in found["chunks"]] == ["tides"]


def test_without_the_model_chunks_come_whole_where_they_were_to_be_trimmed(
    client: Client, library: str, faults: LocalPlatform
) -> None:
    faults.host.faults.order(AI_BUSY)
    found = retrieve(client, library, "What raises the tides today?", trim=True)
    assert [chunk["content"] for chunk in found["chunks"]] == [DOCUMENTS[0]["text"]]
    assert (found["trim"]["status"], found["legs"]["dense"]["status"]) == ("failed", "failed")


def test_when_every_leg_that_was_asked_fails_it_is_a_503(client: Client, library: str, faults: LocalPlatform) -> None:
    faults.host.faults.order(AI_BUSY)
    answer = client.post("/retrieve", {"namespace": library, "query": "never asked before", "mode": "dense"})
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")


@pytest.mark.parametrize(
    "options",
    [
        {"mode": "dense", "dense": False},
        {"mode": "dense", "lexical": {}},
        {"mode": "lexical", "dense": {"min_score": 0.5}},
        {"mode": "hybrid", "lexical": False},
        {"dense": False, "lexical": False},
        {"chunks": [{"content": "a"}], "filter": {"source": "sea"}},
        {"chunks": [{"content": "a", "id": "1"}, {"content": "b"}]},
        {"chunks": [{"content": ""}]},
    ],
    ids=str,
)
def test_what_contradicts_itself_is_refused(client: Client, namespace: str, options: dict[str, object]) -> None:
    assert client.post("/retrieve", {"namespace": namespace, "query": QUERY, **options}).status_code == 422


def test_offsets_can_be_those_of_javascript(client: Client, namespace: str) -> None:
    text = "\U0001f30a Waves come first. \U0001f319 The moon follows them. " * 3 + "Bread is last."
    document = {"id": "a", "text": text}
    chunking = {"chunk_size": 60, "overlap": 10}
    client.post("/ingest", {"documents": [document], "namespace": namespace, "chunking": chunking}).raise_for_status()
    found = retrieve(client, namespace, "moon and bread", offsets="utf16", top_k=20)["chunks"]
    units = text.encode("utf-16-le")
    assert len(found) > 2
    assert [units[2 * chunk["start"] : 2 * chunk["end"]].decode("utf-16-le") for chunk in found] == [
        chunk["content"] for chunk in found
    ]


def test_given_chunks_come_back_with_every_field_and_are_not_stored(client: Client, namespace: str) -> None:
    chunks = [
        {"content": "Cats sleep.", "url": "https://example.org/1"},
        {"id": "m", "content": "The moon raises tides."},
    ]
    found = retrieve(client, namespace, chunks=chunks)
    best, other = found["chunks"]
    assert (best["id"], best["content"]) == ("m", "The moon raises tides.")
    assert (other["id"], other["url"]) == ("0", "https://example.org/1")
    assert retrieve(client, namespace)["chunks"] == []


def test_given_chunks_and_the_query_take_one_embedding_call(client: Client, namespace: str) -> None:
    chunks = [{"content": f"Sentence number {number}."} for number in range(20)]
    found = retrieve(client, namespace, "Which sentence is number 7?", chunks=chunks)
    assert (found["usage"]["embedding_calls"], found["usage"]["texts"]) == (1, 21)


def test_given_and_stored_chunks_rank_alike(snapshot: Path) -> None:
    """In a store of their own, since the statistics behind BM25 are those of all chunks there are."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(Path("examples/documents").glob("*.md"))]
    documents = [{"id": f"d{number}", "title": f"Title {number}", "text": text} for number, text in enumerate(texts)]
    with LocalPlatform(embedder="ngram", snapshot=snapshot) as platform:
        client = Client(platform)
        client.post(
            "/ingest", {"documents": documents, "chunking": {"chunk_size": 400, "overlap": 0}}
        ).raise_for_status()
        every = {"candidates": 100, "top_k": 100}
        stored = retrieve(client, "default", "the a de la of el y and", **every)["chunks"]
        chunks = [{name: chunk[name] for name in ("id", "title", "content")} for chunk in stored]
        assert 10 < len(chunks) < 100
        for query in ("When do the tides turn?", "¿Cuándo se poda el olivo?", "flour water salt and time"):
            for mode in ("lexical", "dense", "hybrid"):
                options = {"mode": mode, **every}
                expected = retrieve(client, "default", query, **options)["chunks"]
                given = retrieve(client, "default", query, chunks=chunks, **options)["chunks"]
                assert [chunk["id"] for chunk in given] == [chunk["id"] for chunk in expected]
                assert [chunk["score"]["value"] for chunk in given] == pytest.approx(
                    [chunk["score"]["value"] for chunk in expected], abs=1e-6
                )
        client.close()
