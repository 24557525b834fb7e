"""Which handler answers which method and path."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import TypeAlias
from urllib.parse import unquote

from winnow.http.auth import Grant, Scope
from winnow.http.messages import Request, Response
from winnow.http.problems import HttpError


@dataclass(frozen=True, slots=True)
class Call:
    """A request that has been let in. `path_values` are the parts of its path that the route leaves open."""

    request: Request
    grant: Grant | None
    path_values: Mapping[str, str] = field(default_factory=dict)

    def require_namespace(self, namespace: str) -> None:
        """Raises Refused when the token does not open this namespace."""
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


def find_route(routes: Routes, request: Request) -> tuple[Route, dict[str, str]]:
    """The route, and the decoded parts of the path that it leaves open.

    Raises HttpError: 404 for an unknown path, 405 with `Allow` for an unknown method of a known one.
    """
    methods, values = _find_path(routes, request.path)
    route = methods.get(request.method)
    if route is None:
        allowed = ", ".join(sorted(methods))
        raise HttpError(HTTPStatus.METHOD_NOT_ALLOWED, f"this route takes {allowed}", headers={"allow": allowed})
    return route, values


def _find_path(routes: Routes, path: str) -> tuple[Mapping[str, Route], dict[str, str]]:
    """What is written out goes before what is open: `/documents/delete` is never a document's id."""
    try:
        # Cut first, decoded after: an id may hold a slash.
        parts = [unquote(part, errors="strict") for part in path.split("/")]
    except UnicodeDecodeError as error:
        raise HttpError(HTTPStatus.BAD_REQUEST, "the path is not percent-encoded UTF-8") from error
    for pattern in sorted(routes, key=lambda pattern: "{" in pattern):
        values = _match(pattern.split("/"), parts)
        if values is not None:
            return routes[pattern], values
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
