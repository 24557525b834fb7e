"""Ports played by values in memory. Each remembers what it was asked."""

from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from local.host.ngram import embed_ngrams
from tests.fakes.embedder import FakeVectors
from winnow.errors import WinnowError
from winnow.ports import ChunkMemory, DenseHit, Filter, Json, StoredChunk, Vectors
from winnow.ranking.bm25 import KeywordRetriever, TermStatistics
from winnow.ranking.cosine import cosines

DIMENSIONS = 64


@dataclass(slots=True)
class FakeEmbedder:
    """Vectors of spelling. Raises `error` where one is set."""

    calls: list[list[str]] = field(default_factory=list)
    error: WinnowError | None = None
    dimensions: int = DIMENSIONS

    def as_query(self, text: str) -> str:
        return f"query: {text}"

    async def embed(self, texts: Sequence[str]) -> Vectors:
        self.calls.append(list(texts))
        if self.error is not None:
            raise self.error
        return FakeVectors([embed_ngrams(text.removeprefix("query: "), dimensions=DIMENSIONS) for text in texts])


@dataclass(slots=True)
class FakeStore:
    """Chunks by id, all in one namespace; a filter on `source` is honoured."""

    stored: Mapping[str, StoredChunk] = field(default_factory=dict)
    error: WinnowError | None = None

    async def chunks(self, namespace: str, ids: Sequence[str], *, where: Filter) -> dict[str, StoredChunk]:  # noqa: ARG002
        self._fail()
        return {identifier: self.stored[identifier] for identifier in ids if self._seen(identifier, where)}

    async def search(self, namespace: str, terms: Sequence[str], *, limit: int, where: Filter) -> list[StoredChunk]:  # noqa: ARG002
        self._fail()
        retriever = KeywordRetriever()
        for chunk in self.stored.values():
            if self._seen(chunk.id, where):
                retriever.add(chunk.id, chunk.content, title=chunk.title)
        return [self.stored[score.id] for score in retriever.search_terms(terms, limit=limit)]

    async def term_statistics(self, terms: Sequence[str]) -> TermStatistics:
        self._fail()
        frequencies = {term: sum(term in chunk.content.lower() for chunk in self.stored.values()) for term in terms}
        lengths = [len(chunk.title) + len(chunk.content) for chunk in self.stored.values()]
        return TermStatistics(len(lengths), frequencies, sum(lengths) / max(1, len(lengths)))

    def _seen(self, identifier: str, where: Filter) -> bool:
        chunk = self.stored.get(identifier)
        return chunk is not None and all(
            chunk.metadata.get(condition.field) == condition.value for condition in where.conditions
        )

    def _fail(self) -> None:
        if self.error is not None:
            raise self.error


@dataclass(slots=True)
class FakeIndex:
    """Finds by cosine over the same chunks, and knows nothing of filters: the store is the truth."""

    stored: Mapping[str, StoredChunk] = field(default_factory=dict)
    error: WinnowError | None = None

    async def query(self, vector: Sequence[float], *, namespace: str, top_k: int, where: Filter) -> list[DenseHit]:  # noqa: ARG002
        if self.error is not None:
            raise self.error
        hits = [
            DenseHit(chunk.id, cosines(vector, embed_ngrams(chunk.content, dimensions=DIMENSIONS))[0])
            for chunk in self.stored.values()
        ]
        return sorted(hits, key=lambda hit: (-hit.cosine, hit.id))[:top_k]


@dataclass(slots=True)
class FakeMemory:
    """What was remembered, and how often it was asked."""

    query_vectors: dict[bytes, bytes] = field(default_factory=dict)
    chunks: list[ChunkMemory] = field(default_factory=list)
    reads: int = 0
    error: WinnowError | None = None

    async def queries(self, hashes: Sequence[bytes]) -> dict[bytes, bytes]:
        self._read()
        return {digest: self.query_vectors[digest] for digest in hashes if digest in self.query_vectors}

    async def remember_queries(self, vectors: Mapping[bytes, bytes]) -> None:
        self.query_vectors.update(vectors)

    async def sentences(self, chunk_ids: Sequence[str]) -> list[bytes]:
        self._read()
        return [chunk.packed for chunk in self.chunks if chunk.id in chunk_ids]

    async def remember_sentences(self, chunks: Sequence[ChunkMemory]) -> None:
        self.chunks += chunks

    def _read(self) -> None:
        self.reads += 1
        if self.error is not None:
            raise self.error


@dataclass(slots=True)
class FakeBackground:
    """Work waits here until `finish`: after the answer, as in the Worker."""

    waiting: list[Coroutine[Any, Any, None]] = field(default_factory=list)

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        self.waiting.append(work)

    async def finish(self) -> None:
        for work in self.waiting:
            await work
        self.waiting.clear()


def stored_chunk(
    identifier: str,
    content: str,
    *,
    document: str | None = None,
    start: int = 0,
    separator: str | None = None,
    metadata: Mapping[str, Json] | None = None,
) -> StoredChunk:
    """A chunk of a document of its own, unless one is named."""
    return StoredChunk(
        id=identifier,
        document_id=document or identifier,
        title="",
        ordinal=0,
        start=start,
        end=start + len(content),
        content=content,
        separator=separator,
        metadata=metadata or {},
    )
