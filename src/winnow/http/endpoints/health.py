"""`GET /health`."""

import platform
import sys

from winnow import __version__
from winnow.http.messages import Response, json_response
from winnow.http.router import Call, Route, Routes


def routes() -> Routes:
    return {"/health": {"GET": Route(get_health, scope=None)}}


async def get_health(_call: Call) -> Response:
    """Open to all: says that the Worker runs, and on what."""
    return json_response(
        {"status": "ok", "version": __version__, "python": platform.python_version(), "platform": sys.platform}
    )
