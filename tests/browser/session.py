"""What a notebook in a browser does with the client. Runs in Pyodide; `settings` come from the page's address."""

import json
import platform
from collections.abc import Mapping

import pyodide_http

from winnow_client import NO_RETRIES, WinnowClient, WinnowError

pyodide_http.patch_all()


def error_of(client: WinnowClient) -> str:
    """What becomes of a question."""
    try:
        client.retrieve("moon")
    except WinnowError as error:
        return type(error).__name__
    return "no error"


def session(settings: Mapping[str, str]) -> str:
    """What came of each step, as JSON."""
    url = settings["url"]
    client = WinnowClient(url, settings["token"], namespace=settings["namespace"])
    stored = client.ingest([{"id": "mareas", "text": "La luna levanta las mareas. ¿Y el queso? Me gusta."}])
    found = client.retrieve("luna mareas", top_k=1)
    trimmed = client.trim("luna mareas", [{"content": "La luna levanta las mareas. Me gusta el queso."}])
    outcome = {
        "here": platform.system(),
        "there": client.health().platform,
        "stored": [[outcome.id, outcome.status] for outcome in stored.documents],
        "found": [[chunk.document_id, chunk.content] for chunk in found.chunks],
        "trimmed": [chunk["content"] for chunk in trimmed.chunks],
        "wrong token": error_of(WinnowClient(url, "wrong")),
        "no server": error_of(WinnowClient(settings["nowhere"], retry=NO_RETRIES)),
    }
    return json.dumps(outcome)
