"""The plain client does without what only evaluation needs."""

import os
import subprocess
import sys

import pytest

from tests.unit.client.command import run_command
from winnow_client.command import evaluate


def test_the_command_starts_without_the_extra() -> None:
    code = "import sys, winnow_client.command.main; print({'numpy', 'ir_measures'} & sys.modules.keys())"
    environment = {**os.environ, "PYTHONPATH": "client"}
    ended = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert ended.stdout == "set()\n"


@pytest.mark.parametrize("command", ["evaluate", "calibrate"])
def test_it_says_what_to_install(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluate, "EXTRA", ("a_module_that_is_not_there",))
    ended = run_command(command, "data.csv", url="http://localhost")
    assert (ended.exit_code, ended.out) == (2, "")
    assert "a_module_that_is_not_there must be installed: pip install 'winnow-client[evaluate]'" in ended.err
