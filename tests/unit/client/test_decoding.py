"""Answers are parsed strictly, and what is unknown is passed over."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import pytest

from winnow_client.decoding import decode
from winnow_client.errors import UnexpectedAnswer


@dataclass(frozen=True, slots=True)
class Inner:
    count: int


@dataclass(frozen=True, slots=True)
class Outer:
    name: str
    score: float
    state: Literal["on", "off"]
    inner: Inner
    spans: tuple[tuple[int, int], ...] = ()
    extra: Mapping[str, Inner] | None = None
    anything: Any = None


GOOD: dict[str, Any] = {"name": "a", "score": 1, "state": "on", "inner": {"count": 2}}


def test_every_kind_of_field_is_read() -> None:
    value = {**GOOD, "spans": [[0, 3]], "extra": {"x": {"count": 1}}, "anything": [None]}
    assert decode(Outer, value) == Outer("a", 1.0, "on", Inner(2), ((0, 3),), {"x": Inner(1)}, [None])


def test_an_integer_becomes_the_float_that_is_expected() -> None:
    assert type(decode(Outer, GOOD).score) is float


def test_fields_of_a_newer_server_are_passed_over() -> None:
    assert decode(Outer, {**GOOD, "colour": "green", "inner": {"count": 2, "unit": "m"}}) == decode(Outer, GOOD)


def test_null_is_as_good_as_absent_where_the_field_may_be_none() -> None:
    assert decode(Outer, {**GOOD, "extra": None}) == decode(Outer, GOOD)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"name": 1}, "answer.name: expected a string, found int"),
        ({"name": None}, "answer.name: expected a string, found NoneType"),
        ({"score": "1"}, "answer.score: expected a number, found str"),
        ({"score": True}, "answer.score: expected a number, found bool"),
        ({"state": "maybe"}, "answer.state: expected 'on' or 'off', found str"),
        ({"state": []}, "answer.state: expected 'on' or 'off', found list"),
        ({"inner": []}, "answer.inner: expected an object, found list"),
        ({"inner": {}}, "answer.inner: 'count' is missing"),
        ({"inner": {"count": 1.0}}, "answer.inner.count: expected an integer, found float"),
        ({"inner": {"count": True}}, "answer.inner.count: expected an integer, found bool"),
        ({"spans": {}}, "answer.spans: expected an array, found dict"),
        ({"spans": [[0, 1], [0]]}, "answer.spans[1]: expected 2 items, found 1"),
        ({"spans": [[0, "1"]]}, "answer.spans[0][1]: expected an integer, found str"),
        ({"extra": {"x": {}}}, "answer.extra.x: 'count' is missing"),
        ({"extra": []}, "answer.extra: expected an object, found list"),
    ],
)
def test_what_breaks_the_contract_is_named_by_place_and_not_by_value(change: Mapping[str, Any], message: str) -> None:
    with pytest.raises(UnexpectedAnswer) as caught:
        decode(Outer, {**GOOD, **change})
    assert str(caught.value) == message


def test_a_missing_field_is_named() -> None:
    with pytest.raises(UnexpectedAnswer, match=r"^answer: 'name' is missing$"):
        decode(Outer, {})
