"""Waiting for what the Worker does by itself."""

import time
from typing import Any

from tests.platform import Client

_WAIT_SECONDS = 120


def wait_for_job(client: Client, location: str) -> dict[str, Any]:
    """The job once it is done."""
    deadline = time.monotonic() + _WAIT_SECONDS
    while time.monotonic() < deadline:
        job: dict[str, Any] = client.get(location).json()
        if job["status"] == "done":
            return job
        time.sleep(0.2)
    raise AssertionError(f"the job is not done after {_WAIT_SECONDS} s: {job}")
