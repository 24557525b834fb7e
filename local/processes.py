"""A command and everything it starts, ended together whatever happens."""

import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

_GRACE_SECONDS = 5.0

# Leads the group and ends it when our end of its standard input closes: also when this process is killed.
_GUARD = ("sh", "-c", "read -r line; kill -KILL 0")


class ProcessGroup:
    """One running command, its children and theirs; what they print is appended to the file `log`."""

    def __init__(self, command: Sequence[str], *, environment: Mapping[str, str], folder: Path, log: Path) -> None:
        self._guard = subprocess.Popen(_GUARD, stdin=subprocess.PIPE, process_group=0)
        with log.open("ab") as output:
            self._command = subprocess.Popen(
                command,
                env=environment,
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                process_group=self._guard.pid,
            )

    @property
    def running(self) -> bool:
        """Whether the command itself still runs."""
        return self._command.poll() is None

    def wait(self, timeout_seconds: float) -> bool:
        """Wait until the command itself has ended; return False when the time was up before."""
        with suppress(subprocess.TimeoutExpired):
            self._command.wait(timeout_seconds)
        return not self.running

    def stop(self) -> None:
        """End the group in good order, by force after some seconds. Does nothing the second time."""
        if self.running:
            self._command.terminate()
            self.wait(_GRACE_SECONDS)
        self.kill()

    def kill(self) -> None:
        """End the whole group at once, as a crash would. Does nothing the second time."""
        if self._guard.returncode is None:
            os.killpg(self._guard.pid, signal.SIGKILL)
            self._command.wait()
            self._guard.communicate()
