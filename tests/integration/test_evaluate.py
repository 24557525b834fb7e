"""`winnow evaluate` and `winnow calibrate` against the running Worker, on tiny data."""

from collections.abc import Callable
from pathlib import Path

import pytest

from local.platform import LocalPlatform
from tests.unit.client.command import Ended, run_command
from tests.unit.client.evaluation.data import write_beir, write_qed, write_squad, write_table

LEGS = ["dense", "lexical", "hybrid, rrf", "hybrid, normalised"]


class Shell:
    """Runs commands with the Worker in the environment, and keeps answers in a folder of the test's own."""

    def __init__(self, platform: LocalPlatform, folder: Path) -> None:
        self._platform = platform
        self._folder = folder

    def __call__(self, command: str, data: Path, *options: str) -> Ended:
        url, token = self._platform.url, self._platform.token
        cache = ["--cache", str(self._folder / "cache")]
        return run_command(command, str(data), *cache, *options, url=url, WINNOW_TOKEN=token)


@pytest.fixture
def shell(platform: LocalPlatform, tmp_path: Path) -> Shell:
    return Shell(platform, tmp_path)


@pytest.mark.parametrize(
    ("write", "answers_marked", "absent_from"),
    [
        (write_squad, True, "data"),
        (lambda folder: write_squad(folder, impossible=False), True, "halves"),
        (write_beir, False, None),
        (write_table, True, "data"),
        (write_qed, True, "data"),
    ],
    ids=["squad 2", "squad 1", "beir", "table", "qed"],
)
def test_every_form(
    shell: Shell, tmp_path: Path, write: Callable[[Path], Path], answers_marked: bool, absent_from: str | None
) -> None:
    """The questions repeat their document's words, so even a model that knows spelling alone finds them all."""
    report = tmp_path / "report.html"
    ended = shell("evaluate", write(tmp_path), "--json", "--report", str(report), "--clean")
    assert ended.exit_code == 0, ended.err
    [found] = ended.json["sets"]
    assert list(found["ranking"]) == LEGS
    assert found["ranking"]["hybrid, rrf"]["R@5"] == {"value": 1.0, "low": 1.0, "high": 1.0}
    assert all((entry["retention"] is not None) is answers_marked for entry in found["trimming"])
    assert all(0 < entry["kept"]["value"] <= 1 for entry in found["trimming"])
    assert (found["absent"] and found["absent"]["from"]) == absent_from
    assert report.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_a_second_run_asks_nothing_and_a_clean_one_leaves_nothing(
    shell: Shell, platform: LocalPlatform, tmp_path: Path
) -> None:
    data = write_table(tmp_path)
    first, second = (shell("evaluate", data, "--json") for _ in range(2))
    assert (first.exit_code, second.exit_code) == (0, 0)
    assert first.json == second.json
    assert "are from an earlier run" in second.err
    assert "are from an earlier run" not in first.err
    fresh = shell("evaluate", data, "--json", "--fresh", "--clean")
    assert "are from an earlier run" not in fresh.err
    namespace = fresh.json["sets"][0]["namespace"]
    listed = run_command("documents", "list", "--json", "-n", namespace, url=platform.url, WINNOW_TOKEN=platform.token)
    assert (listed.exit_code, listed.out) == (0, "")
    assert list((tmp_path / "cache").iterdir()) == []


def test_too_little_to_calibrate_by_is_refused(shell: Shell, tmp_path: Path) -> None:
    settings = tmp_path / "vars.toml"
    ended = shell("calibrate", write_squad(tmp_path), "--json", "--clean", "-o", str(settings))
    assert ended.exit_code == 6
    assert ended.json["refusals"][0].startswith("floors: there must be 40 answerable and 40 unanswerable questions")
    assert ended.json["refusals"][1] == "trimming: there must be 40 marked answers in each set that has any"
    assert ended.json["variables"] == {}
    assert not settings.exists()


def test_data_of_no_form_is_a_usage_error(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    ended = shell("evaluate", tmp_path / "x.csv")
    assert (ended.exit_code, ended.err) == (2, "Error: x has no column 'question'\n")
