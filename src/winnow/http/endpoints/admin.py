"""`/admin`: what keeps both stores in step, and takes their content out."""

import json
from collections.abc import AsyncIterator
from dataclasses import asdict, dataclass
from typing import Any

from winnow.http.endpoints.cost import present_cost
from winnow.http.endpoints.stats import present_depth
from winnow.http.messages import Response, json_response
from winnow.http.router import Call, Route, Routes
from winnow.http.schemas.common import parse_query, validate
from winnow.http.schemas.documents import ExportQuery
from winnow.ports.documents import DocumentStore
from winnow.services.export import ExportedDocument, ExportService
from winnow.services.leases import Clock, system_clock
from winnow.services.metering import Meter
from winnow.services.reconcile import ReconcileReport, ReconcileService

NDJSON_TYPE = "application/x-ndjson"


@dataclass(frozen=True, slots=True)
class AdminEndpoint:
    reconcile: ReconcileService
    export: ExportService
    documents: DocumentStore
    clock: Clock = system_clock

    def routes(self) -> Routes:
        return {
            "/admin/reconcile": {"POST": Route(self.post_reconcile, "admin")},
            "/admin/rebuild-lexical": {"POST": Route(self.post_rebuild, "admin")},
            "/admin/export": {"GET": Route(self.get_export, "admin")},
        }

    async def post_reconcile(self, _call: Call) -> Response:
        """What the clock does by itself, now: bring the index to where the store is."""
        meter = Meter()
        report = await self.reconcile.run(meter)
        return json_response({**present_report(report, now=self.clock()), **present_cost(meter)})

    async def post_rebuild(self, _call: Call) -> Response:
        """Make the lexical index anew from the chunks."""
        await self.documents.rebuild_lexical()
        return json_response({"chunks": (await self.documents.totals()).chunks})

    async def get_export(self, call: Call) -> Response:
        """Every document as one line, each a request that `POST /ingest` takes."""
        namespace = validate(ExportQuery, parse_query(call.request.query)).namespace
        namespaces = await self.export.namespaces() if namespace is None else [namespace]
        for name in namespaces:
            call.enter(name)
        return Response(200, headers={"content-type": NDJSON_TYPE}, parts=self._lines(namespaces))

    async def _lines(self, namespaces: list[str]) -> AsyncIterator[str]:
        for namespace in namespaces:
            async for document in self.export.export(namespace):
                yield json.dumps(present_export(document), ensure_ascii=False) + "\n"


def present_export(document: ExportedDocument) -> dict[str, Any]:
    return {
        "namespace": document.namespace,
        "documents": [
            {
                "id": document.id,
                "text": document.text,
                "title": document.title,
                "metadata": document.metadata,
            }
        ],
        "chunking": asdict(document.chunking),
    }


def present_report(report: ReconcileReport, *, now: int) -> dict[str, Any]:
    return {
        "settled": report.settled,
        "sent": report.sent,
        "embedded": report.embedded,
        "outbox": present_depth(report.left, now=now),
        "stuck": [
            {
                "chunk_id": entry.chunk_id,
                "operation": entry.operation,
                "since_seconds": max(0, (now - entry.queued_at) // 1000),
                "attempts": entry.attempts,
                "error": entry.error,
            }
            for entry in report.stuck
        ],
    }
