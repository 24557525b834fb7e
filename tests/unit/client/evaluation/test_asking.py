"""Everything is asked once, by several at a time, whatever ends a run."""

import threading
from pathlib import Path

import pytest
from rich.progress import Progress

from winnow_client.client import WinnowClient
from winnow_client.command.evaluation.asking import Asker, Job
from winnow_client.command.evaluation.cache import AnswerCache
from winnow_client.command.evaluation.findings import Best
from winnow_client.errors import Unavailable

JOBS = 20


class Counting:
    """Jobs that count how often they are done, and fail at one."""

    def __init__(self, *, fails_at: int | None = None) -> None:
        self.done: list[int] = []
        self.clients: set[int] = set()
        self._fails_at = fails_at
        self._lock = threading.Lock()

    def jobs(self) -> dict[str, Job[Best]]:
        return {str(number): self._job(number) for number in range(JOBS)}

    def _job(self, number: int) -> Job[Best]:
        def job(client: WinnowClient) -> Best:
            with self._lock:
                self.done.append(number)
                self.clients.add(id(client))
            if number == self._fails_at:
                raise Unavailable("busy")
            return Best(cosine=float(number))

        return job


def ask(counting: Counting, cache: Path) -> dict[str, Best]:
    with AnswerCache(cache) as answers:
        asker = Asker(lambda: WinnowClient("http://localhost"), 3, answers, Progress(disable=True))
        return asker.ask(Best, counting.jobs(), title="jobs")


def test_answers_come_in_the_order_of_the_jobs(tmp_path: Path) -> None:
    counting = Counting()
    answers = ask(counting, tmp_path / "cache")
    assert list(answers.items()) == [(str(number), Best(cosine=float(number))) for number in range(JOBS)]
    assert sorted(counting.done) == list(range(JOBS))
    assert 1 <= len(counting.clients) <= 3


def test_a_run_that_failed_goes_on_where_it_ended(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match="busy"):
        ask(Counting(fails_at=10), tmp_path / "cache")
    second = Counting()
    assert len(ask(second, tmp_path / "cache")) == JOBS
    assert 10 in second.done
    assert len(second.done) < JOBS, "what the first run had was not asked again"
    third = Counting()
    ask(third, tmp_path / "cache")
    assert third.done == []
