"""Which revision a message speaks, and that nobody is told one thing by headers and another by the body."""

from typing import Any

import pytest

from winnow.http.mcp.messages import HEADER_MISMATCH, INVALID_PARAMS, UNSUPPORTED_VERSION, Message, RpcError
from winnow.http.mcp.versions import CAPABILITIES_KEY, VERSION_KEY, agreed_version, era_of

NOW = "2026-07-28"
META = {VERSION_KEY: NOW, CAPABILITIES_KEY: {}}
HEADERS = {"mcp-protocol-version": NOW, "mcp-method": "tools/call", "mcp-name": "trim_text"}


def call(meta: dict[str, Any] | None = None, name: str = "trim_text") -> Message:
    return Message("tools/call", {"name": name, "_meta": META if meta is None else meta}, 1)


def test_a_message_that_says_what_it_speaks_is_stateless() -> None:
    assert era_of(call(), HEADERS) == "stateless"


@pytest.mark.parametrize(
    "headers", [{}, {"mcp-protocol-version": "2025-11-25"}, {"mcp-protocol-version": "2025-06-18"}]
)
def test_a_message_that_does_not_has_shaken_hands(headers: dict[str, str]) -> None:
    assert era_of(Message("tools/list", {}, 1), headers) == "handshake"


@pytest.mark.parametrize(("header", "name"), [("=?base64?w7E=?=", "ñ"), ("=?base64?dHJpbV90ZXh0?=", "trim_text")])
def test_a_name_that_no_header_can_carry_comes_encoded(header: str, name: str) -> None:
    assert era_of(call(name=name), HEADERS | {"mcp-name": header}) == "stateless"


@pytest.mark.parametrize(
    ("message", "headers", "code"),
    [
        (call({VERSION_KEY: NOW}), HEADERS, INVALID_PARAMS),
        (call({}), HEADERS, INVALID_PARAMS),
        (call(), {}, HEADER_MISMATCH),
        (call(), HEADERS | {"mcp-protocol-version": "2025-11-25"}, HEADER_MISMATCH),
        (call(), HEADERS | {"mcp-method": "tools/list"}, HEADER_MISMATCH),
        (call(), HEADERS | {"mcp-name": "search_knowledge"}, HEADER_MISMATCH),
        (call(), HEADERS | {"mcp-name": "=?base64?%?="}, HEADER_MISMATCH),
        (call(META | {VERSION_KEY: 7}), HEADERS, HEADER_MISMATCH),
        (
            call(META | {VERSION_KEY: "2030-01-01"}),
            HEADERS | {"mcp-protocol-version": "2030-01-01"},
            UNSUPPORTED_VERSION,
        ),
        (Message("tools/list", {}, 1), {"mcp-protocol-version": "2024-11-05"}, UNSUPPORTED_VERSION),
        (Message("notifications/x", {}, None), {"mcp-protocol-version": "1999-01-01"}, UNSUPPORTED_VERSION),
    ],
)
def test_contradictions_and_unknown_versions_are_refused(message: Message, headers: dict[str, str], code: int) -> None:
    with pytest.raises(RpcError) as refusal:
        era_of(message, headers)
    assert (refusal.value.code, refusal.value.status) == (code, 400)


def test_an_unknown_version_is_told_the_known_ones() -> None:
    with pytest.raises(RpcError) as refusal:
        era_of(Message("tools/list", {}, 1), {"mcp-protocol-version": "2024-11-05"})
    assert refusal.value.data == {"supported": [NOW, "2025-11-25", "2025-06-18"], "requested": "2024-11-05"}


@pytest.mark.parametrize(
    ("wanted", "agreed"),
    [
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"),
        ("2024-11-05", "2025-11-25"),
        (NOW, "2025-11-25"),
        (None, "2025-11-25"),
    ],
)
def test_initialize_agrees_on_a_version(wanted: object, agreed: str) -> None:
    assert agreed_version(wanted) == agreed
