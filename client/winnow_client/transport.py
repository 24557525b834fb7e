"""Requests over `requests`: one session, a bearer token, retries as told, and errors of our own only.

The same code runs in a browser, where `pyodide-http` puts the browser's own HTTP under `requests`; so there is no
adapter of urllib3's here, and nothing that needs one.
"""

import json
import platform
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from urllib.parse import urlsplit

import requests
from requests import PreparedRequest, Response, Session

from winnow_client.decoding import Json
from winnow_client.errors import TemporaryError, UnexpectedAnswer, Unreachable
from winnow_client.problems import error_of
from winnow_client.retrying import RetryPolicy
from winnow_client.version import __version__

_USER_AGENT = f"winnow-client/{__version__}"


@dataclass(frozen=True, slots=True)
class Call:
    """A request in Winnow's words: `path` below the server's address, `query` without what is None, `body` as JSON."""

    method: str
    path: str
    query: Mapping[str, str | int | None] = field(default_factory=dict)
    body: Json = None


@dataclass(frozen=True, slots=True)
class Transport:
    """`timeout_seconds` is how long the server may stay silent; in a browser's main thread nothing can bound it."""

    url: str
    token: str | None = field(repr=False)
    timeout_seconds: float
    retry: RetryPolicy
    session: Session
    sleep: Callable[[float], None] = time.sleep

    def json(self, call: Call) -> Json:
        """The answer's JSON. Raises WinnowError."""
        response = self._send(call, stream=False)
        try:
            return response.json()
        except ValueError as error:
            raise UnexpectedAnswer("the answer is not JSON", status=response.status_code) from error

    def lines(self, call: Call) -> Iterator[Json]:
        """The answer's JSON, line by line as it arrives; in a browser, when all of it has.

        Raises:
            Unreachable: also in the middle. What came before is good, and the whole can be asked for again.
        """
        response = self._send(call, stream=True)
        with response:
            try:
                for line in response.iter_lines(delimiter=b"\n"):
                    if line:
                        yield _parsed(line)
            except network_errors() as error:
                raise Unreachable(f"{self.url} broke off in the middle of its answer") from error

    def _send(self, call: Call, *, stream: bool) -> Response:
        tries, waited = 0, 0.0
        while True:
            tries += 1
            try:
                return self._send_once(call, stream=stream)
            except TemporaryError as error:
                wait = self.retry.wait_after(error, tries=tries, waited_seconds=waited)
                if wait is None:
                    raise
            self.sleep(wait)
            waited += wait

    def _send_once(self, call: Call, *, stream: bool) -> Response:
        try:
            response = self.session.request(
                call.method,
                self.url + call.path,
                params={name: value for name, value in call.query.items() if value is not None},
                data=None if call.body is None else encode_body(call.body),
                headers={"accept": "application/json", "user-agent": _USER_AGENT, **_content_type(call)},
                auth=self._authorize,
                timeout=self.timeout_seconds,
                stream=stream,
                allow_redirects=False,  # a redirected POST would arrive as a GET
            )
        except network_errors() as error:
            raise _unreachable(self.url, error) from error
        if not HTTPStatus.OK <= response.status_code < HTTPStatus.MULTIPLE_CHOICES:
            raise error_of(response)
        return response

    def _authorize(self, request: PreparedRequest) -> PreparedRequest:
        """As `auth`, not as a header: else `requests` puts what ~/.netrc holds for the host in its place."""
        if self.token is not None:
            request.headers["authorization"] = f"Bearer {self.token}"
        return request


def checked_url(url: str) -> str:
    """The server's address without a slash at the end. Raises ValueError."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise ValueError(f"url must be the address of a server, as in https://winnow.example.workers.dev, not {url!r}")
    return url.rstrip("/")


def checked_token(token: str | None) -> str | None:
    """Raises ValueError, which does not show the token."""
    if token is not None and not (token and token.isascii() and token.isprintable() and " " not in token):
        raise ValueError("token must be one word of ASCII characters")
    return token


def encode_body(body: Json) -> bytes:
    """JSON in UTF-8. A lone surrogate is left for the server to refuse. Raises ValueError for NaN and infinities."""
    text = json.dumps(body, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode("utf-8", "surrogatepass")


def _parsed(line: bytes) -> Json:
    try:
        return json.loads(line)
    except ValueError as error:
        raise Unreachable("the answer ends in the middle of a line") from error


def _content_type(call: Call) -> dict[str, str]:
    return {} if call.body is None else {"content-type": "application/json"}


def network_errors() -> tuple[type[Exception], ...]:
    """What `requests` raises when no answer comes; in a browser also what `pyodide-http` lets through."""
    if platform.system() != "Emscripten":
        return (requests.RequestException,)
    from pyodide.ffi import JsException  # noqa: PLC0415 - exists only there

    return (requests.RequestException, JsException)


def _unreachable(url: str, error: Exception) -> Unreachable:
    if isinstance(error, requests.Timeout):
        return Unreachable(f"{url} did not answer in time")
    return Unreachable(f"{url} cannot be reached ({type(error).__name__})")
