"""Ingest requests that are answered before they are done."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias

JobState: TypeAlias = Literal["queued", "done"]


@dataclass(frozen=True, slots=True)
class Job:
    """`outcomes` are those of the latest attempt, as they are presented; times are milliseconds since 1970."""

    id: str
    namespace: str
    state: JobState
    document_ids: tuple[str, ...]
    attempts: int
    outcomes: list[dict[str, Any]] | None
    created_at: int
    updated_at: int


class JobStore(Protocol):
    """Every method may raise StoreUnavailable."""

    async def add(self, job: Job, request: str) -> None:
        """Store a new job with the request, whole or not at all."""
        ...

    async def get(self, job_id: str) -> Job | None: ...

    async def begin(self, job_id: str, *, now: int) -> Job | None:
        """Count one more attempt at a job that is not done; None where there is none."""
        ...

    async def request(self, job_id: str) -> str | None:
        """The request of a job that is not done."""
        ...

    async def record(self, job_id: str, *, state: JobState, outcomes: Sequence[dict[str, Any]], now: int) -> None:
        """Note an attempt's outcomes; the request of a job that is done is dropped."""
        ...

    async def waiting(self, *, before: int, limit: int) -> list[Job]:
        """Jobs that are not done, and were not touched since `before`."""
        ...

    async def touch(self, job_ids: Sequence[str], *, now: int) -> None: ...

    async def forget(self, *, before: int) -> None:
        """Drop jobs that were done before then."""
        ...


class JobQueue(Protocol):
    async def send(self, job_id: str) -> None:
        """Ask for the job to be run, at least once. Raises QueueUnavailable."""
        ...
