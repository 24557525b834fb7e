"""The transaction that makes a new version of a document the one that is served."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import astuple

from winnow.cloudflare.d1 import Statement
from winnow.cloudflare.d1_outbox import ON_CONFLICT
from winnow.ports.documents import NewChunk, NewDocument
from winnow.ports.outbox import Lease

MAX_PARAMETER_CHARACTERS = 300_000
"""Characters of chunks in one JSON parameter. D1 takes 2,000,000 bytes; a character is up to 6 bytes of JSON."""
_ROW_CHARACTERS = 100
"""What a chunk's id and numbers add to its text."""

_KEY = "(SELECT key FROM documents WHERE namespace = ?1 AND id = ?2)"

# All three notes are taken before anything changes: they compare the new version with the one that stands, whichever
# that is by now. A chunk that stays is written again only when the fields that its vector carries have changed.
_NOTE_UPSERTS = f"""
INSERT INTO outbox (chunk_id, operation, queued_at, lease, leased_until)
SELECT value, 'upsert', ?4, ?5, ?6 FROM json_each(?3)
WHERE value NOT IN (SELECT id FROM chunks WHERE document_key = {_KEY})
{ON_CONFLICT}
"""  # noqa: S608 - these texts are constants; values are bound

_NOTE_REFRESHES = f"""
INSERT INTO outbox (chunk_id, operation, queued_at, lease, leased_until)
SELECT id, 'refresh', ?4, ?5, ?6 FROM chunks
WHERE document_key = {_KEY} AND id IN (SELECT value FROM json_each(?3))
    AND (SELECT vector_metadata FROM documents WHERE key = document_key) <> ?7
{ON_CONFLICT}
"""  # noqa: S608

_NOTE_DELETES = f"""
INSERT INTO outbox (chunk_id, operation, queued_at, lease, leased_until)
SELECT id, 'delete', ?4, ?5, ?6 FROM chunks
WHERE document_key = {_KEY} AND id NOT IN (SELECT value FROM json_each(?3))
{ON_CONFLICT}
"""  # noqa: S608

_DROP_STALE = f"""
DELETE FROM chunks WHERE document_key = {_KEY} AND id NOT IN (SELECT value FROM json_each(?3))
"""  # noqa: S608

_PUT_DOCUMENT = """
INSERT INTO documents
    (namespace, id, title, metadata, vector_metadata, text_hash, content_hash, chunking, head, chunk_count,
    chunk_characters)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
ON CONFLICT (namespace, id) DO UPDATE SET
    title = excluded.title, metadata = excluded.metadata, vector_metadata = excluded.vector_metadata,
    text_hash = excluded.text_hash, content_hash = excluded.content_hash, chunking = excluded.chunking,
    head = excluded.head, chunk_count = excluded.chunk_count, chunk_characters = excluded.chunk_characters,
    updated_at = strftime('%Y-%m-%dT%H:%M:%fZ')
"""

_PUT_CHUNKS = f"""
INSERT INTO chunks (id, document_key, ordinal, start_offset, end_offset, separator, title, content, gap)
SELECT value ->> 0, {_KEY}, value ->> 1, value ->> 2, value ->> 3, value ->> 4, ?4, value ->> 5, value ->> 6
FROM json_each(?3) WHERE true
ON CONFLICT (id) DO UPDATE SET
    ordinal = excluded.ordinal, start_offset = excluded.start_offset, end_offset = excluded.end_offset,
    separator = excluded.separator, gap = excluded.gap
"""  # noqa: S608

_PUT_TITLE = f"UPDATE chunks SET title = ?3 WHERE document_key = {_KEY} AND title <> ?3"  # noqa: S608


def replace_statements(document: NewDocument, lease: Lease) -> list[Statement]:
    """All that `DocumentStore.replace` does, to be run as one transaction."""
    key = (document.namespace, document.id)
    all_ids = json.dumps([chunk.id for chunk in document.chunks])
    note = (*key, all_ids, lease.now, lease.holder, lease.until)
    return [
        Statement(_NOTE_UPSERTS, note),
        Statement(_NOTE_REFRESHES, [*note, document.vector_metadata]),
        Statement(_NOTE_DELETES, note),
        Statement(_DROP_STALE, [*key, all_ids]),
        Statement(_PUT_DOCUMENT, [*key, *_version(document)]),
        *(Statement(_PUT_CHUNKS, [*key, rows, document.title]) for rows in _rows(document.chunks)),
        Statement(_PUT_TITLE, [*key, document.title]),
    ]


def _version(document: NewDocument) -> tuple[str | int, ...]:
    return (
        document.title,
        json.dumps(document.metadata, ensure_ascii=False),
        document.vector_metadata,
        document.text_hash,
        document.content_hash,
        json.dumps(astuple(document.chunking), ensure_ascii=False),
        document.head,
        len(document.chunks),
        sum(len(chunk.content) for chunk in document.chunks),
    )


def _rows(chunks: Sequence[NewChunk]) -> Iterator[str]:
    """The chunks as JSON texts that each fit into one parameter."""
    rows: list[object] = []
    characters = 0
    for chunk in chunks:
        added = len(chunk.content) + len(chunk.gap) + _ROW_CHARACTERS
        if rows and characters + added > MAX_PARAMETER_CHARACTERS:
            yield json.dumps(rows, ensure_ascii=False)
            rows, characters = [], 0
        rows.append((chunk.id, chunk.ordinal, chunk.start, chunk.end, chunk.separator, chunk.content, chunk.gap))
        characters += added
    yield json.dumps(rows, ensure_ascii=False)
