"""Documents: list, show, change without embedding, remove from both stores."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from winnow.errors import NotFound, StoreUnavailable
from winnow.ports import EVERYTHING, FieldType, Filter, Json, Metadata
from winnow.ports.documents import Document, DocumentStore, Patch
from winnow.services.filter_fields import vector_metadata
from winnow.services.identity import content_hash
from winnow.services.ingest import DenseState
from winnow.services.syncing import IndexSync

MAX_REMOVED_CHUNKS = 5_000
"""Chunks removed by one transaction, unless one document alone has more."""
MATCHING_DOCUMENTS = 500
"""Documents looked up at once to be removed by a filter."""
PATCH_TRIES = 3
"""A patch is made again when another write came between its reading and its writing."""


@dataclass(frozen=True, slots=True)
class MetadataPatch:
    """A JSON merge patch (RFC 7396). None leaves title or metadata alone."""

    title: str | None = None
    metadata: Mapping[str, Json] | None = None
    clears_metadata: bool = False


@dataclass(frozen=True, slots=True)
class Removal:
    """What was removed. `dense` is pending while the index may still hold some of its vectors, which no one sees."""

    documents: int
    chunks: int
    dense: DenseState


@dataclass(frozen=True, slots=True)
class DocumentService:
    documents: DocumentStore
    sync: IndexSync
    filterable: Mapping[str, FieldType]

    async def page(self, namespace: str, *, after: str, limit: int) -> list[Document]:
        return await self.documents.page(namespace, after=after, limit=limit)

    async def get(self, namespace: str, document_id: str) -> Document:
        """Raises NotFound."""
        found = await self.documents.get(namespace, document_id)
        if found is None:
            raise NotFound("there is no such document")
        return found

    async def patch(self, namespace: str, document_id: str, wanted: MetadataPatch) -> Document:
        """Change title and metadata; no text is embedded.

        Raises:
            NotFound: there is no such document.
            InvalidRequest: the metadata that results cannot be stored.
            StoreUnavailable: other writes of the same document kept coming between.
        """
        for _ in range(PATCH_TRIES):
            found = await self.get(namespace, document_id)
            patch = self._patch(found, wanted)
            if patch.content_hash == found.content_hash:
                return found
            lease = self.sync.leases.take()
            if await self.documents.patch(patch, lease):
                await self.sync.send_held(lease, {})
                return await self.get(namespace, document_id)
        raise StoreUnavailable("the document is being written by others")

    def _patch(self, found: Document, wanted: MetadataPatch) -> Patch:
        title = found.title if wanted.title is None else wanted.title
        standing = {} if wanted.clears_metadata else found.metadata
        merged = merge(standing, wanted.metadata or {})
        return Patch(
            namespace=found.namespace,
            id=found.id,
            expected_hash=found.content_hash,
            title=title,
            metadata=merged,
            vector_metadata=vector_metadata(merged, self.filterable),
            content_hash=content_hash(found.text_hash, title=title, metadata=merged, chunking=found.chunking),
        )

    async def remove(self, namespace: str, ids: Sequence[str]) -> Removal:
        """Remove those of the documents that exist: from the store at once, from the index as it follows.

        Raises StoreUnavailable; what was removed before it stays removed, and the call can be repeated.
        """
        known = await self.documents.known(namespace, ids)
        sizes = [(identifier, found.chunk_count) for identifier, found in known.items()]
        return await self._remove(namespace, sizes, where=EVERYTHING)

    async def remove_matching(self, namespace: str, where: Filter) -> Removal:
        """As `remove`, for all documents within the filter."""
        removal = Removal(0, 0, "ready")
        while True:
            sizes = await self.documents.matching(namespace, where=where, limit=MATCHING_DOCUMENTS)
            if not sizes:
                return removal
            removal = _sum(removal, await self._remove(namespace, sizes, where=where))

    async def _remove(self, namespace: str, sizes: Sequence[tuple[str, int]], *, where: Filter) -> Removal:
        removal = Removal(0, 0, "ready")
        for ids in _groups(sizes):
            lease = self.sync.leases.take()
            removed = await self.documents.remove(namespace, ids, lease, where=where)
            delivery = await self.sync.send_held(lease, {})
            dense: DenseState = "ready" if len(delivery.settled) >= removed.chunks else "pending"
            removal = _sum(removal, Removal(removed.documents, removed.chunks, dense))
        return removal


def merge(target: Metadata, patch: Mapping[str, Json]) -> dict[str, Json]:
    """RFC 7396: null removes, objects merge, all else replaces."""
    merged = dict(target)
    for name, value in patch.items():
        standing = merged.get(name)
        if value is None:
            merged.pop(name, None)
        elif isinstance(value, dict):
            merged[name] = merge(standing if isinstance(standing, dict) else {}, value)
        else:
            merged[name] = value
    return merged


def _groups(sizes: Sequence[tuple[str, int]]) -> Iterator[list[str]]:
    """Runs of document ids with at most `MAX_REMOVED_CHUNKS` chunks together; a larger document stands alone."""
    group: list[str] = []
    chunks = 0
    for identifier, count in sizes:
        if group and chunks + count > MAX_REMOVED_CHUNKS:
            yield group
            group, chunks = [], 0
        group.append(identifier)
        chunks += count
    if group:
        yield group


def _sum(left: Removal, right: Removal) -> Removal:
    dense: DenseState = "ready" if left.dense == right.dense == "ready" else "pending"
    return Removal(left.documents + right.documents, left.chunks + right.chunks, dense)
