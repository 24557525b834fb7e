"""`make setup` does what is needed and no more."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from scripts import setup
from scripts.setup import SetupError, Step


@pytest.fixture
def step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Step:
    """Adds a line to `made/runs`, and is made from the file `lock`."""
    monkeypatch.setattr(setup, "ROOT", tmp_path)
    monkeypatch.setattr(setup, "WORK_FOLDER", tmp_path / "work")
    (tmp_path / "lock").write_text("one", encoding="utf-8")
    program = "import os; os.makedirs('made', exist_ok=True); print('run', file=open('made/runs', 'a'))"
    return Step(
        title="a step",
        folder=tmp_path / "made",
        made_from=(tmp_path / "lock",),
        commands=((sys.executable, "-c", program),),
        advice="Do something about it.",
    )


def runs_of(step: Step) -> int:
    """Bring `step` up to date twice, then return how often it ran in its folder."""
    for _ in range(2):
        setup.bring_up_to_date([step])
    return len((step.folder / "runs").read_text(encoding="utf-8").split())


def test_a_step_runs_once(step: Step) -> None:
    assert runs_of(step) == 1


def test_it_runs_again_when_what_it_is_made_from_changes(step: Step) -> None:
    runs_of(step)
    step.made_from[0].write_text("two", encoding="utf-8")
    assert runs_of(step) == 2


def test_it_runs_again_when_its_folder_is_gone(step: Step) -> None:
    runs_of(step)
    step.folder.rename(step.folder.with_name("elsewhere"))
    assert runs_of(step) == 1


def test_a_fresh_step_leaves_nothing_of_the_run_before(step: Step) -> None:
    runs_of(step)
    step.made_from[0].write_text("two", encoding="utf-8")
    assert runs_of(replace(step, fresh=True)) == 1


def test_a_linked_folder_is_used_as_it_is(step: Step, tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir()
    step.folder.symlink_to(tmp_path / "shared")
    setup.bring_up_to_date([step])
    assert list((tmp_path / "shared").iterdir()) == []


def test_a_failed_step_says_what_to_do_and_is_tried_again(step: Step, capsys: pytest.CaptureFixture[str]) -> None:
    failing = replace(step, commands=((sys.executable, "-c", "import sys; sys.exit('no such host')"),))
    for _ in range(2):
        with pytest.raises(SetupError, match=r"no such host\n\nThis step failed: .*\n.*\nDo something about it\.$"):
            setup.bring_up_to_date([failing])
    assert capsys.readouterr().out.splitlines() == ["setup 1/1  a step"] * 2


def test_a_long_step_shows_its_newest_line(
    step: Step, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(setup, "_PROGRESS_SECONDS", 0.2)
    program = "import os, time; os.makedirs('made'); print('Collecting things', flush=True); time.sleep(0.7)"
    setup.bring_up_to_date([replace(step, commands=((sys.executable, "-c", program),))])
    assert "s  Collecting things" in capsys.readouterr().out
