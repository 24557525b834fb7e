"""Many callers at once: no error, and nobody is given another's answer."""

import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from scripts.bench.cases import KEEP_SOME
from scripts.bench.served import Served, new_session
from scripts.bench.texts import Writer

CALLERS = 32
_SENTENCES = 10
_REPLY_SECONDS = 120
_READY_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Load:
    """`mixed_up` are answers that differ from the one the caller was given alone, before the others came."""

    callers: int
    seconds: float
    answers: int
    errors: int
    mixed_up: int


@dataclass(frozen=True, slots=True)
class _Caller:
    """Asks the same two questions again and again, in texts that no other caller has."""

    url: str
    requests: Mapping[str, dict[str, Any]]
    expected: Mapping[str, Any]

    def run(self, until: float) -> tuple[int, int, int]:
        answers = errors = mixed_up = 0
        with new_session() as session:
            while time.monotonic() < until:
                for path, body in self.requests.items():
                    response = session.post(self.url + path, json=body, timeout=_REPLY_SECONDS)
                    answers += 1
                    if not response.ok:
                        errors += 1
                    elif response.json()["chunks"] != self.expected[path]:
                        mixed_up += 1
        return answers, errors, mixed_up


def load(served: Served, *, callers: int, seconds: float) -> Load:
    """Let the callers ask for so many seconds."""
    writers = [Writer(f"caller{number}x") for number in range(callers)]
    for writer in writers:
        _store(served, writer)
    # Only now: BM25 depends on all that is stored.
    ready = [_caller(served, writer) for writer in writers]
    begin = time.monotonic()
    with ThreadPoolExecutor(callers) as pool:
        done = list(pool.map(lambda caller: caller.run(begin + seconds), ready))
    took = time.monotonic() - begin
    answers, errors, mixed_up = (sum(column) for column in zip(*done, strict=True))
    return Load(callers, took, answers, errors, mixed_up)


def _store(served: Served, writer: Writer) -> None:
    body = {"namespace": writer.mark, "documents": [{"id": writer.mark, "text": writer.text(_SENTENCES)}]}
    served.await_post(
        "/ingest", body, seconds=_READY_SECONDS, until=lambda answer: answer["documents"][0]["dense"] == "ready"
    )


def _caller(served: Served, writer: Writer) -> _Caller:
    chunks = [{"content": writer.text(_SENTENCES)}]
    requests: dict[str, dict[str, Any]] = {
        "/trim": {"query": writer.sentence(), "threshold": KEEP_SOME, "chunks": chunks},
        "/retrieve": {"query": writer.sentence(), "namespace": writer.mark},
    }
    expected = {path: served.post(path, body).answer["chunks"] for path, body in requests.items()}
    if not all(writer.mark in str(chunks) for chunks in expected.values()):
        raise RuntimeError(f"an answer does not hold its caller's texts: {expected}")
    return _Caller(served.platform.url, requests, expected)
