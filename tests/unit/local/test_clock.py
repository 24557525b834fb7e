"""The clock calls the scheduled handler again and again, whether it is answered or not."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from local.clock import ticking

WANTED_CALLS = 3
WAIT_SECONDS = 10


class _Handler(BaseHTTPRequestHandler):
    paths: list[str]
    enough: threading.Event

    def do_GET(self) -> None:
        self.paths.append(self.path)
        if len(self.paths) >= WANTED_CALLS:
            self.enough.set()
        self.send_response(500)
        self.end_headers()

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002 - the base's signature
        """Stay silent."""


@pytest.fixture
def failing_worker() -> Iterator[tuple[str, type[_Handler]]]:
    class Handler(_Handler):
        """One for each test."""

    Handler.paths, Handler.enough = [], threading.Event()
    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}", Handler
        server.shutdown()
        thread.join()


def test_a_handler_that_fails_is_called_again(failing_worker: tuple[str, type[_Handler]]) -> None:
    url, handler = failing_worker
    with ticking(lambda: url, seconds=0.01):
        assert handler.enough.wait(WAIT_SECONDS)
    assert set(handler.paths) == {"/cdn-cgi/handler/scheduled"}


def test_a_worker_that_is_down_is_called_again(failing_worker: tuple[str, type[_Handler]]) -> None:
    url, handler = failing_worker
    urls = ["http://127.0.0.1:9", "http://127.0.0.1:9"]
    with ticking(lambda: urls.pop() if urls else url, seconds=0.01):
        assert handler.enough.wait(WAIT_SECONDS)
    assert urls == []
