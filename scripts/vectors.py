"""Vectors of the local Workers AI's model, by text, in a file that outlives the run."""

import sqlite3
from array import array
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from local.host.embedding import DIMENSIONS, QUERY_PREFIX, E5Embedder

_BATCH = 50
"""Texts embedded between two commits, so that an interrupted run loses little."""


class VectorCache:
    """`path` None keeps nothing beyond the run."""

    def __init__(self, path: Path | None) -> None:
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
        self._database = sqlite3.connect(path or ":memory:")
        self._database.execute("CREATE TABLE IF NOT EXISTS vectors (text TEXT PRIMARY KEY, vector BLOB NOT NULL)")
        self._embedder = E5Embedder(max_remembered=0)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._database.close()

    def prepare(self, texts: Sequence[str]) -> None:
        """Embed what is not known yet."""
        missing = [text for text in dict.fromkeys(texts) if self._stored(text) is None]
        for start in range(0, len(missing), _BATCH):
            batch = missing[start : start + _BATCH]
            packed = self._embedder.embed(batch)
            width = len(packed) // len(batch)
            rows = [(text, packed[row * width : (row + 1) * width]) for row, text in enumerate(batch)]
            self._database.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?)", rows)
            self._database.commit()

    def prepare_queries(self, queries: Sequence[str]) -> None:
        self.prepare([QUERY_PREFIX + query for query in queries])

    def query(self, query: str) -> "array[float]":
        return self.flat([QUERY_PREFIX + query])

    def flat(self, texts: Sequence[str]) -> "array[float]":
        """The vectors of prepared texts, row by row."""
        numbers = array("f")
        for text in texts:
            vector = self._stored(text)
            if vector is None:
                raise KeyError(text)
            numbers.frombytes(vector)
        assert len(numbers) == DIMENSIONS * len(texts)  # noqa: S101 - the file may be of another model
        return numbers

    def _stored(self, text: str) -> bytes | None:
        row = self._database.execute("SELECT vector FROM vectors WHERE text = ?", [text]).fetchone()
        return None if row is None else row[0]
