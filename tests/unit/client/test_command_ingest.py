"""`winnow ingest`: what is printed where, and the exit codes."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.stub_server import Answer, Asked, StubServer, answer_problem, serving
from tests.unit.client.command import run_command
from tests.unit.client.fake_winnow import FakeWinnow

CLIENT = Path("client").resolve()


@pytest.fixture
def winnow() -> FakeWinnow:
    return FakeWinnow()


@pytest.fixture
def server(winnow: FakeWinnow) -> Iterator[StubServer]:
    with serving(winnow.respond) as server:
        yield server


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three good files."""
    folder = tmp_path / "docs"
    folder.mkdir()
    for name, text in (("a.md", "# A\n\nMoon."), ("b.csv", "x,y\n1,2\n"), ("c.html", "<p>Sun.</p>")):
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_the_second_run_skips_all(folder: Path, server: StubServer) -> None:
    first = run_command("ingest", str(folder), "--json", url=server.url)
    second = run_command("ingest", str(folder), "--json", url=server.url)
    assert (first.exit_code, second.exit_code) == (0, 0)
    counts = ("created", "updated", "unchanged", "queued", "failed")
    assert [first.json[name] for name in counts] == [3, 0, 0, 0, 0]
    assert [second.json[name] for name in counts] == [0, 0, 3, 0, 0]


def test_json_is_all_that_standard_output_holds(folder: Path, server: StubServer) -> None:
    (folder / "photo.png").touch()
    ended = run_command("ingest", str(folder), "--json", "-n", "moon", url=server.url)
    report = ended.json
    assert report.pop("seconds") > 0
    assert report == {
        "namespace": "moon", "created": 3, "updated": 0, "unchanged": 0, "queued": 0, "failed": 0, "embedded": 3,
        "files": 3, "files_not_reached": 0, "files_passed_over": 1, "interrupted": False, "stopped_by": None,
        "failures": [],
    }  # fmt: skip
    assert ended.err == ""


def test_what_is_sent(folder: Path, server: StubServer) -> None:
    run_command("ingest", str(folder), "-m", "lang=en", "-m", "year=2024", "--chunk-size", "300", url=server.url)
    sent = sorted((request.json for request in server.asked), key=lambda body: str(body["chunking"]))
    metadata = {"lang": "en", "year": 2024}
    assert sent == [
        {
            "namespace": "default",
            "documents": [{"id": "b.csv", "text": "x: 1\ny: 2", "title": "b", "metadata": metadata}],
            "chunking": {"chunk_size": 300, "separator": "\n\n"},
        },
        {
            "namespace": "default",
            "documents": [
                {"id": "a.md", "text": "# A\n\nMoon.", "title": "A", "metadata": metadata},
                {"id": "c.html", "text": "Sun.", "title": "c", "metadata": metadata},
            ],
            "chunking": {"chunk_size": 300},
        },
    ]


def test_a_table_for_people(folder: Path, server: StubServer) -> None:
    ended = run_command("ingest", str(folder), url=server.url)
    assert [line.split() for line in ended.out.splitlines() if line.strip()][2:] == [
        ["created", "3"],
        ["updated", "0"],
        ["unchanged", "0"],
        ["queued", "0"],
        ["failed", "0"],
    ]
    assert ended.err.startswith("3 documents in ")


def test_what_failed_is_named_with_its_reason_and_the_rest_is_stored(
    folder: Path, winnow: FakeWinnow, server: StubServer
) -> None:
    (folder / "empty.txt").touch()
    (folder / "latin.txt").write_bytes(b"a\xf1o")
    (folder / "bad.csv").write_text("a\n1,2\n", encoding="utf-8")
    lines = ['{"id": "one", "text": "x"}', "oops", '{"id": "a.md", "text": "y"}']
    (folder / "z.jsonl").write_text("\n".join(lines), encoding="utf-8")
    ended = run_command("ingest", str(folder), "--json", url=server.url)
    assert ended.exit_code == 1
    assert [(failure["source"], failure["reason"]) for failure in ended.json["failures"]] == [
        ("bad.csv", "row 2 has 2 values, the header has 1 columns"),
        ("empty.txt", "the text is empty"),
        ("latin.txt", "not utf-8 at byte 1"),
        ("z.jsonl:2", "no document: Expecting value: line 1 column 1 (char 0)"),
        ("z.jsonl:3", "another document of this run has the id 'a.md'"),
    ]
    assert (ended.json["created"], ended.json["files_not_reached"]) == (4, 0)
    assert sorted(winnow.stored) == ["a.md", "b.csv", "c.html", "one"]


