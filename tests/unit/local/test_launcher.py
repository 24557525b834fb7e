"""What stands in workerd's place puts our flags behind `serve` and changes nothing else."""

import subprocess
import sys
from pathlib import Path

import pytest

from local.paths import ROOT
from local.runtime.launcher import LauncherError, find_workerd, write_launcher
from local.wrangler import NODE


def run(file: Path, *arguments: str) -> list[str]:
    command = [str(file), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


@pytest.fixture
def launcher(tmp_path: Path) -> Path:
    binary = tmp_path / "a binary's path"
    binary.write_text(f"#!{sys.executable}\nimport sys\nprint(*sys.argv[1:], sep='\\n')\n", encoding="utf-8")
    binary.chmod(0o755)
    file = tmp_path / "workerd"
    write_launcher(file, binary, ["--folder=/with a space", "--flag=$HOME"])
    return file


def test_the_flags_stand_behind_serve(launcher: Path) -> None:
    assert run(launcher, "serve", "--binary", "a b") == [
        "serve",
        "--folder=/with a space",
        "--flag=$HOME",
        "--binary",
        "a b",
    ]


def test_another_command_is_passed_on_as_it_is(launcher: Path) -> None:
    assert run(launcher, "--version") == ["--version"]


def test_the_binary_of_this_machine_is_found() -> None:
    assert run(find_workerd(NODE, ROOT), "--version")[0].startswith("workerd ")


def test_a_missing_workerd_is_reported(tmp_path: Path) -> None:
    with pytest.raises(LauncherError, match="make setup"):
        find_workerd(NODE, tmp_path)
