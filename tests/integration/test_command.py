"""The command against the running Worker."""

import json
from pathlib import Path

import pytest

from local.host.faults import Fault
from local.platform import LocalPlatform
from tests.unit.client.command import Ended, run_command

FILES = 200
EXAMPLES = Path("examples/documents")


class Shell:
    """Runs commands with the Worker and a namespace in the environment."""

    def __init__(self, platform: LocalPlatform, namespace: str) -> None:
        self._platform = platform
        self._namespace = namespace

    def __call__(self, *arguments: str, stdin: str = "", token: str | None = None) -> Ended:
        environment = {"WINNOW_TOKEN": token or self._platform.token, "WINNOW_NAMESPACE": self._namespace}
        return run_command(*arguments, url=self._platform.url, stdin=stdin, **environment)


@pytest.fixture
def shell(platform: LocalPlatform, namespace: str) -> Shell:
    return Shell(platform, namespace)


def test_a_folder_of_200_files_and_a_second_run_that_skips_all(shell: Shell, tmp_path: Path) -> None:
    for number in range(FILES):
        path = tmp_path / f"part{number % 7}" / f"{number:03}.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text(
            f"# Text {number}\n\nThe tide of day {number} rose by {number * 7 % 50} hands.\n", encoding="utf-8"
        )
    first, second = (shell("ingest", str(tmp_path), "--json") for _ in range(2))
    assert (first.exit_code, first.json["created"], first.json["failed"]) == (0, FILES, 0)
    assert (second.exit_code, second.json["unchanged"], second.json["embedded"]) == (0, FILES, 0)


def test_every_kind_of_file_is_found(shell: Shell, tmp_path: Path) -> None:
    rows = "\n".join(f"Port {number},{number}.5" for number in range(60))
    (tmp_path / "ports.csv").write_text(f"Port,Tide in metres\n{rows}\n", encoding="utf-8")
    (tmp_path / "page.html").write_text("<title>Moon</title><p>Selenite shines.", encoding="utf-8")
    (tmp_path / "one.jsonl").write_text('{"id": "quoted", "text": "Zephyrs whisper."}', encoding="utf-8")
    (tmp_path / "note.txt").write_text("Quartz glitters.", encoding="utf-8")
    assert shell("ingest", str(tmp_path), "--chunk-size", "200", "--overlap", "20").exit_code == 0
    for words, document in (
        ("selenite", "page.html"), ("zephyrs", "quoted"), ("quartz", "note.txt"), ("port 37.5", "ports.csv")
    ):  # fmt: skip
        [chunk] = shell("search", words, "--leg", "lexical", "-k", "1", "--json").json["chunks"]
        assert chunk["document_id"] == document
        if document == "ports.csv":
            assert "Port: Port 37\nTide in metres: 37.5" in chunk["content"].split("\n\n")


def test_what_fails_is_said_and_the_rest_is_stored(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "empty.md").touch()
    (tmp_path / "nul.txt").write_text("a\0b", encoding="utf-8")
    (tmp_path / "good.md").write_text("The moon.", encoding="utf-8")
    ended = shell("ingest", str(tmp_path), "--json")
    assert (ended.exit_code, ended.json["created"]) == (1, 1)
    reasons = {failure["source"]: failure["reason"] for failure in ended.json["failures"]}
    assert sorted(reasons) == ["empty.md", "nul.txt"]
    assert "must not hold U+0000" in reasons["nul.txt"]


def test_trim_from_a_pipe(shell: Shell) -> None:
    ended = shell(
        "trim", "The moon raises the tides.", "--threshold", "0.9", stdin="The moon raises the tides. Cheese."
    )
    assert (ended.exit_code, ended.out) == (0, "The moon raises the tides.\n")


@pytest.mark.parametrize(
    ("arguments", "token", "exit_code"),
    [
        (("health",), None, 0),
        (("search", "moon"), None, 0),
        (("search", "moon", "--where", "colour=red"), None, 1),
        (("search", "moon", "-k", "0"), None, 2),
        (("search", "moon"), "wrong", 3),
    ],
)
def test_exit_codes(shell: Shell, arguments: tuple[str, ...], token: str | None, exit_code: int) -> None:
    assert shell(*arguments, token=token).exit_code == exit_code


@pytest.mark.parametrize(
    ("fault", "exit_code", "words"),
    [
        (Fault("ai", "error", code=3036, times=100), 4, "Error: "),
        (Fault("ai", "short", times=100), 5, "Error: a service behind this one answered something unusable"),
    ],
    ids=["the day's quota is used up", "the model breaks its contract"],
)
def test_exit_codes_of_a_service_that_fails(
    shell: Shell, platform: LocalPlatform, fault: Fault, exit_code: int, words: str
) -> None:
    platform.host.faults.order(fault)
    try:
        ended = shell("trim", "moon", stdin="The moon raises the tides. Bakers rise early.")
    finally:
        platform.host.faults.order()
    assert (ended.exit_code, ended.out) == (exit_code, "")
    assert ended.err.startswith(words)


def test_documents_from_list_to_delete(shell: Shell) -> None:
    names = sorted(path.name for path in EXAMPLES.glob("*.md"))
    assert shell("ingest", str(EXAMPLES), "-m", "lang=xx").exit_code == 0
    listed = [json.loads(line)["id"] for line in shell("documents", "list", "--json").out.splitlines()]
    assert listed == names
    assert shell("documents", "get", names[0], "--json").json["metadata"] == {"lang": "xx"}
    assert shell("documents", "delete", "--where", "lang=xx", "--yes", "--json").json["documents"] == len(names)
    assert shell("documents", "get", names[0]).exit_code == 1


def test_a_backup_and_its_way_back(shell: Shell, platform: LocalPlatform, namespace: str, tmp_path: Path) -> None:
    stored = shell("ingest", str(EXAMPLES), "--chunk-size", "300", "--json").json["created"]
    assert stored > 0
    backup = tmp_path / "backup.jsonl"
    assert shell("export", "-o", str(backup)).exit_code == 0
    copy = Shell(platform, f"{namespace}-copy")
    restored = copy("ingest", str(backup), "--json")
    assert (restored.exit_code, restored.json["created"]) == (0, stored)
    again = copy("export").out.replace(f"{namespace}-copy", namespace)
    assert again == backup.read_text(encoding="utf-8")
