"""`POST /ingest`, and `GET /jobs/{id}` for what it puts off."""

from collections import Counter
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

from winnow.errors import NotFound, OperatorError, Refused
from winnow.http.endpoints.cost import present_cost
from winnow.http.logs import log_failure
from winnow.http.messages import Response, json_response
from winnow.http.problems import error_entry
from winnow.http.router import Call, Route, Routes
from winnow.http.schemas.common import parse_json, validate
from winnow.http.schemas.ingest import IngestRequest
from winnow.ports.documents import Chunking
from winnow.ports.jobs import Job
from winnow.services.ingest import DocumentOutcome, IngestService
from winnow.services.jobs import JobService
from winnow.services.preparing import SubmittedDocument
from winnow.services.vector_settings import VectorSettings


@dataclass(frozen=True, slots=True)
class IngestEndpoint:
    """A request of more than `queue_above_bytes` is put off."""

    ingest: IngestService
    jobs: JobService
    vector_settings: VectorSettings
    queue_above_bytes: int

    def routes(self) -> Routes:
        return {"/ingest": {"POST": Route(self.post, "write")}, "/jobs/{id}": {"GET": Route(self.get_job, "write")}}

    async def post(self, call: Call) -> Response:
        """Chunk, embed and store documents, now or by the queue; each has an outcome of its own."""
        body = await call.request.read_body()
        wanted = validate(IngestRequest, parse_json(body))
        call.enter(wanted.namespace)
        meter = call.meter
        await self.vector_settings.pin()
        documents = [SubmittedDocument(item.id, item.text, item.title, item.metadata) for item in wanted.documents]
        chunking = Chunking(wanted.chunking.chunk_size, wanted.chunking.overlap, wanted.chunking.separator)
        if wanted.queue or len(body) > self.queue_above_bytes:
            return _accepted(await self.jobs.submit(wanted.namespace, documents, chunking=chunking))
        outcomes = await self.ingest.ingest(wanted.namespace, documents, chunking=chunking, meter=meter)
        for outcome in outcomes:
            if isinstance(outcome.error, OperatorError):
                log_failure(outcome.error, request_id=call.request_id)
        call.notes["documents"] = Counter(item.status for item in outcomes)
        return json_response({"documents": [present_outcome(item) for item in outcomes], **present_cost(meter)})

    async def get_job(self, call: Call) -> Response:
        job = await self.jobs.get(call.path_values["id"])
        try:
            call.enter(job.namespace)
        except Refused as error:
            raise NotFound("there is no such job") from error
        return json_response(present_job(job))


def _accepted(job: Job) -> Response:
    location = {"location": f"/jobs/{quote(job.id)}"}
    return json_response(present_job(job), status=HTTPStatus.ACCEPTED, headers=location)


def present_job(job: Job) -> dict[str, Any]:
    """Until an attempt has ended, each document is `queued`."""
    queued = [{"id": identifier, "status": "queued"} for identifier in job.document_ids]
    return {
        "job": job.id,
        "status": job.state,
        "attempts": job.attempts,
        "documents": queued if job.outcomes is None else job.outcomes,
    }


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
