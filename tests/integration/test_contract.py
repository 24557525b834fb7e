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


def answers(client: Client) -> dict[str, requests.Response]:
    """The example of each described operation, sent as it stands."""
    document = client.get("/openapi.json").json()
    sent = {}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            content = operation.get("requestBody", {}).get("content", {})
            example = content.get("application/json", {}).get("example")
            if "{" not in path and (example is not None or method == "get"):
                sent[f"{method.upper()} {path}"] = client.request(method.upper(), path, json=example)
    return sent


def test_each_example_is_answered_as_described(client: Client) -> None:
    document = client.get("/openapi.json").json()
    sent = answers(client)
    assert {"POST /ingest", "POST /retrieve", "POST /trim", "POST /mcp", "GET /health"} <= sent.keys()
    for name, response in sent.items():
        method, path = name.split()
        described = document["paths"][path][method.lower()]["responses"]["200"]["content"]
        assert response.status_code == 200, f"{name}: {response.text}"
        [(media_type, content)] = described.items()
        assert response.headers["content-type"].startswith(media_type)
        if media_type == "application/json":
            schema = {**content["schema"], "components": document["components"]}
            Draft202012Validator(schema).validate(response.json())
