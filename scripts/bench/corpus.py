"""What is stored before anything is measured: the same for each Worker, copied from one state."""

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scripts.bench.served import Served, serving
from scripts.bench.texts import Writer

NAMESPACE = "bench"
_DOCUMENT_SENTENCES = 100
_READY_SECONDS = 60
VARIABLES = {"QUEUE_ABOVE_BYTES": "8000000"}
"""Nothing that is measured is put off."""


def prepare_state(folder: Path, *, sizes: Sequence[int], others: int) -> Path:
    """A state in which, for each size, so many sentences are stored, and `others` more; all vectors are visible."""
    state = folder / "prepared"
    with serving(state=state, variables=VARIABLES) as served:
        for size in sizes:
            for part in range(-(-size // _DOCUMENT_SENTENCES)):
                _store(served, mark_of(size, part), min(size, _DOCUMENT_SENTENCES))
        for part in range(others // _DOCUMENT_SENTENCES):
            _store(served, f"other{part}", _DOCUMENT_SENTENCES)
    return state


def mark_of(size: int, part: int) -> str:
    """The word in all sentences of one document."""
    return f"stored{size}part{part}"


def _store(served: Served, mark: str, sentences: int) -> None:
    # No overlap, so that as many sentences are in the chunks as were written.
    document = {"id": mark, "text": Writer(mark).text(sentences)}
    body = {"namespace": NAMESPACE, "documents": [document], "chunking": {"overlap": 0}}
    served.await_post(
        "/ingest", body, seconds=_READY_SECONDS, until=lambda answer: answer["documents"][0].get("dense") == "ready"
    )


def copy_state(prepared: Path, to: Path) -> Path:
    """For one more Worker: two of them never share a state."""
    shutil.copytree(prepared / "storage", to / "storage")
    return to


def stored_chunks(served: Served, size: int) -> list[dict[str, Any]]:
    """The chunks that hold the sentences stored for this size."""
    chunks = []
    for part in range(-(-size // _DOCUMENT_SENTENCES)):
        body = {
            "namespace": NAMESPACE, "query": mark_of(size, part), "top_k": 100, "candidates": 100, "dense": False,
        }  # fmt: skip
        chunks += served.post("/retrieve", body).answer["chunks"]
    return [{"id": chunk["id"], "content": chunk["content"]} for chunk in chunks]
