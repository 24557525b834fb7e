"""The local wrangler configuration, derived from the production wrangler.toml.

Each top-level key of wrangler.toml is kept, left out or replaced; a key in none of the three lists is an
error, so that a new kind of binding is decided on here and never silently missing from the local run.
"""

import hashlib
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from local.errors import PlatformError
from local.paths import INDEX_DEFINITION, ROOT

Configuration = dict[str, Any]
Embedder = Literal["e5", "ngram", "instant"]

LOCAL_TOKEN = "local"  # noqa: S105 - the well-known token of a Worker that only this machine can reach
CALIBRATED = ROOT / "local" / "calibrated"
ALL_SCOPES = ("read", "write", "admin")

_KEPT = frozenset(
    {
        "compatibility_date", "compatibility_flags", "d1_databases", "durable_objects", "kv_namespaces",
        "main", "migrations", "name", "python_modules", "queues", "r2_buckets", "ratelimits", "rules",
        "triggers", "vars", "version_metadata", "workflows",
    }
)  # fmt: skip
# About the account, the network or what deploying does: nothing on this machine answers to them.
_LEFT_OUT = frozenset(
    {
        "$schema", "account_id", "env", "keep_vars", "limits", "logpush", "observability", "placement",
        "preview_urls", "route", "routes", "send_metrics", "tail_consumers", "upload_source_maps",
        "workers_dev",
    }
)  # fmt: skip
_REPLACED = frozenset({"ai", "secrets", "vectorize"})

# workerd takes Python from a bundle on disk with the first two, and only when no dated Python is enabled.
DEVELOPMENT_FLAGS = (
    "python_workers_development",
    "experimental",
    "no_python_workers_20250116",
    "no_python_workers_20260610",
)
_SNAPSHOT_FLAG = "python_dedicated_snapshot"

UNLIMITED = 1_000_000
"""Requests in one period, more than this machine can serve."""

_WORKERS_AI = "winnow-workers-ai"
_VECTORIZE = "winnow-vectorize"


class ConfigurationError(PlatformError):
    """wrangler.toml holds something the local run does not know how to serve."""


@dataclass(frozen=True, slots=True)
class LocalSettings:
    """What differs from one local run to the next.

    `variables` are laid over [vars], what was calibrated for the embedder, and the secrets; `visibility_delay_ms` is
    how long a write to Vectorize stays invisible; `snapshot` allows starting from a memory snapshot, as production
    does; `main` is served in place of wrangler.toml's, behind the same bindings, in Python or TypeScript. `rate_limit`
    stands in the place of each limit in [[ratelimits]], which tests of other things would run into.
    """

    embedder: Embedder = "e5"
    faults: bool = False
    visibility_delay_ms: int = 0
    variables: Mapping[str, str] = field(default_factory=dict)
    snapshot: bool = False
    rate_limit: int = UNLIMITED
    main: Path | None = None


def derive(production: Configuration, settings: LocalSettings, *, host_url: str) -> list[Configuration]:
    """Return the configurations to run together; the first is the Worker, the others serve its bindings.

    `host_url` is where the simulators reach the process that started them.

    Raises:
        ConfigurationError: A key, a binding or a secret of `production` has no local form.
    """
    unknown = sorted(production.keys() - _KEPT - _LEFT_OUT - _REPLACED)
    if unknown:
        raise ConfigurationError(
            f"wrangler.toml: no local form is known for {', '.join(unknown)}: decide on it in local/configuration.py"
        )
    date = production["compatibility_date"]
    shared = {"HOST_URL": host_url, "FAULTS": "on" if settings.faults else "off"}
    return [
        _worker(production, settings),
        _workers_ai(date, shared | {"EMBEDDER": settings.embedder}),
        _vectorize(date, shared | {"VISIBILITY_DELAY_MS": str(settings.visibility_delay_ms)}),
    ]


