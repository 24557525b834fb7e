"""`POST /ingest`."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from winnow.http.endpoints.cost import present_cost
from winnow.http.messages import Response, json_response
from winnow.http.problems import error_entry
from winnow.http.router import Call, Route, Routes
from winnow.http.schemas.common import parse_json, validate
from winnow.http.schemas.ingest import IngestRequest
from winnow.services.ingest import Chunking, DocumentOutcome, IngestService, SubmittedDocument
from winnow.services.vector_settings import VectorSettings


@dataclass(frozen=True, slots=True)
class IngestEndpoint:
    ingest: IngestService
    vector_settings: VectorSettings

    def routes(self) -> Routes:
        return {"/ingest": {"POST": Route(self.post, "write")}}

    async def post(self, call: Call) -> Response:
        """Chunk, embed and store documents; each has an outcome of its own."""
        wanted = validate(IngestRequest, parse_json(await call.request.read_body()))
        call.enter(wanted.namespace)
        meter = call.meter
        await self.vector_settings.pin()
        chunking = wanted.chunking
        outcomes = await self.ingest.ingest(
            wanted.namespace,
            [SubmittedDocument(item.id, item.text, item.title, item.metadata) for item in wanted.documents],
            chunking=Chunking(chunking.chunk_size, chunking.overlap, chunking.separator),
            meter=meter,
        )
        call.notes["documents"] = Counter(item.status for item in outcomes)
        return json_response({"documents": [present_outcome(item) for item in outcomes], **present_cost(meter)})


def present_outcome(outcome: DocumentOutcome) -> dict[str, Any]:
    if outcome.error is not None:
        return {"id": outcome.id, "status": outcome.status, "error": error_entry(outcome.error)}
    return {
        "id": outcome.id,
        "status": outcome.status,
        "chunks": outcome.chunks,
        "embedded": outcome.embedded,
        "reused": outcome.reused,
        "removed": outcome.removed,
        "dense": outcome.dense,
    }
