"""Jobs: ingest requests that are stored, answered at once and done by the queue.

A message names its job and nothing else. It may come twice, late, or never: a job is idempotent, since unchanged
documents cost one read, and `requeue` asks again for those that nobody has touched for a while.
"""

import json
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any

from winnow.errors import NotFound, QueueUnavailable, StoreUnavailable, TemporaryError
from winnow.ports.documents import Chunking
from winnow.ports.jobs import Job, JobQueue, JobState, JobStore
from winnow.services.ingest import DocumentOutcome, IngestService
from winnow.services.leases import Clock, system_clock
from winnow.services.metering import Meter
from winnow.services.preparing import SubmittedDocument
from winnow.services.vector_settings import VectorSettings

MAX_ATTEMPTS = 10
"""After so many, what still fails is the job's outcome."""
REQUEUE_AFTER_MILLISECONDS = 900_000
"""A job that was not touched for so long has lost its message."""
REQUEUE_LIMIT = 50
FORGET_AFTER_MILLISECONDS = 7 * 24 * 3_600_000
"""A week: then the outcomes of a job that is done are dropped."""


@dataclass(frozen=True, slots=True)
class JobService:
    """`present` makes the outcomes storable, in the form in which they are shown."""

    ingest: IngestService
    vector_settings: VectorSettings
    jobs: JobStore
    queue: JobQueue
    present: Callable[[DocumentOutcome], dict[str, Any]]
    clock: Clock = system_clock

    async def submit(self, namespace: str, documents: Sequence[SubmittedDocument], *, chunking: Chunking) -> Job:
        """Store a request to ingest and ask for it to be run. Raises StoreUnavailable."""
        now = self.clock()
        ids = tuple(item.id for item in documents)
        job = Job(os.urandom(16).hex(), namespace, "queued", ids, 0, None, now, now)
        await self.jobs.add(job, _dump(documents, chunking))
        with suppress(QueueUnavailable):  # the job is stored, so it will be done: `requeue` asks again
            await self.queue.send(job.id)
        return job

    async def get(self, job_id: str) -> Job:
        """Raises NotFound."""
        job = await self.jobs.get(job_id)
        if job is None:
            raise NotFound("there is no such job")
        return job

    async def run(self, job_id: str) -> int | None:
        """Run a job. None: nothing is left to do; else the seconds after which to try again.

        Raises StoreUnavailable, Misconfigured.
        """
        job = await self.jobs.begin(job_id, now=self.clock())
        request = None if job is None else await self.jobs.request(job_id)
        if job is None or request is None:
            return None
        await self.vector_settings.pin()
        documents, chunking = _load(json.loads(request))
        outcomes = await self.ingest.ingest(job.namespace, documents, chunking=chunking, meter=Meter())
        delays = [
            outcome.error.retry_after_seconds for outcome in outcomes if isinstance(outcome.error, TemporaryError)
        ]
        again = bool(delays) and job.attempts < MAX_ATTEMPTS
        presented = [self.present(outcome) for outcome in outcomes]
        state: JobState = "queued" if again else "done"
        await self.jobs.record(job_id, state=state, outcomes=presented, now=self.clock())
        return max(delays) if again else None

    async def requeue(self) -> int:
        """Ask again for jobs that lost their message; how many. Gives up those that end the Worker each time."""
        now = self.clock()
        await self.jobs.forget(before=now - FORGET_AFTER_MILLISECONDS)
        waiting = await self.jobs.waiting(before=now - REQUEUE_AFTER_MILLISECONDS, limit=REQUEUE_LIMIT)
        for job in waiting:
            if job.attempts >= MAX_ATTEMPTS:
                await self._give_up(job, now)
            else:
                await self.queue.send(job.id)
        await self.jobs.touch([job.id for job in waiting], now=now)
        return len(waiting)

    async def _give_up(self, job: Job, now: int) -> None:
        error = StoreUnavailable(f"given up after {job.attempts} attempts that did not end")
        outcomes = [self.present(DocumentOutcome(identifier, "failed", error=error)) for identifier in job.document_ids]
        await self.jobs.record(job.id, state="done", outcomes=outcomes, now=now)


def _dump(documents: Sequence[SubmittedDocument], chunking: Chunking) -> str:
    request = {"documents": [asdict(item) for item in documents], "chunking": asdict(chunking)}
    return json.dumps(request, ensure_ascii=False)


def _load(request: Mapping[str, Any]) -> tuple[list[SubmittedDocument], Chunking]:
    return [SubmittedDocument(**item) for item in request["documents"]], Chunking(**request["chunking"])
