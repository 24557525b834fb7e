"""JSON-RPC 2.0 as MCP uses it: one message in, one message out."""

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, TypeAlias

from winnow.errors import WinnowError
from winnow.http.messages import JsonValue
from winnow.http.problems import HttpError
from winnow.http.schemas.common import parse_json

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
HEADER_MISMATCH = -32020
UNSUPPORTED_VERSION = -32022

RequestId: TypeAlias = str | int


class RpcError(WinnowError):
    """What JSON-RPC answers in place of a result."""

    def __init__(self, code: int, message: str, *, data: JsonValue = None) -> None:
        self.code = code
        self.data = data
        super().__init__(message)

    @property
    def status(self) -> HTTPStatus:
        """As the revision of 2026-07-28 maps codes to HTTP; before it, an error was an answer like any other."""
        return HTTPStatus.NOT_FOUND if self.code == METHOD_NOT_FOUND else HTTPStatus.BAD_REQUEST


@dataclass(frozen=True, slots=True)
class Message:
    """A request, or with `id` None a notification, which asks for no answer."""

    method: str
    params: Mapping[str, JsonValue]
    id: RequestId | None

    @property
    def meta(self) -> Mapping[str, JsonValue]:
        found = self.params.get("_meta")
        return found if isinstance(found, dict) else {}


def read_message(body: bytes) -> Message:
    """Raises RpcError when the body is not one request or notification."""
    try:
        value = parse_json(body)
    except HttpError as error:
        raise RpcError(PARSE_ERROR, str(error)) from error
    match value:
        case {"jsonrpc": "2.0", "method": str() as method, "params": dict() as params} if _has_good_id(value):
            return Message(method, params, value.get("id"))
        case {"jsonrpc": "2.0", "method": str() as method} if "params" not in value and _has_good_id(value):
            return Message(method, {}, value.get("id"))
    raise RpcError(INVALID_REQUEST, "the body must be one JSON-RPC 2.0 request or notification")


def _has_good_id(value: Mapping[str, JsonValue]) -> bool:
    identifier = value.get("id", "")
    return isinstance(identifier, str | int) and not isinstance(identifier, bool)


def success(identifier: RequestId | None, result: JsonValue) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": identifier, "result": result}


def failure(identifier: RequestId | None, error: RpcError) -> dict[str, Any]:
    """`identifier` None: what was sent could not be read so far."""
    described = {"code": error.code, "message": str(error)}
    if error.data is not None:
        described["data"] = error.data
    return {"jsonrpc": "2.0", "id": identifier, "error": described}
