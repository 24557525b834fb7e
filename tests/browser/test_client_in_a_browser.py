"""The client in Pyodide in Chromium: the same code, over the browser's HTTP."""

import json
import queue
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from local.platform import LocalPlatform
from tests.browser.another_origin import another_origin
from tests.browser.chromium import CHROMIUM, open_page
from tests.browser.site import PACKAGES, PYODIDE, Site, serving_site
from tests.stub_server import serving

SECONDS_FOR_A_PAGE = 120
"""Pyodide starts in two or three; a machine that is busy needs more."""

NOWHERE = "http://127.0.0.1:9"
"""The discard port: nothing listens."""

EXPECTED = {
    "here": "Emscripten",
    "there": "emscripten",
    "stored": [["mareas", "created"]],
    "found": [["mareas", "La luna levanta las mareas. ¿Y el queso? Me gusta."]],
    "trimmed": ["La luna levanta las mareas."],
    "wrong token": "NotAllowed",
    "no server": "Unreachable",
}


def missing() -> str | None:
    """Why no browser can be driven here; None when one can."""
    if CHROMIUM is None:
        return "there is no chromium here"
    if not PYODIDE.is_dir():
        return "the npm package pyodide is not installed"
    try:
        [version(package) for package in PACKAGES]
    except PackageNotFoundError as error:
        return f"{error.name} is not installed"
    return None


pytestmark = pytest.mark.skipif(missing() is not None, reason=str(missing()))


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with serving_site() as site:
        yield site


def outcome(site: Site, **settings: str) -> Any:  # noqa: ANN401 - what session.py came to
    with open_page(f"{site.url}/page.html?{urlencode(settings)}") as log:
        try:
            reported = site.outcomes.get(timeout=SECONDS_FOR_A_PAGE)
        except queue.Empty:
            pytest.fail(f"the page said nothing; the browser's log:\n{log.read_text(errors='replace')}")
    assert "error" not in reported, reported["error"]
    return json.loads(reported["text"])


def test_the_client_speaks_to_another_origin(site: Site) -> None:
    """In the page's own thread, as PyScript may run Python."""
    with serving(another_origin(site.url)) as server:
        assert outcome(site, thread="main", url=server.url, token="local", namespace="any", nowhere=NOWHERE) == EXPECTED
    assert {asked.headers["origin"] for asked in server.asked} == {site.url}


def test_the_client_speaks_to_the_worker(site: Site, snapshot: Path, namespace: str) -> None:
    """In a web worker, as JupyterLite runs Python."""
    variables = {"ALLOWED_ORIGINS": json.dumps([site.url])}
    with LocalPlatform(embedder="ngram", snapshot=snapshot, variables=variables) as platform:
        settings = {"url": platform.url, "token": platform.token, "namespace": namespace, "nowhere": NOWHERE}
        assert outcome(site, thread="worker", **settings) == EXPECTED
