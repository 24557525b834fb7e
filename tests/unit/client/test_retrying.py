"""When a request is sent again, and how long before."""

import pytest

from winnow_client.errors import TemporaryError, Unavailable
from winnow_client.retrying import RetryPolicy


def told(seconds: float | None) -> TemporaryError:
    error = Unavailable("busy", status=503)
    error.retry_after_seconds = seconds
    return error


def test_untold_waits_double() -> None:
    policy = RetryPolicy(max_tries=5, first_wait_seconds=0.5)
    assert [policy.wait_after(told(None), tries=tries, waited_seconds=0) for tries in (1, 2, 3, 4)] == [0.5, 1, 2, 4]


def test_the_server_says_how_long() -> None:
    assert RetryPolicy().wait_after(told(7), tries=1, waited_seconds=0) == 7


def test_the_last_try_is_not_followed_by_another() -> None:
    assert RetryPolicy(max_tries=3).wait_after(told(1), tries=3, waited_seconds=0) is None


def test_a_wait_may_use_up_what_is_left_and_no_more() -> None:
    policy = RetryPolicy(max_wait_seconds=10)
    assert policy.wait_after(told(4), tries=1, waited_seconds=6) == 4
    assert policy.wait_after(told(4), tries=1, waited_seconds=6.1) is None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"max_tries": 0}, "max_tries must be at least 1, not 0"),
        ({"max_wait_seconds": -1}, "must not be negative"),
        ({"max_wait_seconds": float("nan")}, "must not be negative"),
        ({"first_wait_seconds": -0.1}, "must not be negative"),
    ],
)
def test_a_policy_out_of_range_is_refused(arguments: dict[str, float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        RetryPolicy(**arguments)  # type: ignore[arg-type]
