"""Fields and filters as they are written on the command line."""

from collections.abc import Sequence
from typing import Any

import pytest
import typer

from winnow_client.command.fields import parse_fields, parse_where


@pytest.mark.parametrize(
    ("items", "fields"),
    [
        ([], {}),
        (["lang=es"], {"lang": "es"}),
        (["year=2024", "public=true", "ratio=0.5"], {"year": 2024, "public": True, "ratio": 0.5}),
        (['code="007"', "none=null", "list=[1]"], {"code": "007", "none": "null", "list": "[1]"}),
        (["a=b=c", " spaced = x "], {"a": "b=c", "spaced": " x "}),
        (["empty="], {"empty": ""}),
        (["nan=NaN", "huge=1e999", "leading=08"], {"nan": "NaN", "huge": "1e999", "leading": "08"}),
    ],
)
def test_fields(items: Sequence[str], fields: dict[str, Any]) -> None:
    assert parse_fields(items) == fields


@pytest.mark.parametrize("item", ["lang", "=es", " =es"])
def test_what_is_no_field_is_refused(item: str) -> None:
    with pytest.raises(typer.BadParameter, match="is not of the form name=value"):
        parse_fields([item])


@pytest.mark.parametrize(
    ("items", "wanted"),
    [
        (["lang=es"], {"lang": "es"}),
        (["lang=es", "lang=en"], {"lang": ["es", "en"]}),
        (["year>=2020", "year<2024", "lang!=es"], {"year": {"gte": 2020, "lt": 2024}, "lang": {"ne": "es"}}),
        (["year>1", "published<=9"], {"year": {"gt": 1}, "published": {"lte": 9}}),
        (["author=a>b"], {"author": "a>b"}),
    ],
)
def test_conditions(items: Sequence[str], wanted: dict[str, Any]) -> None:
    assert parse_where(items) == wanted


@pytest.mark.parametrize(
    ("items", "message"),
    [
        (["lang"], "'lang' is not of the form field=value"),
        (["=es"], "'=es' is not of the form field=value"),
        (["year=1", "year>2"], "the conditions on 'year' cannot be joined into one"),
        (["year>1", "year>2"], "the conditions on 'year' cannot be joined into one"),
    ],
)
def test_conditions_that_are_none_are_refused(items: Sequence[str], message: str) -> None:
    with pytest.raises(typer.BadParameter, match=message):
        parse_where(items)
