"""Asks a server many things, several at once, and what was asked before not again."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeVar

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from winnow_client.client import WinnowClient
from winnow_client.command.evaluation.cache import AnswerCache
from winnow_client.command.output import notices

Record = TypeVar("Record")
Job = Callable[[WinnowClient], Record]


@dataclass(slots=True)
class Asker:
    """`concurrency` requests at a time."""

    make_client: Callable[[], WinnowClient]
    concurrency: int
    cache: AnswerCache
    progress: Progress
    _local: threading.local = field(default_factory=threading.local)

    def ask(self, kind: Callable[..., Record], jobs: Mapping[str, Job[Record]], *, title: str) -> dict[str, Record]:
        """The record of each job, by its key. Raises WinnowError: the first one ends the rest."""
        task = self.progress.add_task(title, total=len(jobs))
        records: dict[str, Record] = {}
        for key in jobs:
            if (known := self.cache.get(kind, key)) is not None:
                records[key] = known
        self.progress.update(task, completed=len(records))
        for key, record in self._run({key: job for key, job in jobs.items() if key not in records}):
            self.cache.put(key, record)
            records[key] = record
            self.progress.advance(task)
        return {key: records[key] for key in jobs}

    def _run(self, jobs: Mapping[str, Job[Record]]) -> Iterator[tuple[str, Record]]:
        threads = ThreadPoolExecutor(self.concurrency)
        try:
            pending: dict[Future[Record], str] = {}
            for key, job in jobs.items():
                pending[threads.submit(self._with_client, job)] = key
                if len(pending) > self.concurrency:
                    yield from _settled(pending)
            while pending:
                yield from _settled(pending)
        finally:
            threads.shutdown(cancel_futures=True)

    def _with_client(self, job: Job[Record]) -> Record:
        """A session is not for two threads."""
        if not hasattr(self._local, "client"):
            self._local.client = self.make_client()
        return job(self._local.client)


def _settled(pending: dict[Future[Record], str]) -> Iterator[tuple[str, Record]]:
    done, _ = wait(pending, return_when=FIRST_COMPLETED)
    for future in done:
        yield pending.pop(future), future.result()


@contextmanager
def asking_progress(*, quiet: bool) -> Iterator[Progress]:
    """On standard error, and only where that is a terminal."""
    columns = (
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
        TextColumn("left"), TimeRemainingColumn(),
    )  # fmt: skip
    console = notices()
    with Progress(*columns, console=console, disable=quiet or not console.is_terminal) as progress:
        yield progress


class Stopwatch:
    """Milliseconds since it was made."""

    def __init__(self) -> None:
        self._begin = time.perf_counter()

    @property
    def milliseconds(self) -> float:
        return round((time.perf_counter() - self._begin) * 1_000, 2)
