"""Jobs: done once or more often, and by whomever they are asked for."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.fakes.house import SMALL_CHUNKS, House, document, run
from winnow.cloudflare.d1_jobs import D1JobStore
from winnow.errors import Misconfigured, ModelUnavailable, NotFound, QueueUnavailable
from winnow.ports import Scalar
from winnow.services.ingest import DocumentOutcome
from winnow.services.jobs import MAX_ATTEMPTS, REQUEUE_AFTER_MILLISECONDS, JobService
from winnow.services.vector_settings import VectorSettings

DOCUMENT = document("d", "The moon raises the tides.")


@dataclass(slots=True)
class FakeQueue:
    sent: list[str] = field(default_factory=list)
    fails: bool = False

    async def send(self, job_id: str) -> None:
        if self.fails:
            raise QueueUnavailable("the queue is unavailable")
        self.sent.append(job_id)


def present(outcome: DocumentOutcome) -> dict[str, Any]:
    return {"id": outcome.id, "status": outcome.status}


@pytest.fixture
def house() -> House:
    return House()


@pytest.fixture
def queue() -> FakeQueue:
    return FakeQueue()


@pytest.fixture
def jobs(house: House, queue: FakeQueue) -> JobService:
    return _service(house, queue, {"model": "m"})


def _service(house: House, queue: FakeQueue, identity: dict[str, Scalar]) -> JobService:
    settings = VectorSettings(house.chunks, identity)
    return JobService(house.ingest_service, settings, D1JobStore(house.database), queue, present, house.clock)


def submit(jobs: JobService) -> str:
    return run(jobs.submit("n", [DOCUMENT], chunking=SMALL_CHUNKS)).id


def test_a_redelivered_message_does_no_more(jobs: JobService, house: House, queue: FakeQueue) -> None:
    job_id = submit(jobs)
    assert queue.sent == [job_id]
    assert [run(jobs.run(job_id)) for _ in range(2)] == [None, None]
    assert house.embedder.texts == 1
    job = run(jobs.get(job_id))
    assert (job.state, job.attempts, job.outcomes) == ("done", 1, [{"id": "d", "status": "created"}])


def test_a_failure_that_passes_puts_the_job_off(jobs: JobService, house: House) -> None:
    job_id = submit(jobs)
    house.embedder.errors = [ModelUnavailable("quota", retry_after_seconds=3_600)]
    assert run(jobs.run(job_id)) == 3_600
    assert run(jobs.get(job_id)).state == "queued"
    assert run(jobs.run(job_id)) is None
    assert run(jobs.get(job_id)).outcomes == [{"id": "d", "status": "created"}]


def test_after_many_attempts_the_failure_is_the_outcome(jobs: JobService, house: House) -> None:
    job_id = submit(jobs)
    house.embedder.errors = [ModelUnavailable("quota") for _ in range(MAX_ATTEMPTS)]
    delays = [run(jobs.run(job_id)) for _ in range(MAX_ATTEMPTS)]
    assert delays == [1] * (MAX_ATTEMPTS - 1) + [None]
    assert run(jobs.get(job_id)).outcomes == [{"id": "d", "status": "failed"}]


def test_a_job_whose_message_was_lost_is_asked_for_again(jobs: JobService, house: House, queue: FakeQueue) -> None:
    queue.fails = True
    job_id = submit(jobs)
    queue.fails = False
    assert run(jobs.requeue()) == 0
    house.clock.advance(seconds=REQUEUE_AFTER_MILLISECONDS / 1000 + 1)
    assert [run(jobs.requeue()) for _ in range(2)] == [1, 0]
    assert queue.sent == [job_id]


def test_a_job_that_ends_the_worker_each_time_is_given_up(jobs: JobService, house: House) -> None:
    job_id = submit(jobs)
    for _ in range(MAX_ATTEMPTS):
        run(jobs.jobs.begin(job_id, now=house.clock.now))
    house.clock.advance(seconds=REQUEUE_AFTER_MILLISECONDS / 1000 + 1)
    run(jobs.requeue())
    job = run(jobs.get(job_id))
    assert (job.state, job.outcomes) == ("done", [{"id": "d", "status": "failed"}])


def test_a_job_is_not_done_with_another_model(jobs: JobService, house: House, queue: FakeQueue) -> None:
    done, left = submit(jobs), submit(jobs)
    run(jobs.run(done))
    with pytest.raises(Misconfigured):
        run(_service(house, queue, {"model": "other"}).run(left))


def test_a_job_that_is_not_there(jobs: JobService) -> None:
    assert run(jobs.run("none")) is None
    with pytest.raises(NotFound):
        run(jobs.get("none"))
