"""D1 as the memory of vectors: of a chunk's sentences beside the chunk, of the last questions in a table of their own.

Bytes cross as hex texts, made and read by SQLite: as a blob, each of them would cross as a JSON number.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from winnow.cloudflare.d1 import Database, Statement, rows_of
from winnow.ports import ChunkMemory

MAX_QUERIES = 1_000
"""Questions whose vectors are kept: about 2 MB."""
MAX_PACKED_BYTES = 200_000
"""Sentence vectors of one chunk: above 170 sentences, where a chunk holds some ten. Other ways of cutting it into
units add to them, and an unbounded choice of separators would add without end."""
MAX_PARAMETER_BYTES = 900_000
"""JSON in one parameter; D1 takes 2,000,000 bytes, and what is not ASCII is written as it is."""

_READ_SENTENCES = """
SELECT hex(packed) AS packed FROM sentence_vectors JOIN chunks ON chunks.key = chunk_key
WHERE chunks.id IN (SELECT value FROM json_each(?))
"""

# The content is compared, so that nobody can make a chunk remember sentences that are not its own.
_WRITE_SENTENCES = """
INSERT INTO sentence_vectors (chunk_key, packed)
SELECT chunks.key, unhex(value ->> 2)
FROM json_each(?1) JOIN chunks ON chunks.id = value ->> 0 AND chunks.content = value ->> 1
WHERE true
ON CONFLICT (chunk_key) DO UPDATE SET packed = unhex(hex(packed) || hex(excluded.packed))
WHERE length(packed) + length(excluded.packed) <= ?2
"""

_READ_QUERIES = """
SELECT hash, hex(vector) AS vector FROM query_vectors WHERE hash IN (SELECT value FROM json_each(?))
"""

_WRITE_QUERIES = """
INSERT INTO query_vectors (hash, vector) SELECT key, unhex(value) FROM json_each(?) WHERE true
ON CONFLICT (hash) DO NOTHING
"""

_FORGET_QUERIES = "DELETE FROM query_vectors WHERE key <= (SELECT max(key) FROM query_vectors) - ?"


@dataclass(frozen=True, slots=True)
class D1VectorMemory:
    """See `winnow.ports.VectorMemory`."""

    database: Database

    async def queries(self, hashes: Sequence[bytes]) -> dict[bytes, bytes]:
        asked = json.dumps([digest.hex() for digest in hashes])
        rows = await rows_of(self.database, Statement(_READ_QUERIES, [asked]))
        return {bytes.fromhex(row["hash"]): bytes.fromhex(row["vector"]) for row in rows}

    async def remember_queries(self, vectors: Mapping[bytes, bytes]) -> None:
        written = json.dumps({digest.hex(): vector.hex() for digest, vector in vectors.items()})
        forget = Statement(_FORGET_QUERIES, [MAX_QUERIES])
        await self.database.batch([Statement(_WRITE_QUERIES, [written]), forget], repeatable=True)

    async def sentences(self, chunk_ids: Sequence[str]) -> list[bytes]:
        rows = await rows_of(self.database, Statement(_READ_SENTENCES, [json.dumps(chunk_ids)]))
        return [bytes.fromhex(row["packed"]) for row in rows]

    async def remember_sentences(self, chunks: Sequence[ChunkMemory]) -> None:
        statements = [Statement(_WRITE_SENTENCES, [rows, MAX_PACKED_BYTES]) for rows in _rows(chunks)]
        if statements:
            await self.database.batch(statements, repeatable=False)  # a second run would append a second time


def _rows(chunks: Sequence[ChunkMemory]) -> Iterator[str]:
    """The chunks as JSON texts that each fit into one parameter."""
    rows: list[str] = []
    size = 0
    for chunk in chunks:
        if len(chunk.packed) > MAX_PACKED_BYTES:
            continue
        row = json.dumps([chunk.id, chunk.content, chunk.packed.hex()], ensure_ascii=False)
        if rows and size + len(row) > MAX_PARAMETER_BYTES:
            yield f"[{','.join(rows)}]"
            rows, size = [], 0
        rows.append(row)
        size += len(row.encode())
    if rows:
        yield f"[{','.join(rows)}]"
