"""Whatever is sent, the answer is a problem document that says what to change, and nothing internal."""

import json
from typing import Any

import pytest
import requests

from tests.platform import Client

PROBLEM = "application/problem+json"


def problem(response: requests.Response) -> dict[str, Any]:
    assert response.headers["content-type"] == PROBLEM
    document: dict[str, Any] = response.json()
    assert document["status"] == response.status_code
    assert "Traceback" not in response.text
    assert ".py" not in response.text
    return document


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"\xff", b'{"query": NaN}', b'{"query": "\\ud800"}', b"[" * 50_000],
    ids=lambda body: repr(body[:12]),
)
def test_malformed_json_is_a_bad_request(client: Client, body: bytes) -> None:
    response = client.request("POST", "/retrieve", data=body)
    assert problem(response)["detail"] == "the body is not valid JSON in UTF-8"
    assert response.status_code == 400


@pytest.mark.parametrize(
    ("path", "body", "location"),
    [
        ("/ingest", {"documents": [{"id": "a", "text": 7}]}, ["documents", 0, "text"]),
        ("/ingest", {"documents": [{"id": "a", "text": "b", "colour": "red"}]}, ["documents", 0, "colour"]),
        ("/ingest", {"documents": []}, ["documents"]),
        ("/retrieve", {"query": "q", "top_k": "5"}, ["top_k"]),
        ("/retrieve", {"query": "q", "filter": {"undeclared": 1}}, ["filter", "undeclared"]),
        ("/retrieve", {"query": "nul\0"}, ["query"]),
        ("/trim", {"query": "q", "chunks": [{"text": "b"}]}, ["chunks", 0, "content"]),
        ("/trim", {"query_vector": [1.0], "chunks": [{"content": "One."}]}, ["query_vector"]),
    ],
)
def test_a_wrong_field_is_named(client: Client, path: str, body: dict[str, Any], location: list[str | int]) -> None:
    response = client.request("POST", path, data=json.dumps(body).encode())
    assert location in [error["loc"] for error in problem(response)["errors"]]
    assert response.status_code == 422


@pytest.mark.parametrize("header", [None, "", "Bearer", "Bearer unknown", "Basic local", "Bearer l\xf6cal"])
def test_no_or_a_wrong_token_is_unauthorized(client: Client, header: str | None) -> None:
    response = client.post("/retrieve", {"query": "q"}, headers={"authorization": header})
    assert problem(response)["detail"] == "a valid bearer token is required"
    assert (response.status_code, response.headers["www-authenticate"]) == (401, "Bearer")


@pytest.mark.parametrize(("method", "path", "allowed"), [("GET", "/ingest", "POST"), ("POST", "/health", "GET")])
def test_a_wrong_method_is_told_the_right_ones(client: Client, method: str, path: str, allowed: str) -> None:
    response = client.request(method, path)
    assert problem(response)["status"] == 405
    assert response.headers["allow"] == allowed


def test_an_unknown_route_is_not_found(client: Client) -> None:
    assert problem(client.request("GET", "/nowhere"))["status"] == 404


def test_a_body_over_the_limit_is_refused(client: Client) -> None:
    response = client.request("POST", "/ingest", data=b" " * 8_000_001)
    assert problem(response)["detail"] == "the body is 8000001 bytes, the limit is 8000000"
    assert response.status_code == 413


def test_an_empty_document_is_refused_and_the_others_go_through(client: Client) -> None:
    outcomes = client.ingest("bad-input", {"id": "blank", "text": " \n"}, {"id": "full", "text": "A full sentence."})
    assert [(outcome["id"], outcome["status"]) for outcome in outcomes] == [("blank", "failed"), ("full", "created")]
    assert outcomes[0]["error"]["status"] == 422
    assert outcomes[0]["error"]["errors"] == [{"loc": ["text"], "msg": "the text holds nothing but white space"}]
