"""Trim: score every sentence of the chunks against the question, and keep those that matter."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from typing import Literal, TypeAlias

from winnow.errors import FieldProblem, InvalidRequest
from winnow.ports import StoredChunk
from winnow.ranking.cosine import cosines
from winnow.ranking.sentences import hybrid_order, reorder, sentence_coverages
from winnow.services.memory import RememberingEmbedder, Sentence, Source
from winnow.services.metering import Meter, Usage
from winnow.trimming.options import TrimOptions
from winnow.trimming.trim import TrimResult, trim_chunks
from winnow.trimming.units import Units, split_units

Scorer: TypeAlias = Literal["cosine", "hybrid"]
"""How sentences are ranked within a chunk. Under `hybrid` the cosines say how many stay, and rank fusion of cosine and
term coverage says which."""


@dataclass(frozen=True, slots=True)
class TrimInput:
    """A text to trim. `sources` are the stored chunks it was taken from: their sentences' vectors are remembered.

    Where there is a `title`, each sentence is scored as `title: sentence`: a sentence often does not name its subject.
    """

    content: str
    unit: str = "sentence"
    title: str = ""
    sources: tuple[Source, ...] = ()


@dataclass(frozen=True, slots=True)
class ScoredText:
    """A text in units. `cosines` are theirs with the question; `values` decide which of them stay."""

    content: str
    units: Units
    cosines: tuple[float, ...]
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Trimming:
    """One result for each question, and what scoring cost for all of them."""

    results: tuple[TrimResult, ...]
    usage: Usage


@dataclass(frozen=True, slots=True)
class TrimService:
    embedder: RememberingEmbedder

    async def trim(
        self,
        texts: Sequence[TrimInput],
        queries: Sequence[str],
        *,
        options: TrimOptions,
        meter: Meter,
        scorer: Scorer = "cosine",
    ) -> Trimming:
        """Trim the same texts for each of the queries; every sentence is embedded once, and not when remembered."""
        before = meter.usage
        scored = await self.score(texts, queries, meter=meter, scorer=scorer)
        with meter.stage("trim"):
            results = tuple(select(of_query, options) for of_query in scored)
        return Trimming(results, meter.usage - before)

    async def score(
        self, texts: Sequence[TrimInput], queries: Sequence[str], *, meter: Meter, scorer: Scorer = "cosine"
    ) -> list[list[ScoredText]]:
        """The texts scored for each of the queries."""
        units = _split(texts, meter)
        vectors, rows = await self.embedder.embed_with_sentences(queries, _sentences(texts, units), meter=meter)
        with meter.stage("score"):
            return [
                _scored(
                    texts, units, cosines(vector, rows.numbers, rows.lengths), query if scorer == "hybrid" else None
                )
                for query, vector in zip(queries, vectors, strict=True)
            ]

    async def trim_by_vector(
        self, texts: Sequence[TrimInput], query_vector: Sequence[float], *, options: TrimOptions, meter: Meter
    ) -> Trimming:
        """Trim for a query that the caller has embedded, by the same model.

        Raises:
            InvalidRequest: `query_vector` has not the model's width.
        """
        if len(query_vector) != self.embedder.dimensions:
            message = f"query_vector must hold {self.embedder.dimensions} numbers, not {len(query_vector)}"
            raise InvalidRequest([FieldProblem(("query_vector",), message)])
        before = meter.usage
        units = _split(texts, meter)
        _, rows = await self.embedder.embed_with_sentences([], _sentences(texts, units), meter=meter)
        with meter.stage("trim"):
            result = select(_scored(texts, units, cosines(query_vector, rows.numbers, rows.lengths), None), options)
        return Trimming((result,), meter.usage - before)


def stored_text(chunk: StoredChunk, *, unit: str | None = None, title: str = "") -> TrimInput:
    """A stored chunk as a text to trim: in the units it was cut into at ingest, unless the caller names others."""
    return TrimInput(chunk.content, unit or chunk.separator or "sentence", title, (Source(chunk.id, chunk.content),))


def select(texts: Sequence[ScoredText], options: TrimOptions) -> TrimResult:
    """Keep of each text what its values and `options` call for; the scores told are its cosines."""
    result = trim_chunks(
        [text.content for text in texts],
        [text.units for text in texts],
        [text.values for text in texts],
        options=options,
    )
    chunks = (replace(chunk, scores=text.cosines) for chunk, text in zip(result.chunks, texts, strict=True))
    return replace(result, chunks=tuple(chunks))


def _split(texts: Sequence[TrimInput], meter: Meter) -> list[Units]:
    with meter.stage("split"):
        return [split_units(text.content, unit=text.unit) for text in texts]


def _sentences(texts: Sequence[TrimInput], units: Sequence[Units]) -> list[Sentence]:
    return [
        Sentence(f"{text.title}: {part}" if text.title else part, part, text.sources)
        for text, of_text in zip(texts, units, strict=True)
        for part in _parts(text.content, of_text)
    ]


def _parts(content: str, units: Units) -> list[str]:
    return [content[start:end] for start, end in units.spans]


def _scored(
    texts: Sequence[TrimInput], units: Sequence[Units], scores: Sequence[float], query: str | None
) -> list[ScoredText]:
    """`query` is set where its terms count too."""
    bounds = accumulate((len(of_text.spans) for of_text in units), initial=0)
    scored = []
    for text, of_text, (start, end) in zip(texts, units, pairwise(bounds), strict=True):
        row = values = tuple(scores[start:end])
        if query is not None:
            order = hybrid_order(row, sentence_coverages(query, _parts(text.content, of_text)))
            values = tuple(reorder(row, order))
        scored.append(ScoredText(text.content, of_text, row, values))
    return scored
