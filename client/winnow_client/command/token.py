"""`winnow token new`."""

import hashlib
import json
import secrets
from enum import StrEnum
from typing import Annotated, Any

import typer

from winnow_client.command.connection import JsonOption
from winnow_client.command.output import print_json, results, say

token = typer.Typer(no_args_is_help=True, help="Make bearer tokens.")

PREFIX = "winnow_"
"""So that a scanner for leaked secrets, or a person, knows one at sight."""
RANDOM_BYTES = 32


class Scope(StrEnum):
    READ = "read"
    WRITE = "write"
    ADMIN = "admin"


ScopesOption = Annotated[list[Scope], typer.Option("--scope", "-s", help="What it may do; may be given repeatedly.")]
NamespacesOption = Annotated[
    list[str] | None, typer.Option("--namespace", "-n", help="What it opens; may be given repeatedly. (default: all)")
]


@token.command("new")
def new(*, scopes: ScopesOption, namespaces: NamespacesOption = None, as_json: JsonOption = False) -> None:
    """Make a token: shown once and kept nowhere. The server is given its hash. Nothing is sent."""
    value = PREFIX + secrets.token_urlsafe(RANDOM_BYTES)
    entry = tokens_entry(value, scopes, namespaces)
    if as_json:
        print_json({"token": value, "entry": entry})
        return
    say("The token, for the caller. It is not shown again:")
    results().print(value, markup=False)
    say("Its entry in the server's secret TOKENS (one JSON object holds all of them):")
    results().print(json.dumps(entry), markup=False)


def tokens_entry(value: str, scopes: list[Scope], namespaces: list[str] | None) -> dict[str, Any]:
    """What the server keeps: SHA-256 of the token -> what it allows."""
    grant: dict[str, Any] = {"scopes": [scope.value for scope in dict.fromkeys(scopes)]}
    if namespaces:
        grant["namespaces"] = list(dict.fromkeys(namespaces))
    return {hashlib.sha256(value.encode()).hexdigest(): grant}


@token.callback()
def _only_group() -> None:
    """Keeps `new` a command of its own while it is the only one."""
