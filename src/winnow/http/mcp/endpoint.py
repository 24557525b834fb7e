"""`POST /mcp`."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Any

import winnow
from winnow.errors import OperatorError, WinnowError
from winnow.http.cors import Cors
from winnow.http.logs import log_failure
from winnow.http.mcp.messages import (
    INVALID_PARAMS,
    METHOD_NOT_FOUND,
    Message,
    RequestId,
    RpcError,
    failure,
    read_message,
    success,
)
from winnow.http.mcp.tools import Tools
from winnow.http.mcp.versions import SERVER_KEY, SUPPORTED_VERSIONS, Era, agreed_version, era_of
from winnow.http.messages import JsonValue, Response, json_response
from winnow.http.problems import error_entry
from winnow.http.router import Call, Route, Routes

CACHE_MILLISECONDS = 3_600_000
"""How long a client may keep the list of tools: it changes with the deployment alone."""

_SERVER = {"name": "winnow", "title": "Winnow", "version": winnow.__version__}
_CAPABILITIES: Mapping[str, Any] = {"tools": {}}
_INSTRUCTIONS = (
    "search_knowledge finds passages in stored documents and numbers them; cite what you use by its number. "
    "trim_text cuts a text that you already hold down to the sentences that matter for a question."
)


@dataclass(frozen=True, slots=True)
class McpEndpoint:
    tools: Tools
    cors: Cors

    def routes(self) -> Routes:
        return {"/mcp": {"POST": Route(self.post, "read")}}

    async def post(self, call: Call) -> Response:
        """Answer one message of an agent's; a notification is taken note of."""
        self.cors.refuse_strangers(call.request)
        identifier: RequestId | None = None
        era: Era = "stateless"
        try:
            message = read_message(await call.request.read_body())
            identifier = message.id
            era = era_of(message, call.request.headers)
            if message.id is None:
                return Response(HTTPStatus.ACCEPTED)
            result = await self._result(message, era, call)
        except RpcError as error:
            call.notes["error"] = f"JSON-RPC {error.code}"
            answered_as_ever = era == "handshake"
            return json_response(failure(identifier, error), status=200 if answered_as_ever else error.status)
        return json_response(success(identifier, _complete(result) if era == "stateless" else result))

    async def _result(self, message: Message, era: Era, call: Call) -> dict[str, Any]:
        match era, message.method:
            case _, "tools/list":
                lasting = {"ttlMs": CACHE_MILLISECONDS, "cacheScope": "public"} if era == "stateless" else {}
                return {"tools": tool_definitions(), **lasting}
            case _, "tools/call":
                return await self._call_tool(message.params, call)
            case "stateless", "server/discover":
                return _discovered()
            case "handshake", "initialize":
                return _initialized(message.params.get("protocolVersion"))
            case "handshake", "ping":
                return {}
        raise RpcError(METHOD_NOT_FOUND, "there is no such method")

    async def _call_tool(self, params: Mapping[str, JsonValue], call: Call) -> dict[str, Any]:
        """What the model can mend or should know stands in the result, where it reads it."""
        name = params.get("name")
        tool = self.tools.by_name().get(name) if isinstance(name, str) else None
        if tool is None:
            raise RpcError(INVALID_PARAMS, "there is no such tool")
        call.notes["tool"] = name
        try:
            outcome = await tool(params.get("arguments", {}), call)
        except WinnowError as error:
            if isinstance(error, OperatorError):
                log_failure(error, request_id=call.request_id)
            call.notes["error"] = type(error).__name__
            return {"content": [{"type": "text", "text": _explained(error)}], "isError": True}
        return {
            "content": [{"type": "text", "text": outcome.text}],
            "structuredContent": outcome.structured,
            "isError": False,
        }


@cache
def tool_definitions() -> list[dict[str, Any]]:
    """`tools.json`, which `scripts/openapi.py` makes from the schemas."""
    text = Path(winnow.__file__).with_name("tools.json").read_text(encoding="utf-8")
    definitions: list[dict[str, Any]] = json.loads(text)
    return definitions


def _complete(result: dict[str, Any]) -> dict[str, Any]:
    return {"resultType": "complete", **result, "_meta": {SERVER_KEY: _SERVER}}


def _discovered() -> dict[str, Any]:
    return {
        "supportedVersions": list(SUPPORTED_VERSIONS),
        "capabilities": _CAPABILITIES,
        "instructions": _INSTRUCTIONS,
        "ttlMs": CACHE_MILLISECONDS,
        "cacheScope": "public",
    }


def _initialized(wanted: JsonValue) -> dict[str, Any]:
    return {
        "protocolVersion": agreed_version(wanted),
        "capabilities": _CAPABILITIES,
        "serverInfo": _SERVER,
        "instructions": _INSTRUCTIONS,
    }


def _explained(error: WinnowError) -> str:
    entry = error_entry(error)
    fields = [f"{'.'.join(map(str, problem['loc']))}: {problem['msg']}" for problem in entry.get("errors", [])]
    retry = getattr(error, "retry_after_seconds", None)
    return "; ".join([entry["detail"], *fields, *([f"try again in {retry} s"] if retry else [])])
