"""What the local Vectorize holds, read from its database beside the running Worker.

The binding cannot list vectors and only the first Worker of a `wrangler dev` answers over HTTP, so tests that
compare the two stores look at the Durable Object's SQLite file, while workerd runs or after it was killed.
"""

import json
import sqlite3
from array import array
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

WORKER_NAME = "winnow-vectorize"
"""The simulator's name in the derived configuration: part of the folder's name."""

_CHANGES = """
SELECT kind, id, namespace, metadata, numbers FROM changes JOIN mutations USING (sequence) ORDER BY position
"""


@dataclass(frozen=True, slots=True)
class IndexedVector:
    """One vector as it was written: float32 numbers, metadata whole."""

    id: str
    namespace: str | None
    metadata: dict[str, Any] | None
    values: tuple[float, ...]


def read_index(state: Path, *, worker: str = WORKER_NAME) -> dict[str, IndexedVector]:
    """Return by id what the index will hold once every accepted write is visible; empty before the first use.

    `state` is the folder given to `wrangler dev --persist-to`.

    Raises:
        ValueError: the state holds indexes of several names or widths.
    """
    folder = state / "v3" / "do" / f"{worker}-VectorizeIndex"
    files = [path for path in folder.glob("*.sqlite") if path.name != "metadata.sqlite"]
    if len(files) > 1:
        raise ValueError(f"{len(files)} indexes in {folder}: start from an empty state")
    return _read_file(files[0]) if files else {}


def _read_file(path: Path) -> dict[str, IndexedVector]:
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
        database.execute("BEGIN")  # one view of both tables, whatever is written meanwhile
        rows = database.execute("SELECT 'upsert', id, namespace, metadata, numbers FROM vectors").fetchall()
        rows += database.execute(_CHANGES).fetchall()
    vectors: dict[str, IndexedVector] = {}
    for kind, identifier, namespace, metadata, numbers in rows:
        if kind == "delete":
            vectors.pop(identifier, None)
        elif kind == "upsert" or identifier not in vectors:
            parsed = None if metadata is None else json.loads(metadata)
            vectors[identifier] = IndexedVector(identifier, namespace, parsed, tuple(array("f", numbers)))
    return vectors
