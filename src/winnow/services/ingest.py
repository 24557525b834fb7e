"""Ingest: chunk, embed, store twice. D1 is the truth, the vector index follows it.

The order is what keeps a failure harmless. New chunks are embedded before anything is written, so a failing model
leaves the old version served. One transaction then makes the new version the truth and notes every vector to write
or delete in the outbox. Last the index is brought up to date; what does not reach it stays in the outbox.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from winnow.errors import WinnowError
from winnow.ports import Embedder, FieldType, Vector
from winnow.ports.documents import Chunking, DocumentStore, KnownDocument, NewChunk, NewDocument
from winnow.ports.retry import Retry
from winnow.services.embedding import embed_each
from winnow.services.metering import Meter
from winnow.services.preparing import SubmittedDocument, Version, identify, prepare
from winnow.services.syncing import IndexSync

Status: TypeAlias = Literal["created", "updated", "unchanged", "failed"]
DenseState: TypeAlias = Literal["pending", "ready"]

WAVE_CHUNKS = 2_000
"""Chunks whose vectors are held at once (6 MB of float64 at 384 dimensions), unless one document alone has more."""


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
    """A document that has changed, and what of it the store holds already."""

    document: NewDocument
    known: KnownDocument | None
    known_ids: frozenset[str]

    @property
    def new_chunks(self) -> list[NewChunk]:
        return [chunk for chunk in self.document.chunks if chunk.id not in self.known_ids]

    def outcome(self, settled: frozenset[str]) -> DocumentOutcome:
        new = {chunk.id for chunk in self.new_chunks}
        kept = {chunk.id for chunk in self.document.chunks} - new
        fields_changed = self.known is not None and self.known.vector_metadata != self.document.vector_metadata
        written = new | kept if fields_changed else new
        is_pending = not written <= settled or (self.known is not None and self.known.pending)
        return DocumentOutcome(
            id=self.document.id,
            status="updated" if self.known else "created",
            chunks=len(new) + len(kept),
            embedded=len(new),
            reused=len(kept),
            removed=len(self.known_ids - kept),
            dense="pending" if is_pending else "ready",
        )


@dataclass(frozen=True, slots=True)
class IngestService:
    """`filterable` declares the metadata fields that the vector index can filter by."""

    embedder: Embedder
    documents: DocumentStore
    sync: IndexSync
    filterable: Mapping[str, FieldType]
    retry: Retry = field(default_factory=Retry)

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
            known = await self.documents.known(namespace, [item.id for item in documents])
        versions = {item.id: identify(item, chunking) for item in documents}
        outcomes = {
            identifier: _unchanged(identifier, found)
            for identifier, found in known.items()
            if found.content_hash == versions[identifier].content_hash
        }
        changed = [item for item in documents if item.id not in outcomes]
        with meter.stage("lookup"):
            updated = [item.id for item in changed if item.id in known]
            known_ids = await self.documents.chunk_ids(namespace, updated) if updated else {}
        plans = []
        for item in changed:
            with meter.stage("chunk"):
                prepared = self._prepare(namespace, item, versions[item.id], chunking)
            if isinstance(prepared, NewDocument):
                plans.append(_Plan(prepared, known.get(item.id), known_ids.get(item.id, frozenset())))
            else:
                outcomes[item.id] = prepared
        for wave in _waves(plans):
            outcomes |= await self._write(wave, meter)
        return [outcomes[item.id] for item in documents]

    def _prepare(
        self, namespace: str, item: SubmittedDocument, version: Version, chunking: Chunking
    ) -> NewDocument | DocumentOutcome:
        try:
            return prepare(namespace, item, version, chunking=chunking, declared=self.filterable)
        except WinnowError as error:
            return _failure(item.id, error)

    async def _write(self, plans: Sequence[_Plan], meter: Meter) -> dict[str, DocumentOutcome]:
        """Embed, store and index: the outcomes by document id."""
        with meter.stage("embed"):
            vectors, outcomes = await self._embed(plans, meter)
        lease = self.sync.leases.take()
        stored = []
        with meter.stage("store"):
            for plan in plans:
                if plan.document.id in outcomes:
                    continue
                try:
                    await self.documents.replace(plan.document, lease)
                    stored.append(plan)
                except WinnowError as error:
                    outcomes[plan.document.id] = _failure(plan.document.id, error)
        with meter.stage("index"):
            delivery = await self.sync.send_held(lease, vectors)
        return outcomes | {plan.document.id: plan.outcome(delivery.settled) for plan in stored}

    async def _embed(
        self, plans: Sequence[_Plan], meter: Meter
    ) -> tuple[dict[str, Vector], dict[str, DocumentOutcome]]:
        """Vectors by chunk id, and the failures of the documents that are left without some of theirs."""
        wanted = [(plan.document.id, chunk) for plan in plans for chunk in plan.new_chunks]
        contents = [chunk.content for _, chunk in wanted]
        embedded = await embed_each(self.embedder, contents, retry=self.retry, meter=meter)
        vectors = {wanted[position][1].id: vector for position, vector in embedded.vectors.items()}
        errors = {wanted[position][0]: error for position, error in embedded.errors.items()}
        return vectors, {identifier: _failure(identifier, error) for identifier, error in errors.items()}


def _unchanged(identifier: str, known: KnownDocument) -> DocumentOutcome:
    count = known.chunk_count
    return DocumentOutcome(
        identifier, "unchanged", chunks=count, reused=count, dense="pending" if known.pending else "ready"
    )


def _failure(identifier: str, error: WinnowError) -> DocumentOutcome:
    return DocumentOutcome(identifier, "failed", error=error)


def _waves(plans: Sequence[_Plan]) -> Iterator[list[_Plan]]:
    """Runs of documents with at most `WAVE_CHUNKS` new chunks together; a larger document stands alone."""
    wave: list[_Plan] = []
    chunks = 0
    for plan in plans:
        added = len(plan.new_chunks)
        if wave and chunks + added > WAVE_CHUNKS:
            yield wave
            wave, chunks = [], 0
        wave.append(plan)
        chunks += added
    if wave:
        yield wave
