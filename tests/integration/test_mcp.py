"""An agent finds and calls the tools: the official client against the running Worker."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import httpx2
import pytest
from jsonschema import validate
from mcp.client.client import Client as McpClient
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from mcp_types import CallToolResult, TextContent

from local.host.faults import Fault
from local.platform import LocalPlatform
from tests.platform import Client

SEA = "The moon raises the tides. Bread is baked in the oven."
PROTOCOL = {"auto": "2026-07-28", "legacy": "2025-11-25"}


def ask_as_agent(
    client: Client,
    do: Callable[[McpClient], Awaitable[Any]],
    *,
    mode: str = "auto",
    token: str = "local",  # noqa: S107 - known to all
) -> Any:  # noqa: ANN401 - whatever `do` returns
    async def session() -> Any:  # noqa: ANN401
        headers = {"authorization": f"Bearer {token}"}
        async with (
            httpx2.AsyncClient(headers=headers, trust_env=False) as http,
            McpClient(streamable_http_client(f"{client.url}/mcp", http_client=http), mode=mode) as agent,
        ):
            assert agent.protocol_version == PROTOCOL[mode]
            return await do(agent)

    return asyncio.run(session())


def call(client: Client, tool: str, arguments: dict[str, Any], **options: str) -> CallToolResult:
    result = ask_as_agent(client, lambda agent: agent.call_tool(tool, arguments), **options)
    assert isinstance(result, CallToolResult)
    return result


def text_of(result: CallToolResult) -> str:
    [content] = result.content
    assert isinstance(content, TextContent)
    return content.text


@pytest.fixture
def sea(client: Client, namespace: str) -> str:
    """A namespace with one document."""
    [outcome] = client.ingest(namespace, {"id": "sea", "title": "Tides", "text": SEA})
    assert outcome["status"] == "created"
    return namespace


@pytest.mark.parametrize("mode", PROTOCOL)
def test_the_tools_are_listed_with_what_they_take_and_answer(client: Client, mode: str) -> None:
    listed = ask_as_agent(client, lambda agent: agent.list_tools(), mode=mode)
    tools = {tool.name: tool for tool in listed.tools}
    assert list(tools) == ["search_knowledge", "trim_text"]
    assert list(tools["search_knowledge"].input_schema["properties"]) == ["query", "namespace", "top_k", "max_tokens"]
    assert all(tool.output_schema and tool.annotations.read_only_hint for tool in tools.values())


@pytest.mark.parametrize("mode", PROTOCOL)
def test_a_search_returns_numbered_passages_with_citations(client: Client, sea: str, mode: str) -> None:
    result = call(client, "search_knowledge", {"query": "What raises the tides?", "namespace": sea}, mode=mode)
    assert not result.is_error
    [citation] = result.structured_content["citations"]
    assert (citation["n"], citation["document_id"], citation["title"]) == (1, "sea", "Tides")
    assert [SEA[start:end] for start, end in citation["spans"]] == ["The moon raises the tides."]
    assert text_of(result) == result.structured_content["context"] == "[1] Tides\nThe moon raises the tides."


def test_a_search_that_finds_nothing_says_why(client: Client, namespace: str) -> None:
    result = call(client, "search_knowledge", {"query": "What raises the tides?", "namespace": namespace})
    reason = result.structured_content["reason"]
    assert result.structured_content == {"context": "", "citations": [], "reason": reason}
    assert text_of(result) == f"Nothing was found: {reason}."
    assert not result.is_error


def test_a_text_is_trimmed(client: Client) -> None:
    arguments = {"query": "What raises the tides?", "text": SEA, "threshold": 1}
    result = call(client, "trim_text", arguments)
    assert text_of(result) == "The moon raises the tides."
    assert result.structured_content["kept"] == [[0, 26]]


def test_structured_content_is_what_the_output_schema_says(client: Client, sea: str) -> None:
    listed = ask_as_agent(client, lambda agent: agent.list_tools())
    schemas = {tool.name: tool.output_schema for tool in listed.tools}
    for tool, arguments in {
        "search_knowledge": {"query": "tides", "namespace": sea},
        "trim_text": {"query": "tides", "text": SEA},
    }.items():
        validate(call(client, tool, arguments).structured_content, schemas[tool])


def test_what_the_model_got_wrong_stands_where_it_can_read_it(client: Client) -> None:
    result = call(client, "search_knowledge", {"query": "q", "top_k": 99})
    assert result.is_error
    assert text_of(result) == ("the request has invalid fields; top_k: Input should be less than or equal to 20")


def test_a_failing_model_is_told_too(client: Client, platform: LocalPlatform) -> None:
    platform.host.faults.order(Fault("ai", "error", code=3040, times=20))
    try:
        result = call(client, "trim_text", {"query": "q", "text": SEA})
    finally:
        platform.host.faults.order()
    assert result.is_error
    assert "try again in" in text_of(result)


@pytest.mark.parametrize("mode", PROTOCOL)
def test_an_unknown_tool_is_an_error_of_the_protocol(client: Client, mode: str) -> None:
    async def call_it(agent: McpClient) -> None:
        with pytest.raises(MCPError, match="there is no such tool"):
            await agent.call_tool("drop_tables", {})

    ask_as_agent(client, call_it, mode=mode)


def test_without_a_good_token_nothing_is_served(client: Client) -> None:
    with pytest.raises((MCPError, ExceptionGroup, httpx2.HTTPStatusError)):
        call(client, "trim_text", {"query": "q", "text": SEA}, token="unknown")
    response = client.post("/mcp", {"jsonrpc": "2.0", "id": 1, "method": "ping"}, headers={"authorization": None})
    assert (response.status_code, response.headers["www-authenticate"]) == (401, "Bearer")


def test_there_is_no_stream_to_get_and_no_session_to_end(client: Client) -> None:
    for method in ("GET", "DELETE"):
        response = client.request(method, "/mcp")
        assert (response.status_code, response.headers["allow"]) == (405, "POST")


def test_a_notification_is_taken_note_of(client: Client) -> None:
    response = client.post("/mcp", {"jsonrpc": "2.0", "method": "notifications/initialized"})
    assert (response.status_code, response.content) == (202, b"")


def test_a_page_of_a_stranger_is_refused(client: Client) -> None:
    body = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    assert client.post("/mcp", body, headers={"origin": "https://evil.example"}).status_code == 403
    assert client.post("/mcp", body).json() == {"jsonrpc": "2.0", "id": 1, "result": {}}


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"{", 400, -32700),
        (b"[]", 400, -32600),
        (json.dumps({"jsonrpc": "2.0", "id": 5, "method": "tools/unknown"}).encode(), 200, -32601),
    ],
)
def test_errors_are_json_rpc(client: Client, body: bytes, status: int, code: int) -> None:
    response = client.request("POST", "/mcp", data=body)
    assert response.status_code == status
    assert response.json()["error"]["code"] == code
