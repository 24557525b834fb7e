"""Documents in the store: the truth that the vector index follows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from winnow.ports import Filter, Metadata
from winnow.ports.outbox import Lease


@dataclass(frozen=True, slots=True)
class Chunking:
    """How documents are cut: see `winnow.text.chunking`."""

    chunk_size: int = 800
    overlap: int = 100
    separator: str | None = None


@dataclass(frozen=True, slots=True)
class NewChunk:
    """A chunk as ingest writes it. `[start, end)` are code points of the document's text.

    `gap` is the text after it that no chunk holds, up to the next chunk or the end of the document.
    """

    id: str
    ordinal: int
    start: int
    end: int
    content: str
    separator: str | None
    gap: str


@dataclass(frozen=True, slots=True)
class NewDocument:
    """One version of a document, whole. `head` is the text before its first chunk."""

    namespace: str
    id: str
    title: str
    metadata: Metadata
    vector_metadata: str
    """The declared filter fields as JSON, equal texts for equal fields: what each of its vectors carries."""
    text_hash: str
    content_hash: str
    chunking: Chunking
    head: str
    chunks: tuple[NewChunk, ...]


@dataclass(frozen=True, slots=True)
class KnownDocument:
    """What the store knows of a document before it is ingested again.

    `pending`: the index lags behind for some of its chunks.
    """

    content_hash: str
    vector_metadata: str
    chunk_count: int
    pending: bool


@dataclass(frozen=True, slots=True)
class Document:
    """A document without its text. `created_at` and `updated_at` are ISO 8601 in UTC."""

    namespace: str
    id: str
    title: str
    metadata: Metadata
    text_hash: str
    content_hash: str
    chunking: Chunking
    chunk_count: int
    pending: bool
    created_at: str
    updated_at: str


@dataclass(frozen=True, slots=True)
class ExportedChunk:
    """One chunk with what export needs of its document.

    `[start, end)` of the text is `content`, `gap` follows it, and `head` goes before the first chunk. `title`,
    `metadata` and `head` are empty for all chunks but the first.
    """

    document_id: str
    content_hash: str
    text_hash: str
    title: str
    metadata: Metadata
    chunking: Chunking
    head: str
    chunk_count: int
    ordinal: int
    start: int
    end: int
    content: str
    gap: str


@dataclass(frozen=True, slots=True)
class Patch:
    """What changes in a document whose version is still `expected_hash`; its text, and so its vectors, stay."""

    namespace: str
    id: str
    expected_hash: str
    title: str
    metadata: Metadata
    vector_metadata: str
    content_hash: str


@dataclass(frozen=True, slots=True)
class Totals:
    """How many there are, in all namespaces."""

    documents: int
    chunks: int


class DocumentStore(Protocol):
    """Every method may raise StoreUnavailable.

    A method that takes a lease notes in the outbox, in the same transaction, each vector that the index must now
    write or delete. It notes it under that lease, except where another sender's lease still runs.
    """

    async def known(self, namespace: str, ids: Sequence[str]) -> dict[str, KnownDocument]:
        """Those of the documents that exist."""
        ...

    async def chunk_ids(self, namespace: str, ids: Sequence[str]) -> dict[str, frozenset[str]]:
        """The ids of the chunks of those of the documents that exist."""
        ...

    async def replace(self, document: NewDocument, lease: Lease) -> None:
        """Make this version the one that is served, in one transaction. Twice does no more than once."""
        ...

    async def patch(self, patch: Patch, lease: Lease) -> bool:
        """Change a document in one transaction; False, and nothing changed, where its version is another by now."""
        ...

    async def remove(self, namespace: str, ids: Sequence[str], lease: Lease, *, where: Filter) -> Totals:
        """Remove those of the documents that exist within the filter, in one transaction; how much that was."""
        ...

    async def get(self, namespace: str, document_id: str) -> Document | None: ...

    async def page(self, namespace: str, *, after: str, limit: int) -> list[Document]:
        """Documents in the order of their ids, beginning behind `after`."""
        ...

    async def matching(self, namespace: str, *, where: Filter, limit: int) -> list[tuple[str, int]]:
        """Ids and chunk counts of some documents within the filter."""
        ...

    async def namespaces(self) -> list[str]: ...

    async def export(self, namespace: str, *, document_id: str, ordinal: int, limit: int) -> list[ExportedChunk]:
        """Chunks in the order of document id and ordinal, beginning with this one or the next there is."""
        ...

    async def totals(self) -> Totals: ...

    async def rebuild_lexical(self) -> None:
        """Make the lexical index anew from the chunks."""
        ...
