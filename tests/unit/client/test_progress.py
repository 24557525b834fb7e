"""The progress bar of an upload."""

import io

import pytest
from rich.console import Console
from rich.progress import Progress

from winnow_client.command.reading.documents import Unreadable
from winnow_client.command.uploading.outcomes import Result, Tally, unreadable
from winnow_client.command.uploading.progress import TimeLeftColumn, UploadProgress


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def left(progress: Progress) -> str:
    return TimeLeftColumn().render(progress.tasks[0]).plain


def test_time_left_is_by_the_average_of_the_whole_run(clock: Clock) -> None:
    progress = Progress(console=Console(file=io.StringIO()), get_time=clock)
    task = progress.add_task("x", total=1_000)
    clock.now = 30
    assert left(progress) == "-:--:--"
    progress.update(task, completed=250)
    assert left(progress) == "0:01:30"
    clock.now = 40  # nothing ended meanwhile: there is more left than it seemed
    assert left(progress) == "0:02:00"


def test_the_bar_says_how_many_how_fast_and_what_failed(clock: Clock) -> None:
    progress = Progress(console=Console(file=io.StringIO()), get_time=clock)
    task = progress.add_task("x", total=100)
    tally = Tally()
    tally.add(Result("a", 30, "unchanged"))
    tally.add(unreadable(Unreadable("b", "b", 20, "why")))
    UploadProgress(progress, task, begin=-1e9).show(tally)
    assert progress.tasks[0].completed == 50
    assert progress.tasks[0].description == "2 documents (1 unchanged, 1 failed), 0.0/s"
