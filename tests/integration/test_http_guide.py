"""What the guide to the HTTP API shows is what comes out."""

import json
import re
import shlex
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.platform import Client

GUIDE = Path("docs/http.md").read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Example:
    """A curl command of the guide, and the answer that is shown under it."""

    method: str
    path: str
    body: str | None
    shown: Any

    def __str__(self) -> str:
        return f"{self.method} {self.path}"

    def send(self, client: Client) -> Any:  # noqa: ANN401 - any JSON
        return client.request(self.method, self.path, data=None if self.body is None else self.body.encode()).json()


def read_example(command: str, shown: str) -> Example:
    words = shlex.split(command)
    options = dict(pairwise(words))
    body = options.get("-d")
    [address] = [word for word in words if word.startswith("http://127.0.0.1:8787")]
    method = options.get("-X", "GET" if body is None else "POST")
    return Example(method, address.removeprefix("http://127.0.0.1:8787"), body, json.loads(shown))


EXAMPLES = [
    read_example(command, shown)
    for command, shown in re.findall(r"```sh\n(curl .*?)\n```\n\n```json\n(.*?)\n```", GUIDE, re.DOTALL)
]

VARYING = {"usage", "timing_ms", "receipt"}
"""Depend on what was asked before; only which members they have is compared, of times not even that."""
MADE_UP = {"content_hash", "created_at", "updated_at"}


def likeness(value: Any) -> Any:  # noqa: ANN401 - any JSON
    """`value` without what differs from one machine, or one run, to the next."""
    match value:
        case float():
            return "a number"
        case list():
            return [likeness(item) for item in value]
        case dict():
            members = {name: likeness(item) for name, item in value.items() if name not in VARYING | MADE_UP}
            varying = {name: sorted(value[name]) for name in ("usage", "receipt") if name in value}
            varying |= {name: ["made up"] for name in MADE_UP & value.keys()}
            return members | varying | ({"timing_ms": "some"} if "timing_ms" in value else {})
    return value


def test_the_guide_has_an_example_of_each_kind() -> None:
    assert [str(example) for example in EXAMPLES] == [
        "POST /ingest",
        "GET /documents?namespace=guide&limit=1",
        "PATCH /documents/bread",
        "POST /documents/delete",
        "POST /retrieve",
        "POST /context",
        "POST /trim",
        "POST /retrieve",
        "POST /mcp",
    ]


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_the_example_is_answered_as_shown(model_client: Client, example: Example) -> None:
    if example != EXAMPLES[0]:
        EXAMPLES[0].send(model_client)
    assert likeness(example.send(model_client)) == likeness(example.shown)
