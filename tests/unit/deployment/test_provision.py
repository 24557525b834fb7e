"""An environment comes to be step by step, once; against a wrangler that has an account on disk."""

import json
import shlex
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from local.paths import PRODUCTION_CONFIGURATION, WORK_FOLDER
from scripts.deployment.account import Tools, queue_names
from scripts.deployment.environment import DeploymentError, derive
from scripts.provision import provision
from tests.unit.deployment import fake_wrangler
from winnow.settings import load_index_definition

PRODUCTION = tomllib.loads(PRODUCTION_CONFIGURATION.read_text(encoding="utf-8"))
INDEX = load_index_definition()
FIELDS = INDEX.filterable
QUEUES = queue_names(derive(PRODUCTION, "test-run", database_ids={}))
WRITES = {"create", "create-metadata-index", "apply", "put"}
DIGEST = "0" * 64


class Account:
    """An account on disk, and what its wrangler was told."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        script = folder / "wrangler"
        command = shlex.join([sys.executable, "-IS", str(Path(fake_wrangler.__file__)), str(folder)])
        script.write_text(f'#!/bin/sh\nexec {command} "$@"\n', encoding="utf-8")
        script.chmod(0o755)
        self.tools = Tools(wrangler=(str(script),), pywrangler=(str(script),))

    def set(self, **changes: Any) -> None:  # noqa: ANN401 - whatever an account holds
        (self.folder / "account.json").write_text(json.dumps(self.content() | changes), encoding="utf-8")

    def content(self) -> dict[str, Any]:
        file = self.folder / "account.json"
        return dict(json.loads(file.read_text(encoding="utf-8"))) if file.exists() else dict(fake_wrangler.EMPTY)

    def log(self) -> list[dict[str, Any]]:
        file = self.folder / "log.jsonl"
        return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()] if file.exists() else []

    def written(self) -> list[list[str]]:
        """Those commands that change something."""
        commands = [entry["arguments"] for entry in self.log()]
        return [command for command in commands if WRITES & set(command[:3]) or command[0] == "deploy"]

    def run(self, environment: str = "test-run", *, tokens: Path | None = None, deploy: bool = False) -> None:
        provision(environment, self.tools, tokens, deploy=deploy, dry_run=False)


@pytest.fixture
def account(tmp_path: Path) -> Account:
    return Account(tmp_path)


def configuration(environment: str = "test-run") -> str:
    return str(WORK_FOLDER / "deploy" / environment / "wrangler.json")


def test_an_empty_account_gets_everything_in_order(account: Account) -> None:
    account.run(deploy=True)
    index = "winnow-test-run"
    assert account.written() == [
        ["vectorize", "create", index, "--dimensions=384", "--metric=cosine"],
        *(
            ["vectorize", "create-metadata-index", index, f"--propertyName={field}", f"--type={kind}"]
            for field, kind in FIELDS.items()
        ),
        ["d1", "create", "winnow-test-run"],
        *(["queues", "create", name] for name in QUEUES),
        ["d1", "migrations", "apply", "DB", "--remote", "--config", configuration()],
        ["secret", "put", "TOKENS", "--config", configuration()],
        ["deploy", "--config", configuration()],
    ]


def test_the_configuration_names_what_was_created(account: Account) -> None:
    account.run()
    written = json.loads(Path(configuration()).read_text(encoding="utf-8"))
    [database] = written["d1_databases"]
    assert (database["database_name"], database["database_id"]) == ("winnow-test-run", "id-of-winnow-test-run")
    assert (written["name"], written["vectorize"][0]["index_name"]) == ("winnow-test-run", "winnow-test-run")
    assert Path(written["main"]).is_file()


def test_a_second_run_creates_nothing_and_leaves_the_secret(account: Account) -> None:
    account.run()
    before = account.content()
    first = len(account.written())
    account.run(deploy=True)
    assert account.written()[first:] == [
        ["d1", "migrations", "apply", "DB", "--remote", "--config", configuration()],
        ["deploy", "--config", configuration()],
    ]
    assert account.content() == before


def test_what_is_missing_alone_is_created(account: Account) -> None:
    account.run()
    content = account.content()
    del content["metadata"]["winnow-test-run"]["lang"]
    account.set(**content)
    first = len(account.written())
    account.run()
    assert account.written()[first] == [
        "vectorize", "create-metadata-index", "winnow-test-run", "--propertyName=lang", "--type=string",
    ]  # fmt: skip


def test_environments_share_nothing(account: Account) -> None:
    account.run("one")
    account.run("production")
    content = account.content()
    assert set(content["indexes"]) == {"winnow-one", "winnow"}
    assert set(content["databases"]) == {"winnow-one", "winnow"}
    assert set(content["secrets"]) == {"winnow-one", "winnow"}


def test_a_new_token_is_shown_once_and_only_its_hash_is_sent(
    account: Account, capsys: pytest.CaptureFixture[str]
) -> None:
    account.run()
    token = capsys.readouterr().out.rsplit(" ", 1)[-1].strip()
    [put] = [entry for entry in account.log() if entry["arguments"][:2] == ["secret", "put"]]
    [grant] = json.loads(put["input"]).values()
    assert grant == {"scopes": ["read", "write", "admin"]}
    assert token not in put["input"]
    account.run()
    assert "shown this once" not in capsys.readouterr().out


def test_given_tokens_are_set_and_not_shown(
    account: Account, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "tokens.json"
    file.write_text(json.dumps({DIGEST: {"scopes": ["read"]}}), encoding="utf-8")
    account.run(tokens=file)
    [put] = [entry for entry in account.log() if entry["arguments"][:2] == ["secret", "put"]]
    assert json.loads(put["input"]) == {DIGEST: {"scopes": ["read"]}}
    assert DIGEST not in capsys.readouterr().out


def test_tokens_that_the_worker_would_refuse_change_nothing(account: Account, tmp_path: Path) -> None:
    file = tmp_path / "tokens.json"
    file.write_text('{"my-secret": {"scopes": ["read"]}}', encoding="utf-8")
    with pytest.raises(DeploymentError, match="TOKENS") as refusal:
        account.run(tokens=file)
    assert "my-secret" not in str(refusal.value)
    assert account.written() == []


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"indexes": {"winnow-test-run": {"dimensions": 768, "metric": "cosine"}}}, "exists with.*768.*declares.*384"),
        ({"indexes": {"winnow-test-run": {"dimensions": 384, "metric": "euclidean"}}}, "euclidean"),
    ],
)
def test_an_index_of_another_shape_stops_before_anything_changes(
    account: Account, changes: dict[str, Any], message: str
) -> None:
    account.set(metadata={"winnow-test-run": {}}, **changes)
    with pytest.raises(DeploymentError, match=message):
        account.run()
    assert account.written() == []


def test_a_field_of_another_type_stops_before_anything_changes(account: Account) -> None:
    account.set(
        indexes={"winnow-test-run": {"dimensions": 384, "metric": "cosine"}},
        metadata={"winnow-test-run": {"year": "String"}},
    )
    with pytest.raises(DeploymentError, match="'year' as string, declared is number"):
        account.run()
    assert account.written() == []


@pytest.mark.parametrize("fails", ["vectorize list", "queues info", "secret list", "d1 create"])
def test_a_refusal_by_cloudflare_is_told_and_never_taken_for_absence(account: Account, fails: str) -> None:
    if fails == "queues info" and not QUEUES:
        pytest.skip("wrangler.toml has no queue")
    account.set(fails=fails)
    with pytest.raises(DeploymentError, match="Authentication error"):
        account.run()
    assert not any(command[:2] == ["secret", "put"] for command in account.written())


def test_a_dry_run_asks_and_changes_nothing(account: Account, capsys: pytest.CaptureFixture[str]) -> None:
    provision("test-run", account.tools, None, deploy=False, dry_run=True)
    printed = capsys.readouterr().out
    assert account.log() == []
    for shown in ("wrangler vectorize create winnow-test-run", "wrangler d1 create", "secret put TOKENS"):
        assert shown in printed


def test_a_dry_run_of_deploying_bundles_the_worker(account: Account) -> None:
    provision("test-run", account.tools, None, deploy=True, dry_run=True)
    assert [entry["arguments"] for entry in account.log()] == [["deploy", "--dry-run", "--config", configuration()]]
