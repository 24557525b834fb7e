"""`winnow documents list`, `get` and `delete`."""

import itertools
import sys
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
from winnow_client.command.fields import WhereOption, parse_where
from winnow_client.command.output import print_json, print_table, say
from winnow_client.results.documents import Document

documents = typer.Typer(no_args_is_help=True, help="List, show and delete documents.")

IdArgument = Annotated[str, typer.Argument(metavar="ID", help="The id of a document.")]
IdsArgument = Annotated[list[str] | None, typer.Argument(metavar="ID", help="The ids of documents.")]
LimitOption = Annotated[int | None, typer.Option(min=1, help="How many at most. (default: all)")]


@documents.command("list")
def list_documents(
    *,
    url: UrlOption,
    token: TokenOption = None,
    namespace: NamespaceOption = DEFAULT_NAMESPACE,
    limit: LimitOption = None,
    as_json: JsonOption = False,
) -> None:
    """List documents. As JSON: one document a line."""
    with connect(url, token, namespace) as client:
        found = itertools.islice(client.all_documents(), limit)
        if as_json:
            for document in found:
                print_json(document)
            return
        rows = [[document.id, document.title, document.chunks, document.dense] for document in found]
    print_table(["id", "title", "chunks", "dense"], rows, right=["chunks"])
    say(f"{len(rows)} documents")


@documents.command("get")
def get_document(
    document_id: IdArgument,
    *,
    url: UrlOption,
    token: TokenOption = None,
    namespace: NamespaceOption = DEFAULT_NAMESPACE,
    as_json: JsonOption = False,
) -> None:
    """Show one document."""
    with connect(url, token, namespace) as client:
        document = client.document(document_id)
    if as_json:
        print_json(document)
    else:
        print_table(["field", "value"], _fields(document))


@documents.command("delete")
def delete_documents(
    ids: IdsArgument = None,
    *,
    url: UrlOption,
    token: TokenOption = None,
    namespace: NamespaceOption = DEFAULT_NAMESPACE,
    where: WhereOption = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask before deleting by --where.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Delete documents by their ids, or all that --where finds. Ids that are not there count 0."""
    if bool(ids) == bool(where):
        raise typer.BadParameter("either ids or --where must be given")
    condition = parse_where(where) if where else None
    if condition is not None and not yes:
        _confirm(namespace, where or [])
    with connect(url, token, namespace) as client:
        deleted = client.delete_documents(ids=ids, where=condition)
    if as_json:
        print_json(deleted)
    else:
        say(f"Deleted {deleted.documents} documents with {deleted.chunks} chunks.")


def _confirm(namespace: str, where: list[str]) -> None:
    if not sys.stdin.isatty():
        raise typer.BadParameter("--where deletes without asking only with --yes")
    typer.confirm(f"Delete all documents of {namespace!r} with {' and '.join(where)}?", abort=True, err=True)


def _fields(document: Document) -> list[list[object]]:
    rows: list[list[object]] = [["id", document.id], ["title", document.title], ["chunks", document.chunks]]
    return rows + [[f"metadata.{name}", value] for name, value in document.metadata.items()]
