"""The steps from what an account has to what an environment needs."""

import hashlib
import json
import secrets
from dataclasses import dataclass
from pathlib import Path

from scripts.deployment.account import Existing, queue_names
from scripts.deployment.environment import Configuration, DeploymentError
from winnow.errors import Misconfigured
from winnow.ports import IndexDefinition
from winnow.settings import load_settings

TOKENS = "TOKENS"
_TOKEN_BYTES = 32


@dataclass(frozen=True, slots=True)
class Step:
    """`command` None: it is there already. `text` is what the command reads, and is never shown."""

    title: str
    command: tuple[str, ...] | None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """`creations` come first: the configuration that the others read names what they make."""

    creations: tuple[Step, ...]
    others: tuple[Step, ...]

    @property
    def steps(self) -> tuple[Step, ...]:
        return self.creations + self.others


@dataclass(frozen=True, slots=True)
class Token:
    """The TOKENS secret to set. `shown` is a token made for the occasion, which nobody else knows."""

    secret: str
    shown: str | None = None


def make_plan(
    wanted: Configuration, index: IndexDefinition, existing: Existing, *, file: Path, token: Token | None, deploy: bool
) -> Plan:
    """`file` is where the configuration will be. `token` None leaves the secret as it is.

    Raises:
        DeploymentError: what exists contradicts what is declared, and cannot be changed.
    """
    check_index(wanted, index, existing)
    databases = [database["database_name"] for database in wanted["d1_databases"]]
    creations = [
        *_index_steps(wanted["vectorize"][0]["index_name"], index, existing),
        *(
            _creation(f"D1 database {name}", ("d1", "create", name), exists=name in existing.database_ids)
            for name in databases
        ),
        *(
            _creation(f"queue {name}", ("queues", "create", name), exists=name in existing.queues)
            for name in queue_names(wanted)
        ),
    ]
    configured = ("--config", str(file))
    others = [
        Step(
            f"migrations of {database['database_name']}",
            ("wrangler", "d1", "migrations", "apply", database["binding"], "--remote", *configured),
        )
        for database in wanted["d1_databases"]
    ]
    put = None if token is None else ("wrangler", "secret", "put", TOKENS, *configured)
    others.append(Step(f"secret {TOKENS}", put, token.secret if token else None))
    if deploy:
        others.append(Step(f"Worker {wanted['name']}", ("pywrangler", "deploy", *configured)))
    return Plan(tuple(creations), tuple(others))


def check_index(wanted: Configuration, index: IndexDefinition, existing: Existing) -> None:
    """Raises DeploymentError when the index that exists is another one than `vectorize/index.json` declares."""
    name = wanted["vectorize"][0]["index_name"]
    declared = {"dimensions": index.dimensions, "metric": index.metric}
    found = {key: existing.index[key] for key in declared} if existing.index is not None else declared
    if found != declared:
        raise DeploymentError(
            f"the index {name} exists with {found}, and vectorize/index.json declares {declared}: an index cannot be "
            "changed. Give it another index_name in wrangler.toml, provision again, and ingest again"
        )
    for field, kind in index.filterable.items():
        if existing.metadata_indexes.get(field, kind) != kind:
            raise DeploymentError(
                f"the index {name} has {field!r} as {existing.metadata_indexes[field]}, declared is {kind}: delete it "
                f"(wrangler vectorize delete-metadata-index {name} --propertyName={field}), provision, ingest again"
            )


def _index_steps(name: str, index: IndexDefinition, existing: Existing) -> list[Step]:
    create = ("vectorize", "create", name, f"--dimensions={index.dimensions}", f"--metric={index.metric}")
    steps = [_creation(f"Vectorize index {name}", create, exists=existing.index is not None)]
    for field, kind in index.filterable.items():
        command = ("vectorize", "create-metadata-index", name, f"--propertyName={field}", f"--type={kind}")
        title = f"metadata index {field} ({kind})"
        steps.append(_creation(title, command, exists=field in existing.metadata_indexes))
    return steps


def _creation(title: str, command: tuple[str, ...], *, exists: bool) -> Step:
    return Step(title, None if exists else ("wrangler", *command))


def choose_token(file: Path | None, existing: Existing) -> Token | None:
    """What `file` holds; without it a new token where the environment has none.

    Raises:
        DeploymentError: the file is not what the Worker would take.
    """
    if file is not None:
        return Token(file.read_text(encoding="utf-8").strip())
    if TOKENS in existing.secrets:
        return None
    made = secrets.token_urlsafe(_TOKEN_BYTES)
    digest = hashlib.sha256(made.encode()).hexdigest()
    return Token(json.dumps({digest: {"scopes": ["read", "write", "admin"]}}), made)


def check_settings(wanted: Configuration, token: Token | None) -> IndexDefinition:
    """The index, once the Worker would start with these settings: its model makes vectors that the index takes.

    Raises:
        DeploymentError: the Worker would refuse to serve.
    """
    stand_in = json.dumps({"0" * 64: {"scopes": ["read"]}})
    variables = {name: str(value) for name, value in wanted["vars"].items()}
    try:
        return load_settings(variables | {TOKENS: token.secret if token else stand_in}).index
    except Misconfigured as error:
        raise DeploymentError(str(error)) from error
