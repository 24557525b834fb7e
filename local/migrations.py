"""D1 migrations on the local database, run only when they changed."""

import hashlib
import subprocess
from pathlib import Path

from local.configuration import Configuration
from local.errors import PlatformError
from local.wrangler import wrangler_command, wrangler_environment


class MigrationError(PlatformError):
    """wrangler could not apply the migrations; its own words are in the message."""


def apply_migrations(configuration: Configuration, file: Path, storage: Path) -> bool:
    """Bring the databases of `configuration` (written to `file`) in the folder `storage` up to date.

    Returns:
        Whether there was anything to do.
    """
    done = storage / "migrations.sha256"
    wanted = _fingerprint(configuration)
    if done.is_file() and done.read_text(encoding="utf-8") == wanted:
        return False
    for database in _migrated(configuration):
        _apply(database["binding"], file, storage)
    done.write_text(wanted, encoding="utf-8")
    return True


def _migrated(configuration: Configuration) -> list[Configuration]:
    return [database for database in configuration["d1_databases"] if Path(database["migrations_dir"]).is_dir()]


def _fingerprint(configuration: Configuration) -> str:
    fingerprint = hashlib.sha256()
    for database in _migrated(configuration):
        fingerprint.update(database["database_id"].encode())
        for migration in sorted(Path(database["migrations_dir"]).glob("*.sql")):
            fingerprint.update(migration.name.encode() + b"\0" + migration.read_bytes() + b"\0")
    return fingerprint.hexdigest()


def _apply(binding: str, file: Path, storage: Path) -> None:
    command = wrangler_command(
        "d1", "migrations", "apply", binding, "--local", "--persist-to", storage, "--config", file
    )
    applied = subprocess.run(
        command,
        cwd=file.parent,
        env=wrangler_environment(file.parent),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if applied.returncode:
        raise MigrationError(f"the migrations of {binding} failed:\n{applied.stdout}{applied.stderr}")
