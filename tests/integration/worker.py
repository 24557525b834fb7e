"""A caller of the running Worker, as its users are: HTTP, a token, JSON."""

from dataclasses import dataclass, field
from typing import Any

import requests

TIMEOUT_SECONDS = 120


@dataclass(slots=True)
class Worker:
    """`url` of a running Worker and the token to call it with."""

    url: str
    token: str | None = "local"
    session: requests.Session = field(default_factory=requests.Session)

    def send(self, method: str, path: str, *, json: object = None, data: bytes | None = None) -> requests.Response:
        headers = {} if self.token is None else {"authorization": f"Bearer {self.token}"}
        return self.session.request(
            method, self.url + path, json=json, data=data, headers=headers, timeout=TIMEOUT_SECONDS
        )

    def post(self, path: str, body: object) -> dict[str, Any]:
        """The answer to a request that must succeed."""
        response = self.send("POST", path, json=body)
        assert response.ok, response.text
        answer: dict[str, Any] = response.json()
        return answer

    def ingest(self, namespace: str, *documents: dict[str, Any], **options: object) -> list[dict[str, Any]]:
        answer = self.post("/ingest", {"namespace": namespace, "documents": documents, **options})
        outcomes: list[dict[str, Any]] = answer["documents"]
        return outcomes

    def retrieve(self, namespace: str, query: str, **options: object) -> dict[str, Any]:
        return self.post("/retrieve", {"namespace": namespace, "query": query, **options})
