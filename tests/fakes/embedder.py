"""The embedding model: spelling instead of meaning, and texts that it refuses."""

import math
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field

from local.host.ngram import embed_ngrams
from tests.fakes.steps import Steps
from winnow.errors import ModelUnavailable, TextsTooLarge, WinnowError
from winnow.ports import MAX_TEXTS, Vector

REFUSED = "REFUSED"
"""A text that holds this word is refused, and with it the batch it stands in."""


@dataclass(frozen=True, slots=True)
class FakeVectors:
    rows: Sequence[Sequence[float]]

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, row: int) -> Vector:
        return Vector(self.rows[row])

    def packed(self) -> bytes:
        return array("f", [number for row in self.rows for number in row]).tobytes()

    def lengths(self) -> Sequence[float]:
        return [math.hypot(*row) for row in self.rows]


@dataclass(slots=True)
class FakeEmbedder:
    """`errors` are raised one by one, before anything else."""

    steps: Steps = field(default_factory=Steps)
    dimensions: int = 32
    errors: list[WinnowError] = field(default_factory=list)
    batches: list[list[str]] = field(default_factory=list)

    def as_query(self, text: str) -> str:
        return text

    async def embed(self, texts: Sequence[str]) -> FakeVectors:
        assert 1 <= len(texts) <= MAX_TEXTS
        assert all(texts)
        self.batches.append(list(texts))
        if self.errors:
            raise self.errors.pop(0)
        if any(REFUSED in text for text in texts):
            raise TextsTooLarge("Workers AI answered 5004")
        rows = tuple(tuple(embed_ngrams(text, dimensions=self.dimensions)) for text in texts)
        return self.steps.take("embed", lambda: FakeVectors(rows), ModelUnavailable("out of capacity"))

    @property
    def texts(self) -> int:
        """How many were embedded, or tried."""
        return sum(map(len, self.batches))
