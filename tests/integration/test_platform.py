"""The platform itself: the real runtime, and nothing left of it afterwards."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
import requests

from local.paths import ROOT
from local.platform import LocalPlatform
from tests.platform import Client

DOCUMENT = {"id": "tides", "text": "The moon raises the tides."}
START_SECONDS = 120


def ids_found(client: Client, namespace: str) -> list[str]:
    answer = client.post("/retrieve", {"query": "What raises the tides?", "namespace": namespace})
    return [chunk["document_id"] for chunk in answer.json()["chunks"]]


def test_the_worker_runs_on_python_3_14_in_webassembly(client: Client) -> None:
    health = client.get("/health").json()
    assert health.keys() == {"status", "version", "python", "platform"}
    assert (health["status"], health["python"][:5], health["platform"]) == ("ok", "3.14.", "emscripten")


def test_what_was_stored_outlives_a_killed_worker(platform: LocalPlatform, client: Client, namespace: str) -> None:
    client.post("/ingest", {"documents": [DOCUMENT], "namespace": namespace}).raise_for_status()
    address = platform.url
    platform.kill()
    with pytest.raises(requests.ConnectionError):
        requests.get(f"{address}/health", timeout=5)
    platform.restart()
    assert platform.url == address
    assert ids_found(client, namespace) == ["tides"]


def test_two_platforms_side_by_side_know_nothing_of_each_other(client: Client, snapshot: Path, namespace: str) -> None:
    client.post("/ingest", {"documents": [DOCUMENT], "namespace": namespace}).raise_for_status()
    with LocalPlatform(embedder="ngram", snapshot=snapshot) as other:
        stranger = Client(other)
        assert (ids_found(client, namespace), ids_found(stranger, namespace)) == (["tides"], [])
        stranger.close()


def processes_naming(text: str) -> list[str]:
    """Return the command lines of all running processes that hold `text`."""
    return [line for line in command_lines() if text in line]


def command_lines() -> list[str]:
    if not Path("/proc/self/cmdline").exists():
        command = ["ps", "-A", "-ww", "-o", "args="]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    lines = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):  # it has just ended
            lines.append(file.read_bytes().replace(b"\0", b" ").decode(errors="replace"))
    return lines


def wait_for_address(log: Path) -> str:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if found := re.search(r"serves on (\S+)", log.read_text(encoding="utf-8")):
            return found[1]
        time.sleep(0.1)
    pytest.fail(f"`make dev` did not serve: {log.read_text(encoding='utf-8')}")


class MakeDev:
    """`make dev` in a terminal of its own, on a free port, with its state in `folder`."""

    def __init__(self, folder: Path) -> None:
        self.log = folder / "output"
        self.state = folder / "state"
        spawn = "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))"
        command = [sys.executable, "-c", spawn, "make", "dev", "PORT=0", "EMBEDDER=ngram", f"STATE={self.state}"]
        with self.log.open("wb") as output:
            self.process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=output)
        self.url = wait_for_address(self.log)

    def press(self, keys: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(keys)
        self.process.stdin.flush()


@pytest.fixture
def make_dev(tmp_path: Path) -> Iterator[MakeDev]:
    started = MakeDev(tmp_path)
    yield started
    started.process.kill()
    started.process.communicate()


def test_ctrl_c_ends_make_dev_with_success_and_leaves_no_process(make_dev: MakeDev) -> None:
    assert requests.get(f"{make_dev.url}/health", timeout=30).ok
    assert len(processes_naming(str(make_dev.state))) > 2
    make_dev.press(b"\x03")
    assert make_dev.process.wait(15) == 0
    assert "\nWinnow has ended, and all it had started." in make_dev.log.read_text(encoding="utf-8")
    assert processes_naming(str(make_dev.state)) == []


@pytest.mark.parametrize(("number", "exit_code"), [(signal.SIGTERM, 0), (signal.SIGKILL, -9)], ids=["term", "kill"])
def test_nothing_survives_the_command_that_serves(tmp_path: Path, number: signal.Signals, exit_code: int) -> None:
    log, state = tmp_path / "output", tmp_path / "state"
    command = [sys.executable, "-m", "scripts.dev", "--port=0", "--embedder=ngram", f"--state={state}"]
    with log.open("wb") as output:
        process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=output)
    wait_for_address(log)
    os.kill(process.pid, number)
    assert process.wait(15) == exit_code
    time.sleep(0.5)
    assert processes_naming(str(state)) == []
