"""One JSON-RPC message in, and what is none is refused by its code."""

import json
from typing import Any

import pytest

from winnow.http.mcp.messages import INVALID_REQUEST, PARSE_ERROR, Message, RpcError, failure, read_message, success

PING: dict[str, Any] = {"jsonrpc": "2.0", "id": 1, "method": "ping"}


def read(value: object) -> Message:
    return read_message(json.dumps(value).encode())


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (PING, Message("ping", {}, 1)),
        (PING | {"id": "a", "params": {"x": 1}}, Message("ping", {"x": 1}, "a")),
        ({"jsonrpc": "2.0", "method": "notifications/initialized"}, Message("notifications/initialized", {}, None)),
    ],
    ids=["number", "text", "notification"],
)
def test_a_message_is_read(value: object, message: Message) -> None:
    assert read(value) == message


@pytest.mark.parametrize(
    "value",
    [
        [PING],
        "ping",
        {"id": 1, "method": "ping"},
        PING | {"jsonrpc": "1.0"},
        PING | {"method": 7},
        PING | {"params": [1]},
        PING | {"params": None},
        PING | {"id": None},
        PING | {"id": True},
        PING | {"id": 1.5},
        {"jsonrpc": "2.0", "id": 1, "result": {}},
    ],
    ids=json.dumps,
)
def test_what_is_no_message_is_refused(value: object) -> None:
    with pytest.raises(RpcError) as refusal:
        read(value)
    assert (refusal.value.code, refusal.value.status) == (INVALID_REQUEST, 400)


@pytest.mark.parametrize("body", [b"", b"{", b"\xff", b"[" * 50_000], ids=["empty", "cut", "bytes", "deep"])
def test_what_is_not_json_is_a_parse_error(body: bytes) -> None:
    with pytest.raises(RpcError) as refusal:
        read_message(body)
    assert (refusal.value.code, refusal.value.status) == (PARSE_ERROR, 400)


def test_answers() -> None:
    assert success(1, {"a": 2}) == {"jsonrpc": "2.0", "id": 1, "result": {"a": 2}}
    assert failure(None, RpcError(-32600, "no")) == {
        "jsonrpc": "2.0",
        "id": None,
        "error": {"code": -32600, "message": "no"},
    }
    assert failure("a", RpcError(-32022, "old", data={"supported": []}))["error"]["data"] == {"supported": []}
