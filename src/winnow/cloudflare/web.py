"""The Worker's own requests and responses, between JavaScript and plain values."""

from collections.abc import AsyncIterator, Mapping
from urllib.parse import urlsplit

from winnow.cloudflare.bridge import JsObject, from_js_json, to_js_json
from winnow.errors import TooLarge


def request_line(request: JsObject) -> tuple[str, str, str]:
    """Method, path and query; the last two still percent-encoded."""
    url = urlsplit(str(request.url))
    return str(request.method), url.path, url.query


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


def to_js_response(
    status: int, body: str, headers: Mapping[str, str], *, parts: AsyncIterator[str] | None = None
) -> JsObject:
    """`parts` are streamed instead of `body`, where there are any."""
    from js import Response  # noqa: PLC0415
    from pyodide.ffi import jsnull  # noqa: PLC0415

    # A status such as 204 refuses any body, even an empty one.
    js_body = (body or jsnull) if parts is None else _to_js_stream(parts)
    return Response.new(js_body, to_js_json({"status": status, "headers": dict(headers)}))


def _to_js_stream(parts: AsyncIterator[str]) -> JsObject:
    """A stream that asks for the next part when the reader has room for it."""
    from js import Object, ReadableStream, TextEncoder  # noqa: PLC0415
    from pyodide.ffi import create_proxy  # noqa: PLC0415

    encoder = TextEncoder.new()

    async def pull(controller: JsObject) -> None:
        try:
            part = await anext(parts)
        except StopAsyncIteration:
            controller.close()
            release()
        except Exception:
            release()
            raise  # the reader sees a stream that broke off, not one that ended
        else:
            controller.enqueue(encoder.encode(part))

    async def cancel(_reason: JsObject = None) -> None:
        release()

    def release() -> None:
        for proxy in proxies:
            proxy.destroy()

    proxies = [create_proxy(pull), create_proxy(cancel)]
    source = Object.new()
    source.pull, source.cancel = proxies
    return ReadableStream.new(source)
