"""Ctrl-C during an upload: once to stop in good order, twice to stop at once."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from winnow_client.command.output import say


@contextmanager
def stopping_on_interrupt(stop: threading.Event) -> Iterator[None]:
    """The first SIGINT sets `stop`; the second is a KeyboardInterrupt as ever."""

    def handle(_number: int, _frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, previous)
        stop.set()
        say("Stopping: waiting for the requests on their way. Ctrl-C again ends at once.", style="yellow")

    previous = signal.signal(signal.SIGINT, handle)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous)
