"""The transaction that makes a new version of a document the one that is served."""

import json
from collections.abc import Iterator, Sequence

from winnow.cloudflare.d1 import Statement
from winnow.ports import NewChunk, NewDocument

MAX_PARAMETER_CHARACTERS = 300_000
"""Text of chunks in one JSON parameter. D1 takes 2,000,000 bytes; a character is up to 6 bytes of JSON."""

_KEY = "(SELECT key FROM documents WHERE namespace = ?1 AND id = ?2)"

_PUT_DOCUMENT = """
INSERT INTO documents (namespace, id, title, metadata, content_hash) VALUES (?1, ?2, ?3, ?4, ?5)
ON CONFLICT (namespace, id) DO UPDATE SET
    title = excluded.title, metadata = excluded.metadata, content_hash = excluded.content_hash,
    updated_at = strftime('%Y-%m-%dT%H:%M:%fZ')
"""

_NOTE_DELETES = f"""
INSERT OR REPLACE INTO outbox (chunk_id, operation)
SELECT id, 'delete' FROM chunks
WHERE document_key = {_KEY} AND id NOT IN (SELECT value FROM json_each(?3))
"""  # noqa: S608

_DROP_STALE = f"""
DELETE FROM chunks WHERE document_key = {_KEY} AND id NOT IN (SELECT value FROM json_each(?3))
"""  # noqa: S608

_NOTE_UPSERTS = "INSERT OR REPLACE INTO outbox (chunk_id, operation) SELECT value, 'upsert' FROM json_each(?)"

_PUT_CHUNKS = f"""
INSERT INTO chunks (id, document_key, ordinal, start_offset, end_offset, separator, title, content)
SELECT value ->> 0, {_KEY}, value ->> 1, value ->> 2, value ->> 3, value ->> 4, ?4, value ->> 5
FROM json_each(?3) WHERE true
ON CONFLICT (id) DO UPDATE SET
    ordinal = excluded.ordinal, start_offset = excluded.start_offset, end_offset = excluded.end_offset,
    separator = excluded.separator
"""  # noqa: S608

_PUT_TITLE = f"UPDATE chunks SET title = ?3 WHERE document_key = {_KEY} AND title <> ?3"  # noqa: S608


def replace_statements(document: NewDocument) -> list[Statement]:
    """All that `ChunkStore.replace` does, to be run as one transaction."""
    key = (document.namespace, document.id)
    all_ids = json.dumps([chunk.id for chunk in document.chunks])
    version = (document.title, json.dumps(document.metadata), document.content_hash)
    return [
        Statement(_PUT_DOCUMENT, [*key, *version]),
        Statement(_NOTE_DELETES, [*key, all_ids]),
        Statement(_DROP_STALE, [*key, all_ids]),
        Statement(_NOTE_UPSERTS, [json.dumps(sorted(document.vectors_to_write))]),
        *(Statement(_PUT_CHUNKS, [*key, rows, document.title]) for rows in _rows(document.chunks)),
        Statement(_PUT_TITLE, [*key, document.title]),
    ]


def _rows(chunks: Sequence[NewChunk]) -> Iterator[str]:
    """The chunks as JSON texts that each fit into one parameter."""
    rows: list[object] = []
    characters = 0
    for chunk in chunks:
        if rows and characters + len(chunk.content) > MAX_PARAMETER_CHARACTERS:
            yield json.dumps(rows, ensure_ascii=False)
            rows, characters = [], 0
        rows.append((chunk.id, chunk.ordinal, chunk.start, chunk.end, chunk.separator, chunk.content))
        characters += len(chunk.content)
    yield json.dumps(rows, ensure_ascii=False)
