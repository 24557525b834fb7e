"""Identity by content: what makes two chunks, or two versions of a document, the same."""

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import astuple

from winnow.ports import Metadata
from winnow.ports.documents import Chunking
from winnow.text.chunking import Chunk

CHUNK_ID_LENGTH = 40
"""Hex digits, 160 bits: ASCII and below the 64 bytes that Vectorize allows."""


def chunk_ids(namespace: str, document_id: str, chunks: Sequence[Chunk]) -> list[str]:
    """An id for each chunk, from namespace, document and content alone.

    A chunk that stays keeps its id wherever it moves within the document, so it is not embedded again; a text that
    stands more than once is told apart by a counter.
    """
    repeats: Counter[str] = Counter()
    ids = []
    for chunk in chunks:
        ids.append(_digest(namespace, document_id, chunk.content, str(repeats[chunk.content]))[:CHUNK_ID_LENGTH])
        repeats[chunk.content] += 1
    return ids


def text_hash(text: str) -> str:
    return _digest(text)


def content_hash(hash_of_text: str, *, title: str, metadata: Metadata, chunking: Chunking) -> str:
    """The identity of a document's version: all that ingest would write depends on these."""
    return _digest(hash_of_text, title, json.dumps(metadata, sort_keys=True), json.dumps(astuple(chunking)))


def _digest(*parts: str) -> str:
    # Each part is preceded by its length, so that no two lists of parts run together into the same bytes.
    digest = hashlib.sha256()
    for part in parts:
        encoded = part.encode("utf-8", "surrogatepass")
        digest.update(len(encoded).to_bytes(8, "big"))
        digest.update(encoded)
    return digest.hexdigest()
