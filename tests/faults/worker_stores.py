"""What both stores of a running Worker hold, read from their files and asked over HTTP."""

import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from local.host.index_dump import read_index
from local.platform import LocalPlatform
from tests.platform import Client

SETTLE_SECONDS = 40


def stored_chunks(storage: Path) -> dict[str, str]:
    """Chunk ids and contents in D1."""
    [file] = [path for path in (storage / "v3" / "d1").rglob("*.sqlite") if path.name != "metadata.sqlite"]
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        return dict(database.execute("SELECT id, content FROM chunks"))


def wait_until_settled(client: Client) -> dict[str, Any]:
    """Wait, and do nothing, until the outbox is empty; the statistics then."""
    deadline = time.monotonic() + SETTLE_SECONDS
    while time.monotonic() < deadline:
        stats: dict[str, Any] = client.get("/stats").json()
        if stats["outbox"]["depth"] == 0:
            return stats
        time.sleep(0.2)
    raise AssertionError(f"the outbox is not empty after {SETTLE_SECONDS} s: {stats['outbox']}")


def assert_stores_agree(platform: LocalPlatform, client: Client) -> None:
    """No vector without a row, no row without a vector, in all namespaces."""
    stats = wait_until_settled(client)
    chunks = stored_chunks(platform.storage)
    assert read_index(platform.storage).keys() == chunks.keys()
    assert stats["chunks"] == {"total": len(chunks), "ready": len(chunks), "pending": 0}
    assert stats["index"]["vectors"] == len(chunks)


def found(client: Client, namespace: str, query: str, *, leg: str) -> list[str]:
    """The contents that one leg alone finds, best first."""
    legs = {"dense": {"dense": {}, "lexical": False}, "lexical": {"dense": False, "lexical": {}}}[leg]
    answer = client.post(
        "/retrieve", {"namespace": namespace, "query": query or "nothing", "top_k": 50, "candidates": 50, **legs}
    )
    assert answer.status_code == 200, answer.text
    return [chunk["content"] for chunk in answer.json()["chunks"]]


def assert_holds(client: Client, namespace: str, contents: list[str]) -> None:
    """Both legs find each content, once, and nothing else."""
    for leg in ("dense", "lexical"):
        assert sorted(found(client, namespace, " ".join(contents), leg=leg)) == sorted(contents), leg
        for content in contents:
            assert found(client, namespace, content, leg=leg)[0] == content
