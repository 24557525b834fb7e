"""The one place where an HTTP answer becomes an error."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from requests import Response

from winnow_client.decoding import Json, decode
from winnow_client.errors import (
    FieldProblem,
    InvalidRequest,
    NotAllowed,
    NotFound,
    RateLimited,
    ServerFault,
    TemporaryError,
    TooLarge,
    Unavailable,
    UnexpectedAnswer,
    WinnowError,
)

PROBLEM_TYPE = "application/problem+json"

_KINDS: Mapping[int, type[WinnowError]] = {
    400: InvalidRequest,
    401: NotAllowed,
    403: NotAllowed,
    404: NotFound,
    405: InvalidRequest,
    413: TooLarge,
    415: InvalidRequest,
    422: InvalidRequest,
    429: RateLimited,
    503: Unavailable,
    504: Unavailable,
}


@dataclass(frozen=True, slots=True)
class ProblemField:
    loc: tuple[Json, ...]
    msg: str


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem document (RFC 9457), as the body of an answer or beside one document of an ingest."""

    title: str
    status: int
    type: str = "about:blank"
    detail: str = ""
    errors: tuple[ProblemField, ...] = ()

    def as_error(self, *, request_id: str | None = None, retry_after_seconds: float | None = None) -> WinnowError:
        """The error that says what can be done about it."""
        kind = error_kind(self.status)
        error = kind(self.detail or self.title, status=self.status, request_id=request_id)
        if isinstance(error, InvalidRequest):
            error.problems = _field_problems(self.errors)
        if isinstance(error, TemporaryError):
            error.retry_after_seconds = retry_after_seconds
        return error


def error_kind(status: int) -> type[WinnowError]:
    """What a status means to the caller."""
    return _KINDS.get(status, ServerFault if status >= 500 else UnexpectedAnswer)


def error_of(response: Response) -> WinnowError:
    """The error of an answer whose status is not 2xx."""
    request_id = response.headers.get("x-request-id")
    seconds = retry_after_seconds(response.headers.get("retry-after"))
    problem = _problem_of(response)
    return problem.as_error(request_id=request_id, retry_after_seconds=seconds)


def retry_after_seconds(header: str | None) -> float | None:
    """Winnow and Cloudflare send seconds; a date, which RFC 9110 also allows, counts as not told."""
    try:
        seconds = float(header or "")
    except ValueError:
        return None
    return seconds if seconds >= 0 and math.isfinite(seconds) else None


def _problem_of(response: Response) -> Problem:
    """What stands between us and Winnow (a proxy, Cloudflare itself) answers no problem documents."""
    if response.headers.get("content-type", "").partition(";")[0].strip() == PROBLEM_TYPE:
        try:
            return decode(Problem, response.json())
        except (ValueError, UnexpectedAnswer):
            pass
    if 300 <= response.status_code < 400:
        target = response.headers.get("location", "elsewhere")
        return Problem("redirect", response.status_code, detail=f"the server redirects to {target}: use that address")
    detail = f"the server answered {response.status_code} and gave no reason: is Winnow really there?"
    return Problem("no reason given", response.status_code, detail=detail)


def _field_problems(fields: Sequence[ProblemField]) -> tuple[FieldProblem, ...]:
    return tuple(FieldProblem(tuple(field.loc), field.msg) for field in fields)
