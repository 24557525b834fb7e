"""The real D1 in workerd as the database: what the host's SQLite stands for elsewhere."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import requests

from local.migrations import apply_migrations
from local.paths import ROOT
from local.runtime.launcher import find_workerd, write_launcher
from local.serving import WranglerDev
from local.wrangler import NODE
from winnow.cloudflare.d1 import Row, Statement, check_limits, translate

_REPLY_SECONDS = 60


class WorkerdDatabase:
    """`winnow.cloudflare.d1.Database`, by HTTP."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._session = requests.Session()
        self._session.trust_env = False

    async def batch(self, statements: Sequence[Statement], *, repeatable: bool) -> list[list[Row]]:
        del repeatable
        check_limits(statements)
        body = {"statements": [{"sql": item.sql, "parameters": list(item.parameters)} for item in statements]}
        answer = self._session.post(self._url, json=body, timeout=_REPLY_SECONDS).json()
        if isinstance(answer, dict):
            raise translate(answer["error"])
        results: list[list[Row]] = answer
        return results

    def close(self) -> None:
        self._session.close()


@contextmanager
def workerd_database(folder: Path) -> Iterator[WorkerdDatabase]:
    """A migrated database, empty at first, while the context lasts."""
    configuration = {
        "name": "d1-worker",
        "main": str(Path(__file__).with_name("d1_worker.js")),
        "compatibility_date": "2026-11-01",
        "d1_databases": [
            {
                "binding": "DB",
                "database_name": "winnow",
                "database_id": "local-DB",
                "migrations_dir": str(ROOT / "migrations"),
            }
        ],
    }
    file, storage, launcher = folder / "d1-worker.json", folder / "storage", folder / "workerd"
    file.write_text(json.dumps(configuration), encoding="utf-8")
    storage.mkdir()
    apply_migrations(configuration, file, storage)
    write_launcher(launcher, find_workerd(NODE, ROOT), [])
    wrangler = WranglerDev([file], folder=folder, storage=storage, launcher=launcher, port=0)
    wrangler.start()
    database = WorkerdDatabase(wrangler.url)
    try:
        yield database
    finally:
        database.close()
        wrangler.stop()
