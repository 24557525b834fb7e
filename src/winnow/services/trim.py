"""Trim: score every sentence of the chunks against the question, and keep those that matter."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from winnow.errors import FieldProblem, InvalidRequest
from winnow.ports import Embedder
from winnow.ranking.cosine import cosines
from winnow.services.embedding import embed_flat
from winnow.services.metering import Meter
from winnow.trimming.options import TrimOptions
from winnow.trimming.trim import TrimResult, trim_chunks
from winnow.trimming.units import Units, split_units


@dataclass(frozen=True, slots=True)
class TrimService:
    embedder: Embedder

    async def trim(
        self,
        contents: Sequence[str],
        queries: Sequence[str],
        *,
        unit: str,
        options: TrimOptions,
        meter: Meter,
    ) -> list[TrimResult]:
        """Trim the same chunks for each of the queries; every sentence is embedded once."""
        with meter.stage("split"):
            units = [split_units(content, unit=unit) for content in contents]
        texts = [self.embedder.as_query(query) for query in queries] + _unit_texts(contents, units)
        with meter.stage("embed"):
            numbers = await embed_flat(self.embedder, texts, meter=meter)
        dimensions = self.embedder.dimensions
        vectors = numbers[len(queries) * dimensions :]
        with meter.stage("trim"):
            return [
                _trim(contents, units, cosines(numbers[start : start + dimensions], vectors), options)
                for start in range(0, len(queries) * dimensions, dimensions)
            ]

    async def trim_by_vector(
        self,
        contents: Sequence[str],
        query_vector: Sequence[float],
        *,
        unit: str,
        options: TrimOptions,
        meter: Meter,
    ) -> TrimResult:
        """Trim for a query that the caller has embedded, by the same model.

        Raises:
            InvalidRequest: `query_vector` has not the model's width.
        """
        if len(query_vector) != self.embedder.dimensions:
            message = f"query_vector must hold {self.embedder.dimensions} numbers, not {len(query_vector)}"
            raise InvalidRequest([FieldProblem(("query_vector",), message)])
        with meter.stage("split"):
            units = [split_units(content, unit=unit) for content in contents]
        with meter.stage("embed"):
            vectors = await embed_flat(self.embedder, _unit_texts(contents, units), meter=meter)
        with meter.stage("trim"):
            return _trim(contents, units, cosines(query_vector, vectors), options)


def _unit_texts(contents: Sequence[str], units: Sequence[Units]) -> list[str]:
    return [
        content[span.start : span.end]
        for content, of_chunk in zip(contents, units, strict=True)
        for span in of_chunk.spans
    ]


def _trim(contents: Sequence[str], units: Sequence[Units], scores: Sequence[float], options: TrimOptions) -> TrimResult:
    bounds = accumulate((len(of_chunk.spans) for of_chunk in units), initial=0)
    by_chunk = [scores[start:end] for start, end in pairwise(bounds)]
    return trim_chunks(contents, units, by_chunk, options=options)
