"""One environment's wrangler configuration, derived from wrangler.toml."""

import json
import re
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from local.paths import PYTHON_MODULES, ROOT, WORK_FOLDER

Configuration = dict[str, Any]

PRODUCTION = "production"
"""The environment whose resources bear the names of wrangler.toml; all others add their own name."""

_NAME = re.compile(r"[a-z][a-z0-9-]{0,19}")
_NAMESPACES = 1_000_000
"""Rate limits are counted by account: each environment gets a range of ids of its own."""


class DeploymentError(Exception):
    """The environment cannot be made so; the message says what to change."""


def derive(production: Mapping[str, Any], environment: str, *, database_ids: Mapping[str, str]) -> Configuration:
    """Wrangler's configuration for one environment. `database_ids` are the ids of its databases by name.

    `[env.NAME]` of wrangler.toml is laid over the rest, its `vars` one by one. Bindings are not inherited by
    wrangler's own environments, and so would have to be written down again for each; here they are.

    Raises:
        DeploymentError: the name of the environment is none.
    """
    if not _NAME.fullmatch(environment):
        raise DeploymentError(f"ENV must be up to 20 of a-z, 0-9 and -, beginning with a letter, not {environment!r}")
    own = production.get("env", {}).get(environment, {})
    shared = {key: value for key, value in production.items() if key != "env"}
    merged = shared | own | {"vars": {**production.get("vars", {}), **own.get("vars", {})}}
    changed: Configuration = {
        "name": _named(production["name"], environment),
        "main": str(ROOT / production["main"]),
        "vectorize": [
            index | {"index_name": _named(index["index_name"], environment)} for index in merged.get("vectorize", [])
        ],
        "d1_databases": [_database(database, environment, database_ids) for database in merged.get("d1_databases", [])],
        "queues": _queues(merged.get("queues", {}), environment),
        "ratelimits": [
            limit | {"namespace_id": _namespace(limit["namespace_id"], environment)}
            for limit in merged.get("ratelimits", [])
        ],
    }
    return {**merged, **changed}


def write(configuration: Configuration, environment: str) -> Path:
    """Write the configuration where wrangler finds the Worker's packages beside it, and return the file."""
    folder = WORK_FOLDER / "deploy" / environment
    folder.mkdir(parents=True, exist_ok=True)
    link = folder / PYTHON_MODULES.name
    link.unlink(missing_ok=True)
    link.symlink_to(PYTHON_MODULES)
    file = folder / "wrangler.json"
    file.write_text(json.dumps(configuration, indent=2), encoding="utf-8")
    return file


def _named(name: str, environment: str) -> str:
    return name if environment == PRODUCTION else f"{name}-{environment}"


def _database(database: Mapping[str, Any], environment: str, ids: Mapping[str, str]) -> Configuration:
    name = _named(database["database_name"], environment)
    return {
        **database,
        "database_name": name,
        "database_id": ids.get(name, database["database_id"]),
        "migrations_dir": str(ROOT / database.get("migrations_dir", "migrations")),
    }


def _queues(queues: Mapping[str, Any], environment: str) -> Configuration:
    return {
        kind: [
            {
                key: _named(value, environment) if key in {"queue", "dead_letter_queue"} else value
                for key, value in entry.items()
            }
            for entry in entries
        ]
        for kind, entries in queues.items()
    }


def _namespace(namespace: str, environment: str) -> str:
    if environment == PRODUCTION:
        return namespace
    return str(int(namespace) + _NAMESPACES * (1 + zlib.crc32(environment.encode()) % 1_000))
