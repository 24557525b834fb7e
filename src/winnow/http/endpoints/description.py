"""`GET /openapi.json` and `GET /docs`: the API's description, for programs and for people; open to all."""

import base64
import hashlib
import re
from functools import cache
from pathlib import Path

import winnow
from winnow.http.messages import JSON_TYPE, Response
from winnow.http.router import Call, Route, Routes

CACHE_SECONDS = 300

_INLINE = re.compile(r"<(script|style)>(.*?)</\1>", re.DOTALL)
_CACHE = {"cache-control": f"public, max-age={CACHE_SECONDS}"}


def routes() -> Routes:
    return {"/openapi.json": {"GET": Route(get_openapi, None)}, "/docs": {"GET": Route(get_docs, None)}}


async def get_openapi(_call: Call) -> Response:
    """`openapi.json`, which `scripts/openapi.py` makes from the schemas and routes."""
    return Response(200, _file("openapi.json"), {"content-type": JSON_TYPE, **_CACHE})


async def get_docs(_call: Call) -> Response:
    """A page that reads `/openapi.json` and lets its reader try each route."""
    page = _file("docs.html")
    headers = {"content-type": "text/html; charset=utf-8", "content-security-policy": _policy(page), **_CACHE}
    return Response(200, page, headers)


@cache
def _file(name: str) -> str:
    return Path(winnow.__file__).with_name(name).read_text(encoding="utf-8")


@cache
def _policy(page: str) -> str:
    """The page may run its own script and style, speak to this service, and do nothing else."""
    hashes: dict[str, str] = {}
    for kind, content in _INLINE.findall(page):
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        hashes[kind] = f"'sha256-{digest}'"
    return (
        f"default-src 'none'; script-src {hashes['script']}; style-src {hashes['style']}; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
