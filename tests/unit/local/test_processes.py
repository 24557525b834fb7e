"""A process group ends as one, in each of the ways it can end.

Each process holds a shared lock on one file while it lives: an exclusive one proves that all have ended.
"""

import fcntl
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from local.processes import ProcessGroup

WAIT = "time.sleep(60)"
CHILD = f"""
import fcntl, time
held = open("held")
fcntl.flock(held, fcntl.LOCK_SH)
print("running", flush=True)
{WAIT}"""
PARENT = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {CHILD!r}])\n{CHILD}"
STUBBORN = f"import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)\n{PARENT}"

# Starts a group in its working folder and does nothing more.
STARTER = """
import time
from pathlib import Path
from tests.unit.local.test_processes import PARENT, start
group = start(PARENT, Path.cwd())
time.sleep(60)
"""
ROOT = Path(__file__).parents[3]


def start(program: str, folder: Path) -> ProcessGroup:
    """Start `program` and return when it and its child both run."""
    (folder / "held").touch()
    log = folder / "log"
    group = ProcessGroup([sys.executable, "-c", program], environment=os.environ, folder=folder, log=log)
    wait_until_both_run(log)
    return group


def wait_until_both_run(log: Path) -> None:
    deadline = time.monotonic() + 10
    while not log.exists() or len(log.read_text(encoding="utf-8").split()) < 2:
        assert time.monotonic() < deadline, "the processes did not start"
        time.sleep(0.02)


def all_ended(folder: Path, seconds: float = 2) -> bool:
    deadline = time.monotonic() + seconds
    with (folder / "held").open() as held:
        while time.monotonic() < deadline:
            try:
                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                time.sleep(0.02)
            else:
                return True
    return False


@pytest.fixture
def group(tmp_path: Path) -> Iterator[ProcessGroup]:
    started = start(PARENT, tmp_path)
    yield started
    started.kill()


@pytest.mark.parametrize("end", [ProcessGroup.stop, ProcessGroup.kill], ids=["stop", "kill"])
def test_children_end_with_their_parent(
    group: ProcessGroup, end: Callable[[ProcessGroup], None], tmp_path: Path
) -> None:
    assert not all_ended(tmp_path, seconds=0.1)
    end(group)
    end(group)  # and once more does no harm
    assert all_ended(tmp_path)
    assert not group.running


def test_a_command_that_will_not_end_is_ended_by_force(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("local.processes._GRACE_SECONDS", 0.2)
    start(STUBBORN, tmp_path).stop()
    assert all_ended(tmp_path)


def test_children_of_a_command_that_crashed_are_ended_too(tmp_path: Path) -> None:
    crashed = start(f"{PARENT.removesuffix(WAIT)}time.sleep(0.3)", tmp_path)
    assert crashed.wait(5)
    assert not all_ended(tmp_path, seconds=0.1)
    crashed.stop()
    assert all_ended(tmp_path)


def test_a_running_command_is_waited_for_no_longer_than_asked(group: ProcessGroup) -> None:
    assert not group.wait(0.05)
    assert group.running


def test_all_end_when_the_process_that_started_them_is_killed(tmp_path: Path) -> None:
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    starter = subprocess.Popen([sys.executable, "-c", STARTER], cwd=tmp_path, env=environment)
    wait_until_both_run(tmp_path / "log")
    assert not all_ended(tmp_path, seconds=0.1)
    starter.send_signal(signal.SIGKILL)
    starter.wait()
    assert all_ended(tmp_path)
