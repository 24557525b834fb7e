"""Cloudflare's clock: calls the Worker's scheduled handler, as the cron triggers do in production, only more often."""

import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

_CALL_SECONDS = 60.0

# Without the proxies that the environment may name.
_open = urllib.request.build_opener(urllib.request.ProxyHandler({})).open


@contextmanager
def ticking(url: Callable[[], str], *, seconds: float) -> Iterator[None]:
    """Call the scheduled handler `seconds` after each call of it has ended, while the context lasts.

    A Worker that does not answer, or whose handler fails, is called again the next time.
    """
    ended = threading.Event()

    def run() -> None:
        while not ended.wait(seconds):
            with suppress(urllib.error.URLError, OSError):
                _open(f"{url()}/cdn-cgi/handler/scheduled", timeout=_CALL_SECONDS).close()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
