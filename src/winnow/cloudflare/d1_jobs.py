"""Ingest jobs in D1."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from winnow.cloudflare.d1 import Database, Row, Statement, rows_of
from winnow.ports.jobs import Job, JobState

MAX_PART_CHARACTERS = 450_000
"""Characters of a request in one row: at most 1,800,000 bytes of UTF-8."""


@dataclass(frozen=True, slots=True)
class D1JobStore:
    """See `winnow.ports.jobs.JobStore`."""

    database: Database

    async def add(self, job: Job, request: str) -> None:
        put = (
            "INSERT INTO jobs (id, namespace, state, document_ids, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (id) DO NOTHING"
        )
        values = (job.id, job.namespace, job.state, json.dumps(job.document_ids), job.created_at, job.updated_at)
        part = "INSERT INTO job_parts (job_id, part, body) VALUES (?, ?, ?) ON CONFLICT (job_id, part) DO NOTHING"
        starts = range(0, len(request), MAX_PART_CHARACTERS)
        parts = [request[start : start + MAX_PART_CHARACTERS] for start in starts]
        await self.database.batch(
            [Statement(put, values), *(Statement(part, [job.id, row, body]) for row, body in enumerate(parts))],
            repeatable=True,
        )

    async def get(self, job_id: str) -> Job | None:
        rows = await rows_of(self.database, Statement("SELECT * FROM jobs WHERE id = ?", [job_id]))
        return _job(rows[0]) if rows else None

    async def begin(self, job_id: str, *, now: int) -> Job | None:
        update = "UPDATE jobs SET attempts = attempts + 1, updated_at = ? WHERE id = ? AND state <> 'done' RETURNING *"
        [rows] = await self.database.batch([Statement(update, [now, job_id])], repeatable=True)
        return _job(rows[0]) if rows else None

    async def request(self, job_id: str) -> str | None:
        select = "SELECT body FROM job_parts WHERE job_id = ? ORDER BY part"
        rows = await rows_of(self.database, Statement(select, [job_id]))
        return "".join(row["body"] for row in rows) or None

    async def record(self, job_id: str, *, state: JobState, outcomes: Sequence[dict[str, Any]], now: int) -> None:
        # A redelivered message may report on a job that another has finished: done stays done.
        update = "UPDATE jobs SET state = ?, outcomes = ?, updated_at = ? WHERE id = ? AND state <> 'done'"
        drop = "DELETE FROM job_parts WHERE job_id = (SELECT id FROM jobs WHERE id = ? AND state = 'done')"
        await self.database.batch(
            [Statement(update, [state, json.dumps(outcomes), now, job_id]), Statement(drop, [job_id])],
            repeatable=True,
        )

    async def waiting(self, *, before: int, limit: int) -> list[Job]:
        select = "SELECT * FROM jobs WHERE state <> 'done' AND updated_at < ? ORDER BY updated_at LIMIT ?"
        return [_job(row) for row in await rows_of(self.database, Statement(select, [before, limit]))]

    async def touch(self, job_ids: Sequence[str], *, now: int) -> None:
        update = "UPDATE jobs SET updated_at = ? WHERE id IN (SELECT value FROM json_each(?))"
        await self.database.batch([Statement(update, [now, json.dumps(job_ids)])], repeatable=True)

    async def forget(self, *, before: int) -> None:
        delete = "DELETE FROM jobs WHERE state = 'done' AND updated_at < ?"
        await self.database.batch([Statement(delete, [before])], repeatable=True)


def _job(row: Row) -> Job:
    outcomes = None if row["outcomes"] is None else json.loads(row["outcomes"])
    return Job(**row | {"document_ids": tuple(json.loads(row["document_ids"])), "outcomes": outcomes})
