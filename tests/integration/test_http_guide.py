"""What the guide to the HTTP API shows is what comes out."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.platform import Client

GUIDE = Path("docs/http.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(
    r"```sh\ncurl -s http://127.0.0.1:8787(?P<path>\S+) .*?-d '(?P<body>.*?)'\n```\n\n```json\n(?P<answer>.*?)\n```",
    GUIDE,
    re.DOTALL,
)

VARYING = {"usage", "timing_ms", "receipt"}
"""Depend on what was asked before; only which members they have is compared, of times not even that."""


def likeness(value: Any) -> Any:  # noqa: ANN401 - any JSON
    """`value` without what differs from one machine, or one run, to the next."""
    match value:
        case float():
            return "a number"
        case list():
            return [likeness(item) for item in value]
        case dict():
            members = {name: likeness(item) for name, item in value.items() if name not in VARYING}
            varying = {name: sorted(value[name]) for name in ("usage", "receipt") if name in value}
            return members | varying | ({"timing_ms": "some"} if "timing_ms" in value else {})
    return value


def test_the_guide_has_an_example_of_each_route_of_questions() -> None:
    assert [path for path, _, _ in EXAMPLES] == ["/ingest", "/retrieve", "/context", "/trim", "/retrieve", "/mcp"]


@pytest.mark.parametrize(
    ("path", "body", "answer"), EXAMPLES, ids=[f"{path} {body[:40]!r}" for path, body, _ in EXAMPLES]
)
def test_the_example_is_answered_as_shown(model_client: Client, path: str, body: str, answer: str) -> None:
    if path != "/ingest":
        ingest = EXAMPLES[0]
        model_client.post(ingest[0], json.loads(ingest[1])).raise_for_status()
    response = model_client.post(path, json.loads(body))
    assert likeness(response.json()) == likeness(json.loads(answer))