def _worker(production: Configuration, settings: LocalSettings) -> Configuration:
    kept = {key: value for key, value in production.items() if key in _KEPT}
    main = settings.main or ROOT / production["main"]
    python = (*production["compatibility_flags"], *DEVELOPMENT_FLAGS, *[_SNAPSHOT_FLAG] * settings.snapshot)
    flags = python if main.suffix == ".py" else ()
    return kept | {
        "main": str(main),
        "compatibility_flags": list(flags),
        "vars": _variables(production, settings),
        "services": _services(production),
        "ratelimits": [_rate_limit(limit, settings.rate_limit) for limit in production.get("ratelimits", [])],
        "d1_databases": [_database(database) for database in production.get("d1_databases", [])],
    }


def _variables(production: Configuration, settings: LocalSettings) -> dict[str, Any]:
    variables = {
        **production.get("vars", {}),
        **calibrated(settings.embedder),
        "TOKENS": local_tokens(),
        **settings.variables,
    }
    missing = sorted(set(production.get("secrets", {}).get("required", [])) - variables.keys())
    if missing:
        raise ConfigurationError(f"wrangler.toml: no local value is known for the secret {', '.join(missing)}")
    return variables


def calibrated(embedder: Embedder) -> dict[str, str]:
    """What `winnow calibrate` proposed for the embedder; nothing for one that was never calibrated."""
    file = CALIBRATED / f"{embedder}.toml"
    variables: dict[str, str] = tomllib.loads(file.read_text(encoding="utf-8"))["vars"] if file.is_file() else {}
    return variables


def local_tokens() -> str:
    """Return the TOKENS secret that knows one token, `local`, with all scopes in all namespaces."""
    digest = hashlib.sha256(LOCAL_TOKEN.encode()).hexdigest()
    return json.dumps({digest: {"scopes": list(ALL_SCOPES)}})


def _services(production: Configuration) -> list[Configuration]:
    indexes = production.get("vectorize", [])
    if len(indexes) > 1:
        raise ConfigurationError("wrangler.toml: [[vectorize]] names more than one index; one is simulated")
    services = [(index["binding"], _VECTORIZE, "Vectorize") for index in indexes]
    if "ai" in production:
        services.append((production["ai"]["binding"], _WORKERS_AI, "AI"))
    return [
        {"binding": binding, "service": service, "entrypoint": entrypoint} for binding, service, entrypoint in services
    ]


def _database(database: Configuration) -> Configuration:
    """The id names the local file: a fixed one, so that data survives when the real database is created."""
    return database | {
        "database_id": f"local-{database['binding']}",
        "migrations_dir": str(ROOT / database.get("migrations_dir", "migrations")),
    }


def _rate_limit(limit: Configuration, requests: int) -> Configuration:
    return limit | {"simple": limit["simple"] | {"limit": requests}}


def _workers_ai(compatibility_date: str, variables: dict[str, str]) -> Configuration:
    return {
        "name": _WORKERS_AI,
        "main": str(ROOT / "local" / "workers_ai" / "worker.js"),
        "compatibility_date": compatibility_date,
        "vars": variables,
    }


def _vectorize(compatibility_date: str, variables: dict[str, str]) -> Configuration:
    return {
        "name": _VECTORIZE,
        "main": str(ROOT / "local" / "vectorize" / "worker.js"),
        "compatibility_date": compatibility_date,
        "vars": variables | {"INDEX": INDEX_DEFINITION.read_text(encoding="utf-8")},
        "durable_objects": {"bindings": [{"name": "STORE", "class_name": "VectorizeIndex"}]},
        "migrations": [{"tag": "v1", "new_sqlite_classes": ["VectorizeIndex"]}],
    }


def write(configurations: list[Configuration], folder: Path) -> list[Path]:
    """Write each configuration to `folder` under its Worker's name and return the files in the same order."""
    files = []
    for configuration in configurations:
        file = folder / f"{configuration['name']}.json"
        file.write_text(json.dumps(configuration, indent=2), encoding="utf-8")
        files.append(file)
    return files
