"""The Worker survives its own memory snapshot, from which production starts it.

The shared platform runs from a snapshot, so every other integration test says so too.
"""

from pathlib import Path

import pytest

from local.platform import SNAPSHOT_NAME, LocalPlatform
from local.serving import ServingError
from tests.platform import Client

TEXT = "The moon raises the tides. Bread is baked in the oven. Ships wait for high water in the harbour."


def test_the_shared_platform_runs_from_a_snapshot(platform: LocalPlatform, snapshot: Path) -> None:
    launcher = (platform.log.parent / "workerd").read_text(encoding="utf-8")
    assert f"--python-load-snapshot={SNAPSHOT_NAME} --python-snapshot-dir={snapshot}" in launcher
    assert (snapshot / SNAPSHOT_NAME).stat().st_size > 20_000_000


def test_a_worker_started_from_its_snapshot_ingests_finds_and_trims(client: Client, namespace: str) -> None:
    ingested = client.post("/ingest", {"documents": [{"id": "sea", "text": TEXT}], "namespace": namespace}).json()
    assert [(document["id"], document["status"]) for document in ingested["documents"]] == [("sea", "created")]
    found = client.post("/retrieve", {"query": "What raises the tides?", "namespace": namespace}).json()["chunks"]
    assert [chunk["content"] for chunk in found] == [TEXT]
    trimmed = client.post("/trim", {"query": "What raises the tides?", "chunks": found, "threshold": 1}).json()
    assert [chunk["content"] for chunk in trimmed["chunks"]] == ["The moon raises the tides."]


def test_the_snapshot_is_really_read(snapshot: Path, tmp_path: Path, platform: LocalPlatform) -> None:
    """Cut short, it stops the Worker, in whatever words workerd finds for it."""
    assert platform.url
    (tmp_path / SNAPSHOT_NAME).write_bytes((snapshot / SNAPSHOT_NAME).read_bytes()[:1_000_000])
    with pytest.raises(ServingError), LocalPlatform(embedder="ngram", snapshot=tmp_path):
        pytest.fail("it started from half a snapshot")
