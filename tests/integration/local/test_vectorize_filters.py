"""Metadata filters of the local Vectorize, as a table."""

from typing import Any

import pytest

from tests.integration.local.simulators import Simulators
from tests.integration.local.vectors import refusal, vector

LONG = "x" * 64
BOOKS: dict[str, dict[str, Any] | None] = {
    "es-1999": {"lang": "es", "year": 1999, "public": True, "note": "kept"},
    "en-2005": {"lang": "en", "year": 2005, "public": False},
    "en-2020": {"lang": "en", "year": 2020, "public": True},
    "long": {"lang": LONG + "tail"},
    "ill-typed": {"lang": 7, "year": "1999", "public": "true"},
    "bare": None,
}


@pytest.fixture(scope="module")
def library(simulators: Simulators) -> Simulators:
    books = [
        {
            "id": name,
            "values": vector(1),
            "namespace": "library",
            **({"metadata": metadata} if metadata else {}),
        }
        for name, metadata in BOOKS.items()
    ]
    simulators.call("VECTORIZE", "upsert", books)
    return simulators


def found(simulators: Simulators, wanted: object) -> set[str]:
    reply = simulators.call("VECTORIZE", "query", vector(1), {"topK": 20, "namespace": "library", "filter": wanted})
    assert reply["count"] == len(reply["matches"])
    return {match["id"] for match in reply["matches"]}


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        pytest.param({"lang": "es"}, {"es-1999"}, id="implicit equality"),
        pytest.param({"lang": {"$eq": "en"}}, {"en-2005", "en-2020"}, id="equality"),
        pytest.param({"public": True}, {"es-1999", "en-2020"}, id="boolean"),
        pytest.param({"year": 2005}, {"en-2005"}, id="number"),
        pytest.param({"lang": "en", "public": True}, {"en-2020"}, id="all keys must hold"),
        pytest.param({"lang": {"$ne": "en"}}, {"es-1999", "long"}, id="unequal, but never without the field"),
        pytest.param({"lang": {"$in": ["es", "fr"]}}, {"es-1999"}, id="any of"),
        pytest.param({"lang": {"$nin": ["es", "fr"]}}, {"en-2005", "en-2020", "long"}, id="none of"),
        pytest.param({"year": {"$gt": 1999}}, {"en-2005", "en-2020"}, id="above"),
        pytest.param({"year": {"$gte": 1999}}, {"es-1999", "en-2005", "en-2020"}, id="at least"),
        pytest.param({"year": {"$lt": 2005}}, {"es-1999"}, id="below"),
        pytest.param({"year": {"$lte": 2005}}, {"es-1999", "en-2005"}, id="at most"),
        pytest.param({"year": {"$gt": 1999, "$lte": 2005}}, {"en-2005"}, id="between"),
        pytest.param({"lang": {"$gte": "en", "$lt": "eo"}}, {"en-2005", "en-2020"}, id="between texts"),
        pytest.param({"year": {"$gt": "1"}}, set(), id="a text is no bound of numbers"),
        pytest.param({"year": "1999"}, set(), id="a text is not the number, nor indexed as one"),
        pytest.param({"lang": 7}, set(), id="a number is not indexed as a text"),
        pytest.param({"lang": LONG}, {"long"}, id="texts are indexed by 64 bytes"),
        pytest.param({"lang": LONG + "other"}, {"long"}, id="and compared by 64 bytes"),
        pytest.param({"year": None}, {"long", "ill-typed", "bare"}, id="null: without the field"),
        pytest.param({"year": {"$ne": None}}, {"es-1999", "en-2005", "en-2020"}, id="not null: with the field"),
        pytest.param({"note": "kept"}, set(), id="an undeclared field finds nothing"),
        pytest.param({"note": {"$ne": "kept"}}, set(), id="nor with unequal"),
        pytest.param({"lang": "en", "note": None}, set(), id="nor beside a declared one"),
        pytest.param({"constructor": {"$ne": 1}}, set(), id="nor by a name that every object has"),
    ],
)
def test_a_filter_finds_exactly(library: Simulators, wanted: object, expected: set[str]) -> None:
    assert found(library, wanted) == expected


def test_without_a_filter_everything_is_found(library: Simulators) -> None:
    assert found(library, None) == set(BOOKS)


def test_the_filter_binds_before_top_k(library: Simulators) -> None:
    options = {"topK": 1, "namespace": "library", "filter": {"lang": "es"}}
    reply = library.call("VECTORIZE", "query", vector(1), options)
    assert [match["id"] for match in reply["matches"]] == ["es-1999"]


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        ({}, "must be a non-empty object"),
        ([], "must be a non-empty object"),
        ("lang", "must be a non-empty object"),
        ({"lang": "x" * 2037}, "its compact JSON must be less than 2048 bytes"),
        ({"": 1}, 'key "" must not be empty'),
        ({"$and": [1]}, 'key "$and" must not start with $'),
        ({'say "so"': 1}, 'key "say "so"" must not contain "'),
        ({"k" * 513: 1}, f'key "{"k" * 513}" must be at most 512 characters'),
        ({"lang": {}}, 'key "lang": unknown operator '),
        ({"lang": {"$like": "e"}}, 'key "lang": unknown operator $like'),
        ({"lang": ["es"]}, 'key "lang": $eq takes a list or it does not'),
        ({"lang": {"$in": "es"}}, 'key "lang": $in takes a list or it does not'),
        ({"lang": {"$in": []}}, 'key "lang": $in cannot be asked of that'),
        ({"lang": {"$in": [None]}}, 'key "lang": $in cannot be asked of that'),
        ({"year": {"$gt": True}}, 'key "year": $gt cannot be asked of that'),
        (
            {"year": {"$gt": 1, "$gte": 2}},
            'key "year": only a lower and an upper bound can stand together, not $gt,$gte',
        ),
        (
            {"year": {"$ne": 1, "$gte": 2}},
            'key "year": only a lower and an upper bound can stand together, not $ne,$gte',
        ),
    ],
)
def test_a_malformed_filter_is_refused(simulators: Simulators, wanted: object, reason: str) -> None:
    message = refusal(simulators, "query", vector(1), {"filter": wanted})
    assert message == f"VECTOR_QUERY_ERROR (code = 40026): Failed to parse the request body as JSON: filter: {reason}"


def test_a_filter_just_below_the_limit_passes(library: Simulators) -> None:
    assert found(library, {"lang": "y" * 2036}) == set()
