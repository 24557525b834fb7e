"""Which handler answers which method and path."""

import hashlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, TypeAlias

from winnow.http.auth import Grant, Scope
from winnow.http.messages import Request, Response
from winnow.http.problems import HttpError
from winnow.services.metering import Meter


@dataclass(frozen=True, slots=True)
class Call:
    """One request on its way through: who asks, what it costs, and what the log should say of it.

    `notes` go into the log as they are: never a text of the caller's.
    """

    request: Request
    request_id: str = ""
    grant: Grant | None = None
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
