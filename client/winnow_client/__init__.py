"""The Python client of Winnow: `WinnowClient`, its results and its errors."""

from winnow_client.client import WinnowClient
from winnow_client.errors import (
    CallerError,
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
    Unreachable,
    WinnowError,
)
from winnow_client.retrying import NO_RETRIES, RetryPolicy
from winnow_client.version import __version__

__all__ = [
    "NO_RETRIES",
    "CallerError",
    "FieldProblem",
    "InvalidRequest",
    "NotAllowed",
    "NotFound",
    "RateLimited",
    "RetryPolicy",
    "ServerFault",
    "TemporaryError",
    "TooLarge",
    "Unavailable",
    "UnexpectedAnswer",
    "Unreachable",
    "WinnowClient",
    "WinnowError",
    "__version__",
]
