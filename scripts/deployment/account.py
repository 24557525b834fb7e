"""What the account has already, as wrangler tells it."""

import json
import os
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from local.paths import ROOT
from local.wrangler import NODE, wrangler_command
from scripts.deployment.environment import Configuration, DeploymentError

_VARIABLES = {"WRANGLER_SEND_METRICS": "false", "WRANGLER_HIDE_BANNER": "true", "NO_COLOR": "1", "FORCE_COLOR": "0"}


@dataclass(frozen=True, slots=True)
class Existing:
    """`index` is the configuration of the environment's index; None where there is none."""

    index: Mapping[str, Any] | None = None
    metadata_indexes: Mapping[str, str] = field(default_factory=dict)
    database_ids: Mapping[str, str] = field(default_factory=dict)
    queues: frozenset[str] = frozenset()
    secrets: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Tools:
    """The commands that speak to Cloudflare, with the credentials of whoever runs them."""

    wrangler: tuple[str, ...] = field(default_factory=lambda: tuple(wrangler_command()))
    pywrangler: tuple[str, ...] = (str(ROOT / ".venv" / "bin" / "pywrangler"),)

    def run(self, command: Sequence[str], *, text: str | None = None, show: bool = False) -> str:
        """Run `wrangler ...` or `pywrangler ...` with `text` as its input, and return what it printed.

        Raises:
            DeploymentError: it failed; its own words are in the message.
        """
        program = {"wrangler": self.wrangler, "pywrangler": self.pywrangler}[command[0]]
        path = os.pathsep.join([str(NODE.parent), os.environ.get("PATH", os.defpath)])
        done = subprocess.run(
            [*program, *command[1:]],
            cwd=ROOT,
            env=os.environ | _VARIABLES | {"PATH": path},
            input=text or "",  # with no terminal to ask in, wrangler asks nothing
            stdout=None if show else subprocess.PIPE,
            stderr=None if show else subprocess.PIPE,
            text=True,
            check=False,
        )
        if done.returncode:
            raise DeploymentError(f"`{' '.join(command)}` failed:\n{done.stdout or ''}{done.stderr or ''}".strip())
        return done.stdout or ""


def look_up(tools: Tools, wanted: Configuration) -> Existing:
    """What there is of what `wanted` names. Raises DeploymentError."""
    index_name = wanted["vectorize"][0]["index_name"]
    indexes = {index["name"]: index["config"] for index in _json(tools, "vectorize", "list", "--json")}
    index = indexes.get(index_name)
    metadata = [] if index is None else _json(tools, "vectorize", "list-metadata-index", index_name, "--json")
    return Existing(
        index=index,
        metadata_indexes={entry["propertyName"]: entry["indexType"].lower() for entry in metadata},
        database_ids=database_ids(tools),
        queues=frozenset(name for name in queue_names(wanted) if _finds(tools, "queues", "info", name)),
        secrets=_secrets(tools, wanted["name"]),
    )


def database_ids(tools: Tools) -> dict[str, str]:
    """Of all databases, by name."""
    return {database["name"]: database["uuid"] for database in _json(tools, "d1", "list", "--json")}


def queue_names(wanted: Configuration) -> list[str]:
    """Every queue that is written to, read from, or takes what failed; each once."""
    entries = [entry for kind in wanted["queues"].values() for entry in kind]
    names = [entry[key] for key in ("queue", "dead_letter_queue") for entry in entries if key in entry]
    return list(dict.fromkeys(names))


def _secrets(tools: Tools, worker: str) -> frozenset[str]:
    arguments = ("secret", "list", "--format", "json", "--name", worker)
    return frozenset(entry["name"] for entry in _json(tools, *arguments)) if _finds(tools, *arguments) else frozenset()


def _json(tools: Tools, *arguments: str) -> list[dict[str, Any]]:
    printed = tools.run(("wrangler", *arguments))
    try:
        answer: list[dict[str, Any]] = json.loads(printed)
    except ValueError as error:
        raise DeploymentError(f"`wrangler {' '.join(arguments)}` printed no JSON:\n{printed}") from error
    return answer


def _finds(tools: Tools, *arguments: str) -> bool:
    """Whether what a command asks for exists. Raises DeploymentError when it fails for another reason."""
    try:
        tools.run(("wrangler", *arguments))
    except DeploymentError as error:
        if "not found" in str(error) or "does not exist" in str(error):
            return False
        raise
    return True
