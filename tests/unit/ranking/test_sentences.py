"""Which sentences of a chunk come first, and how many a floor keeps."""

from hypothesis import given
from hypothesis import strategies as st

from winnow.ranking.sentences import hybrid_order, reorder, sentence_coverages

SCORES = st.lists(st.floats(-1, 1), max_size=15)


def test_a_term_weighs_by_how_few_sentences_hold_it() -> None:
    sentences = ["The moon is far.", "The tides rise.", "The end."]
    moon, tides, end = sentence_coverages("the tides", sentences)
    assert tides == 1.0
    assert moon == end < 0.2


def test_words_lift_a_sentence_that_stands_close_behind() -> None:
    assert hybrid_order([0.9, 0.8, 0.7], [0.0, 1.0, 0.0]) == [1, 0, 2]


def test_without_any_word_the_cosine_decides() -> None:
    assert hybrid_order([0.1, 0.3, 0.2], [0.0, 0.0, 0.0]) == [1, 2, 0]


def test_equal_sentences_stand_in_the_order_of_the_text() -> None:
    assert hybrid_order([0.5] * 12, [0.25] * 12) == list(range(12))


def test_reordered_scores_follow_the_order() -> None:
    assert reorder([0.9, 0.8, 0.1], [2, 0, 1]) == [0.8, 0.1, 0.9]


@given(
    SCORES.flatmap(lambda row: st.tuples(st.just(row), st.lists(st.floats(0, 1), min_size=len(row), max_size=len(row))))
)
def test_reordering_keeps_every_score_and_so_the_number_above_any_floor(rows: tuple[list[float], list[float]]) -> None:
    cosines, coverages = rows
    order = hybrid_order(cosines, coverages)
    dealt = reorder(cosines, order)
    assert sorted(order) == list(range(len(cosines)))
    assert sorted(dealt) == sorted(cosines)
    assert [dealt[index] for index in order] == sorted(cosines, reverse=True)
