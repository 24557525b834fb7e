"""Requests made up from the API's own description, good and bad: no answer is a failure or undescribed."""

import os
import subprocess
import sys
from pathlib import Path

import requests
from jsonschema import Draft202012Validator

from tests.platform import Client

SECONDS = 40
"""How long requests are made up; the whole test stays under a minute."""

# A rule between two fields, such as "one of query, query_vector and queries", is in no schema; nor is it there that
# whole numbers are written without a fraction.
LEFT_OUT = "positive_data_acceptance"


def test_made_up_requests_find_no_failure_and_nothing_undescribed(client: Client, tmp_path: Path) -> None:
    command = [
        sys.executable, "-m", "schemathesis.cli", "run", f"{client.url}/openapi.json",
        "--header", "Authorization: Bearer local",
        "--max-time", str(SECONDS), "--exclude-checks", LEFT_OUT,
        "--request-timeout", "20", "--continue-on-failure", "--no-shrink", "--seed", "1", "--warnings", "off",
    ]  # fmt: skip
    environment = os.environ | {"NO_PROXY": "*", "NO_COLOR": "1"}
    done = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False, timeout=3 * SECONDS
    )
    assert done.returncode == 0, done.stdout + done.stderr


def check(client: Client, operation: str, response: requests.Response) -> None:
    """Hold an answer against what is described for its operation and status."""
    document = client.get("/openapi.json").json()
    method, path = operation.split()
    described = document["paths"][path][method.lower()]["responses"]
    assert str(response.status_code) in described, f"{operation}: {response.status_code} {response.text}"
    [(media_type, content)] = described[str(response.status_code)]["content"].items()
    assert response.headers["content-type"].startswith(media_type)
    if media_type.endswith("json") and content["schema"]:
        schema = {**content["schema"], "components": document["components"]}
        Draft202012Validator(schema).validate(response.json())


def test_each_example_is_answered_as_described(client: Client) -> None:
    """The routes that need no thing of a certain id, each with its example as it stands."""
    document = client.get("/openapi.json").json()
    sent = []
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if "{" in path:
                continue
            content = operation.get("requestBody", {}).get("content", {})
            example = content.get("application/json", {}).get("example")
            response = client.request(method.upper(), path, json=example)
            assert response.status_code == 200, f"{method} {path}: {response.text}"
            check(client, f"{method.upper()} {path}", response)
            sent.append(path)
    assert len(sent) >= 12


def test_one_document_s_life_is_answered_as_described(client: Client, namespace: str) -> None:
    of = {"params": {"namespace": namespace}}
    documents = [{"id": "a", "text": "A sentence.", "metadata": {"lang": "en"}}, {"id": "empty", "text": " "}]
    check(client, "POST /ingest", client.post("/ingest", {"namespace": namespace, "documents": documents}))
    check(client, "GET /documents", client.get("/documents", params={"namespace": namespace, "limit": 1}))
    check(client, "GET /documents/{id}", client.get("/documents/a", **of))
    patch = {"namespace": namespace, "title": "A"}
    check(client, "PATCH /documents/{id}", client.request("PATCH", "/documents/a", json=patch))
    check(client, "POST /context", client.post("/context", {"namespace": namespace, "query": "sentence"}))
    check(client, "DELETE /documents/{id}", client.request("DELETE", "/documents/a", **of))
    check(client, "GET /documents/{id}", client.get("/documents/a", **of))


def test_a_job_is_answered_as_described(client: Client, namespace: str) -> None:
    body = {"namespace": namespace, "documents": [{"id": "a", "text": "A sentence."}], "queue": True}
    accepted = client.post("/ingest", body)
    assert accepted.status_code == 202
    check(client, "POST /ingest", accepted)
    check(client, "GET /jobs/{id}", client.get(accepted.headers["location"]))
    check(client, "GET /jobs/{id}", client.get("/jobs/unknown"))


def test_failures_are_answered_as_described(client: Client) -> None:
    for path, body in {"/retrieve": {"query": ""}, "/trim": {}, "/context": [], "/ingest": {"documents": []}}.items():
        response = client.post(path, body)
        assert response.status_code == 422
        check(client, f"POST {path}", response)
    check(client, "GET /stats", client.get("/stats", headers={"authorization": None}))
    check(client, "POST /mcp", client.request("POST", "/mcp", data=b"{"))


def test_what_chunks_a_request_brings_is_answered_as_described(client: Client) -> None:
    chunks = [{"id": "a", "content": "The moon raises the tides. Bread is baked.", "url": "https://example.org/"}]
    for more in ({}, {"trim": True}, {"mode": "dense"}, {"mode": "lexical"}, {"fusion": {"method": "normalised"}}):
        check(client, "POST /retrieve", client.post("/retrieve", {"query": "tides", "chunks": chunks, **more}))
    two = {"queries": ["tides", "bread"], "chunks": chunks}
    check(client, "POST /trim", client.post("/trim", two))
