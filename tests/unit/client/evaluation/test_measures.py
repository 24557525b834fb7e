"""The library is asked for what the tables say."""

from math import log2

import pytest

from winnow_client.command.evaluation.measures import measure
from winnow_client.command.evaluation.questions import Question


def test_second_place_none_and_eleventh() -> None:
    questions = [
        Question("a", "?", "", {"x": 1}),
        Question("b", "?", "", {"x": 1}),
        Question("c", "?", "", {"x": 2, "y": 1}),
    ]
    others = [str(place) for place in range(10)]
    values = measure(questions, {"a": ["0", "x"], "b": [], "c": [*others, "x", "y"]})
    assert values == {
        "R@1": [0, 0, 0],
        "R@5": [1, 0, 0],
        "R@10": [1, 0, 0],
        "RR@10": [0.5, 0, 0],
        "nDCG@10": [pytest.approx(1 / log2(3)), 0, 0],
    }


def test_the_order_is_that_of_the_ranking_and_not_of_the_names() -> None:
    [first] = measure([Question("a", "?", "", {"x": 1})], {"a": ["x", "z", "y"]})["R@1"]
    assert first == 1
