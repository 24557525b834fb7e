"""The outbox in D1. docs/storage.md has its states."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from winnow.cloudflare.d1 import Database, Row, Statement, rows_of
from winnow.ports.outbox import Depth, Lease, OutboxEntry, Sent, StuckEntry

# One row for each chunk: the newest intent wins. Whoever notes one takes the lease, unless another's still runs: that
# one may have a write under way, which could arrive after ours. Such a row belongs to nobody until the lease ends.
ON_CONFLICT: Final = """
ON CONFLICT (chunk_id) DO UPDATE SET
    operation = CASE
        -- The vector never reached the index: refreshing it means making it.
        WHEN excluded.operation = 'refresh' AND outbox.operation = 'upsert' AND outbox.sent_at IS NULL THEN 'upsert'
        ELSE excluded.operation
    END,
    lease = CASE
        WHEN outbox.leased_until > excluded.queued_at AND outbox.lease IS NOT excluded.lease THEN NULL
        ELSE excluded.lease
    END,
    leased_until = CASE
        WHEN outbox.leased_until > excluded.queued_at AND outbox.lease IS NOT excluded.lease THEN outbox.leased_until
        ELSE excluded.leased_until
    END,
    mutation_id = NULL, sent_at = NULL, tried_at = 0, attempts = 0, error = NULL
"""

_ENTRY = """
SELECT outbox.chunk_id, outbox.operation, outbox.queued_at, documents.namespace, documents.vector_metadata
"""
_ENTRY_TABLES = """
FROM outbox
LEFT JOIN chunks ON chunks.id = outbox.chunk_id
LEFT JOIN documents ON documents.key = chunks.document_key
WHERE outbox.lease = ?
"""

# The oldest first, but what failed behind what did not, so that one bad row cannot hold up the rest.
_CLAIM = """
UPDATE outbox SET lease = ?1, leased_until = ?2, tried_at = ?3
WHERE chunk_id IN (
    SELECT chunk_id FROM outbox
    WHERE leased_until <= ?3 AND tried_at < ?4 AND sent_at IS NULL
    ORDER BY attempts, queued_at, chunk_id LIMIT ?5
)
"""

_HELD = "lease = ? AND chunk_id IN (SELECT value FROM json_each(?))"

_DEPTH = """
SELECT
    count(*) FILTER (WHERE operation <> 'delete') AS upserts,
    count(*) FILTER (WHERE operation = 'delete') AS deletes,
    count(sent_at) AS awaiting,
    count(error) AS failed,
    min(queued_at) AS oldest_at
FROM outbox
"""


@dataclass(frozen=True, slots=True)
class D1Outbox:
    """See `winnow.ports.outbox.Outbox`."""

    database: Database

    async def held(self, lease: Lease) -> list[OutboxEntry]:
        rows = await rows_of(self.database, Statement(_ENTRY + _ENTRY_TABLES, [lease.holder]))
        return [_entry(row) for row in rows]

    async def claim(self, lease: Lease, *, limit: int, tried_before: int) -> list[OutboxEntry]:
        times = (lease.until, lease.now, tried_before)
        _, rows = await self.database.batch(
            [
                Statement(_CLAIM, [lease.holder, *times, limit]),
                Statement(f"{_ENTRY}, chunks.content {_ENTRY_TABLES}", [lease.holder]),
            ],
            repeatable=True,
        )
        return [_entry(row) for row in rows]

    async def settle(self, lease: Lease, ids: Sequence[str]) -> None:
        await self._run(Statement(f"DELETE FROM outbox WHERE {_HELD}", [lease.holder, json.dumps(ids)]))  # noqa: S608

    async def mark_sent(self, lease: Lease, sent: Sent) -> None:
        values = "mutation_id = ?, sent_at = ?, lease = NULL, leased_until = 0, error = NULL"
        parameters = (sent.mutation_id, sent.sent_at, lease.holder, json.dumps(sent.ids))
        await self._run(Statement(f"UPDATE outbox SET {values} WHERE {_HELD}", parameters))  # noqa: S608

    async def release(self, lease: Lease, *, until: int, error: str | None) -> None:
        update = (
            "UPDATE outbox SET lease = NULL, leased_until = ?1, error = coalesce(?2, error),"
            " attempts = attempts + (?2 IS NOT NULL) WHERE lease = ?3"
        )
        await self._run(Statement(update, [until, error, lease.holder]))

    async def settle_processed(self, mutation_id: str, processed_at: int) -> int:
        delete = (
            "DELETE FROM outbox WHERE sent_at IS NOT NULL AND lease IS NULL"
            " AND (mutation_id = ? OR sent_at <= ?) RETURNING chunk_id"
        )
        [rows] = await self.database.batch([Statement(delete, [mutation_id, processed_at])], repeatable=True)
        return len(rows)

    async def awaiting(self, *, sent_before: int) -> bool:
        select = "SELECT 1 FROM outbox WHERE sent_at < ? LIMIT 1"
        return bool(await rows_of(self.database, Statement(select, [sent_before])))

    async def put_behind(self, mutation_id: str, *, sent_before: int) -> None:
        await self._run(Statement("UPDATE outbox SET mutation_id = ? WHERE sent_at < ?", [mutation_id, sent_before]))

    async def depth(self) -> Depth:
        [row] = await rows_of(self.database, Statement(_DEPTH))
        return Depth(**row)

    async def stuck(self, *, queued_before: int, limit: int) -> list[StuckEntry]:
        select = (
            "SELECT chunk_id, operation, queued_at, attempts, error FROM outbox"
            " WHERE queued_at < ? OR error IS NOT NULL ORDER BY queued_at, chunk_id LIMIT ?"
        )
        rows = await rows_of(self.database, Statement(select, [queued_before, limit]))
        return [StuckEntry(**row) for row in rows]

    async def _run(self, statement: Statement) -> None:
        await self.database.batch([statement], repeatable=True)


def _entry(row: Row) -> OutboxEntry:
    return OutboxEntry(
        chunk_id=row["chunk_id"],
        operation=row["operation"],
        queued_at=row["queued_at"],
        namespace=row["namespace"] or "",
        metadata=json.loads(row["vector_metadata"] or "{}"),
        content=row.get("content") or "",
    )
