"""The services over fakes: one clock, one order of steps, and a look at whether both stores agree."""

import asyncio
import json
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from tests.fakes.clock import FakeClock
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.sqlite_database import SqliteDatabase
from tests.fakes.steps import Steps
from tests.fakes.vector_index import FakeVectorIndex
from winnow.cloudflare.d1 import Database
from winnow.cloudflare.d1_documents import D1DocumentStore
from winnow.cloudflare.d1_memory import D1VectorMemory
from winnow.cloudflare.d1_outbox import D1Outbox
from winnow.cloudflare.d1_store import D1ChunkStore
from winnow.ports import FieldType, Metadata
from winnow.ports.documents import Chunking
from winnow.ports.retry import Retry
from winnow.services.documents import DocumentService
from winnow.services.export import ExportService
from winnow.services.ingest import DocumentOutcome, IngestService
from winnow.services.leases import Leases
from winnow.services.memory import RememberingEmbedder
from winnow.services.metering import Meter
from winnow.services.preparing import SubmittedDocument
from winnow.services.reconcile import ReconcileReport, ReconcileService
from winnow.services.retrieve import RetrieveService
from winnow.services.syncing import IndexSync
from winnow.services.vector_settings import VectorSettings

Result = TypeVar("Result")
DECLARED: Mapping[str, FieldType] = {"tenant": "string", "year": "number", "public": "boolean"}
LEASE_SECONDS = 60.0
SMALL_CHUNKS = Chunking(chunk_size=60, overlap=0)


async def no_wait(_seconds: float) -> None:
    """What `Retry` sleeps with where nobody waits."""


RETRY = Retry(sleep=no_wait)


def run(coroutine: Coroutine[Any, Any, Result]) -> Result:
    return asyncio.run(coroutine)


class NoBackground:
    """Drops what would go on behind an answer: the memory of vectors is not what these tests are about."""

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        work.close()


@dataclass(slots=True)
class House:
    """All services are built anew on each use, as after a restart; only the stores remember."""

    steps: Steps = field(default_factory=Steps)
    clock: FakeClock = field(default_factory=FakeClock)
    database: SqliteDatabase = field(init=False)
    index: FakeVectorIndex = field(init=False)
    embedder: FakeEmbedder = field(init=False)

    def __post_init__(self) -> None:
        self.database = SqliteDatabase(self.steps)
        self.index = FakeVectorIndex(self.clock, self.steps)
        self.embedder = FakeEmbedder(self.steps)

    @property
    def chunks(self) -> D1ChunkStore:
        return D1ChunkStore(self._database)

    @property
    def outbox(self) -> D1Outbox:
        return D1Outbox(self._database)

    @property
    def store(self) -> D1DocumentStore:
        return D1DocumentStore(self._database)

    @property
    def sync(self) -> IndexSync:
        return IndexSync(self.index, self.outbox, Leases(LEASE_SECONDS, self.clock))

    @property
    def ingest_service(self) -> IngestService:
        return IngestService(self.embedder, self.store, self.sync, DECLARED, RETRY)

    @property
    def documents(self) -> DocumentService:
        return DocumentService(self.store, self.sync, DECLARED)

    @property
    def retrieve(self) -> RetrieveService:
        remembering = RememberingEmbedder(self.embedder, D1VectorMemory(self._database), NoBackground(), model="fake")
        return RetrieveService(remembering, self.index, self.chunks)

    @property
    def export(self) -> ExportService:
        return ExportService(self.store)

    @property
    def _database(self) -> Database:
        return self.database

    def ingest(
        self, *documents: SubmittedDocument, namespace: str = "n", chunking: Chunking = SMALL_CHUNKS
    ) -> list[DocumentOutcome]:
        return run(self.ingest_service.ingest(namespace, documents, chunking=chunking, meter=Meter()))

    def reconcile(self) -> ReconcileReport:
        settings = VectorSettings(self.chunks, {})
        service = ReconcileService(self.embedder, self.index, self.sync, settings, RETRY)
        return run(service.run(Meter()))

    def recover(self) -> None:
        """Time passes, and the clock calls reconcile until nothing is left to do."""
        self.steps.disarm()
        for _ in range(3):
            self.clock.advance(seconds=LEASE_SECONDS + self.index.delay_seconds + 1)
            self.reconcile()

    def disagreements(self) -> list[str]:
        """How the stores differ: nothing, once all is settled."""
        rows = self.database.query(
            "SELECT chunks.id, namespace, vector_metadata FROM chunks JOIN documents ON documents.key = document_key"
        )
        stored = {row["id"]: (row["namespace"], row["vector_metadata"]) for row in rows}
        vectors = self.index.settled()
        problems = [f"vector without a row: {name}" for name in vectors.keys() - stored.keys()]
        problems += [f"row without a vector: {name}" for name in stored.keys() - vectors.keys()]
        problems += [
            f"vector of other metadata: {name}"
            for name in vectors.keys() & stored.keys()
            if (vectors[name].namespace, _compact(vectors[name].metadata)) != stored[name]
        ]
        problems += [f"outbox: {row}" for row in self.database.query("SELECT * FROM outbox")]
        return problems + self._broken_totals()

    def _broken_totals(self) -> list[str]:
        # On the host it may be asked; in D1 the check itself was seen to break the index.
        self.database.query("INSERT INTO chunks_fts (chunks_fts, rank) VALUES ('integrity-check', 1)")
        [kept] = self.database.query("SELECT documents, chunks, characters FROM totals")
        [counted] = self.database.query(
            "SELECT (SELECT count(*) FROM documents) AS documents, count(*) AS chunks,"
            " coalesce(sum(length(title) + length(content)), 0) AS characters FROM chunks"
        )
        return [] if kept == counted else [f"totals {kept} are {counted}"]

    def texts(self) -> dict[tuple[str, str], str]:
        """Every document's text, by namespace and id."""

        async def read() -> dict[tuple[str, str], str]:
            return {
                (namespace, document.id): document.text
                for namespace in await self.export.namespaces()
                async for document in self.export.export(namespace)
            }

        return run(read())


def document(identifier: str, *sentences: str, title: str = "", metadata: Metadata | None = None) -> SubmittedDocument:
    """A document of these sentences, each its own paragraph, so that each becomes a chunk of its own."""
    return SubmittedDocument(identifier, "\n\n".join(sentences), title, metadata or {})


def sentences(count: int, *, start: int = 0) -> Sequence[str]:
    """Sentences of 40 to 60 characters: no two share a chunk of `SMALL_CHUNKS`."""
    return [f"Sentence number {number:05} stands in a chunk alone." for number in range(start, start + count)]


def _compact(metadata: Mapping[str, Any]) -> str:
    return json.dumps(metadata, ensure_ascii=False, separators=(",", ":"))
