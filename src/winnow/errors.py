"""The errors of Winnow, by what the caller can do about them.

    WinnowError
    ├── CallerError          fix the request, then send it again
    │   ├── InvalidRequest       a field is wrong: `problems` names it and its range
    │   ├── TooLarge             the body is over the configured limit
    │   ├── NotFound             there is no such document, chunk or route
    │   └── Refused              not allowed with these credentials
    ├── TemporaryError       retry, not before `retry_after_seconds`
    │   ├── RateLimited          too many requests with this token
    │   ├── ModelUnavailable     Workers AI is out of capacity, too slow, or its daily quota is used up
    │   ├── IndexUnavailable     Vectorize did not answer
    │   ├── IdentityUnavailable  Cloudflare Access did not tell its keys
    │   ├── StoreUnavailable     D1 did not answer
    │   └── QueueUnavailable     the queue did not take a message
    ├── OperatorError        give up: only who runs the Worker can mend it
    │   ├── Misconfigured        settings and stores contradict each other, or a binding refuses what it is asked
    │   └── BrokenContract       a binding answered something that its contract excludes
    └── TextsTooLarge        never leaves the services: a smaller batch may pass

Adapters translate foreign errors into these, at one place each, with the cause chained. Nothing else is raised on
purpose across a layer, except ValueError from the pure parts, which the services' own arguments never provoke.
"""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FieldProblem:
    """What is wrong with one field: its path in the request, as in `("documents", 0, "text")`, and why."""

    location: tuple[str | int, ...]
    message: str


class WinnowError(Exception):
    """Anything Winnow raises on purpose."""


class CallerError(WinnowError):
    """The request must change before it can succeed."""


class InvalidRequest(CallerError):
    """One or more fields are wrong."""

    def __init__(self, problems: Sequence[FieldProblem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(problem.message for problem in problems))


class TooLarge(CallerError):
    """The request is over a configured limit."""


class NotFound(CallerError):
    """What the request names does not exist."""


class Refused(CallerError):
    """The credentials do not allow it."""


class TemporaryError(WinnowError):
    """The same request may succeed later; `again`: so soon that whoever was refused may try once more by itself."""

    def __init__(self, message: str, *, retry_after_seconds: int = 1, again: bool = False) -> None:
        self.retry_after_seconds = retry_after_seconds
        self.again = again
        super().__init__(message)


class RateLimited(TemporaryError):
    """Too many requests in too short a time."""


class ModelUnavailable(TemporaryError):
    """The embedding model cannot answer now."""


class IndexUnavailable(TemporaryError):
    """The vector index cannot answer now."""


class IdentityUnavailable(TemporaryError):
    """The keys that tokens are signed with cannot be had now."""


class StoreUnavailable(TemporaryError):
    """The database cannot answer now."""


class QueueUnavailable(TemporaryError):
    """The queue cannot take a message now."""


class OperatorError(WinnowError):
    """The deployment is at fault; the caller can do nothing."""


class Misconfigured(OperatorError):
    """Settings and stores contradict each other, or a binding refuses what it is asked."""


class BrokenContract(OperatorError):
    """A binding answered something that its contract excludes; it was not used."""


class TextsTooLarge(WinnowError):
    """The model refuses this batch for its size or for one of its texts: a smaller batch may pass."""
