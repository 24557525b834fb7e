"""One method for each route: what is asked, and what is made of the answer."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.stub_server import Asked, StubServer, answer_json, in_turn, serving
from winnow_client import WinnowClient
from winnow_client.errors import UnexpectedAnswer
from winnow_client.problems import Problem
from winnow_client.results.common import Usage
from winnow_client.results.context import Citation, Context
from winnow_client.results.documents import Deletion, Document, DocumentPage
from winnow_client.results.health import Health
from winnow_client.results.ingest import DocumentOutcome, Ingestion
from winnow_client.results.jobs import Job
from winnow_client.results.retrieve import (
    DenseLeg,
    LegReport,
    LegReports,
    Legs,
    LexicalLeg,
    Ranking,
    Retrieval,
    RetrievedChunk,
    Score,
)
from winnow_client.results.stats import (
    ChunkCounts,
    IndexState,
    LexicalRebuild,
    OutboxState,
    Reconciliation,
    Stats,
    StuckRow,
)
from winnow_client.results.trim import Trimmed, TrimmedBatch, TrimmedChunk, Trimming, TrimReceipt

USAGE = {"embedding_calls": 1, "texts": 2, "tokens_estimated": 30}
RECEIPT = {
    "sentences_in": 2,
    "sentences_kept": 1,
    "characters_in": 50,
    "characters_out": 27,
    "tokens_in": 13,
    "tokens_out": 7,
}
DETAILS = [{"changed": True, "kept": [[0, 27]], "scores": [0.81, -0.02]}]
DOCUMENT = {"id": "a/b.md", "title": "B", "metadata": {"lang": "es"}, "chunks": 3}
COST = {"usage": USAGE, "timing_ms": {"embed": 3.5, "total": 8}}

A_RECEIPT = TrimReceipt(2, 1, 50, 27, 13, 7)
A_DOCUMENT = Document("a/b.md", "B", {"lang": "es"}, 3)
A_USAGE, A_TIMING = Usage(1, 2, 30), {"embed": 3.5, "total": 8.0}
SOME_DETAILS = (TrimmedChunk(True, ((0, 27),), (0.81, -0.02)),)


@pytest.fixture
def stub() -> Iterator[StubServer]:
    with serving(in_turn()) as server:
        yield server


@pytest.fixture
def client(stub: StubServer) -> Iterator[WinnowClient]:
    with WinnowClient(stub.url, "secret", namespace="moon") as client:
        yield client


def asked(stub: StubServer) -> tuple[str, str, Any]:
    [request] = stub.asked
    return request.method, request.path, request.json if request.body else None


def test_health(client: WinnowClient, stub: StubServer) -> None:
    stub.respond = in_turn(answer_json({"status": "ok", "version": "1", "python": "3.14", "platform": "emscripten"}))
    assert client.health() == Health("ok", "1", "3.14", "emscripten")
    assert asked(stub) == ("GET", "/health", None)


def test_ingest(client: WinnowClient, stub: StubServer) -> None:
    problem = {"type": "urn:x", "title": "Bad", "status": 422, "detail": "the text is empty"}
    created = {"id": "a", "status": "created", "chunks": 2, "embedded": 2, "reused": 0, "removed": 0, "dense": "ready"}
    outcomes = [created, {"id": "b", "status": "failed", "error": problem}]
    stub.respond = in_turn(answer_json({"documents": outcomes, **COST}))
    documents = ({"id": "a", "text": "¡Marea!", "title": "A", "metadata": {"year": 2024}}, {"id": "b", "text": ""})
    assert client.ingest(documents, chunking={"chunk_size": 400, "separator": "\n\n"}) == Ingestion(  # type: ignore[arg-type]
        (
            DocumentOutcome("a", "created", 2, 2, 0, 0, "ready"),
            DocumentOutcome("b", "failed", error=Problem("Bad", 422, "urn:x", "the text is empty")),
        ),
        usage=A_USAGE,
        timing_ms=A_TIMING,
    )
    chunking = {"chunk_size": 400, "separator": "\n\n"}
    body = {"namespace": "moon", "documents": list(documents), "chunking": chunking}
    assert asked(stub) == ("POST", "/ingest", body)


def test_ingest_that_is_queued_and_its_job(client: WinnowClient, stub: StubServer) -> None:
    queued = [{"id": "a", "status": "queued"}]
    stub.respond = in_turn(
        answer_json({"documents": queued, "job": "j/1", "status": "queued", "attempts": 0}, status=202),
        answer_json({"job": "j/1", "status": "done", "attempts": 1, "documents": [{"id": "a", "status": "unchanged"}]}),
    )
    answer = client.ingest([{"id": "a", "text": "Marea."}], queue=True)
    assert answer == Ingestion((DocumentOutcome("a", "queued"),), job="j/1")
    assert client.job("j/1") == Job("j/1", "done", (DocumentOutcome("a", "unchanged"),), 1)
    assert stub.lines == [("POST", "/ingest"), ("GET", "/jobs/j%2F1")]
    assert stub.asked[0].json == {"namespace": "moon", "documents": [{"id": "a", "text": "Marea."}], "queue": True}


def test_retrieve(client: WinnowClient, stub: StubServer) -> None:
    chunk = {
        "id": "c1", "document_id": "a", "title": "A", "ordinal": 0, "content": "The moon.", "start": 0, "end": 9,
        "metadata": {}, "score": {"kind": "rrf", "value": 0.03},
        "legs": {"dense": {"rank": 1, "cosine": 0.8}, "lexical": {"rank": 2, "bm25": 3, "coverage": 0.5}},
    }  # fmt: skip
    legs = {
        "dense": {"status": "ok", "candidates": 20, "kept": 5},
        "lexical": {"status": "floored", "candidates": 3, "kept": 0, "reason": "min_coverage"},
    }
    trim = {"details": DETAILS, "receipt": RECEIPT}
    stub.respond = in_turn(answer_json({"chunks": [chunk], "legs": legs, "trim": trim, **COST}))
    found = client.retrieve("moon?", top_k=1, filter={"year": {"gte": 2020}}, lexical=False, trim={"window": 1})
    assert found == Retrieval(
        (
            RetrievedChunk(
                "c1", "a", "A", 0, "The moon.", 0, 9, {},
                Score("rrf", 0.03), Legs(DenseLeg(1, 0.8), LexicalLeg(2, 3.0, 0.5)),
            ),
        ),
        LegReports(LegReport("ok", 20, 5), LegReport("floored", 3, 0, "min_coverage")),
        trim=Trimming(SOME_DETAILS, A_RECEIPT),
        usage=A_USAGE,
        timing_ms=A_TIMING,
    )  # fmt: skip
    options = {"top_k": 1, "filter": {"year": {"gte": 2020}}, "lexical": False, "trim": {"window": 1}}
    assert asked(stub) == ("POST", "/retrieve", {"namespace": "moon", "query": "moon?", **options})


@pytest.mark.parametrize(("query", "name"), [("moon?", "query"), ([0.1, 0.2], "query_vector")])
def test_trim(client: WinnowClient, stub: StubServer, query: str | list[float], name: str) -> None:
    chunks = [{"content": "The moon raises the tides.", "mine": 1}]
    stub.respond = in_turn(answer_json({"chunks": chunks, "details": DETAILS, "receipt": RECEIPT, **COST}))
    assert client.trim(query, chunks, threshold=0.5) == Trimmed(
        tuple(chunks), SOME_DETAILS, A_RECEIPT, A_USAGE, A_TIMING
    )
    assert asked(stub) == ("POST", "/trim", {name: query, "chunks": chunks, "threshold": 0.5})


def test_trim_for_several_questions(client: WinnowClient, stub: StubServer) -> None:
    chunks = [{"content": "The moon raises the tides."}]
    result = {"chunks": chunks, "details": DETAILS, "receipt": RECEIPT}
    stub.respond = in_turn(answer_json({"results": [result, result], **COST}))
    one = Trimmed(tuple(chunks), SOME_DETAILS, A_RECEIPT)
    assert client.trim_for_each(["moon?", "sun?"], chunks) == TrimmedBatch((one, one), A_USAGE, A_TIMING)
    assert asked(stub) == ("POST", "/trim", {"queries": ["moon?", "sun?"], "chunks": chunks})


def test_context(client: WinnowClient, stub: StubServer) -> None:
    citation = {"n": 1, "chunk_ids": ["c1", "c2"], "document_id": "a", "title": "A", "spans": [[0, 9], [20, 30]]}
    stub.respond = in_turn(answer_json({"context": "[1] The moon.", "citations": [citation], "receipt": RECEIPT}))
    expected = Context("[1] The moon.", (Citation(1, ("c1", "c2"), "a", "A", ((0, 9), (20, 30))),), A_RECEIPT)
    assert client.context("moon?", max_tokens=200) == expected
    assert asked(stub) == ("POST", "/context", {"namespace": "moon", "query": "moon?", "max_tokens": 200})


def test_documents_page_by_page(client: WinnowClient, stub: StubServer) -> None:
    stub.respond = in_turn(answer_json({"documents": [DOCUMENT], "cursor": "next"}))
    assert client.documents(cursor="here", limit=1) == DocumentPage((A_DOCUMENT,), "next")
    assert asked(stub) == ("GET", "/documents?namespace=moon&cursor=here&limit=1", None)


def test_all_documents_turn_the_pages_only_when_they_are_taken(client: WinnowClient, stub: StubServer) -> None:
    stub.respond = in_turn(
        answer_json({"documents": [DOCUMENT], "cursor": "2"}),
        answer_json({"documents": [], "cursor": "3"}),
        answer_json({"documents": [DOCUMENT]}),
    )
    documents = client.all_documents()
    assert next(documents) == A_DOCUMENT
    assert len(stub.asked) == 1
    assert list(documents) == [A_DOCUMENT]
    assert [path for _, path in stub.lines] == [
        "/documents?namespace=moon",
        "/documents?namespace=moon&cursor=2",
        "/documents?namespace=moon&cursor=3",
    ]


def test_one_document(client: WinnowClient, stub: StubServer) -> None:
    stub.respond = in_turn(
        answer_json(DOCUMENT), answer_json(DOCUMENT), answer_json({"documents": 1, "chunks": 3, "dense": "ready"})
    )
    assert client.document("a/b.md") == A_DOCUMENT
    assert client.patch_document("a/b.md", metadata={"lang": None}) == A_DOCUMENT
    assert client.delete_document("a/b.md") == Deletion(1, 3, "ready")
    path = "/documents/a%2Fb.md?namespace=moon"
    assert stub.lines == [("GET", path), ("PATCH", "/documents/a%2Fb.md"), ("DELETE", path)]
    assert stub.asked[1].json == {"namespace": "moon", "metadata": {"lang": None}}


@pytest.mark.parametrize(
    ("document_id", "path"),
    [("a b", "a%20b"), ("100 %?#", "100%20%25%3F%23"), ("año/ñ.md", "a%C3%B1o%2F%C3%B1.md"), ("%2F", "%252F")],
)
def test_an_id_is_one_segment_of_the_path_whatever_it_holds(
    client: WinnowClient, stub: StubServer, document_id: str, path: str
) -> None:
    stub.respond = in_turn(answer_json(DOCUMENT))
    client.document(document_id)
    assert stub.lines == [("GET", f"/documents/{path}?namespace=moon")]


@pytest.mark.parametrize(
    ("arguments", "body"),
    [({"ids": ["a"]}, {"ids": ["a"]}), ({"where": {"lang": "es"}}, {"filter": {"lang": "es"}}), ({}, {})],
)
def test_deleting_several(
    client: WinnowClient, stub: StubServer, arguments: dict[str, Any], body: dict[str, Any]
) -> None:
    stub.respond = in_turn(answer_json({"documents": 2, "chunks": 250}))
    assert client.delete_documents(**arguments) == Deletion(2, 250)
    assert asked(stub) == ("POST", "/documents/delete", {"namespace": "moon", **body})


OUTBOX = {"depth": 3, "upserts": 2, "deletes": 1, "awaiting": 1, "failed": 0, "age_seconds": 7}
AN_OUTBOX = OutboxState(3, 2, 1, 0, 7.0, 1)


def test_stats(client: WinnowClient, stub: StubServer) -> None:
    stats = {
        "documents": 2,
        "chunks": {"total": 9, "ready": 7, "pending": 2},
        "outbox": OUTBOX,
        "settings": {"model": "m"},
        "index": {"status": "ok", "vectors": 7, "dimensions": 384, "processed_up_to": None},
    }
    stub.respond = in_turn(answer_json(stats))
    assert client.stats() == Stats(2, ChunkCounts(9, 7, 2), AN_OUTBOX, IndexState("ok", 7, 384), {"model": "m"})
    assert asked(stub) == ("GET", "/stats", None)


def test_reconcile(client: WinnowClient, stub: StubServer) -> None:
    row = {"chunk_id": "c", "operation": "upsert", "since_seconds": 60, "attempts": 3, "error": "40006"}
    report = {"settled": 1, "sent": 2, "embedded": 3, "outbox": OUTBOX, "stuck": [row]}
    stub.respond = in_turn(answer_json({**report, **COST}))
    stuck = (StuckRow("c", "upsert", 60.0, 3, "40006"),)
    assert client.reconcile() == Reconciliation(1, 2, 3, AN_OUTBOX, stuck, A_USAGE)
    assert asked(stub) == ("POST", "/admin/reconcile", {})


def test_rebuilding_the_lexical_index(client: WinnowClient, stub: StubServer) -> None:
    stub.respond = in_turn(answer_json({"chunks": 9}))
    assert client.rebuild_lexical() == LexicalRebuild(9)
    assert asked(stub) == ("POST", "/admin/rebuild-lexical", {})


def test_rank(client: WinnowClient, stub: StubServer) -> None:
    chunks = [{"content": "The moon.", "url": "https://a"}]
    ranked = {**chunks[0], "id": "0", "score": {"kind": "rrf", "value": 0.03}, "legs": {}}
    leg = {"status": "ok", "candidates": 1, "kept": 1}
    stub.respond = in_turn(answer_json({"chunks": [ranked], "legs": {"dense": leg, "lexical": leg}}))
    a_leg = LegReport("ok", 1, 1)
    assert client.rank("moon?", chunks, mode="hybrid") == Ranking((ranked,), LegReports(a_leg, a_leg))
    assert asked(stub) == ("POST", "/retrieve", {"query": "moon?", "chunks": chunks, "mode": "hybrid"})


def test_stats_that_are_no_object_are_not_winnows(client: WinnowClient, stub: StubServer) -> None:
    stub.respond = in_turn(answer_json([]))
    with pytest.raises(UnexpectedAnswer, match="expected an object, found list"):
        client.stats()


def test_another_namespace_over_the_same_connection(client: WinnowClient, stub: StubServer) -> None:
    stub.respond = in_turn(*[answer_json({"documents": [], "cursor": None})] * 2)
    client.in_namespace("sun").documents()
    client.documents()
    assert [path for _, path in stub.lines] == ["/documents?namespace=sun", "/documents?namespace=moon"]


def test_text_is_sent_as_utf_8_and_not_escaped(client: WinnowClient, stub: StubServer) -> None:
    stub.respond = in_turn(answer_json({"chunks": [], "details": [], "receipt": RECEIPT}))
    client.trim("¿Qué?", [])
    [request] = stub.asked
    assert request == Asked("POST", "/trim", request.headers, '{"query":"¿Qué?","chunks":[]}'.encode())
    assert request.headers["content-type"] == "application/json"
