"""`GET /health`."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Health:
    """`python` is the version the Worker runs on, `platform` is `emscripten` in a Worker."""

    status: str
    version: str
    python: str
    platform: str
