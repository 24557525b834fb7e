"""The client against the running Worker: every route it knows."""

import json
from collections.abc import Iterator

import pytest

from local.platform import LocalPlatform
from winnow_client import InvalidRequest, NotAllowed, NotFound, TooLarge, WinnowClient
from winnow_client.options import DocumentInput
from winnow_client.results.health import Health

TIDES: DocumentInput = {
    "id": "sea/tides.md",
    "text": "The moon raises the tides. The sun helps a little. Bakers rise early.",
    "title": "Tides",
    "metadata": {"lang": "en", "year": 2024},
}
MAREAS: DocumentInput = {
    "id": "mar/mareas 🌊.md",
    "text": "La luna levanta las mareas. ¿Y el sol? Ayuda un poco.",
    "metadata": {"lang": "es", "year": 2026},
}


@pytest.fixture
def winnow(platform: LocalPlatform, namespace: str) -> Iterator[WinnowClient]:
    with WinnowClient(platform.url, platform.token, namespace=namespace) as client:
        yield client


def test_health_without_a_token(platform: LocalPlatform) -> None:
    with WinnowClient(platform.url) as client:
        health = client.health()
    assert health == Health("ok", health.version, health.python, "emscripten")
    assert health.python.startswith("3.14.")


def test_ingest_is_idempotent(winnow: WinnowClient) -> None:
    first, second = winnow.ingest([TIDES, MAREAS]), winnow.ingest([TIDES, MAREAS])
    assert [(outcome.id, outcome.status) for outcome in first.documents] == [
        ("sea/tides.md", "created"),
        ("mar/mareas 🌊.md", "created"),
    ]
    assert [outcome.status for outcome in second.documents] == ["unchanged", "unchanged"]
    assert (second.usage and second.usage.embedding_calls) == 0


def test_a_document_that_fails_has_a_problem_of_its_own(winnow: WinnowClient) -> None:
    empty, good = winnow.ingest([{"id": "empty", "text": " "}, TIDES]).documents
    assert (empty.status, good.status) == ("failed", "created")
    assert empty.error is not None
    assert type(empty.error.as_error()) is InvalidRequest


def test_retrieve_finds_what_was_stored(winnow: WinnowClient) -> None:
    winnow.ingest([TIDES, MAREAS])
    found = winnow.retrieve("luna mareas", top_k=1, lexical={"min_coverage": 0.1})
    [chunk] = found.chunks
    assert (chunk.document_id, chunk.content, (chunk.start, chunk.end)) == (MAREAS["id"], MAREAS["text"], (0, 53))
    assert chunk.score.kind == "rrf"
    assert chunk.legs.lexical is not None
    assert 0 < chunk.legs.lexical.coverage <= 1
    assert found.legs.lexical.status == "ok"


def test_retrieve_trims_when_asked(winnow: WinnowClient) -> None:
    winnow.ingest([TIDES])
    found = winnow.retrieve("the moon raises the tides", filter={"lang": "en"}, dense=False, trim={"threshold": 0.6})
    [chunk] = found.chunks
    assert found.trim is not None
    [detail] = found.trim.details
    assert (detail.changed, found.trim.receipt.sentences_kept) == (True, len(detail.kept))
    assert chunk.content == "".join(TIDES["text"][start:end] for start, end in detail.kept)


def test_a_filter_that_the_index_does_not_declare_is_named(winnow: WinnowClient) -> None:
    with pytest.raises(InvalidRequest, match=r"filter\.colour: 'colour' cannot be filtered"):
        winnow.retrieve("moon", filter={"colour": "red"})


def test_trim(winnow: WinnowClient) -> None:
    chunk = {"content": "The moon raises the tides. Bakers rise early.", "mine": [1, None]}
    trimmed = winnow.trim("The moon raises the tides.", [chunk], threshold=0.9)
    assert trimmed.chunks == ({"content": "The moon raises the tides.", "mine": [1, None]},)
    assert trimmed.details[0].kept == ((0, 26),)


def test_trim_for_each_question(winnow: WinnowClient) -> None:
    chunks = [{"content": "The moon raises the tides. Bakers rise early."}]
    batch = winnow.trim_for_each(["The moon raises the tides.", "Bakers rise early."], chunks, threshold=0.9)
    kept = [result.chunks[0]["content"] for result in batch.results]
    assert kept == ["The moon raises the tides.", "Bakers rise early."]


