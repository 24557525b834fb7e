"""The pinned wrangler takes what is deployed, and knows every command of the plan."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from local.paths import ROOT
from local.wrangler import wrangler_command, wrangler_environment
from scripts.deployment.account import Existing
from scripts.deployment.environment import derive, write
from scripts.deployment.plan import Token, make_plan
from tests.unit.deployment.test_provision import INDEX, PRODUCTION

ENVIRONMENT = "test-deploy"
WANTED = derive(PRODUCTION, ENVIRONMENT, database_ids={})
FILE = write(WANTED, ENVIRONMENT)
PLAN = make_plan(WANTED, INDEX, Existing(), file=FILE, token=Token("{}"), deploy=False)
COMMANDS = {step.command[1:3]: step.command[1:] for step in PLAN.steps if step.command is not None}
QUESTIONS = [
    ("vectorize", "list", "--json"),
    ("vectorize", "list-metadata-index", "x", "--json"),
    ("d1", "list", "--json"),
    ("queues", "info", "x"),
    ("secret", "list", "--format", "json", "--name", "x"),
]


def test_a_dry_run_prints_each_step_and_bundles_the_worker() -> None:
    command = [sys.executable, "-m", "scripts.deploy", "--environment", ENVIRONMENT, "--dry-run"]
    environment = os.environ | {"PYTHONPATH": f"src{os.pathsep}{os.environ.get('PYTHONPATH', '')}"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    for shown in ("wrangler vectorize create winnow-test-deploy", "pywrangler deploy", "winnow/openapi.json"):
        assert shown in done.stdout
    assert "--dry-run: exiting now." in done.stdout
    assert "WARNING" not in done.stdout + done.stderr


@pytest.mark.parametrize("arguments", [*COMMANDS.values(), *QUESTIONS], ids=lambda arguments: " ".join(arguments[:3]))
def test_wrangler_knows_the_command(arguments: tuple[str, ...], tmp_path: Path) -> None:
    """Without an account it comes as far as asking for one: arguments are checked before."""
    environment = wrangler_environment(tmp_path, HOME=str(tmp_path), XDG_CONFIG_HOME=str(tmp_path))
    done = subprocess.run(
        wrangler_command(*arguments),
        cwd=ROOT, env=environment, input="{}", capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert "necessary to set a CLOUDFLARE_API_TOKEN" in done.stdout + done.stderr
