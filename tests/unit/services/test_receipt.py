"""When trimming was worth its price."""

import pytest

from winnow.services.metering import Usage
from winnow.services.receipt import Prices
from winnow.trimming.trim import TrimReceipt

PRICES = Prices(embedding=0.02, language_model=0.35)


def receipt(*, before: int, after: int, embedded: int, shared_by: int = 1) -> tuple[bool, str | None]:
    trim = TrimReceipt(1, 1, before, after, before, after)
    judged = PRICES.receipt(trim, Usage(1, 1, embedded), shared_by=shared_by)
    return judged.worth_it, judged.reason


@pytest.mark.parametrize(
    ("before", "after", "embedded", "reason"),
    [
        (1000, 300, 1000, None),
        (1000, 999, 17, None),
        (1000, 999, 18, "1 tokens saved at $0.35 a million are worth less than 18 tokens embedded at $0.02"),
        (1000, 1000, 0, "nothing was saved"),
        (1000, 0, 0, "nothing was kept"),
        (0, 0, 0, "nothing was kept"),
    ],
)
def test_the_rule(before: int, after: int, embedded: int, reason: str | None) -> None:
    assert receipt(before=before, after=after, embedded=embedded) == (reason is None, reason)


def test_several_questions_share_what_was_embedded_for_all() -> None:
    assert receipt(before=100, after=99, embedded=170, shared_by=10) == (True, None)
    assert receipt(before=100, after=99, embedded=170, shared_by=9)[0] is False
