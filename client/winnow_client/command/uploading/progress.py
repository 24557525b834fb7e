"""The progress bar of an upload: documents, rate and time left."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta

from rich.progress import BarColumn, Progress, ProgressColumn, Task, TaskID, TaskProgressColumn, TextColumn
from rich.text import Text

from winnow_client.command.output import notices
from winnow_client.command.uploading.outcomes import Tally


@dataclass(frozen=True, slots=True)
class UploadProgress:
    """Fills with the bytes of the files, since how many documents they hold is known only at the end."""

    progress: Progress
    task: TaskID
    begin: float

    def show(self, tally: Tally) -> None:
        rate = tally.documents / max(time.monotonic() - self.begin, 0.001)
        failed = f", {len(tally.failures)} failed" if tally.failures else ""
        text = f"{tally.documents} documents ({tally.counts['unchanged']} unchanged{failed}), {rate:.1f}/s"
        self.progress.update(self.task, completed=tally.settled_bytes, description=text)


class TimeLeftColumn(ProgressColumn):
    """By the average of the whole run. Batches end in bursts, which Rich's own column takes for speed."""

    def render(self, task: Task) -> Text:
        if not (task.completed and task.total and task.elapsed):
            return Text("-:--:--", style="progress.remaining")
        seconds = task.elapsed * (task.total / task.completed - 1)
        return Text(str(timedelta(seconds=round(seconds))), style="progress.remaining")


@contextmanager
def upload_progress(total_bytes: int, *, quiet: bool) -> Iterator[UploadProgress]:
    """On standard error, and only where that is a terminal."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("left"),
        TimeLeftColumn(),
    )
    console = notices()
    with Progress(*columns, console=console, disable=quiet or not console.is_terminal) as progress:
        task = progress.add_task("0 documents", total=max(total_bytes, 1))
        yield UploadProgress(progress, task, time.monotonic())
