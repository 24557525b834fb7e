"""Term coverage: bounded, and rare words weigh more."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnow.ranking.coverage import coverage, inverse_document_frequency, term_weights

WORDS = st.frozensets(st.sampled_from(["sol", "mar", "luz", "pan", "rio", "voz"]))


def test_a_rare_term_weighs_more_than_a_common_one() -> None:
    weights = term_weights(["the", "zebra"], {"the": 90, "zebra": 1}, 100)
    assert coverage(weights, ["zebra"]) == pytest.approx(0.975, abs=1e-3)
    assert coverage(weights, ["the"]) == pytest.approx(0.025, abs=1e-3)


def test_a_term_that_the_collection_lacks_counts_against_every_text() -> None:
    weights = term_weights(["moon", "xylophone"], {"moon": 1}, 10)
    assert 0.0 < coverage(weights, ["moon"]) < 0.5


def test_a_query_without_terms_covers_nothing() -> None:
    assert coverage({}, ["moon"]) == 0.0


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_the_weight_of_a_term_is_above_0(some: int, more: int) -> None:
    assert inverse_document_frequency(min(some, more), max(some, more)) > 0.0


@given(WORDS, WORDS, WORDS)
def test_coverage_is_bounded_and_grows_with_the_text(
    query: frozenset[str], text: frozenset[str], more: frozenset[str]
) -> None:
    weights = term_weights(sorted(query), {"sol": 3, "mar": 7}, 10)
    assert 0.0 <= coverage(weights, text) <= coverage(weights, text | more) <= 1.0
    assert not query or coverage(weights, query) == pytest.approx(1.0)
