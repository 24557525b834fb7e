"""Runs the command as a shell would, in this process."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from typer.testing import CliRunner

from winnow_client.command.main import app


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended: what it printed where, and its exit code."""

    exit_code: int
    out: str
    err: str

    @property
    def json(self) -> Any:  # noqa: ANN401 - what JSON can say
        return json.loads(self.out)


def run_command(*arguments: str, url: str | None = None, stdin: str = "", **environment: str) -> Ended:
    """With the server and a token in the environment, as most people set them. Raises what the command lets out."""
    settings: Mapping[str, str | None] = {
        "WINNOW_URL": url, "WINNOW_TOKEN": "secret", "WINNOW_NAMESPACE": None, "COLUMNS": "120", **environment
    }  # fmt: skip
    result = CliRunner().invoke(app, list(arguments), input=stdin, env=settings, catch_exceptions=False)
    return Ended(result.exit_code, result.stdout, result.stderr)
