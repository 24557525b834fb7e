"""Retrieve: two legs, a floor on each, and one ranking by rank fusion.

Floors are per leg, on scores that mean something: `min_score` on cosine, `min_coverage` on term coverage. The fused
score is a function of rank alone, so nothing thresholds it.
"""

import asyncio
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from winnow.errors import TemporaryError, WinnowError
from winnow.ports import EVERYTHING, ChunkStore, Embedder, Filter, StoredChunk, VectorIndex
from winnow.ranking.coverage import coverage, term_weights
from winnow.ranking.fusion import DEFAULT_RANK_CONSTANT, Ranking, reciprocal_rank_fusion
from winnow.services.metering import Meter
from winnow.text.terms import terms
from winnow.text.tokens import estimate_tokens

LegStatus: TypeAlias = Literal["ok", "off", "empty", "floored", "failed"]


@dataclass(frozen=True, slots=True)
class DenseOptions:
    """`min_score` is a floor on cosine, in [-1, 1]; `weight` > 0 is the leg's share in the fusion."""

    min_score: float | None = None
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class LexicalOptions:
    """`min_coverage` is a floor on term coverage, in [0, 1]; `weight` > 0 is the leg's share in the fusion."""

    min_coverage: float | None = None
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class RetrieveOptions:
    """`candidates` is the depth of both legs, `top_k` the length of the answer. A leg that is None is off."""

    top_k: int = 5
    candidates: int = 20
    where: Filter = EVERYTHING
    dense: DenseOptions | None = field(default_factory=DenseOptions)
    lexical: LexicalOptions | None = field(default_factory=LexicalOptions)
    rank_constant: int = DEFAULT_RANK_CONSTANT


@dataclass(frozen=True, slots=True)
class DenseMatch:
    """Where a chunk stands in the dense leg. `rank` counts from 0."""

    rank: int
    cosine: float


@dataclass(frozen=True, slots=True)
class LexicalMatch:
    """Where a chunk stands in the lexical leg. `rank` counts from 0."""

    rank: int
    bm25: float
    coverage: float


@dataclass(frozen=True, slots=True)
class LegReport:
    """What a leg did: `candidates` before its floor, `kept` after it; `reason` when it failed or could not run."""

    status: LegStatus
    candidates: int = 0
    kept: int = 0
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class RetrievedChunk:
    """A chunk of the answer, with its fused score and its place in each leg that found it."""

    chunk: StoredChunk
    rrf: float
    dense: DenseMatch | None
    lexical: LexicalMatch | None


@dataclass(frozen=True, slots=True)
class Retrieval:
    """The answer, best first, and what each leg did for it."""

    chunks: tuple[RetrievedChunk, ...]
    dense: LegReport
    lexical: LegReport