def test_failures_for_people(folder: Path, server: StubServer) -> None:
    (folder / "empty.txt").touch()
    ended = run_command("ingest", str(folder), url=server.url)
    assert ended.exit_code == 1
    assert "empty.txt" in ended.out
    assert "the text is empty" in ended.out


def test_many_failures_are_summed_up_by_reason(folder: Path, server: StubServer) -> None:
    for number in range(30):
        (folder / f"empty{number:02}.txt").touch()
    ended = run_command("ingest", str(folder), url=server.url)
    assert [line.split() for line in ended.out.splitlines() if "empty" in line] == [
        ["30", "the", "text", "is", "empty", "empty00.txt"]
    ]
    assert "All of them: --json." in ended.err


@pytest.mark.parametrize(
    ("answer", "exit_code"),
    [
        (answer_problem(401, "a valid bearer token is required"), 3),
        (answer_problem(403, "this token lacks the scope 'write'"), 3),
        (answer_problem(429, "slow down", headers={"retry-after": "3600"}), 4),
        (answer_problem(503, "out of capacity", headers={"retry-after": "3600"}), 4),
        (answer_problem(500, "misconfigured"), 5),
        (Answer(200, b"<html>"), 5),
        (answer_problem(404, "there is no such route"), 1),
    ],
    ids=["401", "403", "429", "503", "500", "not Winnow", "404"],
)
def test_the_exit_code_says_what_to_do(
    folder: Path, winnow: FakeWinnow, server: StubServer, answer: Answer, exit_code: int
) -> None:
    winnow.fail = lambda _: answer
    ended = run_command("ingest", str(folder), "--json", url=server.url)
    assert ended.exit_code == exit_code
    report = ended.json
    assert (report["created"], report["failed"] + report["files_not_reached"], report["interrupted"]) == (0, 3, False)


def test_queued_documents_are_waited_for(folder: Path, winnow: FakeWinnow, server: StubServer) -> None:
    (folder / "empty.txt").touch()
    winnow.queue = True
    ended = run_command("ingest", str(folder), "--json", url=server.url)
    assert (ended.exit_code, ended.json["created"], ended.json["queued"], ended.json["failed"]) == (1, 3, 0, 1)
    assert ended.json["failures"] == [{"source": "empty.txt", "reason": "the text is empty", "exit_code": 1}]


def test_or_not_waited_for(folder: Path, winnow: FakeWinnow, server: StubServer) -> None:
    winnow.queue = True
    ended = run_command("ingest", str(folder), "--no-wait", "--json", url=server.url)
    assert (ended.exit_code, ended.json["created"], ended.json["queued"]) == (0, 0, 3)


@pytest.mark.parametrize(
    "arguments",
    [["none"], [], ["docs", "--encoding", "klingon"], ["docs", "-m", "lang"], ["docs", "--batch", "0"]],
    ids=["no such path", "no path", "no such encoding", "not name=value", "out of range"],
)
def test_a_wrong_command_line_sends_nothing(
    folder: Path, server: StubServer, arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder.parent)
    ended = run_command("ingest", *arguments, url=server.url)
    assert (ended.exit_code, ended.out, server.asked) == (2, "", [])
    assert "Traceback" not in ended.err


def test_ctrl_c_loses_nothing(tmp_path: Path, winnow: FakeWinnow) -> None:
    """What is reported is what is stored, and the same command does the rest."""
    for number in range(40):
        (tmp_path / f"{number:02}.md").write_text(f"Text {number}.", encoding="utf-8")

    def slowly(asked: Asked) -> Answer:
        time.sleep(0.2)
        return winnow.respond(asked)

    with serving(slowly) as server:
        command = [
            sys.executable,
            "-m",
            "winnow_client.command.main",
            "ingest",
            str(tmp_path),
            "--json",
            "--batch",
            "2",
        ]
        environment = {**os.environ, "PYTHONPATH": str(CLIENT), "WINNOW_URL": server.url, "WINNOW_TOKEN": "secret"}
        process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        while not server.asked:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    report = json.loads(out)
    assert process.returncode == 130
    assert report["interrupted"] is True
    assert report["created"] == len(winnow.stored)
    assert 0 < report["created"] < 40
    assert report["files_not_reached"] == 40 - len(winnow.stored)
    assert b"Stopping: waiting for the requests on their way." in err
    with serving(winnow.respond) as server:
        again = run_command("ingest", str(tmp_path), "--json", url=server.url)
    assert (again.json["created"], again.json["unchanged"]) == (40 - report["created"], report["created"])
