"""Which web pages may call: none, until their origins are configured."""

from collections.abc import Mapping
from dataclasses import dataclass

from winnow.errors import Refused
from winnow.http.messages import Request, Response

_ALLOWED_METHODS = "GET, POST, PATCH, DELETE"
_ALLOWED_HEADERS = "authorization, content-type, x-request-id, mcp-protocol-version, mcp-method, mcp-name"
_EXPOSED_HEADERS = "retry-after, server-timing, x-request-id"
_MAX_AGE_SECONDS = 7_200
"""How long a browser may remember a preflight: as long as Chromium does at most."""


@dataclass(frozen=True, slots=True)
class Cors:
    """`origins` are exact, as in `https://app.example.org`. There is no wildcard: tokens are secrets."""

    origins: frozenset[str] = frozenset()

    def preflight(self, request: Request) -> Response | None:
        """The answer to a browser that asks before it calls; None for everything else."""
        asks = request.method == "OPTIONS" and "access-control-request-method" in request.headers
        if not asks or request.headers.get("origin") not in self.origins:
            return None
        return Response(
            204,
            headers={
                "access-control-allow-methods": _ALLOWED_METHODS,
                "access-control-allow-headers": _ALLOWED_HEADERS,
                "access-control-max-age": str(_MAX_AGE_SECONDS),
            },
        )

    def headers(self, request: Request) -> Mapping[str, str]:
        """What lets the page read an answer. Where origins are configured, every answer varies with the origin."""
        if not self.origins:
            return {}
        origin = request.headers.get("origin")
        if origin not in self.origins:
            return {"vary": "Origin"}
        return {
            "vary": "Origin",
            "access-control-allow-origin": origin,
            "access-control-expose-headers": _EXPOSED_HEADERS,
        }

    def refuse_strangers(self, request: Request) -> None:
        """Raises Refused for a page of an origin that is not configured; programs name no origin."""
        if request.headers.get("origin", "") not in {"", *self.origins}:
            raise Refused("pages of this origin may not call")
