"""What the errors of Workers AI and of D1 mean, and which are worth another try."""

from datetime import UTC, datetime

import pytest

from winnow.cloudflare import d1, workers_ai
from winnow.errors import Misconfigured, ModelUnavailable, StoreUnavailable, TextsTooLarge, WinnowError

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("message", "kind", "again"),
    [
        ("3040: Capacity temporarily exceeded, please try again.", ModelUnavailable, True),
        ("3007: Request timeout", ModelUnavailable, True),
        ("3008: Request was aborted", ModelUnavailable, True),
        ("<html><body><h1>429</h1></body></html>", ModelUnavailable, True),
        ("<html><body><h1>502</h1></body></html>", ModelUnavailable, True),
        ("Network connection lost.", ModelUnavailable, True),
        ("3036: You have used up your daily free allocation of 10,000 neurons.", ModelUnavailable, False),
        ("4006: you have used up your daily free allocation of 10,000 neurons", ModelUnavailable, False),
        ("9999: what nobody has written down", ModelUnavailable, False),
        ("3003: Request is missing headers or body", Misconfigured, False),
        ("5007: No such model or task", Misconfigured, False),
        ("5035: Model requires Workers Paid plan", Misconfigured, False),
        ("3006: Request is too large", TextsTooLarge, False),
        ("5006: Error: oneOf at '/' not met", TextsTooLarge, False),
        ("<html><body><h1>413</h1></body></html>", TextsTooLarge, False),
    ],
)
def test_errors_of_the_model(message: str, kind: type[WinnowError], again: bool) -> None:
    error = workers_ai.translate(message, now=NOON)
    assert type(error) is kind
    assert getattr(error, "again", False) is again


def test_the_quota_comes_back_at_midnight() -> None:
    error = workers_ai.translate("3036: used up", now=NOON)
    assert isinstance(error, ModelUnavailable)
    assert error.retry_after_seconds == 12 * 3_600


@pytest.mark.parametrize(
    ("message", "kind", "again"),
    [
        ("D1_ERROR: Network connection lost.", StoreUnavailable, True),
        ("D1_ERROR: D1 DB storage caused object to be reset.", StoreUnavailable, True),
        ("D1_ERROR: D1 DB reset because its code was updated.", StoreUnavailable, True),
        ("D1_ERROR: Cannot resolve D1 DB due to transient issue on remote node.", StoreUnavailable, True),
        ("D1_ERROR: D1 DB is overloaded. Requests queued for too long.", StoreUnavailable, False),
        ("D1_ERROR: UNIQUE constraint failed: SQLITE_CONSTRAINT", Misconfigured, False),
    ],
)
def test_errors_of_the_database(message: str, kind: type[WinnowError], again: bool) -> None:
    error = d1.translate(message)
    assert type(error) is kind
    assert getattr(error, "again", False) is again
