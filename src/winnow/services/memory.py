"""Vectors that were made before, and those that were not: one embedding call for all that is missing.

What is new is kept behind the answer, which never waits for it. A memory that fails is a memory that is empty.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple, TypeAlias

from winnow.errors import TemporaryError
from winnow.ports import Background, ChunkMemory, Embedder, VectorMemory
from winnow.services.embedding import embed_rows
from winnow.services.metering import Meter
from winnow.services.packing import (
    SINGLE_BYTES,
    Rows,
    pack_entries,
    pack_rows,
    text_hash,
    unpack_entries,
    unpack_rows,
    unpack_single,
)

MAX_RECENT_QUERIES = 500
"""Query vectors kept in the isolate itself, about 1 MB."""

QueryVector: TypeAlias = list[float]


@dataclass(frozen=True, slots=True)
class Source:
    """A chunk that a text was taken from, by the id and content it is stored with."""

    id: str
    content: str


class Sentence(NamedTuple):
    """A sentence to embed as `text`, which may hold a context besides its own `content`.

    `sources` are the stored chunks that the text around it was taken from.
    """

    text: str
    content: str
    sources: tuple[Source, ...] = ()

    @property
    def source(self) -> Source | None:
        """Where its vector is kept: with the chunk that holds it, else, where chunks were joined, with the first."""
        return next(
            (source for source in self.sources if self.content in source.content), next(iter(self.sources), None)
        )


@dataclass(slots=True)
class RecentQueries:
    """The query vectors that this isolate used last."""

    vectors: OrderedDict[bytes, bytes] = field(default_factory=OrderedDict)

    def get(self, digest: bytes) -> bytes | None:
        vector = self.vectors.get(digest)
        if vector is not None:
            self.vectors.move_to_end(digest)
        return vector

    def put(self, vectors: Mapping[bytes, bytes]) -> None:
        for digest, vector in vectors.items():
            self.vectors[digest] = vector
            self.vectors.move_to_end(digest)
        while len(self.vectors) > MAX_RECENT_QUERIES:
            self.vectors.popitem(last=False)


@dataclass(frozen=True, slots=True)
class RememberingEmbedder:
    """`model` says how vectors are made: two models' vectors of one text are never taken for each other."""

    embedder: Embedder
    memory: VectorMemory
    background: Background
    model: str
    recent: RecentQueries = field(default_factory=RecentQueries)

    @property
    def dimensions(self) -> int:
        return self.embedder.dimensions

    async def embed_query(self, query: str, *, meter: Meter) -> QueryVector:
        """Raises InvalidRequest, ModelUnavailable, OperatorError."""
        [vector], _ = await self.embed_with_texts([query], [], meter=meter)
        return vector

    async def embed_with_texts(
        self, queries: Sequence[str], texts: Sequence[str], *, meter: Meter
    ) -> tuple[list[QueryVector], Rows]:
        """The queries' vectors, and those of `texts`: these are embedded each time. Raises as `embed_query`."""
        with meter.stage("recall"):
            known = await self._recall_queries(queries)
        return await self._embed(queries, known, texts, meter)

    async def embed_with_sentences(
        self, queries: Sequence[str], sentences: Sequence[Sentence], *, meter: Meter
    ) -> tuple[list[QueryVector], Rows]:
        """The queries' vectors, and those of the sentences, in order. Raises as `embed_query`."""
        hashes = {sentence.text: text_hash(self.model, sentence.text) for sentence in sentences}
        chunk_ids = list(dict.fromkeys(source.id for sentence in sentences for source in sentence.sources))
        with meter.stage("recall"):
            known, vectors = await asyncio.gather(self._recall_queries(queries), self._recall_sentences(chunk_ids))
        missing = [text for text, digest in hashes.items() if digest not in vectors]
        meter.count_memory(len(hashes) - len(missing))
        query_vectors, rows = await self._embed(queries, known, missing, meter)
        new = dict(zip((hashes[text] for text in missing), pack_rows(rows), strict=True))
        vectors |= new
        if new and chunk_ids:
            self.background.run(self._remember_sentences(sentences, hashes, new))
        return query_vectors, unpack_rows([vectors[hashes[sentence.text]] for sentence in sentences])

    async def _embed(
        self, queries: Sequence[str], known: dict[str, QueryVector], texts: Sequence[str], meter: Meter
    ) -> tuple[list[QueryVector], Rows]:
        """Embed the queries that are not known, and the texts, in as few calls as the model allows."""
        meter.count_memory(len(known))
        missing = [query for query in dict.fromkeys(queries) if query not in known]
        with meter.stage("embed"):
            asked = [self.embedder.as_query(query) for query in missing]
            rows = await embed_rows(self.embedder, [*asked, *texts], meter=meter)
        width = SINGLE_BYTES * self.dimensions
        new = {query: rows.packed[row * width : (row + 1) * width] for row, query in enumerate(missing)}
        if new:
            hashed = {self._query_hash(query): vector for query, vector in new.items()}
            self.recent.put(hashed)
            self.background.run(self.memory.remember_queries(hashed))
        known |= {query: unpack_single(vector) for query, vector in new.items()}
        others = Rows(rows.packed[len(missing) * width :], rows.lengths[len(missing) :])
        return [known[query] for query in queries], others

    def _query_hash(self, query: str) -> bytes:
        return text_hash(self.model, self.embedder.as_query(query))

    async def _recall_queries(self, queries: Sequence[str]) -> dict[str, QueryVector]:
        hashes = {query: self._query_hash(query) for query in queries}
        found = {digest: self.recent.get(digest) for digest in hashes.values()}
        unknown = [digest for digest, vector in found.items() if vector is None]
        if unknown:
            try:
                stored = await self.memory.queries(unknown)
            except TemporaryError:
                stored = {}
            self.recent.put(stored)
            found.update(stored)
        return {query: unpack_single(vector) for query, digest in hashes.items() if (vector := found[digest])}

    async def _recall_sentences(self, chunk_ids: Sequence[str]) -> dict[bytes, bytes]:
        if not chunk_ids:
            return {}
        try:
            packed = await self.memory.sentences(chunk_ids)
        except TemporaryError:
            return {}
        unpack = partial(unpack_entries, dimensions=self.dimensions)
        return {digest: vector for chunk in packed for digest, vector in unpack(chunk)}

    async def _remember_sentences(
        self, sentences: Sequence[Sentence], hashes: Mapping[str, bytes], new: Mapping[bytes, bytes]
    ) -> None:
        entries: dict[Source, dict[bytes, bytes]] = {}
        for sentence in sentences:
            digest = hashes[sentence.text]
            if digest in new and (source := sentence.source) is not None:
                entries.setdefault(source, {})[digest] = new[digest]
        chunks = [ChunkMemory(source.id, source.content, pack_entries(some)) for source, some in entries.items()]
        await self.memory.remember_sentences(chunks)
