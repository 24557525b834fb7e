"""A small HTTP server that answers as a test orders, and remembers what it was asked."""

import json
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, TypeAlias


@dataclass(frozen=True, slots=True)
class Asked:
    """A request as it arrived. Header names are lower-case; `path` holds the query too."""

    method: str
    path: str
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""

    @property
    def json(self) -> Any:  # noqa: ANN401 - what JSON can say
        return json.loads(self.body)


@dataclass(frozen=True, slots=True)
class Answer:
    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    cut_short: bool = False
    """Announce a longer body than is sent, and hang up."""


Respond: TypeAlias = Callable[[Asked], Answer]


@dataclass(slots=True)
class StubServer:
    url: str
    respond: Respond
    asked: list[Asked] = field(default_factory=list)

    @property
    def lines(self) -> list[tuple[str, str]]:
        """Method and path of each request."""
        return [(request.method, request.path) for request in self.asked]


def answer_json(value: Any, *, status: int = 200, headers: Mapping[str, str] | None = None) -> Answer:  # noqa: ANN401
    return Answer(status, json.dumps(value).encode(), {"content-type": "application/json", **(headers or {})})


def answer_problem(status: int, detail: str, **more: Any) -> Answer:  # noqa: ANN401
    headers = more.pop("headers", {})
    document = {"type": "urn:winnow:problem", "title": "Title", "status": status, "detail": detail, **more}
    return Answer(status, json.dumps(document).encode(), {"content-type": "application/problem+json", **headers})


def in_turn(*answers: Answer) -> Respond:
    """Each answer once, in this order; one request more is an error of the test's."""
    left = list(answers)
    return lambda _: left.pop(0)


@contextmanager
def serving(respond: Respond) -> Iterator[StubServer]:
    """On 127.0.0.1, on a free port, while the context lasts."""
    server = _Server(("127.0.0.1", 0), BaseHTTPRequestHandler)
    stub = StubServer(f"http://127.0.0.1:{server.server_port}", respond)
    server.RequestHandlerClass = _handler(stub)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield stub
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class _Server(ThreadingHTTPServer):
    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ANN401 - as the base class has it
        """A client that hangs up is no error of the server's."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


def _handler(stub: StubServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def handle_any(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            headers = {name.lower(): value for name, value in self.headers.items()}
            request = Asked(self.command, self.path, headers, body)
            stub.asked.append(request)
            answer = stub.respond(request)
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(answer.body) + (1 if answer.cut_short else 0)))
            self.end_headers()
            self.wfile.write(answer.body)
            self.close_connection = answer.cut_short

        do_GET = do_POST = do_PATCH = do_DELETE = do_OPTIONS = handle_any  # noqa: N815 - the server looks for these

        def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002 - the base class's name
            pass

    return Handler
