"""Sends batches, several at once, and yields what became of each document."""

import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field

from winnow_client.client import WinnowClient
from winnow_client.command.uploading.batches import Batch
from winnow_client.command.uploading.outcomes import Result, answered, refused
from winnow_client.errors import InvalidRequest, ServerFault, TooLarge, UnexpectedAnswer, WinnowError
from winnow_client.results.ingest import Ingestion

MAX_FAULTS_IN_A_ROW = 3
"""Batches that the server fails at. One may hold something it chokes on; three say that it is broken."""


@dataclass(slots=True)
class Upload:
    """One run. `stop` ends it early: what is on its way is waited for, the rest stays unsent.

    `stopped_by` is the error that ended it: credentials, a server that is out of reach or broken.
    """

    make_client: Callable[[], WinnowClient]
    concurrency: int
    stop: threading.Event = field(default_factory=threading.Event)
    stopped_by: WinnowError | None = None
    jobs: list[str] = field(default_factory=list)
    _faults_in_a_row: int = 0
    _local: threading.local = field(default_factory=threading.local)

    def run(self, batches: Iterable[Batch]) -> Iterator[Result]:
        """A result for each document of each batch that was sent, in the order of the answers."""
        pending: dict[Future[list[Result]], Batch] = {}
        with ThreadPoolExecutor(self.concurrency) as threads:
            for batch in batches:
                if self.stop.is_set():
                    break
                pending[threads.submit(self._send, batch)] = batch
                if len(pending) > self.concurrency:  # one is ready when a thread becomes free
                    yield from self._collect(pending)
            while pending:
                yield from self._collect(pending)

    def _collect(self, pending: dict[Future[list[Result]], Batch]) -> Iterator[Result]:
        """Wait for one batch at least."""
        done, _ = wait(pending, return_when=FIRST_COMPLETED)
        for future in done:
            yield from self._settle(future, pending.pop(future))
        if self.stop.is_set():
            for future in [future for future in pending if future.cancel()]:
                del pending[future]

    def _settle(self, future: Future[list[Result]], batch: Batch) -> Iterator[Result]:
        try:
            yield from future.result()
            self._faults_in_a_row = 0
        except WinnowError as error:
            yield from (refused(item, error) for item in batch)
            self._faults_in_a_row += 1
            one_of_few = isinstance(error, ServerFault) and not isinstance(error, UnexpectedAnswer)
            if not one_of_few or self._faults_in_a_row == MAX_FAULTS_IN_A_ROW:
                self.stopped_by = self.stopped_by or error
                self.stop.set()

    def _send(self, batch: Batch) -> list[Result]:
        """Runs in a thread. What is refused as a whole is sent in halves, until the document at fault stands alone."""
        client = self._client()
        try:
            answer = client.ingest([item.document for item in batch], chunking=batch[0].chunking)
        except (InvalidRequest, TooLarge) as error:
            if len(batch) == 1:
                return [refused(batch[0], error)]
            middle = len(batch) // 2
            return self._send(batch[:middle]) + self._send(batch[middle:])
        return self._results(batch, answer)

    def _results(self, batch: Batch, answer: Ingestion) -> list[Result]:
        if [outcome.id for outcome in answer.documents] != [item.document["id"] for item in batch]:
            raise UnexpectedAnswer("the outcomes are not those of the documents sent")
        if answer.job is not None:
            self.jobs.append(answer.job)
        return [answered(item, outcome) for item, outcome in zip(batch, answer.documents, strict=True)]

    def _client(self) -> WinnowClient:
        """A session is not for two threads."""
        if not hasattr(self._local, "client"):
            self._local.client = self.make_client()
        client: WinnowClient = self._local.client
        return client
