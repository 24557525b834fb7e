"""The host process's HTTP server: embeddings for the local Workers AI, orders to fail for both simulators.

GET    /health               -> {"status": "ok", "embedder": ...}
POST   /embed                {"texts": [...]} -> float32, little-endian, one vector after the other
PUT    /faults               [order, ...]: replaces all orders        GET /faults -> what is still to happen
DELETE /faults               forgets all orders
POST   /faults/take          {"target", "method", "items"}: a simulator reports a call -> its fault, or 204
POST   /faults/kill          a simulator has done the work of a call after which the Worker must die
GET    /calls                -> {"counts": {target: {method: n}}, "log": [call, ...]}    DELETE /calls: forget
"""

import json
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from types import TracebackType
from typing import Any, Literal, Self

from local.host.embedding import E5Embedder, Embedder
from local.host.faults import Call, Fault, FaultBook, FaultOrderError, read_fault
from local.host.ngram import NgramEmbedder

MAX_BODY_BYTES = 10_000_000


class HostServer:
    """Serves on 127.0.0.1 in a thread of this process while the context is open.

    `port` 0 picks a free one. `on_kill` is called, in a server thread, at the very call that was ordered to
    die: it must kill workerd (SIGKILL) before it returns. It may be set later. `faults` is the book behind
    the routes, for tests that run in this process.
    """

    def __init__(
        self,
        *,
        embedder: Literal["e5", "ngram", "instant"] = "e5",
        port: int = 0,
        on_kill: Callable[[], None] | None = None,
    ) -> None:
        self.faults = FaultBook()
        self.embedder_name = embedder
        self._embedder: Embedder = E5Embedder() if embedder == "e5" else NgramEmbedder()
        self.on_kill = on_kill
        self._server = _Server(("127.0.0.1", port), partial(_Handler, self))
        self.port: int = self._server.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()

    def embed(self, texts: list[str]) -> bytes:
        return self._embedder.embed(texts)

    def take(self, call: Call) -> Fault | None:
        """Log the call and return its fault; a "kill" before the call's work happens here."""
        fault = self.faults.take(call)
        if fault is not None and fault.kind == "kill" and fault.when == "before":
            self.kill()
        return fault

    def kill(self) -> None:
        if self.on_kill is None:
            raise FaultOrderError("this host was given nothing to kill: HostServer(on_kill=...)")
        self.on_kill()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128  # connections that may wait: a busy Worker opens many at once

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ANN401 - the base's signature
        """Stay silent where a killed workerd broke its connection: that is what was ordered."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # headers and body are two writes

    def __init__(self, host: HostServer, *arguments: Any) -> None:  # noqa: ANN401 - the base's signature
        self._host = host
        self._routes: dict[str, Callable[[], None]] = {
            "GET /health": self._health,
            "POST /embed": self._embed,
            "GET /faults": lambda: self._send_json([fault.as_json() for fault in host.faults.orders()]),
            "PUT /faults": self._order_faults,
            "DELETE /faults": partial(self._perform, host.faults.order),
            "POST /faults/take": self._take_fault,
            "POST /faults/kill": partial(self._perform, host.kill),
            "GET /calls": self._list_calls,
            "DELETE /calls": partial(self._perform, host.faults.forget_calls),
        }
        super().__init__(*arguments)

    def do_GET(self) -> None:
        self._dispatch()

    do_POST = do_PUT = do_DELETE = do_GET  # noqa: N815

    def log_message(self, format: str, *arguments: Any) -> None:  # noqa: A002, ANN401 - the base's signature
        """Stay silent: one line per embedding call would bury what matters."""

    def _dispatch(self) -> None:
        route = self._routes.get(f"{self.command} {self.path}")
        length = int(self.headers.get("content-length", 0))
        if length > MAX_BODY_BYTES:
            self.close_connection = True
            self._send_json({"error": f"the body must be at most {MAX_BODY_BYTES} bytes"}, status=413)
            return
        self._body = self.rfile.read(length)
        if route is None:
            self._send_json({"error": f"no route {self.command} {self.path}"}, status=404)
            return
        try:
            route()
        except ConnectionError:
            raise
        except Exception as error:  # noqa: BLE001 - the simulator passes the reason on to whoever called it
            status = 400 if isinstance(error, ValueError | TypeError | KeyError) else 500
            self._send_json({"error": f"{type(error).__name__}: {error}"}, status=status)

    def _health(self) -> None:
        self._send_json({"status": "ok", "embedder": self._host.embedder_name})

    def _embed(self) -> None:
        texts = json.loads(self._body)["texts"]
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            raise TypeError("texts must be a list of strings")
        self._send(self._host.embed(texts), content_type="application/octet-stream")

    def _order_faults(self) -> None:
        self._host.faults.order(*(read_fault(order) for order in json.loads(self._body)))
        self._send_nothing()

    def _take_fault(self) -> None:
        fault = self._host.take(Call(**json.loads(self._body)))
        if fault is None:
            self._send_nothing()
        else:
            self._send_json(fault.as_json())

    def _list_calls(self) -> None:
        calls = self._host.faults.calls()
        counts: dict[str, dict[str, int]] = {}
        for (target, method), count in Counter((call.target, call.method) for call in calls).items():
            counts.setdefault(target, {})[method] = count
        self._send_json({"counts": counts, "log": [asdict(call) for call in calls]})

    def _perform(self, action: Callable[[], None]) -> None:
        action()
        self._send_nothing()

    def _send_nothing(self) -> None:
        self.send_response(204)
        self.end_headers()

    def _send_json(self, value: object, *, status: int = 200) -> None:
        self._send(json.dumps(value).encode(), content_type="application/json", status=status)

    def _send(self, body: bytes, *, content_type: str, status: int = 200) -> None:
        self.send_response(status)
        self.send_header("content-type", content_type)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
