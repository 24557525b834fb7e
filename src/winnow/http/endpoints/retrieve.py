"""`POST /retrieve`."""

from dataclasses import dataclass
from typing import Any

from winnow.http.endpoints.cost import present_cost
from winnow.http.endpoints.trim import present_trim_details, trim_options, with_contents
from winnow.http.filters import to_filter
from winnow.http.messages import Response, json_response
from winnow.http.router import Call, Route, Routes
from winnow.http.schemas.common import parse_json, validate
from winnow.http.schemas.retrieve import RetrieveRequest
from winnow.http.schemas.trim import TrimSettings
from winnow.ports import IndexDefinition, StoredChunk
from winnow.services.metering import Meter
from winnow.services.retrieve import (
    DenseOptions,
    LegReport,
    LexicalOptions,
    Retrieval,
    RetrievedChunk,
    RetrieveOptions,
    RetrieveService,
)
from winnow.services.trim import TrimService
from winnow.services.vector_settings import VectorSettings
from winnow.trimming.trim import TrimResult


@dataclass(frozen=True, slots=True)
class RetrieveEndpoint:
    """`trim_threshold` is the cosine at which a sentence counts as relevant, where a request names none."""

    retrieve: RetrieveService
    trim: TrimService
    vector_settings: VectorSettings
    index: IndexDefinition
    trim_threshold: float

    def routes(self) -> Routes:
        return {"/retrieve": {"POST": Route(self.post, "read")}}

    async def post(self, call: Call) -> Response:
        """Find the chunks that answer a query, and trim them when asked."""
        wanted = validate(RetrieveRequest, parse_json(await call.request.read_body()))
        call.enter(wanted.namespace)
        meter = call.meter
        await self.vector_settings.check()
        found = await self.retrieve.retrieve(
            wanted.namespace, wanted.query, options=retrieve_options(wanted, self.index), meter=meter
        )
        call.notes["legs"] = {"dense": found.dense.status, "lexical": found.lexical.status}
        answer = present_retrieval(found)
        if wanted.trim:
            settings = wanted.trim if isinstance(wanted.trim, TrimSettings) else TrimSettings()
            trimmed = await self._trim(found, wanted.query, settings, meter)
            answer["chunks"] = with_contents(answer["chunks"], trimmed)
            answer["trim"] = present_trim_details(trimmed)
        return json_response({**answer, **present_cost(meter)})

    async def _trim(self, found: Retrieval, query: str, settings: TrimSettings, meter: Meter) -> TrimResult:
        [trimmed] = await self.trim.trim(
            [item.chunk.content for item in found.chunks],
            [query],
            unit=settings.unit,
            options=trim_options(settings, default_threshold=self.trim_threshold),
            meter=meter,
        )
        return trimmed


def retrieve_options(wanted: RetrieveRequest, index: IndexDefinition) -> RetrieveOptions:
    """Raises InvalidRequest for a filter that the index cannot apply."""
    dense, lexical = wanted.dense, wanted.lexical
    return RetrieveOptions(
        top_k=wanted.top_k,
        candidates=wanted.candidates,
        where=to_filter(wanted.filter, index),
        dense=DenseOptions(dense.min_score, dense.weight) if dense else None,
        lexical=LexicalOptions(lexical.min_coverage, lexical.weight) if lexical else None,
        rank_constant=wanted.fusion.k,
    )


def present_retrieval(retrieval: Retrieval) -> dict[str, Any]:
    return {
        "chunks": [_retrieved(found) for found in retrieval.chunks],
        "legs": {"dense": _leg(retrieval.dense), "lexical": _leg(retrieval.lexical)},
    }


def _retrieved(found: RetrievedChunk) -> dict[str, Any]:
    legs: dict[str, Any] = {}
    if found.dense is not None:
        legs["dense"] = {"rank": found.dense.rank, "cosine": found.dense.cosine}
    if found.lexical is not None:
        lexical = found.lexical
        legs["lexical"] = {"rank": lexical.rank, "bm25": lexical.bm25, "coverage": lexical.coverage}
    return {**_chunk(found.chunk), "score": {"kind": "rrf", "value": found.rrf}, "legs": legs}


def _chunk(chunk: StoredChunk) -> dict[str, Any]:
    return {
        "id": chunk.id,
        "document_id": chunk.document_id,
        "title": chunk.title,
        "ordinal": chunk.ordinal,
        "content": chunk.content,
        "start": chunk.start,
        "end": chunk.end,
        "metadata": chunk.metadata,
    }


def _leg(report: LegReport) -> dict[str, Any]:
    entry: dict[str, Any] = {"status": report.status, "candidates": report.candidates, "kept": report.kept}
    if report.reason is not None:
        entry["reason"] = report.reason
    return entry
