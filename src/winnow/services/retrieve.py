"""Retrieve: two legs over one corpus, and one ranking of what both let through."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from winnow.errors import TemporaryError
from winnow.ports import EVERYTHING, ChunkStore, Filter, StoredChunk, VectorIndex
from winnow.ranking.fusion import DEFAULT_RANK_CONSTANT, Ranking, reciprocal_rank_fusion
from winnow.ranking.normalised import ScoredRanking, normalised_fusion
from winnow.services.corpora import AdHocCorpus, Corpus, StoredCorpus
from winnow.services.legs import (
    DenseLeg,
    DenseMatch,
    DenseOptions,
    LegReport,
    LexicalLeg,
    LexicalMatch,
    LexicalOptions,
    dense_leg,
    lexical_leg,
)
from winnow.services.memory import RememberingEmbedder
from winnow.services.metering import Meter

FusionMethod: TypeAlias = Literal["rrf", "normalised"]
ScoreKind: TypeAlias = Literal["rrf", "fused_norm", "cosine", "bm25"]


@dataclass(frozen=True, slots=True)
class RetrieveOptions:
    """`candidates` is the depth of both legs, `top_k` the length of the answer. A leg that is None is off."""

    top_k: int = 5
    candidates: int = 20
    where: Filter = EVERYTHING
    dense: DenseOptions | None = field(default_factory=DenseOptions)
    lexical: LexicalOptions | None = field(default_factory=LexicalOptions)
    fusion: FusionMethod = "rrf"
    rank_constant: int = DEFAULT_RANK_CONSTANT


@dataclass(frozen=True, slots=True)
class Score:
    """A number and what it is. Where one leg was asked, it is that leg's own score; else it tells order alone."""

    kind: ScoreKind
    value: float


@dataclass(frozen=True, slots=True)
class RetrievedChunk:
    """A chunk of the answer, with its score and its place in each leg that found it."""

    chunk: StoredChunk
    score: Score
    dense: DenseMatch | None
    lexical: LexicalMatch | None


@dataclass(frozen=True, slots=True)
class Retrieval:
    """The answer, best first, and what each leg did for it."""

    chunks: tuple[RetrievedChunk, ...]
    dense: LegReport
    lexical: LegReport

    @property
    def reason(self) -> str | None:
        """Why there is no chunk; None where there is one."""
        if self.chunks:
            return None
        reports = {"dense": self.dense, "lexical": self.lexical}
        return "; ".join(f"{leg}: {report.reason}" for leg, report in reports.items() if report.reason)


@dataclass(frozen=True, slots=True)
class RetrieveService:
    embedder: RememberingEmbedder
    index: VectorIndex
    store: ChunkStore

    async def retrieve(self, namespace: str, query: str, *, options: RetrieveOptions, meter: Meter) -> Retrieval:
        """Answer `query` from one namespace. A leg that fails degrades the answer and says so in its report.

        Raises:
            InvalidRequest: the model refuses the query.
            WinnowError: every leg that was asked failed; a TemporaryError where one of them was.
        """
        corpus = StoredCorpus(self.embedder, self.index, self.store, namespace, options.where)
        return await search(corpus, query, options=options, meter=meter)

    async def rank(
        self, chunks: Sequence[StoredChunk], query: str, *, options: RetrieveOptions, meter: Meter
    ) -> Retrieval:
        """Answer `query` from these chunks, which have distinct ids and are not stored. Raises as `retrieve`."""
        return await search(AdHocCorpus(self.embedder, chunks), query, options=options, meter=meter)


async def search(corpus: Corpus, query: str, *, options: RetrieveOptions, meter: Meter) -> Retrieval:
    """Both legs concurrently, then one ranking. Raises as `RetrieveService.retrieve`."""

    async def find_dense() -> DenseLeg:
        with meter.stage("dense_leg"):
            return await dense_leg(corpus, query, options.dense, candidates=options.candidates, meter=meter)

    async def find_lexical() -> LexicalLeg:
        with meter.stage("lexical_leg"):
            return await lexical_leg(corpus, query, options.lexical, candidates=options.candidates, meter=meter)

    dense, lexical = await asyncio.gather(find_dense(), find_lexical())
    _raise_if_all_failed(dense, lexical)
    with meter.stage("fuse"):
        ranked = _ranked(dense, lexical, options)[: options.top_k]
    found = {**dense.chunks, **lexical.chunks}
    chunks = tuple(
        RetrievedChunk(found[identifier], score, dense.matches.get(identifier), lexical.matches.get(identifier))
        for identifier, score in ranked
    )
    return Retrieval(chunks, dense.report, lexical.report)


def _raise_if_all_failed(*legs: DenseLeg | LexicalLeg) -> None:
    asked = [leg for leg in legs if leg.report.status != "off"]
    errors = [leg.error for leg in asked if leg.error is not None]
    if errors and len(errors) == len(asked):
        raise next((error for error in errors if isinstance(error, TemporaryError)), errors[0])


def _ranked(dense: DenseLeg, lexical: LexicalLeg, options: RetrieveOptions) -> list[tuple[str, Score]]:
    if options.lexical is None:
        return [(identifier, Score("cosine", match.cosine)) for identifier, match in dense.matches.items()]
    if options.dense is None:
        return [(identifier, Score("bm25", match.bm25)) for identifier, match in lexical.matches.items()]
    weights = {"dense": options.dense.weight, "lexical": options.lexical.weight}
    if options.fusion == "normalised":
        scores = {
            "dense": {identifier: match.cosine for identifier, match in dense.matches.items()},
            "lexical": {identifier: match.bm25 for identifier, match in lexical.matches.items()},
        }
        scored = {leg: ScoredRanking(scores[leg], weight) for leg, weight in weights.items()}
        fused = normalised_fusion(scored, tie_break="dense")
        return [(identifier, Score("fused_norm", value)) for identifier, value in fused]
    ids = {"dense": tuple(dense.matches), "lexical": tuple(lexical.matches)}
    rankings = {leg: Ranking(ids[leg], weight) for leg, weight in weights.items()}
    fused = reciprocal_rank_fusion(rankings, rank_constant=options.rank_constant, tie_break="dense")
    return [(identifier, Score("rrf", value)) for identifier, value in fused]
