"""BM25 against the formula written out, and an index that forgets what it is told to forget."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnow.ranking.bm25 import KeywordRetriever, LexicalScore, index_text

TEXTS = {
    "tides": "The moon raises the tides, and the tides follow the moon.",
    "bread": "Bread is made of flour and water.",
    "sea": "The water of the sea is salt.",
}


def filled(texts: dict[str, str] | None = None, *, k1: float = 1.5, b: float = 0.75) -> KeywordRetriever:
    retriever = KeywordRetriever(k1=k1, b=b)
    for identifier, content in (TEXTS if texts is None else texts).items():
        retriever.add(identifier, content)
    return retriever


def test_the_score_is_the_formula() -> None:
    [found] = filled().search("moon", limit=5)
    average = sum(map(len, TEXTS.values())) / 3
    weight = math.log(1 + (3 - 1 + 0.5) / (1 + 0.5))
    saturation = 1.5 * (1 - 0.75 + 0.75 * len(TEXTS["tides"]) / average)
    assert found == LexicalScore("tides", weight * 2 * 2.5 / (2 + saturation), 1.0)


def test_the_best_come_first_and_no_more_than_asked() -> None:
    assert [score.id for score in filled().search("salt water of the moon", limit=2)] == ["sea", "tides"]


def test_words_are_folded_in_query_and_text() -> None:
    retriever = filled({"es": "El camión cruzó la cañada en MÁLAGA", "el": "Η θάλασσα"})
    assert [score.id for score in retriever.search("CAMION malaga", limit=5)] == ["es"]
    assert [score.id for score in retriever.search("ΘΆΛΑΣΣΑ", limit=5)] == ["el"]


def test_a_term_of_the_title_counts_twice() -> None:
    assert index_text("a", "tides", title="Tides").frequencies == {"tides": 3.0}


def test_equal_scores_stand_by_id() -> None:
    retriever = filled({"z": "the same", "a": "the same"})
    assert [score.id for score in retriever.search("same", limit=5)] == ["a", "z"]


@pytest.mark.parametrize("query", ["", "...", "zebra"], ids=["empty", "no term", "unknown term"])
def test_nothing_is_found_where_no_term_stands(query: str) -> None:
    assert filled().search(query, limit=5) == []


def test_a_text_added_again_is_replaced() -> None:
    retriever = filled()
    retriever.add("tides", "nothing of that kind")
    assert (retriever.size, retriever.search("moon", limit=5)) == (3, [])


def test_remove_says_whether_there_was_one() -> None:
    retriever = filled()
    assert (retriever.remove("tides"), retriever.remove("tides"), retriever.size) == (True, False, 2)


def test_clear_forgets_everything() -> None:
    retriever = filled()
    retriever.clear()
    assert (retriever.size, retriever.search("water", limit=5)) == (0, [])


@pytest.mark.parametrize(("k1", "b"), [(-0.1, 0.75), (1.5, -0.1), (1.5, 1.1)])
def test_constants_out_of_range_are_refused(k1: float, b: float) -> None:
    with pytest.raises(ValueError, match="must be"):
        KeywordRetriever(k1=k1, b=b)


WORDS = st.lists(st.sampled_from(["sol", "mar", "luz", "pan", "rio"]), min_size=1, max_size=8).map(" ".join)
COLLECTIONS = st.dictionaries(st.sampled_from("abcdef"), WORDS, max_size=6)


@given(COLLECTIONS, COLLECTIONS, WORDS)
def test_what_was_removed_leaves_no_trace(kept: dict[str, str], removed: dict[str, str], query: str) -> None:
    retriever = filled(removed)
    for identifier in removed:
        retriever.remove(identifier)
    for identifier, content in kept.items():
        retriever.add(identifier, content)
    assert retriever.search(query, limit=10) == filled(kept).search(query, limit=10)


@given(COLLECTIONS, WORDS)
def test_scores_are_above_0_and_coverage_within_0_and_1(texts: dict[str, str], query: str) -> None:
    found = filled(texts).search(query, limit=10)
    assert all(score.bm25 > 0 and 0 < score.coverage <= 1 for score in found)
    assert {score.id for score in found} == {
        identifier for identifier, content in texts.items() if {*query.split()} & {*content.split()}
    }
