"""The Worker's own requests and responses, between JavaScript and plain values."""

from collections.abc import Mapping
from urllib.parse import unquote, urlsplit

from winnow.cloudflare.bridge import JsObject, from_js_json, to_js_json
from winnow.errors import TooLarge


def request_line(request: JsObject) -> tuple[str, str]:
    """Method, and path without query, percent-decoded."""
    return str(request.method), unquote(urlsplit(str(request.url)).path)


def request_headers(request: JsObject) -> dict[str, str]:
    """Header names in lower case, as the Headers object has them."""
    from js import Object  # noqa: PLC0415

    headers: dict[str, str] = from_js_json(Object.fromEntries(request.headers))
    return headers


async def request_body(request: JsObject, *, limit: int) -> bytes:
    """The whole body. Raises TooLarge over `limit` bytes: unread, where the length is announced."""
    announced = request.headers.get("content-length")
    if announced and int(announced) > limit:
        raise TooLarge(f"the body is {announced} bytes, the limit is {limit}")
    body: bytes = (await request.arrayBuffer()).to_bytes()
    if len(body) > limit:
        raise TooLarge(f"the body is {len(body)} bytes, the limit is {limit}")
    return body


async def discard_body(request: JsObject) -> None:
    """Read and drop what no handler has read: where an answer leaves before its request has come in whole, the
    connection breaks under the caller, who then never sees why. No byte of it enters Python.
    """
    from js import WritableStream  # noqa: PLC0415

    if request.body and not request.bodyUsed:
        await request.body.pipeTo(WritableStream.new())


def to_js_response(status: int, body: str, headers: Mapping[str, str]) -> JsObject:
    from js import Response  # noqa: PLC0415
    from pyodide.ffi import jsnull  # noqa: PLC0415

    # A status such as 204 refuses any body, even an empty one.
    return Response.new(body or jsnull, to_js_json({"status": status, "headers": dict(headers)}))
