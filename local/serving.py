"""`wrangler dev`, from its start to its first good reply, and to its end."""

import re
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from local.errors import PlatformError
from local.processes import ProcessGroup
from local.wrangler import wrangler_command, wrangler_environment

HOST = "127.0.0.1"
_START_SECONDS = 90.0
_REPLY_SECONDS = 30.0
_FREE_PORT_SECONDS = 5.0
_POLL_SECONDS = 0.1
_LOG_LINES = 40
_READY = re.compile(r"Ready on (http://127\.0\.0\.1:(\d+))")
_CRASHED = "crashed unexpectedly"

# Without the proxies that the environment may name.
_open = urllib.request.build_opener(urllib.request.ProxyHandler({})).open


class ServingError(PlatformError):
    """The Worker did not start or did not stay up; the message ends with the last lines of the log."""


class WranglerDev:
    """Serves the Workers configured in `files`, the first of them on `port`; 0 is a free one, kept then."""

    def __init__(self, files: Sequence[Path], *, folder: Path, storage: Path, launcher: Path, port: int) -> None:
        self.log = folder / "wrangler.log"
        self.log.write_bytes(b"")
        self.url = ""
        self._files = files
        self._folder = folder
        self._storage = storage
        self._launcher = launcher
        self._port = port
        self._group: ProcessGroup | None = None
        self._begin = 0

    def start(self) -> None:
        """Start, again if need be, and return when `GET /health` is answered with success.

        Raises:
            ServingError: wrangler ended, the Worker failed, or neither was ready in time.
        """
        self.stop()
        _wait_until_free(self._port)
        self._begin = self.log.stat().st_size
        environment = wrangler_environment(self._folder, MINIFLARE_WORKERD_PATH=str(self._launcher))
        self._group = ProcessGroup(self._command(), environment=environment, folder=self._folder, log=self.log)
        self._wait_until_ready()
        self._check_health()

    def _command(self) -> list[str]:
        return wrangler_command(
            "dev",
            *(f"--config={file}" for file in self._files),
            f"--ip={HOST}",
            f"--port={self._port}",
            "--inspector-port=0",
            f"--persist-to={self._storage}",
            "--local",
            "--test-scheduled",
        )

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + _START_SECONDS
        while time.monotonic() < deadline:
            self.check()
            if ready := _READY.search(self._printed()):
                self.url, self._port = ready[1], int(ready[2])
                return
            time.sleep(_POLL_SECONDS)
        raise self._failure(f"the Worker was not ready after {_START_SECONDS:.0f} s")

    def _check_health(self) -> None:
        try:
            _open(f"{self.url}/health", timeout=_REPLY_SECONDS).close()
        except (urllib.error.URLError, OSError) as error:
            raise self._failure(f"GET /health failed: {error}") from error

    def check(self) -> None:
        """Raise ServingError when wrangler has ended, or had to start a crashed workerd again."""
        if self._group is None or not self._group.running:
            raise self._failure("wrangler dev has ended")
        if _CRASHED in self._printed():
            raise self._failure("workerd crashed, and wrangler started it again")

    def wait(self, timeout_seconds: float) -> bool:
        """Wait until wrangler has ended; return False when the time was up before."""
        return self._group is None or self._group.wait(timeout_seconds)

    def stop(self) -> None:
        """End wrangler and workerd in good order."""
        if self._group is not None:
            self._group.stop()

    def kill(self) -> None:
        """End wrangler and workerd at once, as a crash would."""
        if self._group is not None:
            self._group.kill()

    def _printed(self) -> str:
        """Return the log since the last start."""
        return self.log.read_bytes()[self._begin :].decode(errors="replace")

    def _failure(self, message: str) -> ServingError:
        return ServingError(
            "\n".join([f"{message}. The end of {self.log}:", *self._printed().splitlines()[-_LOG_LINES:]])
        )


def _wait_until_free(port: int) -> None:
    """The port of a killed process is free a moment after its end."""
    deadline = time.monotonic() + _FREE_PORT_SECONDS
    while time.monotonic() < deadline:
        with socket.socket() as probe, suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((HOST, port))
            return
        time.sleep(_POLL_SECONDS)
    raise ServingError(f"port {port} is in use: choose another one, as in `make dev PORT={port + 1}`")
