"""The pages, Pyodide and the Python packages, served from disk to a browser that has no other network."""

import io
import queue
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.metadata import files
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests.stub_server import Answer, Asked, serving

ROOT = Path(__file__).parents[2]
PYODIDE = ROOT / "node_modules" / "pyodide"
PACKAGES = ("requests", "urllib3", "idna", "certifi", "charset-normalizer", "pyodide-http")

_HERE = Path(__file__).parent
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
}


@dataclass(frozen=True, slots=True)
class Site:
    """`outcomes` receives what a page reports."""

    url: str
    outcomes: "queue.Queue[dict[str, Any]]"


@dataclass(slots=True)
class _Pages:
    packages: bytes
    outcomes: "queue.Queue[dict[str, Any]]" = field(default_factory=queue.Queue)

    def respond(self, asked: Asked) -> Answer:
        path = urlsplit(asked.path).path
        if (asked.method, path) == ("POST", "/outcome"):
            self.outcomes.put(asked.json)
            return Answer(204)
        if path == "/packages.zip":
            return _answer(path, self.packages)
        folder = PYODIDE if path.startswith("/pyodide/") else _HERE
        file = folder / path.rpartition("/")[2]
        return _answer(path, file.read_bytes()) if file.is_file() else Answer(404)


def _answer(path: str, body: bytes) -> Answer:
    return Answer(200, body, {"content-type": _TYPES.get(Path(path).suffix, "text/plain; charset=utf-8")})


@contextmanager
def serving_site() -> Iterator[Site]:
    pages = _Pages(archive(PACKAGES))
    with serving(pages.respond) as server:
        yield Site(server.url, pages.outcomes)


def archive(packages: Sequence[str]) -> bytes:
    """The client and these installed packages, as far as they are plain Python.

    Raises:
        PackageNotFoundError: one is not installed.
    """
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as target:
        for package in packages:
            for file in files(package) or ():
                if file.suffix not in (".so", ".pyc") and ".." not in file.parts:
                    target.write(file.locate(), str(file))
        for source in sorted((ROOT / "client" / "winnow_client").glob("**/*.py")):
            target.write(source, source.relative_to(ROOT / "client"))
    return buffer.getvalue()
