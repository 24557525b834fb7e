"""One place turns an exception into an answer."""

import json
from http import HTTPStatus

import pytest

from winnow import errors
from winnow.errors import FieldProblem, InvalidRequest, WinnowError
from winnow.http.problems import PROBLEM_TYPE, HttpError, problem_of


def leaves(of: type[WinnowError]) -> list[type[WinnowError]]:
    below = of.__subclasses__()
    return [leaf for kind in below for leaf in leaves(kind)] if below else [of]


STATUS_OF = {
    "InvalidRequest": 422,
    "TooLarge": 413,
    "NotFound": 404,
    "Refused": 403,
    "RateLimited": 429,
    "ModelUnavailable": 503,
    "IndexUnavailable": 503,
    "IdentityUnavailable": 503,
    "StoreUnavailable": 503,
    "QueueUnavailable": 503,
    "Misconfigured": 500,
    "BrokenContract": 502,
}
NEVER_ANSWERED = {"TextsTooLarge", "HttpError"}


def test_every_error_of_the_tree_has_its_status() -> None:
    ours = {kind for kind in leaves(WinnowError) if kind.__module__ == errors.__name__}
    assert {kind.__name__ for kind in ours} - NEVER_ANSWERED == set(STATUS_OF)
    for kind in ours:
        if kind.__name__ in STATUS_OF and kind is not InvalidRequest:
            assert problem_of(kind("why")).status == STATUS_OF[kind.__name__], kind


def test_an_invalid_request_names_every_field() -> None:
    error = InvalidRequest([FieldProblem(("documents", 0, "id"), "too short"), FieldProblem(("x",), "unknown")])
    response = problem_of(error)
    assert response.headers["content-type"] == PROBLEM_TYPE
    assert json.loads(response.body) == {
        "type": "urn:winnow:problem:unprocessable-content",
        "title": "Unprocessable Content",
        "status": 422,
        "detail": "the request has invalid fields",
        "errors": [{"loc": ["documents", 0, "id"], "msg": "too short"}, {"loc": ["x"], "msg": "unknown"}],
    }


def test_a_temporary_error_says_when_to_come_back() -> None:
    response = problem_of(errors.ModelUnavailable("the daily quota is used up", retry_after_seconds=3600))
    assert response.headers["retry-after"] == "3600"


@pytest.mark.parametrize("error", [KeyError("secret"), errors.Misconfigured("secret"), errors.BrokenContract("secret")])
def test_what_the_caller_cannot_mend_says_nothing_internal(error: Exception) -> None:
    assert "secret" not in problem_of(error).body


def test_an_http_error_keeps_its_headers() -> None:
    response = problem_of(HttpError(HTTPStatus.METHOD_NOT_ALLOWED, "no", headers={"allow": "GET"}))
    assert (response.status, response.headers["allow"]) == (405, "GET")