@dataclass(frozen=True, slots=True)
class _DenseLeg:
    report: LegReport
    matches: dict[str, DenseMatch] = field(default_factory=dict)
    chunks: dict[str, StoredChunk] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _LexicalLeg:
    report: LegReport
    matches: dict[str, LexicalMatch] = field(default_factory=dict)
    chunks: dict[str, StoredChunk] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RetrieveService:
    embedder: Embedder
    index: VectorIndex
    store: ChunkStore

    async def retrieve(self, namespace: str, query: str, *, options: RetrieveOptions, meter: Meter) -> Retrieval:
        """Answer `query` from one namespace.

        A leg that fails degrades the answer and says so in its report.

        Raises:
            WinnowError: every leg that was asked failed; it is the error of the first.
        """
        dense, lexical = await asyncio.gather(
            self._dense(namespace, query, options, meter), self._lexical(namespace, query, options, meter)
        )
        failures = [leg for leg in (dense, lexical) if isinstance(leg, WinnowError)]
        asked = (options.dense is not None) + (options.lexical is not None)
        if failures and len(failures) == asked:
            raise failures[0]
        dense_leg = _DenseLeg(_failed(dense)) if isinstance(dense, WinnowError) else dense
        lexical_leg = _LexicalLeg(_failed(lexical)) if isinstance(lexical, WinnowError) else lexical
        with meter.stage("fuse"):
            chunks = _fuse(dense_leg, lexical_leg, options)
        return Retrieval(chunks, dense_leg.report, lexical_leg.report)

    async def _dense(
        self, namespace: str, query: str, options: RetrieveOptions, meter: Meter
    ) -> "_DenseLeg | WinnowError":
        settings = options.dense
        if settings is None:
            return _DenseLeg(LegReport("off"))
        if options.where.denies:
            return _DenseLeg(LegReport("empty", reason="the filter allows no document"))
        try:
            with meter.stage("embed"):
                meter.count_embedding(texts=1, tokens=estimate_tokens(query))
                vectors = await self.embedder.embed([self.embedder.as_query(query)])
            with meter.stage("dense"):
                hits = await self.index.query(
                    vectors[0], namespace=namespace, top_k=options.candidates, where=options.where
                )
            with meter.stage("hydrate"):
                found = await self.store.chunks(namespace, [hit.id for hit in hits], where=options.where)
        except TemporaryError as error:
            return error
        hydrated = [hit for hit in hits if hit.id in found]
        floor = -1.0 if settings.min_score is None else settings.min_score
        kept = [hit for hit in hydrated if hit.cosine >= floor]
        matches = {hit.id: DenseMatch(rank, hit.cosine) for rank, hit in enumerate(kept)}
        return _DenseLeg(_report(len(hydrated), len(kept)), matches, found)

    async def _lexical(
        self, namespace: str, query: str, options: RetrieveOptions, meter: Meter
    ) -> "_LexicalLeg | WinnowError":
        settings = options.lexical
        if settings is None:
            return _LexicalLeg(LegReport("off"))
        if options.where.denies:
            return _LexicalLeg(LegReport("empty", reason="the filter allows no document"))
        asked = list(dict.fromkeys(terms(query)))
        if not asked:
            return _LexicalLeg(LegReport("empty", reason="the query holds no letter or digit"))
        try:
            with meter.stage("lexical"):
                hits = await self.store.search(namespace, asked, limit=options.candidates, where=options.where)
                statistics = await self.store.term_statistics(asked)
        except TemporaryError as error:
            return error
        weights = term_weights(asked, statistics.document_frequencies, statistics.chunks)
        covered = [(hit, coverage(weights, terms(f"{hit.chunk.title}\n{hit.chunk.content}"))) for hit in hits]
        floor = 0.0 if settings.min_coverage is None else settings.min_coverage
        kept = [(hit, share) for hit, share in covered if share >= floor]
        matches = {hit.chunk.id: LexicalMatch(rank, hit.bm25, share) for rank, (hit, share) in enumerate(kept)}
        return _LexicalLeg(_report(len(hits), len(kept)), matches, {hit.chunk.id: hit.chunk for hit, _ in kept})


def _report(candidates: int, kept: int) -> LegReport:
    if candidates == 0:
        return LegReport("empty")
    return LegReport("ok" if kept else "floored", candidates, kept)


def _failed(error: WinnowError) -> LegReport:
    return LegReport("failed", reason=str(error))


def _fuse(dense: _DenseLeg, lexical: _LexicalLeg, options: RetrieveOptions) -> tuple[RetrievedChunk, ...]:
    rankings: dict[str, Ranking] = {}
    if options.dense is not None:
        rankings["dense"] = Ranking(tuple(dense.matches), options.dense.weight)
    if options.lexical is not None:
        rankings["lexical"] = Ranking(tuple(lexical.matches), options.lexical.weight)
    fused = reciprocal_rank_fusion(rankings, rank_constant=options.rank_constant, tie_break="dense")
    chunks = dense.chunks | lexical.chunks
    return tuple(
        RetrievedChunk(chunks[identifier], score, dense.matches.get(identifier), lexical.matches.get(identifier))
        for identifier, score in fused[: options.top_k]
    )
