"""A headless Chromium, for as long as a page needs."""

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

CHROMIUM = shutil.which("chromium")

_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    "--enable-logging=stderr",
    "--proxy-server=direct://",
)


@contextmanager
def open_page(url: str) -> Iterator[Path]:
    """Yields the browser's log, in which the page's console stands. A profile of its own, gone at the end."""
    assert CHROMIUM is not None
    with tempfile.TemporaryDirectory(prefix="winnow-chromium-", ignore_cleanup_errors=True) as folder:
        log = Path(folder) / "log"
        with log.open("wb") as output:
            process = subprocess.Popen(
                [CHROMIUM, *_FLAGS, f"--user-data-dir={folder}/profile", url],
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
        try:
            yield log
        finally:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
