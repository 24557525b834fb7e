"""Export: every document, whole, as a request that ingest takes back."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

from winnow.errors import BrokenContract, StoreUnavailable
from winnow.ports import Metadata
from winnow.ports.documents import Chunking, DocumentStore, ExportedChunk
from winnow.services.identity import text_hash

PAGE_CHUNKS = 200
"""Chunks read at once: a few hundred thousand characters."""
MAX_RESTARTS = 5
"""A document that is replaced while it is read is read again, so often."""
BEHIND_LAST = 2**31
"""An ordinal that no chunk has."""


@dataclass(frozen=True, slots=True)
class ExportedDocument:
    namespace: str
    id: str
    title: str
    metadata: Metadata
    chunking: Chunking
    text: str


class DocumentReading:
    """A document of which some chunks have been read, in order."""

    def __init__(self, first: ExportedChunk) -> None:
        self._first = first
        self._parts = [first.head]
        self._end = len(first.head)
        self._read = 0

    def is_followed_by(self, chunk: ExportedChunk) -> bool:
        first = self._first
        same = (chunk.document_id, chunk.content_hash) == (first.document_id, first.content_hash)
        return same and chunk.ordinal == self._read

    def add(self, chunk: ExportedChunk) -> None:
        self._parts += (chunk.content[self._end - chunk.start :], chunk.gap)
        self._end = chunk.end + len(chunk.gap)
        self._read += 1

    @property
    def is_whole(self) -> bool:
        return self._read == self._first.chunk_count

    def document(self, namespace: str) -> ExportedDocument:
        """Raises BrokenContract when the parts do not make the text that was ingested."""
        text = "".join(self._parts)
        if text_hash(text) != self._first.text_hash:
            raise BrokenContract(f"the stored parts of document {self._first.document_id!r} do not make its text")
        first = self._first
        return ExportedDocument(namespace, first.document_id, first.title, first.metadata, first.chunking, text)


@dataclass(frozen=True, slots=True)
class ExportService:
    documents: DocumentStore

    async def namespaces(self) -> list[str]:
        return await self.documents.namespaces()

    async def export(self, namespace: str) -> AsyncIterator[ExportedDocument]:
        """All documents in the order of their ids, each as one version that was served while the export ran.

        Raises StoreUnavailable, also when a document is replaced again and again while it is read.
        """
        reading: DocumentReading | None = None
        document_id, ordinal, restarts = "", 0, 0
        while True:
            page = await self.documents.export(namespace, document_id=document_id, ordinal=ordinal, limit=PAGE_CHUNKS)
            if reading is not None and not (page and reading.is_followed_by(page[0])):
                # The document was replaced or removed while it was read.
                restarts += 1
                if restarts > MAX_RESTARTS:
                    raise StoreUnavailable("a document is replaced faster than it is read")
                reading, ordinal = None, 0
                continue
            if not page:
                return
            for chunk in page:
                reading = DocumentReading(chunk) if reading is None else reading
                reading.add(chunk)
                if reading.is_whole:
                    yield reading.document(namespace)
                    reading, restarts = None, 0
            document_id = page[-1].document_id
            ordinal = page[-1].ordinal + 1 if reading is not None else BEHIND_LAST
