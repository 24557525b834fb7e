"""The contents of files as documents."""

import json
from pathlib import Path
from typing import Any

import pytest

from winnow_client.command.reading.documents import (
    MAX_TITLE_CHARACTERS,
    Prepared,
    ReadingOptions,
    Unreadable,
    read_documents,
)
from winnow_client.command.reading.files import SourceFile

OPTIONS = ReadingOptions(encoding="utf-8", chunking={"chunk_size": 400}, metadata={})


def read(
    folder: Path, name: str, content: str | bytes, options: ReadingOptions = OPTIONS
) -> list[Prepared | Unreadable]:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return list(read_documents(SourceFile(path, f"sub/{name}", path.stat().st_size), options))


def prepared(name: str, size: int, title: str, text: str) -> Prepared:
    document: Any = {"id": f"sub/{name}", "text": text, "title": title}
    return Prepared(f"sub/{name}", f"sub/{name}", size, document, {"chunk_size": 400})


@pytest.mark.parametrize(
    ("name", "content", "title", "text"),
    [
        ("a.md", "\n# The moon \n\nTides.", "The moon", "\n# The moon \n\nTides."),
        ("a.md", "Tides.\n# Later", "a", "Tides.\n# Later"),
        ("A.MD", "# The moon", "The moon", "# The moon"),
        ("a.b.txt", "# no heading in text\r\nTides.", "a.b", "# no heading in text\r\nTides."),
        ("a.html", "<title>Moon</title><p>Tides.", "Moon", "Tides."),
        ("a.htm", "<p>Tides.", "a", "Tides."),
        ("a.txt", "", "a", ""),
    ],
)
def test_a_file_is_one_document(tmp_path: Path, name: str, content: str, title: str, text: str) -> None:
    assert read(tmp_path, name, content) == [prepared(name, len(content.encode()), title, text)]


def test_a_byte_order_mark_is_no_text(tmp_path: Path) -> None:
    assert read(tmp_path, "a.md", b"\xef\xbb\xbf# Moon") == [prepared("a.md", 9, "Moon", "# Moon")]


def test_a_long_title_is_cut(tmp_path: Path) -> None:
    [item] = read(tmp_path, "a.md", "# " + "x" * 2_000)
    assert isinstance(item, Prepared)
    assert item.document["title"] == "x" * MAX_TITLE_CHARACTERS


def test_a_table_is_record_shaped(tmp_path: Path) -> None:
    [item] = read(tmp_path, "a.csv", "Puerto;Metros\nVigo;3,9\n")
    assert item == Prepared(
        "sub/a.csv",
        "sub/a.csv",
        23,
        {"id": "sub/a.csv", "text": "Puerto: Vigo\nMetros: 3,9", "title": "a"},
        {"chunk_size": 400, "separator": "\n\n"},
    )


def test_another_encoding(tmp_path: Path) -> None:
    options = ReadingOptions("cp1252", {"chunk_size": 400}, {})
    assert read(tmp_path, "a.txt", "año".encode("cp1252"), options) == [prepared("a.txt", 3, "a", "año")]


def test_metadata_is_laid_under_that_of_a_line(tmp_path: Path) -> None:
    options = ReadingOptions("utf-8", {}, {"lang": "es", "year": 2024})
    [item] = read(tmp_path, "a.txt", "x", options)
    assert isinstance(item, Prepared)
    assert item.document["metadata"] == {"lang": "es", "year": 2024}
    [line] = read(tmp_path, "a.jsonl", '{"id": "a", "text": "x", "metadata": {"lang": "en"}}', options)
    assert isinstance(line, Prepared)
    assert line.document["metadata"] == {"lang": "en", "year": 2024}


def test_json_lines_are_a_document_each(tmp_path: Path) -> None:
    exported = {
        "id": "mareas", "text": "La luna.", "title": "M", "metadata": {"year": 1}, "chunking": {"chunk_size": 99},
        "updated_at": "2026-11-30T00:00:00Z",
    }  # fmt: skip
    lines = [json.dumps(exported), "", '{"id": "b", "text": "x\\u2028y"}']
    first, second = read(tmp_path, "a.jsonl", "\n".join(lines) + "\n")
    document: Any = {"id": "mareas", "text": "La luna.", "title": "M", "metadata": {"year": 1}}
    assert first == Prepared("sub/a.jsonl", "sub/a.jsonl:1", len(lines[0]) + 1, document, {"chunk_size": 99})
    bare: Any = {"id": "b", "text": "x\u2028y", "metadata": {}}
    assert second == Prepared("sub/a.jsonl", "sub/a.jsonl:3", len(lines[2]) + 1, bare, {"chunk_size": 400})


def test_a_line_may_be_an_ingest_request_as_export_writes_them(tmp_path: Path) -> None:
    documents: list[Any] = [{"id": name, "text": "x", "title": "", "metadata": {}} for name in ("a", "b")]
    chunking: Any = {"chunk_size": 99, "overlap": 9, "separator": None}
    line = json.dumps({"namespace": "moon", "documents": documents, "chunking": chunking})
    share = (len(line) + 1) // 2
    assert read(tmp_path, "a.jsonl", line) == [
        Prepared("sub/a.jsonl", "sub/a.jsonl:1", share, document, chunking) for document in documents
    ]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"),
        ("[1]", "the line is not a JSON object"),
        ('{"text": "x"}', "'id' is missing"),
        ('{"id": "a"}', "'text' is missing"),
        ('{"id": "a", "text": "x", "metadata": []}', None),
        ('{"id": "a", "text": "x", "metadata": "m"}', "'metadata' must be an object"),
        ('{"id": "a", "text": "x", "chunking": 1}', "'chunking' must be an object, and 'documents' an array"),
        ('{"documents": {}}', "'chunking' must be an object, and 'documents' an array"),
        ('{"documents": [1]}', "a document is not a JSON object"),
        ('{"documents": [{"id": "a"}]}', "'text' is missing"),
        ('{"id": "a", "text": NaN}', "NaN is not JSON"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_a_line_that_is_no_document_does_not_stop_the_next(tmp_path: Path, line: str, reason: str | None) -> None:
    first, second = read(tmp_path, "a.jsonl", line + '\n{"id": "b", "text": "y"}')
    assert isinstance(second, Prepared)
    assert (second.source, second.document["id"]) == ("sub/a.jsonl:2", "b")
    if reason is None:
        assert isinstance(first, Prepared)
    else:
        assert first == Unreadable("sub/a.jsonl", "sub/a.jsonl:1", len(line) + 1, f"no document: {reason}")


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a.txt", b"abc\xff", "not utf-8 at byte 3"),
        ("a.csv", b"a,b\n1,2,3", "row 2 has 3 values, the header has 2 columns"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(tmp_path: Path, name: str, content: bytes, reason: str) -> None:
    assert read(tmp_path, name, content) == [Unreadable(f"sub/{name}", f"sub/{name}", len(content), reason)]


def test_a_file_that_is_gone_by_now_says_so(tmp_path: Path) -> None:
    file = SourceFile(tmp_path / "gone.md", "gone.md", 7)
    assert list(read_documents(file, OPTIONS)) == [Unreadable("gone.md", "gone.md", 7, "No such file or directory")]
