"""Documents in D1: the truth."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from winnow.cloudflare.d1 import Database, Parameter, Row, Statement, rows_of
from winnow.cloudflare.d1_change import patch_statements, remove_statements
from winnow.cloudflare.d1_filter import filter_clause
from winnow.cloudflare.d1_replace import replace_statements
from winnow.ports import Filter
from winnow.ports.documents import (
    Chunking,
    Document,
    ExportedChunk,
    KnownDocument,
    NewDocument,
    Patch,
    Totals,
)
from winnow.ports.outbox import Lease

_PENDING = """
EXISTS (
    SELECT 1 FROM outbox JOIN chunks ON chunks.id = outbox.chunk_id WHERE chunks.document_key = documents.key
) AS pending
"""

_DOCUMENT = f"""
SELECT namespace, documents.id, title, metadata, text_hash, content_hash, chunking, chunk_count, {_PENDING},
    created_at, updated_at
FROM documents
"""  # noqa: S608 - constants


@dataclass(frozen=True, slots=True)
class D1DocumentStore:
    """See `winnow.ports.documents.DocumentStore`."""

    database: Database

    async def known(self, namespace: str, ids: Sequence[str]) -> dict[str, KnownDocument]:
        columns = f"documents.id, content_hash, vector_metadata, chunk_count, {_PENDING}"
        which = "namespace = ? AND documents.id IN (SELECT value FROM json_each(?))"
        select = f"SELECT {columns} FROM documents WHERE {which}"  # noqa: S608 - constants; values are bound
        rows = await rows_of(self.database, Statement(select, [namespace, json.dumps(ids)]))
        return {
            row["id"]: KnownDocument(
                row["content_hash"], row["vector_metadata"], row["chunk_count"], pending=bool(row["pending"])
            )
            for row in rows
        }

    async def chunk_ids(self, namespace: str, ids: Sequence[str]) -> dict[str, frozenset[str]]:
        select = """
        SELECT documents.id, json_group_array(chunks.id) AS chunk_ids
        FROM documents JOIN chunks ON chunks.document_key = documents.key
        WHERE namespace = ? AND documents.id IN (SELECT value FROM json_each(?)) GROUP BY documents.key
        """
        rows = await rows_of(self.database, Statement(select, [namespace, json.dumps(ids)]))
        return {row["id"]: frozenset(json.loads(row["chunk_ids"])) for row in rows}

    async def replace(self, document: NewDocument, lease: Lease) -> None:
        await self.database.batch(replace_statements(document, lease), repeatable=True)

    async def patch(self, patch: Patch, lease: Lease) -> bool:
        *_, changed = await self.database.batch(patch_statements(patch, lease), repeatable=True)
        return bool(changed)

    async def remove(self, namespace: str, ids: Sequence[str], lease: Lease, *, where: Filter) -> Totals:
        if where.denies:
            return Totals(0, 0)
        statements = remove_statements(namespace, ids, lease, where=where)
        # Run twice it would remove nothing the second time, and say so: its counts are not to be had again.
        [counted], *_ = await self.database.batch(statements, repeatable=False)
        return Totals(counted["documents"], counted["chunks"])

    async def get(self, namespace: str, document_id: str) -> Document | None:
        select = f"{_DOCUMENT} WHERE namespace = ? AND documents.id = ?"
        rows = await rows_of(self.database, Statement(select, [namespace, document_id]))
        return _document(rows[0]) if rows else None

    async def page(self, namespace: str, *, after: str, limit: int) -> list[Document]:
        select = f"{_DOCUMENT} WHERE namespace = ? AND documents.id > ? ORDER BY documents.id LIMIT ?"
        rows = await rows_of(self.database, Statement(select, [namespace, after, limit]))
        return [_document(row) for row in rows]

    async def matching(self, namespace: str, *, where: Filter, limit: int) -> list[tuple[str, int]]:
        if where.denies:
            return []
        clause, values = filter_clause(where)
        select = f"SELECT id, chunk_count FROM documents WHERE namespace = ?{clause} LIMIT ?"  # noqa: S608
        parameters: list[Parameter] = [namespace, *values, limit]
        return [(row["id"], row["chunk_count"]) for row in await rows_of(self.database, Statement(select, parameters))]

    async def namespaces(self) -> list[str]:
        rows = await rows_of(self.database, Statement("SELECT DISTINCT namespace FROM documents ORDER BY namespace"))
        return [row["namespace"] for row in rows]

    async def export(self, namespace: str, *, document_id: str, ordinal: int, limit: int) -> list[ExportedChunk]:
        select = """
        SELECT documents.id AS document_id, content_hash, text_hash, chunking, chunk_count, ordinal,
            iif(ordinal = 0, documents.title, '') AS title, iif(ordinal = 0, metadata, '{}') AS metadata,
            iif(ordinal = 0, head, '') AS head, start_offset AS start, end_offset AS end, content, gap
        FROM documents JOIN chunks ON chunks.document_key = documents.key
        WHERE namespace = ?1 AND (documents.id, ordinal) >= (?2, ?3)
        ORDER BY documents.id, ordinal LIMIT ?4
        """
        parameters: list[Parameter] = [namespace, document_id, ordinal, limit]
        return [
            ExportedChunk(
                **row | {"metadata": json.loads(row["metadata"]), "chunking": Chunking(*json.loads(row["chunking"]))}
            )
            for row in await rows_of(self.database, Statement(select, parameters))
        ]

    async def totals(self) -> Totals:
        [row] = await rows_of(self.database, Statement("SELECT documents, chunks FROM totals"))
        return Totals(**row)

    async def rebuild_lexical(self) -> None:
        rebuild = Statement("INSERT INTO chunks_fts (chunks_fts) VALUES ('rebuild')")
        await self.database.batch([rebuild], repeatable=True)


def _document(row: Row) -> Document:
    return Document(
        namespace=row["namespace"],
        id=row["id"],
        title=row["title"],
        metadata=json.loads(row["metadata"]),
        text_hash=row["text_hash"],
        content_hash=row["content_hash"],
        chunking=Chunking(*json.loads(row["chunking"])),
        chunk_count=row["chunk_count"],
        pending=bool(row["pending"]),
        created_at=row["created_at"],
        updated_at=row["updated_at"],
    )
