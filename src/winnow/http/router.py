"""Which handler answers which method and path."""

import hashlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, TypeAlias
from urllib.parse import unquote

from winnow.http.auth import Grant, Scope
from winnow.http.messages import Request, Response
from winnow.http.problems import HttpError
from winnow.services.metering import Meter


@dataclass(frozen=True, slots=True)
class Call:
    """One request on its way through: who asks, what it costs, and what the log should say of it.

    `path_values` are the parts of its path that the route leaves open. `notes` go into the log as they are: never a
    text of the caller's.
    """

    request: Request
    request_id: str = ""
    grant: Grant | None = None
    path_values: Mapping[str, str] = field(default_factory=dict)
    meter: Meter = field(default_factory=Meter)
    notes: dict[str, Any] = field(default_factory=dict)

    def enter(self, namespace: str) -> None:
        """Raises Refused when the token does not open this namespace."""
        self.notes["namespace"] = hashlib.sha256(namespace.encode()).hexdigest()[:12]
        if self.grant is not None:
            self.grant.require_namespace(namespace)


Handler: TypeAlias = Callable[[Call], Awaitable[Response]]


@dataclass(frozen=True, slots=True)
class Route:
    """A handler, and the scope that a token needs for it; None leaves it open to all."""

    handler: Handler
    scope: Scope | None


Routes: TypeAlias = Mapping[str, Mapping[str, Route]]
"""Path -> method -> route. A part of a path in braces, as in `/documents/{id}`, is any one part."""


@dataclass(frozen=True, slots=True)
class Match:
    """A route found: the path as its route writes it, and the decoded parts that it leaves open."""

    route: Route
    pattern: str
    path_values: Mapping[str, str]


def find_route(routes: Routes, request: Request) -> Match:
    """Raises HttpError: 404 for an unknown path, 405 with `Allow` for an unknown method of a known one."""
    pattern, values = _find_path(routes, request.path)
    route = routes[pattern].get(request.method)
    if route is None:
        allowed = ", ".join(sorted(routes[pattern]))
        raise HttpError(HTTPStatus.METHOD_NOT_ALLOWED, f"this route takes {allowed}", headers={"allow": allowed})
    return Match(route, pattern, values)


def _find_path(routes: Routes, path: str) -> tuple[str, dict[str, str]]:
    """What is written out goes before what is open: `/documents/delete` is never a document's id."""
    try:
        # Cut first, decoded after: an id may hold a slash.
        parts = [unquote(part, errors="strict") for part in path.split("/")]
    except UnicodeDecodeError as error:
        raise HttpError(HTTPStatus.BAD_REQUEST, "the path is not percent-encoded UTF-8") from error
    for pattern in sorted(routes, key=lambda pattern: "{" in pattern):
        values = _match(pattern.split("/"), parts)
        if values is not None:
            return pattern, values
    raise HttpError(HTTPStatus.NOT_FOUND, "there is no such route")


def _match(pattern: Sequence[str], parts: Sequence[str]) -> dict[str, str] | None:
    if len(pattern) != len(parts):
        return None
    values: dict[str, str] = {}
    for expected, part in zip(pattern, parts, strict=True):
        if expected.startswith("{"):
            values[expected.strip("{}")] = part
        elif expected != part:
            return None
    return values
