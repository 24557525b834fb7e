"""Ctrl-C, when a command is run by `make`."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager


def end_on_signals() -> None:
    """Let SIGINT, SIGTERM and SIGHUP raise KeyboardInterrupt, in a background job too."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)


@contextmanager
def own_terminal() -> Iterator[None]:
    """Take Ctrl-C for this process alone: `make`, which would answer with an error, does not see it.

    Does nothing where there is no terminal, or where it belongs to somebody else.
    """
    if not sys.stdin.isatty() or os.tcgetpgrp(sys.stdin.fileno()) != os.getpgrp():
        yield
        return
    terminal, previous = sys.stdin.fileno(), os.getpgrp()
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)  # or passing the terminal on would suspend us
    signal.signal(signal.SIGTSTP, signal.SIG_IGN)  # Ctrl-Z would leave `make` waiting for ever
    os.setpgid(0, 0)
    os.tcsetpgrp(terminal, os.getpgrp())
    try:
        yield
    finally:
        os.tcsetpgrp(terminal, previous)
