"""D1 as the chunk store: chunks as they are served, and the lexical index over them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from winnow.cloudflare.d1 import Database, Parameter, Row, Statement, rows_of
from winnow.cloudflare.d1_filter import filter_clause
from winnow.ports import Filter, Scalar, StoredChunk
from winnow.ranking.bm25 import TITLE_WEIGHT, TermStatistics

_CHUNK_COLUMNS = """
    chunks.id, documents.id AS document_id, chunks.title, chunks.ordinal, chunks.start_offset, chunks.end_offset,
    chunks.content, chunks.separator, documents.metadata
"""


@dataclass(frozen=True, slots=True)
class D1ChunkStore:
    """See `winnow.ports.ChunkStore`."""

    database: Database

    async def pin_settings(self, settings: Mapping[str, Scalar]) -> Mapping[str, Scalar]:
        insert = Statement(
            "INSERT INTO settings (name, value)"
            " SELECT key, json_quote(value) FROM json_each(?) WHERE true ON CONFLICT (name) DO NOTHING",
            [json.dumps(settings)],
        )
        await self.database.batch([insert], repeatable=True)
        return await self.settings()

    async def settings(self) -> Mapping[str, Scalar]:
        rows = await rows_of(self.database, Statement("SELECT name, value FROM settings"))
        return {row["name"]: json.loads(row["value"]) for row in rows}

    async def chunks(self, namespace: str, ids: Sequence[str], *, where: Filter) -> dict[str, StoredChunk]:
        if not ids or where.denies:
            return {}
        clause, values = filter_clause(where)
        rows = await rows_of(
            self.database,
            Statement(
                f"""
                SELECT {_CHUNK_COLUMNS} FROM chunks JOIN documents ON documents.key = chunks.document_key
                WHERE chunks.id IN (SELECT value FROM json_each(?)) AND documents.namespace = ?{clause}
                """,  # noqa: S608 - the clause holds question marks for its values
                [json.dumps(ids), namespace, *values],
            ),
        )
        return {row["id"]: _chunk(row) for row in rows}

    async def search(self, namespace: str, terms: Sequence[str], *, limit: int, where: Filter) -> list[StoredChunk]:
        if not terms or where.denies:
            return []
        clause, values = filter_clause(where)
        parameters: list[Parameter] = [match_any(terms), namespace, *values, limit]
        rows = await rows_of(
            self.database,
            Statement(
                f"""
                SELECT {_CHUNK_COLUMNS}
                FROM chunks_fts
                JOIN chunks ON chunks.key = chunks_fts.rowid
                JOIN documents ON documents.key = chunks.document_key
                WHERE chunks_fts MATCH ? AND documents.namespace = ?{clause}
                ORDER BY bm25(chunks_fts, {TITLE_WEIGHT}, 1.0), chunks.id LIMIT ?
                """,  # noqa: S608 - the clause holds question marks for its values
                parameters,
            ),
        )
        return [_chunk(row) for row in rows]

    async def term_statistics(self, terms: Sequence[str]) -> TermStatistics:
        rows = await rows_of(
            self.database,
            Statement(
                """
                SELECT '' AS term, chunks, characters FROM totals
                UNION ALL
                SELECT term, doc, 0 FROM chunks_vocabulary WHERE term IN (SELECT value FROM json_each(?))
                """,
                [json.dumps(terms)],
            ),
        )
        frequencies = {row["term"]: row["chunks"] for row in rows}
        chunks = frequencies.pop("")
        characters = next(row["characters"] for row in rows if row["term"] == "")
        return TermStatistics(chunks, frequencies, characters / chunks if chunks else 0.0)

    async def wide_characters(self, namespace: str, document_ids: Sequence[str]) -> dict[str, list[int]]:
        rows = await rows_of(
            self.database,
            Statement(
                """
                SELECT documents.id, start_offset, content FROM chunks JOIN documents ON documents.key = document_key
                WHERE namespace = ? AND documents.id IN (SELECT value FROM json_each(?)) AND content GLOB ?
                """,
                [namespace, json.dumps(document_ids), "*[\U00010000-\U0010ffff]*"],
            ),
        )
        positions: dict[str, set[int]] = {}  # overlapping chunks hold the same character twice
        for row in rows:
            wide = (offset for offset, character in enumerate(row["content"]) if character > "\uffff")
            positions.setdefault(row["id"], set()).update(row["start_offset"] + offset for offset in wide)
        return {identifier: sorted(offsets) for identifier, offsets in positions.items()}


def match_any(terms: Sequence[str]) -> str:
    """An FTS5 query for any of the terms. Each is quoted, so that none can be an operator."""
    return " OR ".join('"' + term.replace('"', '""') + '"' for term in terms)


def _chunk(row: Row) -> StoredChunk:
    return StoredChunk(
        id=row["id"],
        document_id=row["document_id"],
        title=row["title"],
        ordinal=row["ordinal"],
        start=row["start_offset"],
        end=row["end_offset"],
        content=row["content"],
        separator=row["separator"],
        metadata=json.loads(row["metadata"]),
    )
