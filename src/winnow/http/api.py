"""Winnow over HTTP: finds the route, lets the caller in, hands over."""

from collections.abc import Sequence
from dataclasses import dataclass

from winnow.http.auth import Grant, authenticate
from winnow.http.messages import Request, Response
from winnow.http.router import Call, Routes, find_route


@dataclass(frozen=True, slots=True)
class Api:
    routes: Routes
    grants: Sequence[Grant]

    async def answer(self, request: Request) -> Response:
        """Answer one request. Raises what went wrong; `problem_of` says it in HTTP."""
        route, path_values = find_route(self.routes, request)
        grant = None
        if route.scope is not None:
            grant = authenticate(request.headers, self.grants)
            grant.require(route.scope)
        return await route.handler(Call(request, grant, path_values))
