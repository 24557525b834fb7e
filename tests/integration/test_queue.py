"""Requests to ingest that are put off, and done by the Worker's own queue in Miniflare."""

from local.host.faults import Fault
from local.platform import LocalPlatform
from tests.fakes.house import sentences
from tests.integration.polling import wait_for_job
from tests.platform import Client


def test_a_request_that_asks_is_stored_and_done(client: Client, namespace: str) -> None:
    documents = [{"id": "a", "text": "The moon raises the tides."}, {"id": "b", "text": " "}]
    answer = client.post("/ingest", {"namespace": namespace, "documents": documents, "queue": True})
    assert answer.status_code == 202
    assert answer.json()["documents"] == [{"id": "a", "status": "queued"}, {"id": "b", "status": "queued"}]
    done, failed = wait_for_job(client, answer.headers["location"])["documents"]
    assert done == {
        "id": "a", "status": "created", "chunks": 1, "embedded": 1, "reused": 0, "removed": 0, "dense": "ready"
    }  # fmt: skip
    assert (failed["id"], failed["status"]) == ("b", "failed")
    assert [chunk["document_id"] for chunk in client.retrieve(namespace, "moon")["chunks"]] == ["a"]


def test_a_large_request_is_put_off_unasked(client: Client, namespace: str) -> None:
    text = "\n\n".join(" ".join(sentences(14, start=start)) for start in range(0, 22_400, 14))
    assert len(text) > 1_000_000
    answer = client.post("/ingest", {"namespace": namespace, "documents": [{"id": "d", "text": text}]})
    assert answer.status_code == 202
    [outcome] = wait_for_job(client, answer.headers["location"])["documents"]
    assert outcome["status"] == "created"
    assert outcome["chunks"] > 1_300


def test_what_may_pass_is_tried_again(client: Client, namespace: str, platform: LocalPlatform) -> None:
    platform.host.faults.order(Fault("ai", "error", code=3040, times=4))
    body = {"namespace": namespace, "documents": [{"id": "a", "text": "The moon."}], "queue": True}
    job = wait_for_job(client, client.post("/ingest", body).headers["location"])
    assert (job["attempts"], job["documents"][0]["status"]) == (2, "created")


def test_a_job_that_is_not_there(client: Client) -> None:
    assert client.get("/jobs/nothing").status_code == 404
