"""What is searched: the chunks that are stored, or chunks that only pass through."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Protocol

from winnow.ports import ChunkStore, Filter, StoredChunk, VectorIndex
from winnow.ranking.bm25 import KeywordRetriever, LexicalScore, TermStatistics, index_text, rank_by_terms
from winnow.ranking.cosine import cosines
from winnow.services.memory import RememberingEmbedder
from winnow.services.metering import Meter


class Near(NamedTuple):
    """A chunk and its cosine with the query."""

    chunk: StoredChunk
    cosine: float


class Holding(NamedTuple):
    """A chunk that holds terms of the query, and how well."""

    chunk: StoredChunk
    score: LexicalScore


class Corpus(Protocol):
    """Chunks that can be searched in two ways. Both may raise TemporaryError and OperatorError."""

    @property
    def denies(self) -> bool:
        """True when the filter lets no chunk through: nothing has to be asked."""
        ...

    async def nearest(self, query: str, *, limit: int, meter: Meter) -> list[Near]:
        """The chunks with the highest cosine, best first, ties by id.

        Raises InvalidRequest when the model refuses the query.
        """
        ...

    async def holding(self, terms: Sequence[str], *, limit: int, meter: Meter) -> list[Holding]:
        """The chunks with the highest BM25 over these folded terms, best first, ties by id."""
        ...

    async def coverages(
        self, terms: Sequence[str], chunks: Sequence[StoredChunk], *, meter: Meter
    ) -> Mapping[str, float]:
        """The coverage of these folded terms by chunks of this corpus, by id; one without any may be left out."""
        ...


@dataclass(frozen=True, slots=True)
class StoredCorpus:
    """One namespace of the two stores, within a filter."""

    embedder: RememberingEmbedder
    index: VectorIndex
    store: ChunkStore
    namespace: str
    where: Filter

    @property
    def denies(self) -> bool:
        return self.where.denies

    async def nearest(self, query: str, *, limit: int, meter: Meter) -> list[Near]:
        """Hits that the store does not have, or not within the filter, are dropped: it is the truth."""
        vector = await self.embedder.embed_query(query, meter=meter)
        with meter.stage("dense"):
            hits = await self.index.query(vector, namespace=self.namespace, top_k=limit, where=self.where)
        with meter.stage("hydrate"):
            found = await self.store.chunks(self.namespace, [hit.id for hit in hits], where=self.where)
        best_first = sorted(hits, key=lambda hit: (-hit.cosine, hit.id))
        return [Near(found[hit.id], hit.cosine) for hit in best_first if hit.id in found]

    async def holding(self, terms: Sequence[str], *, limit: int, meter: Meter) -> list[Holding]:
        """The lexical index chooses the candidates; BM25 with the whole store's statistics ranks them."""
        with meter.stage("lexical"):
            chunks, statistics = await asyncio.gather(
                self.store.search(self.namespace, terms, limit=limit, where=self.where),
                self.store.term_statistics(terms),
            )
        by_id = {chunk.id: chunk for chunk in chunks}
        return [Holding(by_id[score.id], score) for score in _ranked(terms, chunks, statistics)]

    async def coverages(
        self, terms: Sequence[str], chunks: Sequence[StoredChunk], *, meter: Meter
    ) -> Mapping[str, float]:
        with meter.stage("dense"):
            statistics = await self.store.term_statistics(terms)
        return {score.id: score.coverage for score in _ranked(terms, chunks, statistics)}


def _ranked(terms: Sequence[str], chunks: Sequence[StoredChunk], statistics: TermStatistics) -> list[LexicalScore]:
    texts = [index_text(chunk.id, chunk.content, title=chunk.title) for chunk in chunks]
    return rank_by_terms(terms, texts, statistics=statistics)


@dataclass(frozen=True)
class AdHocCorpus:
    """Chunks of the request itself, embedded in one call together with the query, and never stored."""

    embedder: RememberingEmbedder
    chunks: Sequence[StoredChunk]
    denies: bool = False

    async def nearest(self, query: str, *, limit: int, meter: Meter) -> list[Near]:
        contents = [chunk.content for chunk in self.chunks]
        [vector], rows = await self.embedder.embed_with_texts([query], contents, meter=meter)
        with meter.stage("dense"):
            found = [
                Near(chunk, value)
                for chunk, value in zip(self.chunks, cosines(vector, rows.numbers, rows.lengths), strict=True)
            ]
        return sorted(found, key=lambda near: (-near.cosine, near.chunk.id))[:limit]

    async def holding(self, terms: Sequence[str], *, limit: int, meter: Meter) -> list[Holding]:
        with meter.stage("lexical"):
            scores = self._retriever.search_terms(terms, limit=limit)
        return [Holding(self._by_id[score.id], score) for score in scores]

    async def coverages(
        self, terms: Sequence[str], chunks: Sequence[StoredChunk], *, meter: Meter
    ) -> Mapping[str, float]:
        with meter.stage("dense"):
            scores = self._retriever.search_terms(terms, limit=max(1, len(self.chunks)))
        wanted = {chunk.id for chunk in chunks}
        return {score.id: score.coverage for score in scores if score.id in wanted}

    @cached_property
    def _by_id(self) -> Mapping[str, StoredChunk]:
        return {chunk.id: chunk for chunk in self.chunks}

    @cached_property
    def _retriever(self) -> KeywordRetriever:
        retriever = KeywordRetriever()
        for chunk in self.chunks:
            retriever.add(chunk.id, chunk.content, title=chunk.title)
        return retriever
