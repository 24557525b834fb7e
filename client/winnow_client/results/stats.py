"""`GET /stats`, and what the routes under `/admin` answer."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from winnow_client.decoding import Json
from winnow_client.results.common import Usage


@dataclass(frozen=True, slots=True)
class ChunkCounts:
    """`pending` ones are not yet found by the dense leg."""

    total: int
    ready: int
    pending: int


@dataclass(frozen=True, slots=True)
class OutboxState:
    """What the vector index has still to take: rows, those that failed last time, and the age of the oldest."""

    depth: int
    upserts: int
    deletes: int
    failed: int
    age_seconds: float
    awaiting: int = 0


@dataclass(frozen=True, slots=True)
class IndexState:
    """What the vector index says of itself; with the status `failed`, why it does not."""

    status: Literal["ok", "failed"]
    vectors: int | None = None
    dimensions: int | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Stats:
    """How both stores stand, over all namespaces. With an empty outbox they agree."""

    documents: int
    chunks: ChunkCounts
    outbox: OutboxState
    index: IndexState
    settings: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StuckRow:
    """A vector write that has waited for long."""

    chunk_id: str
    operation: str
    since_seconds: float
    attempts: int
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Reconciliation:
    """What one round did, and what it left."""

    settled: int
    sent: int
    embedded: int
    outbox: OutboxState
    stuck: tuple[StuckRow, ...] = ()
    usage: Usage | None = None


@dataclass(frozen=True, slots=True)
class LexicalRebuild:
    """How many chunks the new lexical index holds."""

    chunks: int
