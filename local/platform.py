"""The platform on this machine: the real Worker in workerd, D1, and simulators of what has no local form."""

import fcntl
import shutil
import tempfile
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Self

from local.clock import ticking
from local.configuration import LOCAL_TOKEN, UNLIMITED, Embedder, LocalSettings, derive, write
from local.errors import PlatformError
from local.host import HostServer
from local.migrations import apply_migrations
from local.paths import NODE_MODULES, PRODUCTION_CONFIGURATION, PYTHON_MODULES, ROOT
from local.runtime.bundle import build_bundle
from local.runtime.launcher import find_workerd, write_launcher
from local.serving import WranglerDev
from local.wrangler import NODE

SNAPSHOT_NAME = "snapshot.bin"
_EMBEDDERS = {
    "e5": "the model multilingual-e5-small",
    "ngram": "hashed character n-grams",
    "instant": "pseudorandom vectors",
}


class StateInUseError(PlatformError):
    """Another platform runs on the same state folder."""


class LocalPlatform:
    """Serves the Worker while the context lasts.

    Without `state`, everything is forgotten at the end. `port` 0 takes a free one. `embedder` is the real
    model `e5`, the quick `ngram`, or `instant`, which knows nothing and costs nothing. `faults` opens the
    control route by which tests order failures. `visibility_delay_ms` is how long a write to Vectorize stays
    invisible. `variables` are laid over the Worker's own. `main` is served in place of wrangler.toml's. With
    `snapshot`, a folder, the Worker starts from the memory snapshot in it, which is taken first where there
    is none. `clock_seconds` is how often the Worker's scheduled handler is called, None for never. `rate_limit` is
    how many requests a token has in each period. `report` is told each step.
    """

    host: HostServer
    storage: Path

    def __init__(  # noqa: PLR0913 - each is named and has a default
        self,
        *,
        state: Path | None = None,
        port: int = 0,
        embedder: Embedder = "e5",
        faults: bool = False,
        visibility_delay_ms: int = 0,
        variables: Mapping[str, str] | None = None,
        snapshot: Path | None = None,
        main: Path | None = None,
        clock_seconds: float | None = 5.0,
        rate_limit: int = UNLIMITED,
        report: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.token = LOCAL_TOKEN
        self._state = state and state.resolve()
        self._port = port
        self._snapshot = snapshot and snapshot.resolve()
        self._clock_seconds = clock_seconds
        self._report = report
        self._settings = LocalSettings(
            embedder=embedder,
            faults=faults,
            visibility_delay_ms=visibility_delay_ms,
            variables=variables or {},
            snapshot=snapshot is not None,
            rate_limit=rate_limit,
            main=main,
        )

    @property
    def url(self) -> str:
        """Where the Worker answers, without a slash at the end."""
        return self._wrangler.url

    @property
    def log(self) -> Path:
        """What wrangler, workerd and the Worker printed."""
        return self._wrangler.log

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            state = self._state or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="winnow-")))
            stack.enter_context(_locked(state))
            self.storage = state / "storage"
            self._report(f"embeddings: starting {_EMBEDDERS[self._settings.embedder]}")
            self.host = stack.enter_context(HostServer(embedder=self._settings.embedder, on_kill=self.kill))
            self._prepare(state / "run")
            stack.callback(self.stop)
            self._start()
            if self._clock_seconds is not None:
                stack.enter_context(ticking(lambda: self.url, seconds=self._clock_seconds))
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *exception: object) -> None:
        self._stack.close()

    def restart(self) -> None:
        """Start the Worker again, killed or not, on the same address and state."""
        self._wrangler.start()

    def stop(self) -> None:
        """End wrangler and workerd in good order."""
        self._wrangler.stop()

    def kill(self) -> None:
        """End wrangler and workerd at once, in the middle of whatever they do."""
        self._wrangler.kill()

    def check(self) -> None:
        """Raise ServingError, with the end of the log, when the Worker did not stay up."""
        self._wrangler.check()

    def wait(self, timeout_seconds: float) -> bool:
        """Wait until wrangler has ended; return False when the time was up before."""
        return self._wrangler.wait(timeout_seconds)

    def _prepare(self, folder: Path) -> None:
        self.storage.mkdir(exist_ok=True)
        shutil.rmtree(folder, ignore_errors=True)  # what a killed run left
        folder.mkdir()
        # wrangler looks for it beside its configuration
        (folder / PYTHON_MODULES.name).symlink_to(PYTHON_MODULES)
        production = tomllib.loads(PRODUCTION_CONFIGURATION.read_text(encoding="utf-8"))
        configurations = derive(production, self._settings, host_url=self.host.url)
        files = write(configurations, folder)
        self._report("Python: building workerd's Pyodide bundle from the npm package")
        self._bundle = build_bundle(NODE_MODULES / "pyodide", folder / "pyodide")
        self._report("D1: bringing the database up to date")
        apply_migrations(configurations[0], files[0], self.storage)
        self._launcher = folder / "workerd"
        self._wrangler = WranglerDev(
            files, folder=folder, storage=self.storage, launcher=self._launcher, port=self._port
        )

    def _start(self) -> None:
        if self._snapshot is None:
            self._start_with([])
            return
        folder = f"--python-snapshot-dir={self._snapshot}"
        if not (self._snapshot / SNAPSHOT_NAME).exists():
            self._snapshot.mkdir(parents=True, exist_ok=True)
            self._start_with(["--python-save-snapshot", folder])
        self._start_with([f"--python-load-snapshot={SNAPSHOT_NAME}", folder])

    def _start_with(self, flags: list[str]) -> None:
        bundle = f"--pyodide-bundle-disk-cache-dir={self._bundle.parent}"
        self._report("Worker: starting wrangler dev")
        write_launcher(self._launcher, find_workerd(NODE, ROOT), [bundle, *flags])
        self._wrangler.start()


@contextmanager
def _locked(state: Path) -> Iterator[None]:
    state.mkdir(parents=True, exist_ok=True)
    with (state / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise StateInUseError(
                f"another platform runs on {state}: end it, or choose another state folder"
            ) from error
        yield
