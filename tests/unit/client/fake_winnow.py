"""A server that stores documents in a dictionary, and fails as a test orders."""

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from tests.stub_server import Answer, Asked, answer_json, answer_problem


@dataclass(slots=True)
class FakeWinnow:
    """`fail` sees each ingest first, with its documents; an answer of its own is sent in place of storing.

    With `queue`, documents are stored when their job is asked for the second time.
    """

    stored: dict[str, str] = field(default_factory=dict)
    sizes: list[int] = field(default_factory=list)
    fail: Callable[[list[dict[str, Any]]], Answer | None] = lambda _: None
    queue: bool = False
    _jobs: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    _asked_for: set[str] = field(default_factory=set)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def respond(self, asked: Asked) -> Answer:
        path = urlsplit(asked.path).path
        with self._lock:
            if path == "/ingest":
                return self._ingest(asked.json["documents"])
            if path.startswith("/jobs/"):
                return self._job(path.removeprefix("/jobs/"))
        return answer_problem(404, "there is no such route")

    def _ingest(self, documents: list[dict[str, Any]]) -> Answer:
        self.sizes.append(len(documents))
        failure = self.fail(documents)
        if failure is not None:
            return failure
        if self.queue:
            job = f"job{len(self._jobs)}"
            self._jobs[job] = documents
            queued = [{"id": document["id"], "status": "queued"} for document in documents]
            return answer_json({"documents": queued, "job": job}, status=202)
        return answer_json({"documents": [self._store(document) for document in documents]})

    def _job(self, job: str) -> Answer:
        if job not in self._asked_for:
            self._asked_for.add(job)
            return answer_json({"job": job, "status": "queued", "documents": []})
        outcomes = [self._store(document) for document in self._jobs[job]]
        return answer_json({"job": job, "status": "done", "documents": outcomes})

    def _store(self, document: dict[str, Any]) -> dict[str, Any]:
        """An empty text is refused, as the real one refuses it: that document alone."""
        if not document["text"]:
            error = {"type": "urn:x", "title": "Unprocessable", "status": 422, "detail": "the text is empty"}
            return {"id": document["id"], "status": "failed", "error": error}
        whole = json.dumps(document, sort_keys=True)
        before = self.stored.get(document["id"])
        self.stored[document["id"]] = whole
        status = "created" if before is None else "unchanged" if before == whole else "updated"
        return {"id": document["id"], "status": status, "chunks": 1, "embedded": int(status != "unchanged")}
