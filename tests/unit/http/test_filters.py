"""Filters are checked against what the index declares."""

import pytest

from winnow.errors import InvalidRequest
from winnow.http.filters import to_filter
from winnow.http.schemas.common import validate
from winnow.http.schemas.retrieve import RetrieveRequest
from winnow.ports import Condition, Filter, IndexDefinition

INDEX = IndexDefinition("test", 384, "cosine", {"lang": "string", "year": "number", "public": "boolean"})


def filter_of(wanted: dict[str, object]) -> Filter:
    return to_filter(validate(RetrieveRequest, {"query": "q", "filter": wanted}).filter, INDEX)


def test_each_form_means_what_it_says() -> None:
    wanted = {"lang": ["es", "en"], "public": True, "year": {"gte": 1990, "lt": 2000.5}}
    assert filter_of(wanted).conditions == (
        Condition("lang", "in", ("es", "en")),
        Condition("public", "eq", value=True),
        Condition("year", "gte", 1990),
        Condition("year", "lt", 2000.5),
    )


def test_an_empty_list_denies_and_an_empty_filter_does_not() -> None:
    assert filter_of({"lang": []}).denies
    assert not filter_of({}).denies


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ({"colour": "red"}, "'colour' cannot be filtered: declared are lang, year, public"),
        ({"lang": 7}, "'lang' is a string"),
        ({"year": "1990"}, "'year' is a number"),
        ({"year": True}, "'year' is a number"),
        ({"public": 1}, "'public' is a boolean"),
        ({"lang": ["es", 7]}, "'lang' is a string"),
        ({"year": {"ne": "x"}}, "'year' is a number"),
    ],
)
def test_what_the_index_cannot_filter_is_refused(wanted: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidRequest) as refusal:
        filter_of(wanted)
    assert [problem.message for problem in refusal.value.problems] == [message]
    assert refusal.value.problems[0].location == ("filter", next(iter(wanted)))
