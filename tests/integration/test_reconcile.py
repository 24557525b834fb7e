"""Reconcile, statistics and the admin routes over HTTP."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from local.host.faults import Fault
from local.platform import LocalPlatform
from tests.platform import Client

DELAY_MS = 1_500


@pytest.fixture(scope="module")
def slow(snapshot: Path) -> Iterator[LocalPlatform]:
    """Writes to the index become visible late; nothing calls reconcile but the tests."""
    variables = {"LEASE_SECONDS": "1"}
    with LocalPlatform(
        embedder="ngram", faults=True, snapshot=snapshot, visibility_delay_ms=DELAY_MS, variables=variables,
        clock_seconds=None,
    ) as running:  # fmt: skip
        yield running


@pytest.fixture
def slow_client(slow: LocalPlatform) -> Iterator[Client]:
    opened = Client(slow)
    yield opened
    opened.close()


def test_a_write_is_pending_until_it_is_visible(slow_client: Client, namespace: str) -> None:
    [outcome] = slow_client.ingest(namespace, {"id": "d", "text": "The moon."})
    assert (outcome["status"], outcome["dense"]) == ("created", "pending")
    [unchanged] = slow_client.ingest(namespace, {"id": "d", "text": "The moon."})
    assert (unchanged["status"], unchanged["dense"]) == ("unchanged", "pending")
    stats = slow_client.get("/stats").json()
    assert stats["chunks"] == {"total": 1, "ready": 0, "pending": 1}
    assert {name: stats["outbox"][name] for name in ("depth", "upserts", "deletes", "awaiting", "failed")} == {
        "depth": 1, "upserts": 1, "deletes": 0, "awaiting": 1, "failed": 0
    }  # fmt: skip
    assert slow_client.retrieve(namespace, "moon", lexical=False)["chunks"] == []
    assert len(slow_client.retrieve(namespace, "moon", dense=False)["chunks"]) == 1
    _wait()
    report = slow_client.answer("/admin/reconcile", {})
    assert (report["settled"], report["embedded"], report["outbox"]["depth"]) == (1, 0, 0)
    assert slow_client.get("/stats").json()["chunks"] == {"total": 1, "ready": 1, "pending": 0}
    assert len(slow_client.retrieve(namespace, "moon", lexical=False)["chunks"]) == 1


def test_what_the_index_refused_is_reported_and_sent_again(
    slow: LocalPlatform, slow_client: Client, namespace: str
) -> None:
    slow.host.faults.order(Fault("vectorize", "status", method="upsert", status=500, times=2))
    [outcome] = slow_client.ingest(namespace, {"id": "d", "text": "The moon."})
    assert outcome["dense"] == "pending"
    _wait()
    report = slow_client.answer("/admin/reconcile", {})
    assert (report["sent"], report["outbox"]["upserts"], report["outbox"]["failed"]) == (0, 1, 1)
    [stuck] = report["stuck"]
    assert (stuck["operation"], stuck["attempts"], stuck["error"]) == ("upsert", 2, "Vectorize is unavailable")
    _wait()
    report = slow_client.answer("/admin/reconcile", {})
    assert (report["sent"], report["embedded"], report["outbox"]["awaiting"], report["stuck"]) == (1, 1, 1, [])
    _wait()
    assert slow_client.answer("/admin/reconcile", {})["outbox"]["depth"] == 0


def test_the_statistics_name_what_the_vectors_were_made_with(client: Client, namespace: str) -> None:
    client.ingest(namespace, {"id": "d", "text": "The moon."})
    stats = client.get("/stats").json()
    assert stats["settings"]["model"] == "@cf/baai/bge-small-en-v1.5"
    assert stats["index"]["dimensions"] == stats["settings"]["dimensions"] == 384


def test_a_rebuilt_lexical_index_finds_the_same(client: Client, namespace: str) -> None:
    client.ingest(namespace, {"id": "d", "text": "The moon.", "title": "Título"})
    before = client.retrieve(namespace, "titulo moon", dense=False)["chunks"]
    assert client.answer("/admin/rebuild-lexical", {})["chunks"] > 0
    assert client.retrieve(namespace, "titulo moon", dense=False)["chunks"] == before != []


def _wait() -> None:
    """Until what was written is visible, and every lease has ended."""
    time.sleep(DELAY_MS / 1000 + 0.2)
