"""What can go wrong, by what you can do about it; the tree mirrors the server's own.

    WinnowError
    ├── CallerError          change the request, then send it again
    │   ├── InvalidRequest       400, 405, 415, 422: `problems` names each wrong field
    │   ├── TooLarge             413: send less at once
    │   ├── NotFound             404: there is no such document, job or route
    │   └── NotAllowed           401, 403: another token is needed
    ├── TemporaryError       retry, not before `retry_after_seconds` where it is told
    │   ├── RateLimited          429: this token has asked too often
    │   ├── Unavailable          503, 504: a service behind Winnow is out of capacity
    │   └── Unreachable          no answer came: network, name or time
    └── ServerFault          give up: only who runs the server can mend it
        └── UnexpectedAnswer     the answer is not what Winnow promises; perhaps this is not Winnow

All but Unreachable and UnexpectedAnswer come from a problem document (RFC 9457); `status` and `request_id` say which.
"""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FieldProblem:
    """What is wrong with one field: its path in the request, as in `("documents", 0, "text")`, and why."""

    location: tuple[str | int, ...]
    message: str

    def __str__(self) -> str:
        path = ".".join(str(step) for step in self.location)
        return f"{path}: {self.message}" if path else self.message


class WinnowError(Exception):
    """Anything this client raises on purpose. `status` is the HTTP status, None where no answer came."""

    def __init__(self, message: str, *, status: int | None = None, request_id: str | None = None) -> None:
        self.status = status
        self.request_id = request_id
        super().__init__(message)


class CallerError(WinnowError):
    """The request must change before it can succeed."""


class InvalidRequest(CallerError):
    """The server refuses the request; `problems` may be empty."""

    problems: Sequence[FieldProblem] = ()

    def __str__(self) -> str:
        return "; ".join([super().__str__(), *(str(problem) for problem in self.problems)])


class TooLarge(CallerError):
    """The body is over the server's limit."""


class NotFound(CallerError):
    """What the request names does not exist."""


class NotAllowed(CallerError):
    """The token is missing, unknown or does not allow this."""


class TemporaryError(WinnowError):
    """The same request may succeed later; the client has tried as often as its `RetryPolicy` says."""

    retry_after_seconds: float | None = None
    """How long the server asked to wait; None when it did not say."""


class RateLimited(TemporaryError):
    """This token has asked too often."""


class Unavailable(TemporaryError):
    """A service behind Winnow cannot answer now."""


class Unreachable(TemporaryError):
    """No answer came."""


class ServerFault(WinnowError):
    """The server is at fault, and the same request will fail again."""


class UnexpectedAnswer(ServerFault):
    """The answer breaks Winnow's contract."""
