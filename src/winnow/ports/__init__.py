"""What the use cases need from outside: one small Protocol for each role, and the values that cross it.

Every method may raise the errors of `winnow.errors` that its docstring names, and no others.
"""

from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NewType, Protocol, TypeAlias

from winnow.ranking.bm25 import TermStatistics

Scalar: TypeAlias = str | int | float | bool
Json: TypeAlias = "Scalar | list[Json] | dict[str, Json] | None"
Metadata: TypeAlias = Mapping[str, Json]

Vector = NewType("Vector", object)
"""One embedding, wherever its adapter keeps it; only handed from the embedder to the index."""


class Vectors(Protocol):
    """The embeddings of one call, in the order of its texts."""

    def __len__(self) -> int: ...

    def __getitem__(self, row: int, /) -> Vector: ...

    def packed(self) -> bytes:
        """All numbers, row by row, as float32, little-endian: for the few vectors that Python must see."""
        ...

    def lengths(self) -> Sequence[float]:
        """The Euclidean length of each vector."""
        ...


class Embedder(Protocol):
    """Turns texts into vectors of `dimensions` finite numbers."""

    @property
    def dimensions(self) -> int: ...

    def as_query(self, text: str) -> str:
        """`text` as the model wants a query: some want an instruction before it, none before a passage."""
        ...

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Embed 1 to `MAX_TEXTS` non-empty texts in one call.

        Raises:
            TextsTooLarge: a smaller batch may pass.
            ModelUnavailable: try again later.
            Misconfigured, BrokenContract: the model refuses, or its reply is short, of the wrong width or not finite.
        """
        ...


MAX_TEXTS = 100
"""Texts in one embedding call (Workers AI: `maxItems`)."""


@dataclass(frozen=True, slots=True)
class Condition:
    """One clause of a filter: `field operator value`. `in` takes a tuple, and an empty one matches nothing."""

    field: str
    operator: Literal["eq", "ne", "in", "gt", "gte", "lt", "lte"]
    value: Scalar | tuple[Scalar, ...]


@dataclass(frozen=True, slots=True)
class Filter:
    """All conditions must hold. A filter is often an access boundary: both legs and hydration apply the same one."""

    conditions: tuple[Condition, ...] = ()

    @property
    def denies(self) -> bool:
        """True when no document can match: nothing has to be asked."""
        return any(condition.operator == "in" and condition.value == () for condition in self.conditions)


EVERYTHING = Filter()


FieldType: TypeAlias = Literal["string", "number", "boolean"]


@dataclass(frozen=True, slots=True)
class IndexDefinition:
    """The vector index as `vectorize/index.json` declares it. Only `filterable` fields can be filtered by."""

    name: str
    dimensions: int
    metric: Literal["cosine"]
    filterable: Mapping[str, FieldType]


@dataclass(frozen=True, slots=True)
class VectorEntry:
    """One vector to write. `metadata` holds declared filter fields only."""

    id: str
    namespace: str
    metadata: Mapping[str, Scalar]
    vector: Vector


@dataclass(frozen=True, slots=True)
class DenseHit:
    """A chunk id and its cosine with the query, in [-1, 1]."""

    id: str
    cosine: float


@dataclass(frozen=True, slots=True)
class IndexedVector:
    """A vector as the index shows it now; a later write may be accepted and not visible yet."""

    metadata: Mapping[str, Scalar]
    vector: Vector


@dataclass(frozen=True, slots=True)
class IndexState:
    """How far the index is: writes accepted up to `processed_at` (milliseconds since 1970) are visible."""

    vectors: int
    dimensions: int
    processed_mutation: str | None
    processed_at: int | None


class VectorIndex(Protocol):
    """The dense index: eventually consistent, and never the truth."""

    async def upsert(self, entries: Sequence[VectorEntry]) -> str:
        """Write 1 to `MAX_UPSERT` vectors; visible later. The mutation's id. Raises IndexUnavailable, Misconfigured."""
        ...

    async def delete(self, ids: Sequence[str]) -> str:
        """Delete 1 to `MAX_DELETE` ids, known or not; visible later. The mutation's id. Raises as `upsert`."""
        ...

    async def fetch(self, ids: Sequence[str]) -> dict[str, IndexedVector]:
        """Those of 1 to `MAX_FETCH` vectors that are visible. Raises as `upsert`."""
        ...

    async def describe(self) -> IndexState:
        """Raises as `upsert`."""
        ...

    async def query(self, vector: Sequence[float], *, namespace: str, top_k: int, where: Filter) -> list[DenseHit]:
        """The nearest 1 <= top_k <= `MAX_TOP_K`, best first. Raises IndexUnavailable, Misconfigured, InvalidRequest."""
        ...


