"""`GET /stats`."""

from dataclasses import dataclass
from typing import Any

from winnow.http.messages import Response, json_response
from winnow.http.router import Call, Route, Routes
from winnow.ports.outbox import Depth
from winnow.services.leases import Clock, system_clock
from winnow.services.stats import Stats, StatsService


@dataclass(frozen=True, slots=True)
class StatsEndpoint:
    stats: StatsService
    clock: Clock = system_clock

    def routes(self) -> Routes:
        return {"/stats": {"GET": Route(self.get, "admin")}}

    async def get(self, _call: Call) -> Response:
        """How both stores stand, over all namespaces. An empty outbox: they agree, and all of it is visible."""
        return json_response(present_stats(await self.stats.read(), now=self.clock()))


def present_stats(stats: Stats, *, now: int) -> dict[str, Any]:
    chunks = stats.totals.chunks
    answer: dict[str, Any] = {
        "documents": stats.totals.documents,
        "chunks": {
            "total": chunks,
            "ready": chunks - stats.outbox.upserts,
            "pending": stats.outbox.upserts,
        },
        "outbox": present_depth(stats.outbox, now=now),
        "settings": dict(stats.settings),
    }
    if stats.index is None:
        answer["index"] = {"status": "failed", "reason": stats.index_error}
    else:
        answer["index"] = {
            "status": "ok",
            "vectors": stats.index.vectors,
            "dimensions": stats.index.dimensions,
            "processed_up_to": stats.index.processed_at,
        }
    return answer


def present_depth(depth: Depth, *, now: int) -> dict[str, Any]:
    """`awaiting`: the index took them and does not show them yet. `failed`: the latest attempt at them failed."""
    oldest = depth.oldest_at
    return {
        "depth": depth.rows,
        "upserts": depth.upserts,
        "deletes": depth.deletes,
        "awaiting": depth.awaiting,
        "failed": depth.failed,
        "age_seconds": 0 if oldest is None else max(0, (now - oldest) // 1000),
    }
