"""`POST /retrieve`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from winnow.errors import BrokenContract, TemporaryError
from winnow.http.defaults import Defaults
from winnow.http.endpoints.cost import present_cost
from winnow.http.endpoints.trim import present_details, present_receipt, receipts, trim_options, with_contents
from winnow.http.filters import to_filter
from winnow.http.messages import JsonValue, Response, json_response
from winnow.http.router import Call, Route, Routes
from winnow.http.schemas.common import parse_json, validate
from winnow.http.schemas.retrieve import AdHocChunk, RetrieveRequest, Search
from winnow.http.schemas.trim import TrimSettings
from winnow.ports import IndexDefinition, StoredChunk
from winnow.services.legs import LegReport
from winnow.services.offsets import CODE_POINTS, DocumentOffsets, OffsetService
from winnow.services.receipt import Prices
from winnow.services.retrieve import Retrieval, RetrievedChunk, RetrieveOptions, RetrieveService
from winnow.services.trim import TrimInput, Trimming, TrimService, stored_text
from winnow.services.vector_settings import VectorSettings
from winnow.text.spans import Span


@dataclass(frozen=True, slots=True)
class RetrieveEndpoint:
    retrieve: RetrieveService
    trim: TrimService
    offsets: OffsetService
    vector_settings: VectorSettings
    index: IndexDefinition
    defaults: Defaults
    prices: Prices

    def routes(self) -> Routes:
        return {"/retrieve": {"POST": Route(self.post, "read")}}

    async def post(self, call: Call) -> Response:
        """Find the chunks that answer a query, among the stored ones or those given, and trim them when asked."""
        body = parse_json(await call.request.read_body())
        wanted = validate(RetrieveRequest, body)
        call.enter(wanted.namespace)
        if wanted.chunks is None:
            found, chunks = await self._stored(wanted, call)
        else:
            found, chunks = await self._given(wanted, wanted.chunks, body["chunks"], call)
        call.notes["legs"] = {"dense": found.dense.status, "lexical": found.lexical.status}
        answer: dict[str, Any] = {"chunks": chunks, **present_legs(found)}
        if wanted.trim:
            settings = wanted.trim if isinstance(wanted.trim, TrimSettings) else TrimSettings()
            answer |= await self._trimmed(found, chunks, wanted, settings, call)
        return json_response({**answer, **present_cost(call.meter)})

    async def _stored(self, wanted: RetrieveRequest, call: Call) -> tuple[Retrieval, list[dict[str, Any]]]:
        await self.vector_settings.check()
        options = retrieve_options(wanted, self.index, self.defaults)
        found = await self.retrieve.retrieve(wanted.namespace, wanted.query, options=options, meter=call.meter)
        offsets = CODE_POINTS
        if wanted.offsets == "utf16":
            document_ids = (item.chunk.document_id for item in found.chunks)
            offsets = await self.offsets.utf16(wanted.namespace, document_ids)
        return found, [{**_chunk(item.chunk, offsets), **_scores(item)} for item in found.chunks]

    async def _given(
        self, wanted: RetrieveRequest, given: Sequence[AdHocChunk], fields: Sequence[dict[str, JsonValue]], call: Call
    ) -> tuple[Retrieval, list[dict[str, Any]]]:
        """Every field of a chunk comes back as it came."""
        chunks = [_ad_hoc(position, chunk) for position, chunk in enumerate(given)]
        options = retrieve_options(wanted, self.index, self.defaults)
        found = await self.retrieve.rank(chunks, wanted.query, options=options, meter=call.meter)
        return found, [{**fields[item.chunk.ordinal], "id": item.chunk.id, **_scores(item)} for item in found.chunks]

    async def _trimmed(
        self,
        found: Retrieval,
        chunks: list[dict[str, Any]],
        wanted: RetrieveRequest,
        settings: TrimSettings,
        call: Call,
    ) -> dict[str, Any]:
        """The members of the answer that trimming adds or changes; without the model the chunks stay whole."""
        if not found.chunks:
            return {}
        try:
            trimming = await self._trim(found, wanted, settings, call)
        except (TemporaryError, BrokenContract) as error:
            return {"trim": {"status": "failed", "reason": str(error)}}
        [result] = trimming.results
        [receipt] = receipts(trimming, self.prices)
        contents = [item.chunk.content for item in found.chunks]
        details = present_details(result, contents, wanted.offsets)
        trim = {"status": "ok", "details": details, "receipt": present_receipt(receipt)}
        return {"chunks": with_contents(chunks, result), "trim": trim}

    async def _trim(self, found: Retrieval, wanted: RetrieveRequest, settings: TrimSettings, call: Call) -> Trimming:
        options = trim_options(settings, defaults=self.defaults)
        chunks = [item.chunk for item in found.chunks]
        titles = [chunk.title if settings.with_titles else "" for chunk in chunks]
        if wanted.chunks is None:
            texts = [
                stored_text(chunk, unit=settings.unit, title=title) for chunk, title in zip(chunks, titles, strict=True)
            ]
        else:
            unit = settings.unit or "sentence"
            texts = [TrimInput(chunk.content, unit, title) for chunk, title in zip(chunks, titles, strict=True)]
        return await self.trim.trim(texts, [wanted.query], options=options, meter=call.meter, scorer=settings.scorer)


def retrieve_options(wanted: Search, index: IndexDefinition, defaults: Defaults) -> RetrieveOptions:
    """Raises InvalidRequest for a filter that the index cannot apply."""
    return RetrieveOptions(
        top_k=wanted.top_k,
        candidates=wanted.candidates,
        where=to_filter(wanted.filter, index),
        dense=defaults.dense(wanted.dense_leg),
        lexical=defaults.lexical(wanted.lexical_leg),
        fusion=wanted.fusion.method,
        rank_constant=wanted.fusion.k,
    )


def present_legs(retrieval: Retrieval) -> dict[str, Any]:
    """What each leg did, and why there is no chunk where there is none."""
    legs = {"legs": {"dense": _leg(retrieval.dense), "lexical": _leg(retrieval.lexical)}}
    return legs if retrieval.reason is None else {**legs, "reason": retrieval.reason}


def _leg(report: LegReport) -> dict[str, Any]:
    entry: dict[str, Any] = {"status": report.status, "candidates": report.candidates, "kept": report.kept}
    return entry if report.reason is None else {**entry, "reason": report.reason}


def _ad_hoc(position: int, chunk: AdHocChunk) -> StoredChunk:
    """As a stored chunk looks: a document of its own, at its place in the request."""
    identifier = chunk.id or str(position)
    content = chunk.content
    return StoredChunk(identifier, identifier, chunk.title, position, 0, len(content), content, None, {})


def _scores(found: RetrievedChunk) -> dict[str, Any]:
    legs: dict[str, dict[str, float]] = {}
    if found.dense is not None:
        legs["dense"] = {"rank": found.dense.rank, "cosine": found.dense.cosine}
        if found.dense.evidence is not None:
            legs["dense"]["evidence"] = found.dense.evidence
    if found.lexical is not None:
        lexical = found.lexical
        legs["lexical"] = {"rank": lexical.rank, "bm25": lexical.bm25, "coverage": lexical.coverage}
    return {"score": {"kind": found.score.kind, "value": found.score.value}, "legs": legs}


def _chunk(chunk: StoredChunk, offsets: DocumentOffsets) -> dict[str, Any]:
    span = offsets.convert(chunk.document_id, Span(chunk.start, chunk.end))
    return {
        "id": chunk.id,
        "document_id": chunk.document_id,
        "title": chunk.title,
        "ordinal": chunk.ordinal,
        "content": chunk.content,
        "start": span.start,
        "end": span.end,
        "metadata": chunk.metadata,
    }
