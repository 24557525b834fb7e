"""What one budget over all chunks pays for. Each unit is a letter and costs one token, a gap two."""

import pytest

from tests.unit.trimming.samples import trim, trimmed
from winnow.text.tokens import estimate_tokens
from winnow.trimming.options import TrimOptions


def budget(tokens: int, **options: float) -> TrimOptions:
    return TrimOptions(threshold=0.5, max_tokens=tokens, **options)  # type: ignore[arg-type]


def test_what_each_part_costs() -> None:
    assert [estimate_tokens(text) for text in ("a", "\n", " [...] ", "[...] ", " [...]", "[Doc: x]\n")] == [
        *(1, 1, 2, 2, 2, 5)
    ]


def test_a_budget_that_pays_for_all_changes_nothing() -> None:
    assert trimmed(["a\nb\nc"], [[0.9, 0.8, 0.7]], budget(5)) == ["a\nb\nc"]


def test_the_best_units_are_paid_first() -> None:
    chunks, scores = ["a\nb\nc", "d\ne\nf"], [[0.6, 0.9, 0.5], [0.7, 0.8, 0.95]]
    assert [trimmed(chunks, scores, budget(tokens)) for tokens in (1, 2, 4, 6, 8, 10)] == [
        ["", "f"],
        ["b", "f"],
        ["b", "e\nf"],
        ["b", "d\ne\nf"],
        ["a\nb", "d\ne\nf"],
        ["a\nb\nc", "d\ne\nf"],
    ]


def test_what_does_not_fit_is_passed_over_for_what_does() -> None:
    assert trimmed(["a\nlong long long long\nc"], [[0.9, 0.8, 0.7]], budget(5)) == ["a [...] c"]


def test_a_unit_that_closes_a_gap_pays_no_gap() -> None:
    chunk, scores = ["a\nb\nc\nd"], [[0.9, 0.7, 0.8, 0.1]]
    assert [trimmed(chunk, scores, budget(tokens)) for tokens in (3, 4, 5)] == [["a\nb"], ["a [...] c"], ["a\nb\nc"]]


def test_each_chunk_s_guarantee_comes_before_any_other_unit() -> None:
    chunks, scores = ["a\nb\nc", "d\ne"], [[0.9, 0.8, 0.7], [0.1, 0.2]]
    assert [trimmed(chunks, scores, budget(tokens)) for tokens in (2, 4)] == [["a", "e"], ["a\nb", "e"]]


def test_where_not_even_the_guarantee_fits_the_chunk_with_the_best_score_comes_first() -> None:
    chunks, scores = ["a\nb", "c\nd", "e\nf"], [[0.1, 0.2], [0.3, 0.1], [0.2, 0.1]]
    assert [trimmed(chunks, scores, budget(tokens)) for tokens in (1, 2, 3)] == [
        ["", "c", ""],
        ["b", "c", ""],
        ["b", "c", "e"],
    ]


def test_a_guarantee_of_two_is_paid_chunk_by_chunk() -> None:
    chunks, scores = ["a\nb\nc", "d\ne\nf"], [[0.3, 0.2, 0.1], [0.6, 0.1, 0.2]]
    options = budget(6, min_sentences=2)
    assert trimmed(chunks, scores, options) == ["a", "d [...] f"]


def test_neighbours_come_last_and_only_beside_what_was_paid() -> None:
    chunks, scores = ["a\nb\nc", "d\ne\nf"], [[0.4, 0.9, 0.3], [0.2, 0.8, 0.1]]
    assert [trimmed(chunks, scores, budget(tokens, window=1)) for tokens in (1, 2, 4, 6, 10)] == [
        ["b", ""],
        ["b", "e"],
        ["a\nb", "e"],
        ["a\nb\nc", "e"],
        ["a\nb\nc", "d\ne\nf"],
    ]


def test_the_prefix_is_part_of_the_price() -> None:
    chunk, scores = ["[Doc: x]\na\nb"], [[0.1, 0.2]]
    assert [trimmed(chunk, scores, budget(tokens)) for tokens in (5, 6)] == [[""], ["[Doc: x]\nb"]]


def test_marked_edges_are_part_of_the_price() -> None:
    chunk, scores = ["a\nb\nc"], [[0.1, 0.9, 0.2]]
    options = [TrimOptions(max_tokens=tokens, mark_edges=True) for tokens in (4, 5)]
    assert [trimmed(chunk, scores, option) for option in options] == [[""], ["[...] b [...]"]]


def test_outer_white_space_of_a_whole_chunk_is_part_of_the_price() -> None:
    chunk, scores = ["a\nb\n"], [[0.9, 0.8]]
    assert [trimmed(chunk, scores, budget(tokens)) for tokens in (3, 4)] == [["a"], ["a\nb\n"]]


@pytest.mark.parametrize(("tokens", "expected"), [(3, ["a", ""]), (6, ["a", "[Doc: x]\n"])])
def test_a_chunk_without_units_gets_what_is_left(tokens: int, expected: list[str]) -> None:
    assert trimmed(["a", "[Doc: x]\n"], [[0.1], []], budget(tokens)) == expected


def test_the_budget_is_spent_on_ten_thousand_units() -> None:
    content = "\n".join(f"line {number} of a long list" for number in range(10_000))
    scores = [[(number * 7919 % 10_000) / 10_000 for number in range(10_000)]]
    result = trim([content], scores, TrimOptions(threshold=-1, max_tokens=40_000))
    assert 39_900 < result.receipt.tokens_out <= 40_000
