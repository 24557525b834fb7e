"""The local configuration follows from the production one."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from local.configuration import UNLIMITED, ConfigurationError, LocalSettings, calibrated, derive, write
from local.paths import PRODUCTION_CONFIGURATION, ROOT
from winnow.settings import VARIABLES, load_settings

HOST = "http://127.0.0.1:1"
DEVELOPMENT = [
    "python_workers",
    "python_workers_development",
    "experimental",
    "no_python_workers_20250116",
    "no_python_workers_20260610",
]
DIGEST = "25bf8e1a2393f1108d37029b3df5593236c755742ec93465bbafa9b290bddcf6"  # SHA-256 of `local`
TOKENS = f'{{"{DIGEST}": {{"scopes": ["read", "write", "admin"]}}}}'


def production(**more: Any) -> dict[str, Any]:  # noqa: ANN401 - any TOML
    minimal = {
        "name": "winnow",
        "main": "src/entry.py",
        "compatibility_date": "2026-11-01",
        "compatibility_flags": ["python_workers"],
    }
    return minimal | more


def worker(settings: LocalSettings | None = None, **more: Any) -> dict[str, Any]:  # noqa: ANN401 - any TOML
    return derive(production(**more), settings or LocalSettings(), host_url=HOST)[0]


def test_a_minimal_worker() -> None:
    assert worker() == {
        "name": "winnow",
        "main": str(ROOT / "src" / "entry.py"),
        "compatibility_date": "2026-11-01",
        "compatibility_flags": DEVELOPMENT,
        "vars": {**calibrated("e5"), "TOKENS": TOKENS},
        "services": [],
        "d1_databases": [],
        "ratelimits": [],
    }


def test_what_has_no_local_form_of_its_own_becomes_a_service_of_the_same_binding() -> None:
    derived = worker(ai={"binding": "MODEL"}, vectorize=[{"binding": "INDEX", "index_name": "winnow"}])
    assert derived["services"] == [
        {"binding": "INDEX", "service": "winnow-vectorize", "entrypoint": "Vectorize"},
        {"binding": "MODEL", "service": "winnow-workers-ai", "entrypoint": "AI"},
    ]
    assert derived.keys().isdisjoint({"ai", "vectorize"})


def test_what_wrangler_serves_itself_is_kept() -> None:
    kept: dict[str, Any] = {
        "queues": {"producers": [{"binding": "INGEST_QUEUE", "queue": "ingest"}]},
        "triggers": {"crons": ["*/5 * * * *"]},
    }
    assert kept.items() <= worker(**kept).items()


@pytest.mark.parametrize(("settings", "requests"), [(LocalSettings(), UNLIMITED), (LocalSettings(rate_limit=3), 3)])
def test_rate_limits_are_out_of_the_way_unless_asked_for(settings: LocalSettings, requests: int) -> None:
    limit = {"name": "LIMITER", "namespace_id": "1", "simple": {"limit": 600, "period": 60}}
    assert worker(settings, ratelimits=[limit])["ratelimits"] == [limit | {"simple": {"limit": requests, "period": 60}}]


def test_what_concerns_deployment_alone_is_left_out() -> None:
    assert worker(limits={"cpu_ms": 1}, observability={"enabled": True}) == worker()


def test_a_database_keeps_its_local_file_whatever_its_id_in_production() -> None:
    database = {
        "binding": "DB",
        "database_name": "winnow",
        "database_id": "1234",
        "migrations_dir": "migrations",
    }
    assert worker(d1_databases=[database])["d1_databases"] == [
        {
            "binding": "DB",
            "database_name": "winnow",
            "database_id": "local-DB",
            "migrations_dir": str(ROOT / "migrations"),
        }
    ]


def test_variables_of_the_run_lie_over_those_of_production() -> None:
    settings = LocalSettings(embedder="ngram", variables={"MODEL": "other", "TOKENS": "{}"})
    assert worker(settings, vars={"MODEL": "one", "LIMIT": "1"})["vars"] == {
        "MODEL": "other",
        "LIMIT": "1",
        "TOKENS": "{}",
    }


def test_variables_of_the_run_lie_over_what_was_calibrated() -> None:
    [name, *_] = calibrated("e5")
    assert worker(LocalSettings(variables={name: "0"}))["vars"] == {**calibrated("e5"), "TOKENS": TOKENS, name: "0"}


def test_the_worker_takes_what_was_calibrated() -> None:
    variables = calibrated("e5")
    assert "TRIM_THRESHOLD" in variables
    assert variables.keys() <= set(VARIABLES)
    load_settings({"MODEL": "@cf/baai/bge-small-en-v1.5", "TOKENS": TOKENS, **variables})


def test_an_embedder_that_was_not_calibrated_has_no_floors() -> None:
    assert calibrated("ngram") == {}


def test_a_snapshot_needs_its_flag() -> None:
    assert worker(LocalSettings(snapshot=True))["compatibility_flags"] == [
        *DEVELOPMENT,
        "python_dedicated_snapshot",
    ]


def test_another_worker_behind_the_same_bindings(tmp_path: Path) -> None:
    """Only a Python one gets the flags that Python needs."""
    own = worker(LocalSettings())
    for name, flags in (("entry.py", own["compatibility_flags"]), ("worker.ts", [])):
        main = tmp_path / name
        assert worker(LocalSettings(main=main)) == own | {"main": str(main), "compatibility_flags": flags}


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"hyperdrive": [], "browser": {}}, "no local form is known for browser, hyperdrive"),
        ({"secrets": {"required": ["TOKENS", "KEY"]}}, "no local value is known for the secret KEY"),
        ({"vectorize": [{"binding": "A"}, {"binding": "B"}]}, "more than one index"),
    ],
)
def test_what_is_not_known_is_an_error(more: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigurationError, match=message):
        worker(**more)


def test_the_simulators() -> None:
    settings = LocalSettings(embedder="ngram", faults=True, visibility_delay_ms=250)
    _, workers_ai, vectorize = derive(production(), settings, host_url=HOST)
    assert workers_ai == {
        "name": "winnow-workers-ai",
        "main": str(ROOT / "local" / "workers_ai" / "worker.js"),
        "compatibility_date": "2026-11-01",
        "vars": {"HOST_URL": HOST, "FAULTS": "on", "EMBEDDER": "ngram"},
    }
    assert vectorize == {
        "name": "winnow-vectorize",
        "main": str(ROOT / "local" / "vectorize" / "worker.js"),
        "compatibility_date": "2026-11-01",
        "vars": {
            "HOST_URL": HOST,
            "FAULTS": "on",
            "VISIBILITY_DELAY_MS": "250",
            "INDEX": (ROOT / "vectorize" / "index.json").read_text(encoding="utf-8"),
        },
        "durable_objects": {"bindings": [{"name": "STORE", "class_name": "VectorizeIndex"}]},
        "migrations": [{"tag": "v1", "new_sqlite_classes": ["VectorizeIndex"]}],
    }


def test_the_repository_s_own_wrangler_toml_can_be_served_locally(tmp_path: Path) -> None:
    configurations = derive(
        tomllib.loads(PRODUCTION_CONFIGURATION.read_text(encoding="utf-8")), LocalSettings(), host_url=HOST
    )
    files = write(configurations, tmp_path)
    assert [file.name for file in files] == ["winnow.json", "winnow-workers-ai.json", "winnow-vectorize.json"]
    assert [json.loads(file.read_text(encoding="utf-8")) for file in files] == configurations
    assert [service["binding"] for service in configurations[0]["services"]] == ["VECTORIZE", "AI"]
