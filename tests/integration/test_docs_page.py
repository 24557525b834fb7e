"""`/docs`: rendered by a real browser from the API's own description, with nothing from elsewhere."""

import html
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.platform import Client

CHROMIUM = shutil.which("chromium")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--enable-logging=stderr", "--virtual-time-budget=5000", "--dump-dom",
)  # fmt: skip


def test_the_page_may_run_its_own_script_and_nothing_else(client: Client) -> None:
    response = client.get("/docs")
    policy = response.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert re.findall(r"(?:src|href)=[\"'](?!#)", response.text) == []


@pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium here")
def test_a_browser_shows_every_route(client: Client, tmp_path: Path) -> None:
    assert CHROMIUM is not None
    command = [CHROMIUM, *FLAGS, f"--user-data-dir={tmp_path}", f"{client.url}/docs"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    shown = html.unescape(done.stdout)
    paths = client.get("/openapi.json").json()["paths"]
    operations = {operation["operationId"] for methods in paths.values() for operation in methods.values()}
    assert set(re.findall(r'<section id="(\w+)"', shown)) == operations
    assert all(f"<code>{path}</code>" in shown for path in paths)
    assert "Content Security Policy" not in done.stderr
    assert "Uncaught" not in done.stderr
