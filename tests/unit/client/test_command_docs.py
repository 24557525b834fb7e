"""docs/command.md names every command, every option and every exit code."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main

from winnow_client.command.exit_codes import ExitCode
from winnow_client.command.main import app
from winnow_client.command.reading.documents import READERS

PAGE = Path("docs/command.md").read_text(encoding="utf-8")


def commands(group: Any, prefix: str = "winnow") -> Iterator[tuple[str, Any]]:  # noqa: ANN401 - typer does not name it
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, f"{prefix} {name}")
        else:
            yield f"{prefix} {name}", command


ALL = dict(commands(typer.main.get_command(app)))
OPTIONS = sorted({option for command in ALL.values() for param in command.params for option in param.opts})


def test_there_is_something_to_compare() -> None:
    assert "winnow documents list" in ALL
    assert {"--where", "--json", "-k"} <= set(OPTIONS)


@pytest.mark.parametrize("name", ALL)
def test_every_command_is_there(name: str) -> None:
    group, _, verb = name.removeprefix("winnow ").partition(" ")
    assert f"winnow {group}" in PAGE
    assert not verb or f"`{verb}" in PAGE or f"winnow {group} {verb}" in PAGE


@pytest.mark.parametrize("option", [option for option in OPTIONS if option.startswith("-")])
def test_every_option_is_there(option: str) -> None:
    assert f"`{option}" in PAGE


@pytest.mark.parametrize("code", ExitCode)
def test_every_exit_code_is_there(code: ExitCode) -> None:
    assert f"\n| {code.value} |" in PAGE


@pytest.mark.parametrize("suffix", READERS)
def test_every_kind_of_file_is_there(suffix: str) -> None:
    assert f"`{suffix}`" in PAGE