MAX_UPSERT = 1000
"""Vectors in one upsert from a Worker (Vectorize)."""
MAX_DELETE = 100
"""Ids in one delete: observed, and nowhere documented (error 40007)."""
MAX_FETCH = 20
"""Ids in one fetch: the limit is nowhere documented."""
MAX_TOP_K = 100
"""Matches of one query that returns neither values nor metadata (Vectorize)."""


@dataclass(frozen=True, slots=True)
class StoredChunk:
    """A chunk as it is served."""

    id: str
    document_id: str
    title: str
    ordinal: int
    start: int
    end: int
    content: str
    separator: str | None
    metadata: Metadata


class ChunkStore(Protocol):
    """Chunks as they are served, and the lexical index over them. Every method may raise StoreUnavailable."""

    async def settings(self) -> Mapping[str, Scalar]:
        """What `pin_settings` stored; empty before the first ingest."""
        ...

    async def pin_settings(self, settings: Mapping[str, Scalar]) -> Mapping[str, Scalar]:
        """Store `settings` where none are stored yet; the stored ones come back."""
        ...

    async def chunks(self, namespace: str, ids: Sequence[str], *, where: Filter) -> dict[str, StoredChunk]:
        """Those of the chunks that exist, in this namespace, within the filter."""
        ...

    async def search(self, namespace: str, terms: Sequence[str], *, limit: int, where: Filter) -> list[StoredChunk]:
        """Chunks that hold any of the terms: the `limit` best by the lexical index's own measure, ties by id."""
        ...

    async def term_statistics(self, terms: Sequence[str]) -> TermStatistics:
        """The lexical statistics of the whole store, all namespaces together, with those of folded terms."""
        ...

    async def wide_characters(self, namespace: str, document_ids: Sequence[str]) -> dict[str, list[int]]:
        """Where each document holds characters beyond U+FFFF: offsets in code points, ascending."""
        ...


@dataclass(frozen=True, slots=True)
class ChunkMemory:
    """Sentence vectors to keep beside a stored chunk, which is known by its id and content."""

    id: str
    content: str
    packed: bytes


class VectorMemory(Protocol):
    """Vectors that need not be made again. Every method may raise StoreUnavailable; nothing depends on it."""

    async def queries(self, hashes: Sequence[bytes]) -> dict[bytes, bytes]:
        """The remembered vectors among these, by hash."""
        ...

    async def remember_queries(self, vectors: Mapping[bytes, bytes]) -> None:
        """Keep these, and forget the oldest where there are too many."""
        ...

    async def sentences(self, chunk_ids: Sequence[str]) -> list[bytes]:
        """What was kept beside these chunks, known or not, in any order."""
        ...

    async def remember_sentences(self, chunks: Sequence[ChunkMemory]) -> None:
        """Add to what is kept beside these chunks; one that is not stored, or has another content, is passed over."""
        ...


class Background(Protocol):
    """Work that no answer waits for."""

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Let `work` go on behind the answer. What it raises is logged and goes no further."""
        ...


class RateLimiter(Protocol):
    """Counts requests by key."""

    async def allow(self, key: str) -> bool:
        """Whether one more request by this key is within the limit; a limiter that fails allows it."""
        ...