def test_rank_of_chunks_that_are_not_stored(winnow: WinnowClient) -> None:
    chunks = [{"content": "Bakers rise early."}, {"content": "The moon raises the tides.", "url": "https://a"}]
    [best] = winnow.rank("moon tides", chunks, top_k=1).chunks
    assert (best["content"], best["url"]) == ("The moon raises the tides.", "https://a")


def test_context(winnow: WinnowClient) -> None:
    winnow.ingest([TIDES, MAREAS])
    context = winnow.context("the moon raises the tides", filter={"lang": "en"}, max_tokens=100)
    [citation] = context.citations
    assert (citation.n, citation.document_id, citation.title) == (1, "sea/tides.md", "Tides")
    assert all(TIDES["text"][start:end] in context.context for start, end in citation.spans)


def test_an_empty_context_has_a_reason(winnow: WinnowClient) -> None:
    context = winnow.context("moon")
    assert (context.context, context.citations) == ("", ())
    assert context.reason


def test_documents(winnow: WinnowClient) -> None:
    winnow.ingest([TIDES, MAREAS])
    page = winnow.documents(limit=1)
    assert (len(page.documents), page.cursor is None) == (1, False)
    found = {document.id: document for document in winnow.all_documents()}
    assert sorted(found) == sorted([TIDES["id"], MAREAS["id"]])
    assert winnow.document(MAREAS["id"]) == found[MAREAS["id"]]
    assert (found[TIDES["id"]].title, found[TIDES["id"]].metadata) == ("Tides", TIDES["metadata"])


def test_patching_and_deleting_a_document(winnow: WinnowClient) -> None:
    winnow.ingest([TIDES, MAREAS])
    patched = winnow.patch_document(MAREAS["id"], title="Mareas", metadata={"year": None})
    assert (patched.title, patched.metadata) == ("Mareas", {"lang": "es"})
    deleted = winnow.delete_document(MAREAS["id"])
    assert (deleted.documents, deleted.chunks) == (1, 1)
    with pytest.raises(NotFound):
        winnow.document(MAREAS["id"])
    assert winnow.delete_documents(ids=["none", TIDES["id"]]).documents == 1


def test_deleting_by_filter(winnow: WinnowClient) -> None:
    winnow.ingest([TIDES, MAREAS])
    assert winnow.delete_documents(where={"year": {"gte": 2025}}).documents == 1
    assert [document.id for document in winnow.all_documents()] == [TIDES["id"]]
    with pytest.raises(InvalidRequest):
        winnow.delete_documents(where={})


def test_what_is_exported_can_be_ingested_elsewhere(winnow: WinnowClient, namespace: str) -> None:
    winnow.ingest([TIDES, MAREAS], chunking={"chunk_size": 60, "overlap": 10})
    elsewhere = winnow.in_namespace(f"{namespace}-copy")
    for line in winnow.export():
        elsewhere.ingest(line["documents"], chunking=line["chunking"])
    copy = [{**line, "namespace": namespace} for line in elsewhere.export()]
    assert copy == list(winnow.export())
    assert {document["text"] for line in copy for document in line["documents"]} == {TIDES["text"], MAREAS["text"]}


def test_stats_and_upkeep(winnow: WinnowClient) -> None:
    winnow.ingest([TIDES])
    winnow.reconcile()
    stats = winnow.stats()
    assert stats.documents >= 1
    assert stats.chunks.total == stats.chunks.ready + stats.chunks.pending
    assert winnow.rebuild_lexical().chunks == stats.chunks.total


def test_a_queued_ingest_can_be_followed(winnow: WinnowClient) -> None:
    answer = winnow.ingest([TIDES], queue=True)
    assert [(outcome.id, outcome.status) for outcome in answer.documents] == [(TIDES["id"], "queued")]
    assert answer.job is not None
    assert [outcome.id for outcome in winnow.job(answer.job).documents] == [TIDES["id"]]


def test_a_wrong_token(platform: LocalPlatform) -> None:
    with WinnowClient(platform.url, "wrong") as client, pytest.raises(NotAllowed) as caught:
        client.retrieve("moon")
    assert caught.value.status == 401


def test_a_body_over_the_limit(winnow: WinnowClient) -> None:
    with pytest.raises(TooLarge):
        winnow.ingest([{"id": "large", "text": "x" * 8_000_001}])


def test_every_wrong_field_is_named(winnow: WinnowClient) -> None:
    with pytest.raises(InvalidRequest) as caught:
        winnow.retrieve("moon", top_k=0, candidates=1_000)
    assert [problem.location for problem in caught.value.problems] == [("top_k",), ("candidates",)]
    assert json.dumps([problem.message for problem in caught.value.problems]).count("should be") == 2
