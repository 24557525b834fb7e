"""Winnow over HTTP: every request passes through here, and every answer leaves from here."""

import re
import time
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from winnow.errors import CallerError, RateLimited, TemporaryError
from winnow.http.access import ASSERTION_HEADER, AccessVerifier
from winnow.http.auth import Grant, authenticate
from winnow.http.cors import Cors
from winnow.http.logs import log_failure, log_request
from winnow.http.messages import Request, Response
from winnow.http.problems import HttpError, problem_of
from winnow.http.router import Call, Routes, find_route
from winnow.ports import RateLimiter

RATE_LIMIT_SECONDS = 60
"""The period of the rate-limit binding in wrangler.toml, and so the longest that a caller must wait."""

_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")

_SECURITY_HEADERS = {
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
"""Answers are data for programs: nothing may cache, frame, sniff or run them. A handler's own headers win."""


@dataclass(frozen=True, slots=True)
class Api:
    routes: Routes
    grants: Sequence[Grant]
    rate_limiter: RateLimiter
    cors: Cors
    access: AccessVerifier | None = None

    async def answer(self, request: Request) -> Response:
        """Always an answer, whatever happens: the one place where an exception becomes a response, and is logged."""
        started = time.perf_counter()
        call = Call(request, request_id(request))
        try:
            response = self.cors.preflight(request) or await self._dispatch(call)
        except Exception as error:  # noqa: BLE001 - the outermost handler: nothing may escape it
            if not isinstance(error, CallerError | HttpError | TemporaryError):
                log_failure(error, request_id=call.request_id)
            call.notes["error"] = type(error).__name__
            response = problem_of(error)
        log_request(call, response, milliseconds=(time.perf_counter() - started) * 1000)
        return self._finished(call, response)

    async def _dispatch(self, call: Call) -> Response:
        match = find_route(self.routes, call.request)
        route = match.route
        call.notes["route"] = match.pattern
        call = replace(call, path_values=match.path_values)
        if route.scope is None:
            return await route.handler(call)
        grant = await self._grant(call.request)
        grant.require(route.scope)
        if not await self.rate_limiter.allow(grant.sha256):
            raise RateLimited("too many requests with this token", retry_after_seconds=RATE_LIMIT_SECONDS)
        return await route.handler(replace(call, grant=grant))

    async def _grant(self, request: Request) -> Grant:
        """A bearer token counts where one is shown; behind Cloudflare Access every request has an assertion too."""
        assertion = request.headers.get(ASSERTION_HEADER)
        if self.access is None or assertion is None or "authorization" in request.headers:
            return authenticate(request.headers, self.grants)
        return await self.access.grant(assertion)

    def _finished(self, call: Call, response: Response) -> Response:
        headers = {
            **_SECURITY_HEADERS,
            **self.cors.headers(call.request),
            "x-request-id": call.request_id,
            **response.headers,
        }
        if call.meter.milliseconds:
            headers["server-timing"] = server_timing(call.meter.milliseconds)
        return replace(response, headers=headers)


def request_id(request: Request) -> str:
    """The caller's `x-request-id` where it is 8 to 64 harmless characters, else a new one."""
    given = request.headers.get("x-request-id", "")
    return given if _REQUEST_ID.fullmatch(given) else uuid.uuid4().hex


def server_timing(milliseconds: Mapping[str, float]) -> str:
    """The stages as a `Server-Timing` header."""
    return ", ".join(f"{stage};dur={value:.1f}" for stage, value in milliseconds.items())
