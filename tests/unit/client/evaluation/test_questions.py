"""Halves, samples and the name of a namespace."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnow_client.command.evaluation.questions import DataError, Passage, Question, QuestionSet

PASSAGES = [Passage(f"p{number}", "", f"text {number}", f"article {number // 2}") for number in range(6)]
QUESTIONS = [Question(f"q{number}", "?", f"article {number // 2}", {f"p{number}": 1}) for number in range(6)]


def test_halves_are_every_other_article() -> None:
    across = Question("across", "?", "article 0", {"p0": 1, "p2": 1})
    unanswerable = Question("none", "?", "article 0")
    first, second = QuestionSet("x", PASSAGES, [*QUESTIONS, across, unanswerable]).halves()
    assert [passage.id for passage in first.passages] == ["p0", "p1", "p4", "p5"]
    assert [question.id for question in first.questions] == ["q0", "q1", "q4", "q5"]
    assert [passage.id for passage in second.passages] == ["p2", "p3"]
    assert [question.id for question in second.questions] == ["q2", "q3"]


def test_one_article_has_no_halves() -> None:
    with pytest.raises(DataError, match="only one article"):
        QuestionSet("x", PASSAGES[:2], QUESTIONS[:2]).halves()


def test_a_namespace_is_named_by_what_is_stored() -> None:
    whole = QuestionSet("x", PASSAGES, QUESTIONS)
    assert whole.namespace == QuestionSet("y", PASSAGES[::-1], []).namespace
    assert whole.namespace != QuestionSet("x", PASSAGES[1:], QUESTIONS).namespace
    assert whole.namespace.startswith("evaluate-")


@given(st.integers(1, 10))
def test_a_sample_is_spread_and_keeps_all_documents(count: int) -> None:
    sample = QuestionSet("x", PASSAGES, QUESTIONS).sampled(count)
    places = [QUESTIONS.index(question) for question in sample.questions]
    assert sample.passages == PASSAGES
    assert len(places) == min(count, len(QUESTIONS))
    assert places == sorted(set(places))
    assert len({right - left for left, right in pairwise(places)}) <= 2
