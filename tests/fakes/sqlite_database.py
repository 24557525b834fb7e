"""The host's SQLite as the database: the same SQL as in D1, with D1's limits, in memory."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.fakes.steps import Steps
from winnow.cloudflare.d1 import Row, Statement, check_limits
from winnow.errors import StoreUnavailable

MIGRATIONS = Path(__file__).parents[2] / "migrations"


class SqliteDatabase:
    """`winnow.cloudflare.d1.Database`, with the migrations applied. `steps` sees each batch."""

    def __init__(self, steps: Steps | None = None) -> None:
        self.steps = steps or Steps()
        self.connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        self.connection.row_factory = sqlite3.Row
        self.connection.execute("PRAGMA foreign_keys = ON")
        for migration in sorted(MIGRATIONS.glob("*.sql")):
            self.connection.executescript(migration.read_text(encoding="utf-8"))

    async def batch(self, statements: Sequence[Statement], *, repeatable: bool) -> list[list[Row]]:
        del repeatable
        check_limits(statements)
        return self.steps.take("store", lambda: self._run(statements), StoreUnavailable("D1 is unavailable"))

    def _run(self, statements: Sequence[Statement]) -> list[list[Row]]:
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            results = [self._rows(statement.sql, statement.parameters) for statement in statements]
        except BaseException:
            self.connection.execute("ROLLBACK")
            raise
        self.connection.execute("COMMIT")
        return results

    def _rows(self, sql: str, parameters: Sequence[object] = ()) -> list[Row]:
        return [dict(row) for row in self.connection.execute(sql, parameters)]

    def query(self, sql: str, *parameters: object) -> list[dict[str, Any]]:
        """Look inside, past the steps."""
        return self._rows(sql, parameters)
