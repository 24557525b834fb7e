"""`winnow health`, `stats` and `export`: the server itself, and all it holds."""

import dataclasses
import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, TextIO

import typer

from winnow_client.client import WinnowClient
from winnow_client.command.connection import (
    DEFAULT_NAMESPACE,
    JsonOption,
    NamespaceOption,
    TokenOption,
    UrlOption,
    connect,
)
from winnow_client.command.output import notices, print_json, print_table, say
from winnow_client.decoding import Json
from winnow_client.retrying import NO_RETRIES

OutputOption = Annotated[Path | None, typer.Option("--output", "-o", help="A file. (default: standard output)")]


def health(*, url: UrlOption, as_json: JsonOption = False) -> None:
    """Whether the server answers. Needs no token, and is tried once."""
    with connect(url, retry=NO_RETRIES) as client:
        answer = client.health()
    if as_json:
        print_json(answer)
    else:
        row = [answer.status, answer.version, answer.python, answer.platform]
        print_table(["status", "version", "python", "platform"], [row])


def stats(*, url: UrlOption, token: TokenOption = None, as_json: JsonOption = False) -> None:
    """What the stores hold, and what is still on its way."""
    with connect(url, token) as client:
        answer = client.stats()
    if as_json:
        print_json(answer)
    else:
        print_table(["what", "value"], list(_flat(dataclasses.asdict(answer))))


def export(
    *,
    url: UrlOption,
    token: TokenOption = None,
    namespace: NamespaceOption = DEFAULT_NAMESPACE,
    output: OutputOption = None,
) -> None:
    """Write every document of a namespace as JSON lines, which `winnow ingest` takes back."""
    with connect(url, token, namespace) as client, _target(output) as file:
        count = _write(client, file)
    say(f"{count} documents exported.")


def _write(client: WinnowClient, file: TextIO) -> int:
    count = 0
    with notices().status("0 documents") as status:
        for count, document in enumerate(client.export(), start=1):
            file.write(json.dumps(document, ensure_ascii=False) + "\n")
            status.update(f"{count} documents")
    return count


@contextmanager
def _target(output: Path | None) -> Iterator[TextIO]:
    """A file appears under its name only when it is whole."""
    if output is None:
        yield sys.stdout
        return
    part = output.with_name(output.name + ".part")
    try:
        with part.open("w", encoding="utf-8") as file:
            yield file
        part.replace(output)
    except OSError as error:
        raise typer.BadParameter(f"{error.filename or output}: {error.strerror}") from error


def _flat(value: Mapping[str, Json], prefix: str = "") -> Iterator[tuple[str, object]]:
    for name, item in value.items():
        if isinstance(item, dict):
            yield from _flat(item, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", "-" if item is None else item
