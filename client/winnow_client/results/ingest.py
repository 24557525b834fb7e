"""`POST /ingest` and `GET /jobs/{id}`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from winnow_client.problems import Problem
from winnow_client.results.common import Usage

DocumentStatus: TypeAlias = Literal["created", "updated", "unchanged", "queued", "failed"]


@dataclass(frozen=True, slots=True)
class DocumentOutcome:
    """What became of one document. `error` is there when it failed.

    Of its `chunks`, `embedded` were new to the model and `reused` were not; `removed` ones are gone. `dense` says
    whether the dense leg already finds it; the lexical leg always does.
    """

    id: str
    status: DocumentStatus
    chunks: int = 0
    embedded: int = 0
    reused: int = 0
    removed: int = 0
    dense: Literal["pending", "ready"] | None = None
    error: Problem | None = None


@dataclass(frozen=True, slots=True)
class Ingestion:
    """The outcome of each document, in the order sent. With a `job` they are queued: `WinnowClient.job` tells more."""

    documents: tuple[DocumentOutcome, ...]
    job: str | None = None
    usage: Usage | None = None
    timing_ms: Mapping[str, float] = field(default_factory=dict)
