"""The transactions that change or remove documents without reading their text."""

import json
from collections.abc import Sequence

from winnow.cloudflare.d1 import Parameter, Statement
from winnow.cloudflare.d1_filter import filter_clause
from winnow.cloudflare.d1_outbox import ON_CONFLICT
from winnow.ports import Filter
from winnow.ports.documents import Patch
from winnow.ports.outbox import Lease

# The document, if it is still the version that the change was made for. Its hash changes last.
_UNCHANGED = "(SELECT key FROM documents WHERE namespace = ?1 AND id = ?2 AND content_hash = ?3)"

_NOTE_REFRESHES = f"""
INSERT INTO outbox (chunk_id, operation, queued_at, lease, leased_until)
SELECT id, 'refresh', ?4, ?5, ?6 FROM chunks
WHERE document_key = {_UNCHANGED} AND (SELECT vector_metadata FROM documents WHERE key = document_key) <> ?7
{ON_CONFLICT}
"""  # noqa: S608 - these texts are constants; values are bound

_PATCH_CHUNKS = f"UPDATE chunks SET title = ?4 WHERE document_key = {_UNCHANGED} AND title <> ?4"  # noqa: S608

_PATCH_DOCUMENT = """
UPDATE documents SET
    title = ?4, metadata = ?5, vector_metadata = ?6, content_hash = ?7, updated_at = strftime('%Y-%m-%dT%H:%M:%fZ')
WHERE namespace = ?1 AND id = ?2 AND content_hash = ?3 RETURNING key
"""


def patch_statements(patch: Patch, lease: Lease) -> list[Statement]:
    """All that `DocumentStore.patch` does; the last returns a row if the version was the expected one."""
    version = (patch.namespace, patch.id, patch.expected_hash)
    note = (lease.now, lease.holder, lease.until, patch.vector_metadata)
    metadata = json.dumps(patch.metadata, ensure_ascii=False)
    return [
        Statement(_NOTE_REFRESHES, [*version, *note]),
        Statement(_PATCH_CHUNKS, [*version, patch.title]),
        Statement(_PATCH_DOCUMENT, [*version, patch.title, metadata, patch.vector_metadata, patch.content_hash]),
    ]


def remove_statements(namespace: str, ids: Sequence[str], lease: Lease, *, where: Filter) -> list[Statement]:
    """All that `DocumentStore.remove` does; the first returns what is removed, counted."""
    clause, values = filter_clause(where)
    which = f"FROM documents WHERE namespace = ? AND id IN (SELECT value FROM json_each(?)){clause}"  # noqa: S608
    named: list[Parameter] = [namespace, json.dumps(ids), *values]
    keys = f"(SELECT key {which})"
    note = f"""
    INSERT INTO outbox (chunk_id, operation, queued_at, lease, leased_until)
    SELECT id, 'delete', ?, ?, ? FROM chunks WHERE document_key IN {keys}
    {ON_CONFLICT}
    """  # noqa: S608 - the clause holds question marks for its values
    return [
        Statement(f"SELECT count(*) AS documents, coalesce(sum(chunk_count), 0) AS chunks {which}", named),
        Statement(note, [lease.now, lease.holder, lease.until, *named]),
        Statement(f"DELETE FROM chunks WHERE document_key IN {keys}", named),  # noqa: S608
        Statement(f"DELETE {which}", named),
    ]
