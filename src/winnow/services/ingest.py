"""Ingest: chunk, embed, store twice. D1 is the truth, the vector index follows it.

The order is what keeps a failure harmless. New chunks are embedded before anything is written, so a failing model
leaves the old version served. One transaction then makes the new version the truth and notes every vector to write
or delete in the outbox. Last the index is brought up to date; what does not reach it stays in the outbox.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, TypeVar

from winnow.errors import FieldProblem, InvalidRequest, TemporaryError, WinnowError
from winnow.ports import (
    MAX_DELETE,
    MAX_UPSERT,
    ChunkStore,
    Embedder,
    KnownDocument,
    Metadata,
    NewChunk,
    NewDocument,
    Scalar,
    Vector,
    VectorEntry,
    VectorIndex,
)
from winnow.services.embedding import batches, embed_batch
from winnow.services.identity import chunk_ids, content_hash
from winnow.services.metering import Meter
from winnow.text.chunking import chunk_text

Item = TypeVar("Item")
Status: TypeAlias = Literal["created", "updated", "unchanged", "failed"]
DenseState: TypeAlias = Literal["pending", "ready"]


@dataclass(frozen=True, slots=True)
class Chunking:
    """How documents are cut: see `winnow.text.chunking`."""

    chunk_size: int = 800
    overlap: int = 100
    separator: str | None = None


@dataclass(frozen=True, slots=True)
class SubmittedDocument:
    """A document as the caller sends it."""

    id: str
    text: str
    title: str = ""
    metadata: Metadata | None = None


@dataclass(frozen=True, slots=True)
class DocumentOutcome:
    """What became of one document. `embedded + reused == chunks`; `error` is set when it failed."""

    id: str
    status: Status
    chunks: int = 0
    embedded: int = 0
    reused: int = 0
    removed: int = 0
    dense: DenseState = "ready"
    error: WinnowError | None = None


@dataclass(frozen=True, slots=True)
class _Plan:
    """A document that has changed, and what must happen for it."""

    document: NewDocument
    known: KnownDocument | None

    @property
    def stale_ids(self) -> list[str]:
        if self.known is None:
            return []
        return sorted(self.known.chunk_ids - {chunk.id for chunk in self.document.chunks})

    def outcome(self, dense: DenseState) -> DocumentOutcome:
        embedded = len(self.document.vectors_to_write)
        return DocumentOutcome(
            id=self.document.id,
            status="updated" if self.known else "created",
            chunks=len(self.document.chunks),
            embedded=embedded,
            reused=len(self.document.chunks) - embedded,
            removed=len(self.stale_ids),
            dense=dense,
        )


@dataclass(frozen=True, slots=True)
class IngestService:
    """`filterable` names the metadata fields that the vector index can filter by."""

    embedder: Embedder
    index: VectorIndex
    store: ChunkStore
    filterable: frozenset[str]

    async def ingest(
        self,
        namespace: str,
        documents: Sequence[SubmittedDocument],
        *,
        chunking: Chunking,
        meter: Meter,
    ) -> list[DocumentOutcome]:
        """Ingest documents with distinct ids; each has an outcome of its own, in the order they came.

        Raises StoreUnavailable when nothing could be looked up; later failures are told in the outcomes.
        """
        with meter.stage("lookup"):
            known = await self.store.known(namespace, [document.id for document in documents])
        with meter.stage("chunk"):
            prepared = [self._prepare(namespace, item, chunking, known.get(item.id)) for item in documents]
        plans = [item for item in prepared if isinstance(item, _Plan)]
        with meter.stage("embed"):
            vectors, refusals = await self._embed(plans, meter)
        with meter.stage("store"):
            stored, failures = await self._store([plan for plan in plans if plan.document.id not in refusals])
        with meter.stage("index"):
            lagging = await self._index(stored, vectors)
        failed = refusals | failures
        return [self._outcome(item, failed, lagging) for item in prepared]

    def _prepare(
        self, namespace: str, submitted: SubmittedDocument, chunking: Chunking, known: KnownDocument | None
    ) -> _Plan | DocumentOutcome:
        """Chunk one document and compare it with what is stored; an unchanged or refused one has its outcome."""
        metadata = submitted.metadata or {}
        settings = (chunking.chunk_size, chunking.overlap, chunking.separator)
        digest = content_hash(submitted.text, title=submitted.title, metadata=metadata, chunking=settings)
        if known is not None and known.content_hash == digest:
            count = len(known.chunk_ids)
            return DocumentOutcome(
                submitted.id, "unchanged", count, reused=count, dense="pending" if known.pending else "ready"
            )
        cut = chunk_text(
            submitted.text,
            chunk_size=chunking.chunk_size,
            overlap=chunking.overlap,
            separator=chunking.separator,
        )
        if not cut:
            problem = FieldProblem(("text",), f"document {submitted.id!r} holds no text but white space")
            return DocumentOutcome(submitted.id, "failed", error=InvalidRequest([problem]))
        ids = chunk_ids(namespace, submitted.id, cut)
        reusable = self._reusable(known, metadata)
        document = NewDocument(
            namespace=namespace,
            id=submitted.id,
            title=submitted.title,
            metadata=metadata,
            content_hash=digest,
            chunks=tuple(
                NewChunk(identifier, chunk.ordinal, chunk.start, chunk.end, chunk.content, chunk.separator)
                for identifier, chunk in zip(ids, cut, strict=True)
            ),
            vectors_to_write=frozenset(ids) - reusable,
        )
        return _Plan(document, known)

    def _reusable(self, known: KnownDocument | None, metadata: Metadata) -> frozenset[str]:
        """Ids whose vectors the index holds as they must be: a vector carries the filter fields, so these count."""
        if known is None or known.pending or self._filter_fields(known.metadata) != self._filter_fields(metadata):
            return frozenset()
        return known.chunk_ids

    def _filter_fields(self, metadata: Metadata) -> dict[str, Scalar]:
        return {
            name: value
            for name, value in metadata.items()
            if name in self.filterable and isinstance(value, str | int | float)
        }

    async def _embed(self, plans: Sequence[_Plan], meter: Meter) -> tuple[dict[str, Vector], dict[str, WinnowError]]:
        """Vectors by chunk id, and the documents that a failing call leaves without some of theirs."""
        wanted = [
            (plan.document.id, chunk)
            for plan in plans
            for chunk in plan.document.chunks
            if chunk.id in plan.document.vectors_to_write
        ]
        vectors: dict[str, Vector] = {}
        refusals: dict[str, WinnowError] = {}
        contents = [chunk.content for _, chunk in wanted]
        for batch in batches(contents):
            members = wanted[batch.start : batch.stop]
            try:
                parts = await embed_batch(self.embedder, contents[batch.start : batch.stop], meter=meter)
            except WinnowError as error:
                refusals |= dict.fromkeys((document_id for document_id, _ in members), error)
                continue
            found = (part[row] for part in parts for row in range(len(part)))
            vectors |= {chunk.id: vector for (_, chunk), vector in zip(members, found, strict=True)}
        return vectors, refusals

    async def _store(self, plans: Sequence[_Plan]) -> tuple[list[_Plan], dict[str, WinnowError]]:
        stored: list[_Plan] = []
        failures: dict[str, WinnowError] = {}
        for plan in plans:
            try:
                await self.store.replace(plan.document)
            except TemporaryError as error:
                failures[plan.document.id] = error
            else:
                stored.append(plan)
        return stored, failures

    async def _index(self, plans: Sequence[_Plan], vectors: Mapping[str, Vector]) -> set[str]:
        """Bring the index up to date; the ids of documents whose changes it has not taken yet come back."""
        entries = [
            VectorEntry(
                chunk.id,
                plan.document.namespace,
                self._filter_fields(plan.document.metadata),
                vectors[chunk.id],
            )
            for plan in plans
            for chunk in plan.document.chunks
            if chunk.id in plan.document.vectors_to_write
        ]
        stale = [identifier for plan in plans for identifier in plan.stale_ids]
        try:
            for some in slices(entries, MAX_UPSERT):
                await self.index.upsert(some)
                await self.store.settle([entry.id for entry in some])
            for ids in slices(stale, MAX_DELETE):
                await self.index.delete(ids)
                await self.store.settle(ids)
        except TemporaryError:
            # The outbox still holds what was not settled; to write a vector twice is harmless.
            return {plan.document.id for plan in plans}
        return set()

    def _outcome(
        self, item: _Plan | DocumentOutcome, failed: Mapping[str, WinnowError], lagging: set[str]
    ) -> DocumentOutcome:
        if isinstance(item, DocumentOutcome):
            return item
        error = failed.get(item.document.id)
        if error is not None:
            return DocumentOutcome(item.document.id, "failed", error=error)
        return item.outcome("pending" if item.document.id in lagging else "ready")


def slices(items: Sequence[Item], size: int) -> Iterator[Sequence[Item]]:
    """Runs of at most `size` items, in order."""
    return (items[start : start + size] for start in range(0, len(items), size))
