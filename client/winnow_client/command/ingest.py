"""`winnow ingest`."""

import codecs
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from winnow_client.command.connection import (
    DEFAULT_NAMESPACE,
    JsonOption,
    NamespaceOption,
    TokenOption,
    UrlOption,
    connect,
)
from winnow_client.command.fields import parse_fields
from winnow_client.command.reading.documents import READERS, ReadingOptions
from winnow_client.command.reading.files import Selection, SelectionError, select_files
from winnow_client.command.uploading.report import print_report
from winnow_client.command.uploading.run import Run
from winnow_client.command.uploading.upload import Upload
from winnow_client.options import Chunking

TIMEOUT_SECONDS = 300.0
"""A slow model may take minutes over a batch; whoever gives up sooner only has it done twice."""

PathsArgument = Annotated[list[str], typer.Argument(metavar="PATH", help="Files, folders and glob patterns.")]
RootOption = Annotated[Path | None, typer.Option(help="The folder that document ids are relative to.")]
MetadataOption = Annotated[list[str] | None, typer.Option("--metadata", "-m", help="name=value, for every document.")]
ConcurrencyOption = Annotated[int, typer.Option("--concurrency", "-j", min=1, max=32, help="Requests at a time.")]
BatchOption = Annotated[int, typer.Option("--batch", min=1, max=100, help="Documents in one request.")]
ChunkSizeOption = Annotated[int | None, typer.Option(help="Characters of a chunk. (default: the server's)")]
OverlapOption = Annotated[int | None, typer.Option(help="Characters that chunks share. (default: the server's)")]
EncodingOption = Annotated[str, typer.Option(help="How the files are encoded.")]
WaitOption = Annotated[bool, typer.Option("--wait/--no-wait", help="Wait for documents that the server queues.")]


def ingest(
    paths: PathsArgument,
    *,
    url: UrlOption,
    token: TokenOption = None,
    namespace: NamespaceOption = DEFAULT_NAMESPACE,
    root: RootOption = None,
    metadata: MetadataOption = None,
    chunk_size: ChunkSizeOption = None,
    overlap: OverlapOption = None,
    encoding: EncodingOption = "utf-8",
    concurrency: ConcurrencyOption = 4,
    batch: BatchOption = 20,
    wait: WaitOption = True,
    as_json: JsonOption = False,
) -> None:
    """Store the documents in files: .md .txt .html .csv .jsonl.

    A document's id is its path below the folder named. What is stored already is skipped by the server, so the same
    command goes on where an earlier run ended. Rows of CSV are records, never cut in two.
    """
    reading = ReadingOptions(_checked(encoding), chunking_of(chunk_size, overlap), parse_fields(metadata or []))
    selection = _selected(paths, root)
    make_client = partial(connect, url, token, namespace, timeout_seconds=TIMEOUT_SECONDS)
    make_client().close()  # a wrong address is told before anything is read
    upload = Upload(make_client, concurrency)
    run = Run(upload, selection, reading, max_documents=batch, wait=wait)
    report = run.execute(namespace, quiet=as_json)
    print_report(report, json=as_json)
    raise typer.Exit(report.exit_code)


def _selected(paths: list[str], root: Path | None) -> Selection:
    try:
        return select_files(paths, suffixes=frozenset(READERS), root=root)
    except SelectionError as error:
        raise typer.BadParameter(str(error)) from error


def chunking_of(chunk_size: int | None, overlap: int | None) -> Chunking:
    chunking: Chunking = {}
    if chunk_size is not None:
        chunking["chunk_size"] = chunk_size
    if overlap is not None:
        chunking["overlap"] = overlap
    return chunking


def _checked(encoding: str) -> str:
    try:
        return codecs.lookup(encoding).name
    except LookupError as error:
        raise typer.BadParameter(f"there is no encoding {encoding!r}") from error
