"""One environment's configuration follows from wrangler.toml and a name."""

from typing import Any

import pytest

from local.paths import ROOT
from scripts.deployment.account import queue_names
from scripts.deployment.environment import DeploymentError, derive

BASE: dict[str, Any] = {
    "name": "winnow",
    "main": "src/entry.py",
    "vars": {"MODEL": "m", "TRIM_THRESHOLD": "0.5"},
    "vectorize": [{"binding": "VECTORIZE", "index_name": "winnow"}],
    "d1_databases": [
        {"binding": "DB", "database_name": "winnow", "database_id": "none", "migrations_dir": "migrations"}
    ],
    "queues": {
        "producers": [{"binding": "QUEUE", "queue": "ingest"}],
        "consumers": [{"queue": "ingest", "max_retries": 3, "dead_letter_queue": "failed"}],
    },
    "ratelimits": [{"name": "RATE_LIMIT", "namespace_id": "1001", "simple": {"limit": 1, "period": 60}}],
    "env": {"staging": {"vars": {"TRIM_THRESHOLD": "0.7"}, "workers_dev": True}},
}


def test_all_names_bear_the_environment_s() -> None:
    derived = derive(BASE, "staging", database_ids={"winnow-staging": "an-id"})
    assert derived == {
        "name": "winnow-staging",
        "main": str(ROOT / "src/entry.py"),
        "vars": {"MODEL": "m", "TRIM_THRESHOLD": "0.7"},
        "workers_dev": True,
        "vectorize": [{"binding": "VECTORIZE", "index_name": "winnow-staging"}],
        "d1_databases": [
            {
                "binding": "DB",
                "database_name": "winnow-staging",
                "database_id": "an-id",
                "migrations_dir": str(ROOT / "migrations"),
            }
        ],
        "queues": {
            "producers": [{"binding": "QUEUE", "queue": "ingest-staging"}],
            "consumers": [{"queue": "ingest-staging", "max_retries": 3, "dead_letter_queue": "failed-staging"}],
        },
        "ratelimits": derived["ratelimits"],
    }
    assert queue_names(derived) == ["ingest-staging", "failed-staging"]


def test_production_bears_the_names_as_they_are() -> None:
    derived = derive(BASE, "production", database_ids={"winnow": "an-id"})
    assert (derived["name"], derived["vectorize"], derived["queues"]) == ("winnow", BASE["vectorize"], BASE["queues"])
    assert derived["ratelimits"] == BASE["ratelimits"]


def test_rate_limits_are_counted_apart() -> None:
    names = ["production", "staging", "preview", "test"]
    ids = {derive(BASE, name, database_ids={})["ratelimits"][0]["namespace_id"] for name in names}
    assert len(ids) == len(names)
    assert all(identifier.isdigit() for identifier in ids)


@pytest.mark.parametrize("name", ["", "Staging", "a b", "1st", "x" * 21, "../up"])
def test_a_name_that_resources_cannot_bear_is_refused(name: str) -> None:
    with pytest.raises(DeploymentError, match="ENV must be"):
        derive(BASE, name, database_ids={})
