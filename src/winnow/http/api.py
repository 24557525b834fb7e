"""The routes and what each does: schema in, service, presenter out."""

import platform
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from winnow import __version__
from winnow.http.auth import Grant, authenticate
from winnow.http.filters import to_filter
from winnow.http.messages import Request, Response, json_response
from winnow.http.presenters import present_cost, present_outcome, present_retrieval, present_trim_details
from winnow.http.router import Call, Route, Routes, find_route
from winnow.http.schemas import (
    IngestRequest,
    RetrieveRequest,
    TrimRequest,
    TrimSettings,
    parse_json,
    validate,
)
from winnow.ports import IndexDefinition
from winnow.services.ingest import Chunking, IngestService, SubmittedDocument
from winnow.services.metering import Meter
from winnow.services.retrieve import DenseOptions, LexicalOptions, RetrieveOptions, RetrieveService
from winnow.services.trim import TrimService
from winnow.services.vector_settings import VectorSettings
from winnow.trimming.options import TrimOptions
from winnow.trimming.trim import TrimResult


@dataclass(frozen=True, slots=True)
class Api:
    """Winnow over HTTP. `trim_threshold` is the default cosine at which a sentence counts as relevant."""

    ingest: IngestService
    retrieve: RetrieveService
    trim: TrimService
    vector_settings: VectorSettings
    index: IndexDefinition
    grants: Sequence[Grant]
    trim_threshold: float

    async def answer(self, request: Request) -> Response:
        """Route one request. Raises what went wrong; `problem_of` says it in HTTP."""
        route = find_route(self.routes(), request)
        grant = None
        if route.scope is not None:
            grant = authenticate(request.headers, self.grants)
            grant.require(route.scope)
        return await route.handler(Call(request, grant))

    def routes(self) -> Routes:
        return {
            "/health": {"GET": Route(self.get_health, None)},
            "/ingest": {"POST": Route(self.post_ingest, "write")},
            "/retrieve": {"POST": Route(self.post_retrieve, "read")},
            "/trim": {"POST": Route(self.post_trim, "read")},
        }

    async def get_health(self, _call: Call) -> Response:
        """Open to all: says that the Worker runs, and on what."""
        return json_response(
            {
                "status": "ok",
                "version": __version__,
                "python": platform.python_version(),
                "platform": sys.platform,
            }
        )

    async def post_ingest(self, call: Call) -> Response:
        """Chunk, embed and store documents; each has an outcome of its own."""
        wanted = validate(IngestRequest, parse_json(await call.request.read_body()))
        call.require_namespace(wanted.namespace)
        meter = Meter()
        await self.vector_settings.pin()
        chunking = wanted.chunking
        outcomes = await self.ingest.ingest(
            wanted.namespace,
            [SubmittedDocument(item.id, item.text, item.title, item.metadata) for item in wanted.documents],
            chunking=Chunking(chunking.chunk_size, chunking.overlap, chunking.separator),
            meter=meter,
        )
        return json_response({"documents": [present_outcome(item) for item in outcomes], **present_cost(meter)})

    async def post_retrieve(self, call: Call) -> Response:
        """Find the chunks that answer a query, and trim them when asked."""
        wanted = validate(RetrieveRequest, parse_json(await call.request.read_body()))
        call.require_namespace(wanted.namespace)
        meter = Meter()
        await self.vector_settings.check()
        options = RetrieveOptions(
            top_k=wanted.top_k,
            candidates=wanted.candidates,
            where=to_filter(wanted.filter, self.index),
            dense=DenseOptions(wanted.dense.min_score, wanted.dense.weight) if wanted.dense else None,
            lexical=LexicalOptions(wanted.lexical.min_coverage, wanted.lexical.weight) if wanted.lexical else None,
            rank_constant=wanted.fusion.k,
        )
        found = await self.retrieve.retrieve(wanted.namespace, wanted.query, options=options, meter=meter)
        answer = present_retrieval(found)
        if wanted.trim:
            settings = wanted.trim if isinstance(wanted.trim, TrimSettings) else TrimSettings()
            [trimmed] = await self.trim.trim(
                [item.chunk.content for item in found.chunks],
                [wanted.query],
                unit=settings.unit,
                options=self._trim_options(settings),
                meter=meter,
            )
            answer["chunks"] = with_contents(answer["chunks"], trimmed)
            answer["trim"] = present_trim_details(trimmed)
        return json_response({**answer, **present_cost(meter)})

    async def post_trim(self, call: Call) -> Response:
        """Cut chunks down to the sentences that matter for a query."""
        body = parse_json(await call.request.read_body())
        wanted = validate(TrimRequest, body)
        meter = Meter()
        contents = [chunk.content for chunk in wanted.chunks]
        options = self._trim_options(wanted)
        if wanted.query_vector is not None:
            results = [
                await self.trim.trim_by_vector(
                    contents, wanted.query_vector, unit=wanted.unit, options=options, meter=meter
                )
            ]
        else:
            queries = wanted.queries or [wanted.query or ""]
            results = await self.trim.trim(contents, queries, unit=wanted.unit, options=options, meter=meter)
        answers = [
            {"chunks": with_contents(body["chunks"], result), **present_trim_details(result)} for result in results
        ]
        answer: dict[str, Any] = answers[0] if wanted.queries is None else {"results": answers}
        return json_response({**answer, **present_cost(meter)})

    def _trim_options(self, settings: TrimSettings) -> TrimOptions:
        return TrimOptions(
            threshold=self.trim_threshold if settings.threshold is None else settings.threshold,
            min_sentences=settings.min_sentences,
            window=settings.window,
            relative=settings.relative,
            max_tokens=settings.max_tokens,
            mark_edges=settings.mark_edges,
        )


def with_contents(chunks: Sequence[dict[str, Any]], result: TrimResult) -> list[dict[str, Any]]:
    """The chunks with every field as it came, and their trimmed contents."""
    return [{**chunk, "content": trimmed.content} for chunk, trimmed in zip(chunks, result.chunks, strict=True)]
