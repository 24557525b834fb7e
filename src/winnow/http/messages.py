"""HTTP requests and responses as plain values, and JSON in and out of them."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

JSON_TYPE = "application/json"

JsonValue: TypeAlias = Any
"""What JSON can say; a schema narrows it."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request as the Worker received it. Header names are lower-case, `path` and `query` still percent-encoded.

    The body is read only when a handler asks, so that who has no token costs no memory. `read_body` raises TooLarge.
    """

    method: str
    path: str
    headers: Mapping[str, str]
    read_body: Callable[[], Awaitable[bytes]]
    query: str = ""


@dataclass(frozen=True, slots=True)
class Response:
    """An answer: `body` is text, since Winnow serves no binary. `parts` are sent instead, where it is too long."""

    status: int
    body: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    parts: AsyncIterator[str] | None = None


def json_response(
    value: JsonValue, *, status: int = 200, content_type: str = JSON_TYPE, headers: Mapping[str, str] | None = None
) -> Response:
    """`value` as JSON. Text stays readable: what is not ASCII is sent as UTF-8."""
    body = json.dumps(value, ensure_ascii=False, allow_nan=False)
    return Response(status, body, {"content-type": content_type, **(headers or {})})
