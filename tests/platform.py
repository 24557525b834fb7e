"""How tests speak to a running Worker."""

from typing import Any

import requests

from local.platform import LocalPlatform

_REPLY_SECONDS = 60


class Client:
    """Sends requests with the local token, unless other headers say otherwise, past any proxy."""

    def __init__(self, platform: LocalPlatform) -> None:
        self._platform = platform
        self._session = requests.Session()
        self._session.trust_env = False
        self._session.headers["authorization"] = f"Bearer {platform.token}"

    @property
    def url(self) -> str:
        return self._platform.url

    def get(self, path: str, **options: Any) -> requests.Response:  # noqa: ANN401 - as requests has them
        return self.request("GET", path, **options)

    def post(self, path: str, body: object, **options: Any) -> requests.Response:  # noqa: ANN401
        return self.request("POST", path, json=body, **options)

    def request(self, method: str, path: str, **options: Any) -> requests.Response:  # noqa: ANN401
        """A broken connection shows the Worker's log, unless the Worker was killed on purpose."""
        try:
            return self._session.request(method, self._platform.url + path, timeout=_REPLY_SECONDS, **options)
        except requests.ConnectionError:
            self._platform.check()
            raise

    def answer(self, path: str, body: object) -> dict[str, Any]:
        """The answer to a POST that must succeed."""
        response = self.post(path, body)
        assert response.ok, response.text
        document: dict[str, Any] = response.json()
        return document

    def ingest(self, namespace: str, *documents: dict[str, Any], **options: object) -> list[dict[str, Any]]:
        """The outcome of each document."""
        answer = self.answer("/ingest", {"namespace": namespace, "documents": documents, **options})
        outcomes: list[dict[str, Any]] = answer["documents"]
        return outcomes

    def retrieve(self, namespace: str, query: str, **options: object) -> dict[str, Any]:
        return self.answer("/retrieve", {"namespace": namespace, "query": query, **options})

    def close(self) -> None:
        self._session.close()
