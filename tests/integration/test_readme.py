"""What the README shows is what comes out."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.platform import Client

README = Path("README.md").read_text(encoding="utf-8")


def block(language: str, *, holding: str) -> str:
    """The one fenced block in `language` that holds a text."""
    [found] = [
        body for body in re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL) if holding in body
    ]
    return str(found)


def without_timing(answer: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in answer.items() if name != "timing_ms"}


def test_the_example_script_prints_what_is_shown(model_client: Client) -> None:
    printed = subprocess.run(
        [sys.executable, "examples/ask.py", model_client.url], capture_output=True, text=True, check=True, timeout=120
    ).stdout
    assert printed.strip() == block("text", holding="biblioteca.md").strip()


def test_the_trim_request_is_answered_as_shown(model_client: Client) -> None:
    command = block("sh", holding="/trim")
    request = re.search(r"-d '(.*)'", command, re.DOTALL)
    assert request is not None
    answer = model_client.answer("/trim", json.loads(request[1]))
    shown = json.loads(block("json", holding='"receipt"'))
    assert without_timing(answer) == without_timing(shown)
    assert answer["timing_ms"].keys() == shown["timing_ms"].keys()


def test_the_call_that_a_model_writes_is_one_that_the_tools_take(model_client: Client) -> None:
    """By MCP, and as a body of `/context`."""
    call = json.loads(block("json", holding="tool_use"))
    request = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
    params = {"name": call["name"], "arguments": call["input"]}
    result = model_client.answer("/mcp", {**request, "params": params})["result"]
    assert result["isError"] is False
    assert model_client.answer("/context", call["input"])["context"] == result["structuredContent"]["context"]


def test_the_inject_request_is_answered(model_client: Client) -> None:
    request = re.search(r"-d '(.*)'", block("sh", holding="/context"), re.DOTALL)
    assert request is not None
    assert {"context", "citations"} <= model_client.answer("/context", json.loads(request[1])).keys()
