"""Which handler answers which method and path."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import TypeAlias

from winnow.http.auth import Grant, Scope
from winnow.http.messages import Request, Response
from winnow.http.problems import HttpError


@dataclass(frozen=True, slots=True)
class Call:
    """A request that has been let in."""

    request: Request
    grant: Grant | None

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
"""Path -> method -> route."""


def find_route(routes: Routes, request: Request) -> Route:
    """Raises HttpError: 404 for an unknown path, 405 with `Allow` for an unknown method of a known one."""
    methods = routes.get(request.path)
    if methods is None:
        raise HttpError(HTTPStatus.NOT_FOUND, "there is no such route")
    route = methods.get(request.method)
    if route is None:
        allowed = ", ".join(sorted(methods))
        raise HttpError(HTTPStatus.METHOD_NOT_ALLOWED, f"this route takes {allowed}", headers={"allow": allowed})
    return route
