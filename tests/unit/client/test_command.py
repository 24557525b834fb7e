"""The other commands: what is asked, what is printed where, and the exit codes."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.stub_server import Answer, StubServer, answer_json, answer_problem, in_turn, serving
from tests.unit.client.command import run_command

RECEIPT = {
    "sentences_in": 3, "sentences_kept": 1, "characters_in": 47, "characters_out": 26, "tokens_in": 13, "tokens_out": 6
}  # fmt: skip
RECEIPT_LINE = "kept 1 of 3 sentences, 26 of 47 characters, about 6 of 13 tokens\n"
CHUNK = {
    "id": "c1", "document_id": "tides.md", "title": "Tides", "ordinal": 0,
    "content": "The moon [bold]raises\x1b[2J tides.",
    "start": 5, "end": 31, "metadata": {}, "score": {"kind": "rrf", "value": 0.03279},
    "legs": {"dense": {"rank": 1, "cosine": 0.81, "evidence": 0.9},
             "lexical": {"rank": 2, "bm25": 3.5, "coverage": 0.5}},
}  # fmt: skip
LEGS = {
    "dense": {"status": "ok", "candidates": 20, "kept": 5},
    "lexical": {"status": "floored", "candidates": 3, "kept": 0, "reason": "all below min_coverage 0.4"},
}
DOCUMENT = {"id": "a.md", "title": "A", "metadata": {"lang": "es"}, "chunks": 3, "dense": "ready"}


@pytest.fixture
def stub() -> Iterator[StubServer]:
    with serving(in_turn()) as server:
        yield server


def asked(stub: StubServer) -> Any:  # noqa: ANN401 - what JSON can say
    [request] = stub.asked
    return request.json


def test_search_for_people(stub: StubServer) -> None:
    stub.respond = in_turn(answer_json({"chunks": [CHUNK], "legs": LEGS}))
    ended = run_command("search", "what raises tides?", url=stub.url)
    assert ended.exit_code == 0
    assert ended.out.splitlines() == [
        "1. Tides · tides.md [5:31]",
        "   rrf 0.0328 · dense #1, cosine 0.810 · lexical #2, bm25 3.50, coverage 0.50",
        "The moon [bold]raises\N{REPLACEMENT CHARACTER}[2J tides.",
        "",
    ]
    assert ended.err.splitlines() == [
        "dense: ok, 5 of 20 candidates kept",
        "lexical: floored, 0 of 3 candidates kept: all below min_coverage 0.4",
    ]


def test_search_for_programs(stub: StubServer) -> None:
    stub.respond = in_turn(answer_json({"chunks": [CHUNK], "legs": LEGS}))
    ended = run_command("search", "moon?", "--json", url=stub.url)
    [chunk] = ended.json["chunks"]
    assert chunk == CHUNK
    assert ended.err == ""


def test_search_that_finds_nothing_is_no_failure(stub: StubServer) -> None:
    stub.respond = in_turn(answer_json({"chunks": [], "legs": LEGS, "reason": "all were floored"}))
    ended = run_command("search", "moon?", url=stub.url)
    assert (ended.exit_code, ended.out, ended.err.splitlines()[0]) == (0, "", "Nothing found: all were floored")


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        ([], {"trim": False, "dense": {}, "lexical": {}}),
        (["-k", "9", "--trim"], {"top_k": 9, "trim": True, "dense": {}, "lexical": {}}),
        (
            ["--leg", "dense", "--min-score", "0.6"],
            {"trim": False, "dense": {"min_score": 0.6}, "lexical": False},
        ),
        (
            ["--leg", "lexical", "--min-coverage", "0"],
            {"trim": False, "dense": False, "lexical": {"min_coverage": 0.0}},
        ),
        (
            ["--where", "year>=2020"],
            {"trim": False, "dense": {}, "lexical": {}, "filter": {"year": {"gte": 2020}}},
        ),
    ],
)
def test_what_a_search_asks(stub: StubServer, arguments: list[str], options: dict[str, Any]) -> None:
    stub.respond = in_turn(answer_json({"chunks": [], "legs": LEGS}))
    run_command("search", "moon?", *arguments, url=stub.url, WINNOW_NAMESPACE="sky")
    assert asked(stub) == {"namespace": "sky", "query": "moon?", **options}


def test_trim_from_standard_input(stub: StubServer) -> None:
    stub.respond = in_turn(answer_json({"chunks": [{"content": "The moon."}], "details": [], "receipt": RECEIPT}))
    ended = run_command("trim", "moon?", url=stub.url, stdin="The moon. Cheese. Sun.")
    assert (ended.exit_code, ended.out, ended.err) == (0, "The moon.\n", RECEIPT_LINE)
    expected = {"query": "moon?", "chunks": [{"content": "The moon. Cheese. Sun."}]}
    assert asked(stub) == {**expected, "min_sentences": 1, "window": 0, "unit": "sentence"}


def test_trim_files(stub: StubServer, tmp_path: Path) -> None:
    (tmp_path / "a").write_text("Moon.", encoding="utf-8")
    (tmp_path / "b").write_text("Luna.", encoding="utf-8")
    answer = {"chunks": [{"content": "Moon."}, {"content": "Luna."}], "details": [], "receipt": RECEIPT}
    stub.respond = in_turn(answer_json(answer))
    options = ["--threshold", "0.5", "--relative", "0.9", "--max-tokens", "9", "--unit", "line"]
    ended = run_command("trim", "moon?", str(tmp_path / "a"), str(tmp_path / "b"), *options, "--json", url=stub.url)
    assert ended.json["chunks"] == answer["chunks"]
    body = asked(stub)
    assert body.pop("chunks") == [{"content": "Moon."}, {"content": "Luna."}]
    assert body == {
        "query": "moon?", "threshold": 0.5, "relative": 0.9, "max_tokens": 9, "min_sentences": 1, "window": 0,
        "unit": "line",
    }  # fmt: skip


def test_trim_of_a_file_that_is_not_there(stub: StubServer, tmp_path: Path) -> None:
    ended = run_command("trim", "moon?", str(tmp_path / "none"), url=stub.url)
    assert (ended.exit_code, stub.asked) == (2, [])


def test_context_is_text_alone_on_standard_output(stub: StubServer) -> None:
    citation = {"n": 1, "chunk_ids": ["c1"], "document_id": "a.md", "title": "A", "spans": [[0, 9], [20, 30]]}
    answer = {"context": "[1] The moon.", "citations": [citation], "receipt": RECEIPT}
    stub.respond = in_turn(answer_json(answer))
    ended = run_command("context", "moon?", "--max-tokens", "100", url=stub.url)
    assert (ended.exit_code, ended.out) == (0, "[1] The moon.\n")
    assert ended.err == "[1] A · a.md [0:9, 20:30]\n" + RECEIPT_LINE
    body = asked(stub)
    assert (body["query"], body["max_tokens"]) == ("moon?", 100)


def test_an_empty_context_says_why(stub: StubServer) -> None:
    stub.respond = in_turn(answer_json({"context": "", "citations": [], "receipt": RECEIPT, "reason": "floored"}))
    ended = run_command("context", "moon?", url=stub.url)
    assert (ended.exit_code, ended.out, ended.err.splitlines()[0]) == (0, "", "Nothing found: floored")


def test_documents_list_turns_the_pages(stub: StubServer) -> None:
    page = answer_json({"documents": [DOCUMENT], "cursor": "2"})
    stub.respond = in_turn(page, answer_json({"documents": [DOCUMENT], "cursor": None}))
    ended = run_command("documents", "list", "--json", url=stub.url)
    assert [json.loads(line)["id"] for line in ended.out.splitlines()] == ["a.md", "a.md"]


def test_documents_list_for_people_ends_at_its_limit(stub: StubServer) -> None:
    stub.respond = in_turn(answer_json({"documents": [DOCUMENT, DOCUMENT], "cursor": "2"}))
    ended = run_command("documents", "list", "--limit", "1", url=stub.url)
    assert [line.split() for line in ended.out.splitlines() if "a.md" in line] == [["a.md", "A", "3", "ready"]]
    assert ended.err == "1 documents\n"


def test_documents_get(stub: StubServer) -> None:
    stub.respond = in_turn(answer_json(DOCUMENT), answer_json(DOCUMENT))
    assert run_command("documents", "get", "a.md", "--json", url=stub.url).json["metadata"] == {"lang": "es"}
    assert "metadata.lang" in run_command("documents", "get", "a.md", url=stub.url).out


def test_documents_get_of_what_is_not_there(stub: StubServer) -> None:
    stub.respond = in_turn(answer_problem(404, "there is no such document", headers={"x-request-id": "r-1"}))
    ended = run_command("documents", "get", "none", url=stub.url)
    assert (ended.exit_code, ended.out) == (1, "")
    assert ended.err == "Error: there is no such document\nRequest id: r-1\n"


@pytest.mark.parametrize(
    ("arguments", "body"),
    [
        (["a.md", "b.md"], {"ids": ["a.md", "b.md"]}),
        (["--where", "lang=es", "--yes"], {"filter": {"lang": "es"}}),
    ],
)
def test_documents_delete(stub: StubServer, arguments: list[str], body: dict[str, Any]) -> None:
    stub.respond = in_turn(answer_json({"documents": 2, "chunks": 250}))
    ended = run_command("documents", "delete", *arguments, url=stub.url)
    assert (ended.exit_code, ended.err) == (0, "Deleted 2 documents with 250 chunks.\n")
    assert asked(stub) == {"namespace": "default", **body}


@pytest.mark.parametrize("arguments", [[], ["a.md", "--where", "lang=es"], ["--where", "lang=es"]])
def test_documents_delete_does_not_guess(stub: StubServer, arguments: list[str]) -> None:
    """Neither or both, or by a filter without --yes where nobody can be asked."""
    ended = run_command("documents", "delete", *arguments, url=stub.url)
    assert (ended.exit_code, stub.asked) == (2, [])


def test_stats(stub: StubServer) -> None:
    stats = {
        "documents": 3,
        "chunks": {"total": 9, "ready": 9, "pending": 0},
        "outbox": {"depth": 0, "upserts": 0, "deletes": 0, "awaiting": 0, "failed": 0, "age_seconds": 0},
        "index": {"status": "failed", "reason": "no answer"},
        "settings": {"model": "m"},
    }
    stub.respond = in_turn(answer_json(stats), answer_json(stats))
    assert run_command("stats", "--json", url=stub.url).json["chunks"] == stats["chunks"]
    rows = [line.strip().split(maxsplit=1) for line in run_command("stats", url=stub.url).out.splitlines()]
    assert [row for row in rows if row and row[0].startswith("index.")] == [
        ["index.status", "failed"],
        ["index.vectors", "-"],
        ["index.dimensions", "-"],
        ["index.reason", "no answer"],
    ]


def test_health_needs_no_token(stub: StubServer) -> None:
    health = {"status": "ok", "version": "1", "python": "3.14.2", "platform": "emscripten"}
    stub.respond = in_turn(answer_json(health))
    assert run_command("health", "--json", url=stub.url).json == health
    assert "authorization" not in stub.asked[0].headers


def test_export_to_standard_output_and_to_a_file(stub: StubServer, tmp_path: Path) -> None:
    lines = '{"id": "a", "text": "¡Luna!"}\n{"id": "b", "text": "y"}\n'
    stub.respond = in_turn(*[Answer(200, lines.encode())] * 2)
    ended = run_command("export", url=stub.url)
    assert (ended.exit_code, ended.out) == (0, lines)
    assert run_command("export", "-o", str(tmp_path / "all.jsonl"), url=stub.url).exit_code == 0
    assert {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()} == {"all.jsonl": lines}


def test_an_export_that_breaks_off_leaves_the_old_file_as_it_was(stub: StubServer, tmp_path: Path) -> None:
    target = tmp_path / "all.jsonl"
    target.write_text("old", encoding="utf-8")
    stub.respond = in_turn(Answer(200, b'{"id": "a"}\n{"id": "', cut_short=True))
    ended = run_command("export", "-o", str(target), url=stub.url)
    assert ended.exit_code == 4
    assert target.read_text(encoding="utf-8") == "old"


def test_a_token_is_shown_once_with_what_the_server_keeps() -> None:
    options = ["-s", "read", "-s", "write", "-s", "read", "-n", "moon"]
    made = run_command("token", "new", *options, "--json").json
    digest = hashlib.sha256(made["token"].encode()).hexdigest()
    assert made["entry"] == {digest: {"scopes": ["read", "write"], "namespaces": ["moon"]}}
    assert made["token"].startswith("winnow_")


def test_a_token_for_all_namespaces_for_people() -> None:
    first, second = (run_command("token", "new", "-s", "admin") for _ in range(2))
    token, entry = first.out.splitlines()
    assert json.loads(entry) == {hashlib.sha256(token.encode()).hexdigest(): {"scopes": ["admin"]}}
    assert first.out != second.out


@pytest.mark.parametrize("arguments", [[], ["-s", "everything"]])
def test_a_token_without_a_scope_is_none(arguments: list[str]) -> None:
    assert run_command("token", "new", *arguments).exit_code == 2


@pytest.mark.parametrize(
    ("answer", "exit_code", "message"),
    [
        (
            answer_problem(422, "invalid", errors=[{"loc": ["top_k"], "msg": "too much"}]),
            1,
            "Error: invalid; top_k: too much\n",
        ),
        (answer_problem(401, "a valid bearer token is required"), 3, "Error: a valid bearer token is required\n"),
        (answer_problem(503, "busy", headers={"retry-after": "90"}), 4, "Error: busy\nTry again in 90 seconds.\n"),
        (answer_problem(500, "see the logs", headers={"x-request-id": "r"}), 5, "Error: see the logs\nRequest id: r\n"),
        (Answer(200, b"<html>"), 5, "Error: the answer is not JSON\n"),
    ],
)
def test_errors_in_words_and_no_traceback(stub: StubServer, answer: Answer, exit_code: int, message: str) -> None:
    stub.respond = in_turn(answer)
    ended = run_command("search", "moon?", "--json", url=stub.url)
    assert (ended.exit_code, ended.out, ended.err) == (exit_code, "", message)


def test_nobody_there() -> None:
    ended = run_command("health", url="http://127.0.0.1:9")
    assert (ended.exit_code, ended.out) == (4, "")
    assert ended.err == "Error: http://127.0.0.1:9 cannot be reached (ConnectionError)\n"


@pytest.mark.parametrize(
    ("environment", "message"),
    [
        ({"url": None}, "Missing option '--url'"),
        ({"url": "winnow"}, "url must be"),
        ({"WINNOW_TOKEN": "a b"}, "token must"),
    ],
)
def test_settings_that_are_missing_or_wrong(environment: dict[str, Any], message: str) -> None:
    ended = run_command("search", "moon?", **{"url": "http://127.0.0.1:9", **environment})
    assert (ended.exit_code, ended.out) == (2, "")
    assert message in ended.err
    assert "Traceback" not in ended.err


def test_an_option_overrides_the_environment(stub: StubServer) -> None:
    stub.respond = in_turn(answer_json({"chunks": [], "legs": LEGS}))
    run_command("search", "moon?", "--url", stub.url, "--token", "other", url="http://127.0.0.1:9")
    assert stub.asked[0].headers["authorization"] == "Bearer other"


def test_the_version() -> None:
    assert run_command("--version").out == "0.1.0\n"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_can_complete(shell: str) -> None:
    ended = run_command("--show-completion", shell)
    assert ended.exit_code == 0
    assert "_WINNOW_COMPLETE" in ended.out
