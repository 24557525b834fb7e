"""The contents of a file as documents, ready to be sent."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any, TypeAlias, cast

from winnow_client.command.reading.files import SourceFile
from winnow_client.command.reading.html_text import html_to_text
from winnow_client.command.reading.tables import RECORD_SEPARATOR, TableError, csv_to_records
from winnow_client.decoding import Json
from winnow_client.options import Chunking, DocumentInput

MAX_TITLE_CHARACTERS = 1_000
"""What the server takes; a longer title is cut."""

_HEADING = re.compile(r"\s*# +(\S.*)")


@dataclass(frozen=True, slots=True)
class Prepared:
    """A document to send. `source` is the file, with the line where it holds several; `size_bytes` its share of it."""

    file: str
    source: str
    size_bytes: int
    document: DocumentInput
    chunking: Chunking


@dataclass(frozen=True, slots=True)
class Unreadable:
    """What cannot become a document, and why."""

    file: str
    source: str
    size_bytes: int
    reason: str


@dataclass(frozen=True, slots=True)
class ReadingOptions:
    """`chunking` holds for documents that do not bring their own, `metadata` is laid under theirs."""

    encoding: str
    chunking: Chunking
    metadata: Mapping[str, Json]


class NoDocument(ValueError):
    """A line of JSON that is no document."""


def read_documents(file: SourceFile, options: ReadingOptions) -> Iterator[Prepared | Unreadable]:
    """One document a file, but one a line of JSON lines. What cannot be read does not stop the rest."""
    try:
        text = file.path.read_bytes().decode(options.encoding).removeprefix("\ufeff")
        yield from READERS[file.path.suffix.lower()](file, text, options)
    except OSError as error:
        yield Unreadable(file.id, file.id, file.size_bytes, error.strerror or type(error).__name__)
    except UnicodeDecodeError as error:
        yield Unreadable(file.id, file.id, file.size_bytes, f"not {options.encoding} at byte {error.start}")


_Reader: TypeAlias = Callable[[SourceFile, str, ReadingOptions], Iterator[Prepared | Unreadable]]


def _prose(file: SourceFile, text: str, options: ReadingOptions) -> Iterator[Prepared]:
    heading = _HEADING.match(text) if file.path.suffix.lower() in (".md", ".markdown") else None
    title = heading.group(1).strip() if heading else ""
    yield _document(file, title, text, options)


def _html(file: SourceFile, text: str, options: ReadingOptions) -> Iterator[Prepared]:
    title, seen = html_to_text(text)
    yield _document(file, title, seen, options)


def _csv(file: SourceFile, text: str, options: ReadingOptions) -> Iterator[Prepared | Unreadable]:
    try:
        records = csv_to_records(text)
    except TableError as error:
        yield Unreadable(file.id, file.id, file.size_bytes, str(error))
        return
    chunking: Chunking = {**options.chunking, "separator": RECORD_SEPARATOR}
    yield _document(file, "", records, ReadingOptions(options.encoding, chunking, options.metadata))


def _json_lines(file: SourceFile, text: str, options: ReadingOptions) -> Iterator[Prepared | Unreadable]:
    """A line is a document, or the body of an ingest request, as `winnow export` writes them."""
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            source, size = f"{file.id}:{number}", len(line.encode("utf-8", "surrogatepass")) + 1
            try:
                documents = _json_documents(json.loads(line, parse_constant=_no_constant), options)
            except RecursionError:
                yield Unreadable(file.id, source, size, "no document: nested too deeply")
            except ValueError as error:
                yield Unreadable(file.id, source, size, f"no document: {error}")
            else:
                share = size // max(1, len(documents))
                yield from (Prepared(file.id, source, share, document, chunking) for document, chunking in documents)


def _json_documents(value: Json, options: ReadingOptions) -> list[tuple[DocumentInput, Chunking]]:
    """The server checks what each field holds; other fields are left out. Raises NoDocument."""
    if not isinstance(value, dict):
        raise NoDocument("the line is not a JSON object")
    chunking = value.get("chunking") or options.chunking
    documents = value.get("documents", [value])
    if not (isinstance(chunking, dict) and isinstance(documents, list)):
        raise NoDocument("'chunking' must be an object, and 'documents' an array")
    return [(_json_document(document, options), cast("Chunking", chunking)) for document in documents]


def _json_document(value: Json, options: ReadingOptions) -> DocumentInput:
    if not isinstance(value, dict):
        raise NoDocument("a document is not a JSON object")
    missing = [name for name in ("id", "text") if name not in value]
    if missing:
        raise NoDocument(f"{missing[0]!r} is missing")
    metadata = value.get("metadata") or {}
    if not isinstance(metadata, dict):
        raise NoDocument("'metadata' must be an object")
    document: Any = {name: value[name] for name in ("id", "text", "title") if name in value}
    document["metadata"] = {**options.metadata, **metadata}
    return cast("DocumentInput", document)


def _no_constant(name: str) -> Json:
    raise ValueError(f"{name} is not JSON")


def _document(file: SourceFile, title: str, text: str, options: ReadingOptions) -> Prepared:
    title = (title or PurePosixPath(file.id).stem)[:MAX_TITLE_CHARACTERS]
    document: DocumentInput = {"id": file.id, "text": text, "title": title}
    if options.metadata:
        document["metadata"] = options.metadata
    return Prepared(file.id, file.id, file.size_bytes, document, options.chunking)


READERS: Mapping[str, _Reader] = {
    ".md": _prose,
    ".markdown": _prose,
    ".txt": _prose,
    ".html": _html,
    ".htm": _html,
    ".csv": _csv,
    ".jsonl": _json_lines,
    ".ndjson": _json_lines,
}
"""By the end of a file's name."""
