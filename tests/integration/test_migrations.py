"""The local database follows its migrations, and wrangler is started for them only when they changed."""

import json
import time
from pathlib import Path
from typing import Any

import pytest

from local.migrations import MigrationError, apply_migrations


class Database:
    """A Worker's configuration with one D1 database, whose migrations and storage are in `folder`."""

    def __init__(self, folder: Path) -> None:
        self.migrations = folder / "migrations"
        self.migrations.mkdir()
        self._storage = folder / "storage"
        self._storage.mkdir()
        self._configuration: dict[str, Any] = {
            "name": "migrated",
            "compatibility_date": "2026-11-01",
            "d1_databases": [
                {
                    "binding": "DB",
                    "database_name": "migrated",
                    "database_id": "local-DB",
                    "migrations_dir": str(self.migrations),
                }
            ],
        }
        self._file = folder / "migrated.json"
        self._file.write_text(json.dumps(self._configuration), encoding="utf-8")

    def bring_up_to_date(self) -> bool:
        return apply_migrations(self._configuration, self._file, self._storage)


@pytest.fixture
def database(tmp_path: Path) -> Database:
    created = Database(tmp_path)
    (created.migrations / "0001_first.sql").write_text("CREATE TABLE first (id TEXT);", encoding="utf-8")
    return created


def test_migrations_are_applied_once_and_new_ones_after_them(database: Database) -> None:
    assert database.bring_up_to_date()
    begin = time.monotonic()
    assert not database.bring_up_to_date()
    assert time.monotonic() - begin < 0.5
    second = "ALTER TABLE first ADD COLUMN name TEXT;"  # fails where the first one was not applied
    (database.migrations / "0002_second.sql").write_text(second, encoding="utf-8")
    assert database.bring_up_to_date()


def test_a_wrong_migration_is_reported_in_wrangler_s_words_and_tried_again(database: Database) -> None:
    (database.migrations / "0002_wrong.sql").write_text("CREATE TABEL second (id TEXT);", encoding="utf-8")
    for _ in range(2):
        with pytest.raises(MigrationError, match=r'(?s)the migrations of DB failed:.*near "TABEL": syntax error'):
            database.bring_up_to_date()


def test_a_worker_without_migrations_needs_none(tmp_path: Path) -> None:
    created = Database(tmp_path)
    created.migrations.rmdir()
    begin = time.monotonic()
    created.bring_up_to_date()
    assert time.monotonic() - begin < 0.5
