"""One upload from files to report."""

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from winnow_client.command.output import say
from winnow_client.command.reading.documents import Prepared, ReadingOptions, Unreadable, read_documents
from winnow_client.command.reading.files import Selection, SourceFile
from winnow_client.command.uploading.batches import in_batches
from winnow_client.command.uploading.interruption import stopping_on_interrupt
from winnow_client.command.uploading.outcomes import Tally, unreadable
from winnow_client.command.uploading.progress import UploadProgress, upload_progress
from winnow_client.command.uploading.queued import finished_jobs
from winnow_client.command.uploading.report import Report
from winnow_client.command.uploading.upload import Upload
from winnow_client.errors import WinnowError


@dataclass(slots=True)
class Run:
    """`max_documents` in one request; `wait` for documents that the server queues."""

    upload: Upload
    selection: Selection
    reading: ReadingOptions
    max_documents: int
    wait: bool
    tally: Tally = field(default_factory=Tally)
    _ids: set[str] = field(default_factory=set)
    _read: set[str] = field(default_factory=set)
    _unsettled: Counter[str] = field(default_factory=Counter)

    def execute(self, namespace: str, *, quiet: bool) -> Report:
        """Send everything. Errors and Ctrl-C end up in the report."""
        begin = time.monotonic()
        total_bytes = sum(file.size_bytes for file in self.selection.files)
        with stopping_on_interrupt(self.upload.stop), upload_progress(total_bytes, quiet=quiet) as progress:
            self._send(progress)
            if self.wait and self.upload.jobs and not self.upload.stop.is_set():
                self._wait_for_queued(progress)
        return Report(
            namespace=namespace,
            tally=self.tally,
            seconds=time.monotonic() - begin,
            files=len(self.selection.files),
            files_not_reached=sum(not self._is_done(file) for file in self.selection.files),
            passed_over=self.selection.passed_over,
            interrupted=self.upload.stop.is_set() and self.upload.stopped_by is None,
            stopped_by=self.upload.stopped_by,
        )

    def _send(self, progress: UploadProgress) -> None:
        for result in self.upload.run(in_batches(self._readable(), max_documents=self.max_documents)):
            self._unsettled[result.file] -= 1
            self.tally.add(result)
            progress.show(self.tally)

    def _readable(self) -> Iterator[Prepared]:
        """The documents of one file after the other, read when they are needed; what is none goes to the tally."""
        for file in self.selection.files:
            for item in read_documents(file, self.reading):
                readable = self._distinct(item)
                if isinstance(readable, Unreadable):
                    self.tally.add(unreadable(readable))
                else:
                    self._unsettled[file.id] += 1
                    yield readable
            self._read.add(file.id)

    def _distinct(self, item: Prepared | Unreadable) -> Prepared | Unreadable:
        """One id twice would leave it to chance which of the two is stored."""
        if isinstance(item, Unreadable):
            return item
        document_id = str(item.document["id"])
        if document_id in self._ids:
            reason = f"another document of this run has the id {document_id!r}"
            return Unreadable(item.file, item.source, item.size_bytes, reason)
        self._ids.add(document_id)
        return item

    def _wait_for_queued(self, progress: UploadProgress) -> None:
        """Takes the outcomes of queued documents into the tally. Where the server cannot say, they stay `queued`."""
        say(f"Waiting for {self.tally.counts['queued']} queued documents.")
        client = self.upload.make_client()
        try:
            for job in finished_jobs(client, self.upload.jobs, pause=self.upload.stop.wait):
                for outcome in job.documents:
                    self.tally.add_late(outcome)
                progress.show(self.tally)
        except WinnowError as error:
            say(f"The queued documents are not watched any longer: {error}", style="yellow")

    def _is_done(self, file: SourceFile) -> bool:
        return file.id in self._read and self._unsettled[file.id] == 0
