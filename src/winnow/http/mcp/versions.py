"""Which revision of MCP a request speaks, and whether its headers say the same as its body."""

import base64
import binascii
import re
from collections.abc import Mapping
from typing import Literal, TypeAlias

from winnow.http.mcp.messages import HEADER_MISMATCH, INVALID_PARAMS, UNSUPPORTED_VERSION, Message, RpcError
from winnow.http.messages import JsonValue

Era: TypeAlias = Literal["stateless", "handshake"]
"""`stateless`: every request says what it speaks. `handshake`: `initialize` has agreed on it before."""

STATELESS_VERSIONS = ("2026-07-28",)
HANDSHAKE_VERSIONS = ("2025-11-25", "2025-06-18")
"""Newest first. Older ones send several messages in one body, which is not served."""
SUPPORTED_VERSIONS = STATELESS_VERSIONS + HANDSHAKE_VERSIONS

VERSION_KEY = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities"
SERVER_KEY = "io.modelcontextprotocol/serverInfo"

_VERSION_HEADER = "mcp-protocol-version"
_ENCODED = re.compile(r"=\?base64\?(.*)\?=")


def era_of(message: Message, headers: Mapping[str, str]) -> Era:
    """How to serve `message`.

    Raises:
        RpcError: the version is not served, or the headers contradict the body: whoever routes by headers would
            have been told something else than who reads the body.
    """
    said = headers.get(_VERSION_HEADER)
    if said is not None and said not in SUPPORTED_VERSIONS and VERSION_KEY not in message.meta:
        raise _unsupported(said)
    if VERSION_KEY not in message.meta and said not in STATELESS_VERSIONS:
        return "handshake"
    if message.id is not None:
        _check_envelope(message, headers)
    return "stateless"


def agreed_version(wanted: JsonValue) -> str:
    """The answer to `initialize`: what the client wants where it is served, else the newest that shakes hands."""
    return wanted if wanted in HANDSHAKE_VERSIONS else HANDSHAKE_VERSIONS[0]


def _check_envelope(message: Message, headers: Mapping[str, str]) -> None:
    missing = [key for key in (VERSION_KEY, CAPABILITIES_KEY) if key not in message.meta]
    if missing:
        raise RpcError(INVALID_PARAMS, f"params._meta lacks {' and '.join(missing)}")
    version = message.meta[VERSION_KEY]
    expected = {_VERSION_HEADER: version, "mcp-method": message.method}
    if message.method == "tools/call":
        expected["mcp-name"] = message.params.get("name")
    for header, value in expected.items():
        if _decoded(headers.get(header, "")) != value:
            raise RpcError(HEADER_MISMATCH, f"the header {header} is missing or is not what the body says")
    if version not in STATELESS_VERSIONS:
        raise _unsupported(version)


def _unsupported(version: str) -> RpcError:
    data = {"supported": list(SUPPORTED_VERSIONS), "requested": version}
    return RpcError(UNSUPPORTED_VERSION, "this protocol version is not served", data=data)


def _decoded(value: str) -> str | None:
    """A header's value; what a header cannot carry comes in base64. None when that is broken."""
    encoded = _ENCODED.fullmatch(value)
    if encoded is None:
        return value
    try:
        return base64.b64decode(encoded[1], validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return None
