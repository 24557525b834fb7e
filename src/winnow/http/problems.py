"""The one place where an exception becomes an answer: RFC 9457 problem documents, by class, nothing internal."""

import json
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from winnow.errors import (
    BrokenContract,
    FieldProblem,
    InvalidRequest,
    Misconfigured,
    NotFound,
    RateLimited,
    Refused,
    TemporaryError,
    TooLarge,
    WinnowError,
)
from winnow.http.messages import Response

PROBLEM_TYPE = "application/problem+json"

_RENAMED: Mapping[int, str] = {413: "Content Too Large", 422: "Unprocessable Content"}
"""Titles of RFC 9110 that `http.HTTPStatus` has only from Python 3.13 on: what is sent must not depend on that."""


class HttpError(WinnowError):
    """A request that HTTP itself refuses: status, what is wrong, and headers that the status calls for."""

    def __init__(self, status: HTTPStatus, detail: str, *, headers: Mapping[str, str] | None = None) -> None:
        self.status = status
        self.headers = dict(headers or {})
        super().__init__(detail)


def problem(
    status: HTTPStatus,
    detail: str,
    *,
    errors: Sequence[FieldProblem] = (),
    headers: Mapping[str, str] | None = None,
) -> Response:
    """A problem document. Its `type` is stable and meant for programs, its `detail` for people."""
    title = title_of(status)
    document: dict[str, Any] = {
        "type": f"urn:winnow:problem:{title.lower().replace(' ', '-')}",
        "title": title,
        "status": status.value,
        "detail": detail,
    }
    if errors:
        document["errors"] = [{"loc": list(error.location), "msg": error.message} for error in errors]
    body = json.dumps(document, ensure_ascii=True)  # a refused string may hold what UTF-8 cannot
    return Response(status.value, body, {"content-type": PROBLEM_TYPE, **(headers or {})})


def title_of(status: HTTPStatus) -> str:
    return _RENAMED.get(status, status.phrase)


def problem_of(error: Exception) -> Response:
    """The answer to a request that ended in `error`. What is not the caller's own doing says nothing of its cause."""
    match error:
        case HttpError():
            return problem(error.status, str(error), headers=error.headers)
        case InvalidRequest():
            return problem(HTTPStatus.UNPROCESSABLE_ENTITY, "the request has invalid fields", errors=error.problems)
        case TemporaryError():
            limited = isinstance(error, RateLimited)
            status = HTTPStatus.TOO_MANY_REQUESTS if limited else HTTPStatus.SERVICE_UNAVAILABLE
            return problem(status, str(error), headers={"retry-after": str(error.retry_after_seconds)})
    status, detail = next(
        (answer for kind, answer in _ANSWERS.items() if isinstance(error, kind)),
        (HTTPStatus.INTERNAL_SERVER_ERROR, "an unexpected error; the service's logs have it"),
    )
    return problem(status, detail or str(error))


_ANSWERS: Mapping[type[WinnowError], tuple[HTTPStatus, str | None]] = {
    TooLarge: (HTTPStatus.REQUEST_ENTITY_TOO_LARGE, None),
    NotFound: (HTTPStatus.NOT_FOUND, None),
    Refused: (HTTPStatus.FORBIDDEN, None),
    Misconfigured: (HTTPStatus.INTERNAL_SERVER_ERROR, "the service is misconfigured; its logs say how"),
    BrokenContract: (HTTPStatus.BAD_GATEWAY, "a service behind this one answered something unusable"),
}
"""Status and detail by class; None tells the error's own words."""


def error_entry(error: WinnowError) -> dict[str, Any]:
    """An error as it stands inside an answer that is otherwise good, in the words of its problem document."""
    document: dict[str, Any] = json.loads(problem_of(error).body)
    return document
