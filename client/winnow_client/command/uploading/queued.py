"""Documents that the server has queued: waiting for their outcomes."""

from collections.abc import Callable, Iterator, Sequence

from winnow_client.client import WinnowClient
from winnow_client.results.jobs import Job

POLL_SECONDS = 1.0


def finished_jobs(client: WinnowClient, job_ids: Sequence[str], *, pause: Callable[[float], bool]) -> Iterator[Job]:
    """Each job when it is done, all of them; fewer when `pause`, which waits between two rounds, returns True.

    Raises:
        WinnowError: the server cannot say; the jobs go on without being watched.
    """
    waiting = list(job_ids)
    while True:
        done = [job for job in map(client.job, waiting) if job.status == "done"]
        yield from done
        waiting = [job_id for job_id in waiting if job_id not in {job.job for job in done}]
        if not waiting or pause(POLL_SECONDS):
            return
