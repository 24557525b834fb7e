"""A Worker that runs pytest inside workerd: `GET /run?module=tests/unit/...` runs one module of tests."""

import contextlib
import io
import json
import os
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from workers import Request, Response, WorkerEntrypoint

HERE = Path(__file__).parent
OPTIONS = ("-q", "-p", "no:cacheprovider", "--import-mode=importlib", f"--rootdir={HERE}")


class Default(WorkerEntrypoint):
    async def fetch(self, request: Request) -> Response:
        address = urlsplit(request.url)
        if address.path == "/health":
            return Response("ready")
        return Response(json.dumps(run(parse_qs(address.query)["module"][0])))


def run(module: str) -> dict[str, object]:
    """Pytest's exit code, and what it printed."""
    import pytest  # noqa: PLC0415 - it draws random numbers at import, which a Worker may do only in a request

    os.chdir("/tmp")  # noqa: S108 - the one folder that can be written, and it is the isolate's own
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        code = pytest.main([str(HERE / module), *OPTIONS])
    return {"exit_code": int(code), "printed": printed.getvalue()}
