"""What the routes about stored documents answer, for the description of the API alone."""

from typing import Annotated, Any, Literal

from pydantic import Field

from winnow.http.schemas.responses import Answer, Costed, FailedDocument, Optional, StoredDocument

Dense = Annotated[Literal["pending", "ready"], Field(description="Whether the vector index is where the database is")]
Time = Annotated[str, Field(description="ISO 8601, in UTC")]


class QueuedDocument(Answer):
    id: str
    status: Literal["queued"]


class JobAnswer(Answer):
    """A request to ingest that was put off. `documents` are the outcomes of the latest attempt."""

    job: str
    status: Literal["queued", "done"]
    attempts: int
    documents: list[QueuedDocument | StoredDocument | FailedDocument]


class DocumentAnswer(Answer):
    id: str
    namespace: str
    title: str
    metadata: dict[str, Any]
    chunks: int
    content_hash: str
    dense: Dense
    created_at: Time
    updated_at: Time


class DocumentList(Answer):
    documents: list[DocumentAnswer]
    cursor: Annotated[str, Field(description="Where the next page begins; absent on the last")] | Optional = None


class Removed(Answer):
    """How much there was of what was to go."""

    documents: int
    chunks: int
    dense: Dense


class Outbox(Answer):
    """Writes that the vector index has not shown yet. Empty: both stores agree."""

    depth: int
    upserts: int
    deletes: int
    awaiting: Annotated[int, Field(description="Taken by the index, and not shown yet")]
    failed: Annotated[int, Field(description="The latest attempt at them failed")]
    age_seconds: Annotated[int, Field(description="Of the oldest")]


class ChunkCounts(Answer):
    total: int
    ready: int
    pending: int


class IndexAnswers(Answer):
    status: Literal["ok"]
    vectors: int
    dimensions: int
    processed_up_to: Annotated[int | None, Field(description="Milliseconds since 1970")]


class IndexFails(Answer):
    status: Literal["failed"]
    reason: str | None


class StatsAnswer(Answer):
    """How both stores stand, over all namespaces."""

    documents: int
    chunks: ChunkCounts
    outbox: Outbox
    settings: Annotated[dict[str, Any], Field(description="How the stored vectors were made")]
    index: IndexAnswers | IndexFails


class Stuck(Answer):
    chunk_id: str
    operation: Literal["upsert", "refresh", "delete"]
    since_seconds: int
    attempts: int
    error: str | None


class ReconcileAnswer(Costed):
    settled: Annotated[int, Field(description="Writes that the index shows now")]
    sent: Annotated[int, Field(description="Writes that were sent again")]
    embedded: int
    outbox: Outbox
    stuck: list[Stuck]


class RebuildAnswer(Answer):
    chunks: int
