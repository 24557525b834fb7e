"""What the Worker has embedded once, it does not embed again: through D1, behind the answer, across isolates."""

import time
from typing import Any

import pytest

from local.platform import LocalPlatform
from tests.platform import Client

TEXT = "The moon raises the tides. The sun helps a little. Fishermen know this well. Bread needs flour."
SETTLE_SECONDS = 10


def trimmed(client: Client, chunks: list[dict[str, Any]], query: str, **options: object) -> dict[str, Any]:
    answer = client.post("/trim", {"query": query, "chunks": chunks, "min_sentences": 2, **options})
    assert answer.status_code == 200, answer.text
    content: dict[str, Any] = answer.json()
    return content


def trimmed_from_memory(client: Client, chunks: list[dict[str, Any]], query: str, **options: object) -> dict[str, Any]:
    """Ask until nothing has to be embedded: the memory is filled behind the first answer."""
    deadline = time.monotonic() + SETTLE_SECONDS
    while time.monotonic() < deadline:
        answer = trimmed(client, chunks, query, **options)
        if answer["usage"]["embedding_calls"] == 0:
            return answer
        time.sleep(0.1)
    pytest.fail("the memory was never filled")


@pytest.fixture
def chunks(client: Client, namespace: str) -> list[dict[str, Any]]:
    """The stored chunks of one document."""
    document = {"id": "tides", "title": "Tides", "text": TEXT}
    client.post("/ingest", {"documents": [document], "namespace": namespace}).raise_for_status()
    found: list[dict[str, Any]] = client.post(
        "/retrieve", {"namespace": namespace, "query": "tides", "mode": "lexical"}
    ).json()["chunks"]
    assert [chunk["content"] for chunk in found] == [TEXT]
    return found


@pytest.mark.parametrize("options", [{}, {"scorer": "hybrid"}, {"with_titles": True}], ids=str)
def test_trimming_with_and_without_memory_gives_the_same(
    client: Client, chunks: list[dict[str, Any]], namespace: str, options: dict[str, object]
) -> None:
    query = f"What raises the tides, {namespace}?"
    first = trimmed(client, chunks, query, **options)
    again = trimmed_from_memory(client, chunks, query, **options)
    assert first["usage"] | {"tokens_estimated": 0} == {
        "embedding_calls": 1,
        "texts": 5,
        "tokens_estimated": 0,
        "memory_hits": 0,
    }
    assert (again["usage"]["texts"], again["usage"]["memory_hits"]) == (0, 5)
    assert (again["chunks"], again["details"]) == (first["chunks"], first["details"])


def test_a_known_text_costs_the_embedding_of_the_question_alone(
    client: Client, chunks: list[dict[str, Any]], namespace: str
) -> None:
    trimmed(client, chunks, f"one {namespace}")
    trimmed_from_memory(client, chunks, f"one {namespace}")
    other = trimmed(client, chunks, f"two {namespace}")
    assert (other["usage"]["texts"], other["receipt"]["memory_hits"]) == (1, 4)


def test_the_memory_outlives_the_isolate(
    platform: LocalPlatform, client: Client, chunks: list[dict[str, Any]], namespace: str
) -> None:
    first = trimmed(client, chunks, f"one {namespace}")
    trimmed_from_memory(client, chunks, f"one {namespace}")
    platform.restart()
    again = trimmed(client, chunks, f"one {namespace}")
    assert (again["usage"]["embedding_calls"], again["chunks"]) == (0, first["chunks"])


def test_it_is_dropped_with_the_chunk(client: Client, chunks: list[dict[str, Any]], namespace: str) -> None:
    trimmed(client, chunks, f"one {namespace}")
    trimmed_from_memory(client, chunks, f"one {namespace}")
    for text in ("Something else altogether.", TEXT):
        document = {"id": "tides", "title": "Tides", "text": text}
        client.post("/ingest", {"documents": [document], "namespace": namespace}).raise_for_status()
    again = trimmed(client, chunks, f"one {namespace}")
    assert (again["usage"]["texts"], again["usage"]["memory_hits"]) == (4, 1)


@pytest.mark.parametrize(
    "change", [{"id": "mine"}, {"id": 7}, {"id": "0" * 40}, {"content": f"Before it. {TEXT}"}], ids=str
)
def test_what_is_not_stored_as_it_came_is_not_remembered(
    client: Client, chunks: list[dict[str, Any]], namespace: str, change: dict[str, object]
) -> None:
    changed = [chunks[0] | change]
    first = trimmed(client, changed, f"one {namespace}")
    time.sleep(0.5)
    again = trimmed(client, changed, f"one {namespace}")
    assert again["usage"]["texts"] == first["usage"]["texts"] - 1
    assert again["chunks"] == first["chunks"]


def test_the_second_identical_context_makes_no_embedding_call(
    platform: LocalPlatform, client: Client, chunks: list[dict[str, Any]], namespace: str
) -> None:
    assert chunks
    request = {"namespace": namespace, "query": f"What raises the tides in {namespace}?"}
    first = client.post("/context", request).json()
    time.sleep(0.5)
    calls = len(platform.host.faults.calls())
    second = client.post("/context", request).json()
    assert (first["usage"]["embedding_calls"], second["usage"]["embedding_calls"]) == (2, 0)
    assert [call.target for call in platform.host.faults.calls()[calls:]] == ["vectorize"]
    assert (second["context"], second["citations"]) == (first["context"], first["citations"])
