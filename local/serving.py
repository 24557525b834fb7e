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
_POLL_SECONDS = 0.1
_LOG_LINES = 40
_READY = re.compile(r"Ready on (http://127\.0\.0\.1:(\d+))")

# Without the proxies that the environment may name.
_open = urllib.request.build_opener(urllib.request.ProxyHandler({})).open


class ServingError(PlatformError):
    """The Worker did not start or did not stay up; the message ends with wrangler's last lines."""


class WranglerDev:
    """Serves the Workers configured in `files`, the first of them on `port` (0: a free one, kept from then on)."""

    def __init__(
        self, files: Sequence[Path], *, folder: Path, storage: Path, launcher: Path, port: int = 0
    ) -> None:
        self.log = folder / "wrangler.log"
        self.url = ""
        self._files = files
        self._folder = folder
        self._storage = storage
        self._launcher = launcher
        self._port = port
        self._group: ProcessGroup | None = None

    def start(self) -> None:
        """Start, and return when `GET /health` is answered.

        Raises:
            ServingError: wrangler ended, the Worker failed, or neither was ready in time.
        """
        self.stop()
        _wait_until_free(self._port)
        begin = self.log.stat().st_size if self.log.exists() else 0
        environment = wrangler_environment(self._folder, MINIFLARE_WORKERD_PATH=str(self._launcher))
        self._group = ProcessGroup(
            self._command(), environment=environment, folder=self._folder, log=self.log
        )
        try:
            self._wait_until_ready(begin)
        except BaseException:
            self.stop()
            raise

    def _command(self) -> list[str]:
        configurations = [argument for file in self._files for argument in ("--config", str(file))]
        options = (
            "--ip",
            HOST,
            "--port",
            str(self._port),
            "--inspector-port",
            "0",
            "--local",
            "--test-scheduled",
        )
        return wrangler_command("dev", *configurations, *options, "--persist-to", self._storage)

    def _wait_until_ready(self, begin: int) -> None:
        deadline = time.monotonic() + _START_SECONDS
        while time.monotonic() < deadline:
            self.check()
            ready = _READY.search(self.log.read_bytes()[begin:].decode(errors="replace"))
            if ready:
                self.url, self._port = ready[1], int(ready[2])
                return self._check_health()
            time.sleep(_POLL_SECONDS)
        raise ServingError(self._with_log(f"the Worker was not ready after {_START_SECONDS:.0f} s"))

    def _check_health(self) -> None:
        try:
            _open(f"{self.url}/health", timeout=_REPLY_SECONDS).close()
        except (urllib.error.URLError, OSError) as error:
            raise ServingError(self._with_log(f"GET /health failed: {error}")) from error

    def check(self) -> None:
        """Raise ServingError when wrangler is not running."""
        if self._group is None or not self._group.running:
            raise ServingError(self._with_log("wrangler dev has ended"))

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

    def _with_log(self, message: str) -> str:
        lines = (
            self.log.read_text(encoding="utf-8", errors="replace").splitlines() if self.log.exists() else []
        )
        return "\n".join([f"{message}. The end of {self.log}:", *lines[-_LOG_LINES:]])


def _wait_until_free(port: int) -> None:
    """The port of a killed process is free a moment after its end."""
    deadline = time.monotonic() + _REPLY_SECONDS
    while port and time.monotonic() < deadline:
        with socket.socket() as probe, suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((HOST, port))
            return
        time.sleep(_POLL_SECONDS)
