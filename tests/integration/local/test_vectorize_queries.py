"""Queries of the local Vectorize: exact cosine, the v2 shapes, namespaces, levels of metadata, limits."""

import random

import pytest

from tests.integration.local.simulators import Simulators
from tests.integration.local.vectors import DIMENSIONS, cosine, refusal, vector


def test_matches_are_the_nearest_by_exact_cosine(simulators: Simulators) -> None:
    source = random.Random(7)  # noqa: S311 - the same vectors on every run
    numbers = {f"cosine-{place}": [source.gauss() for _ in range(DIMENSIONS)] for place in range(300)}
    simulators.call(
        "VECTORIZE",
        "upsert",
        [{"id": name, "values": values, "namespace": "cosine"} for name, values in numbers.items()],
    )
    asked = [source.gauss() for _ in range(DIMENSIONS)]
    expected = sorted(((cosine(asked, values), name) for name, values in numbers.items()), reverse=True)[:100]
    reply = simulators.call("VECTORIZE", "query", asked, {"topK": 100, "namespace": "cosine"})
    assert reply["count"] == 100
    assert [match["id"] for match in reply["matches"]] == [name for _, name in expected]
    assert [match["score"] for match in reply["matches"]] == pytest.approx([score for score, _ in expected], abs=1e-6)


@pytest.fixture(scope="module")
def shelf(simulators: Simulators) -> Simulators:
    """Three vectors in the namespace "shelf", nearest first for `vector(1)`: near, middle, far (opposite)."""
    long_text = "ñ" * 40  # 80 bytes
    simulators.call(
        "VECTORIZE",
        "upsert",
        [
            {
                "id": "near",
                "values": vector(2),
                "namespace": "shelf",
                "metadata": {"lang": "es", "note": "not declared", "source": long_text, "year": "1999"},
            },
            {"id": "middle", "values": vector(1, 1), "namespace": "shelf", "metadata": {"note": "only"}},
            {"id": "far", "values": vector(-1), "namespace": "shelf"},
            {"id": "elsewhere", "values": vector(1), "namespace": "another shelf"},
        ],
    )
    return simulators


ROOT_HALF = 0.7071067811865475


def test_a_match_is_id_score_and_namespace_by_default(shelf: Simulators) -> None:
    assert shelf.call("VECTORIZE", "query", vector(1), {"namespace": "shelf"}) == {
        "count": 3,
        "matches": [
            {"id": "near", "score": 1, "namespace": "shelf"},
            {"id": "middle", "score": pytest.approx(ROOT_HALF, abs=1e-6), "namespace": "shelf"},
            {"id": "far", "score": -1, "namespace": "shelf"},
        ],
    }


def test_values_and_metadata_come_when_asked_for(shelf: Simulators) -> None:
    options = {"topK": 2, "namespace": "shelf", "returnValues": True}
    level_all = shelf.call("VECTORIZE", "query", vector(1), {**options, "returnMetadata": "all"})
    assert [(match["values"], match["metadata"]) for match in level_all["matches"]] == [
        (vector(2), {"lang": "es", "note": "not declared", "source": "ñ" * 40, "year": "1999"}),
        (vector(1, 1), {"note": "only"}),
    ]
    level_true = shelf.call("VECTORIZE", "query", vector(1), {**options, "returnMetadata": True})
    assert level_true == level_all


def test_indexed_metadata_is_the_declared_fields_of_the_declared_type_cut_at_64_bytes(
    shelf: Simulators,
) -> None:
    reply = shelf.call("VECTORIZE", "query", vector(1), {"namespace": "shelf", "returnMetadata": "indexed"})
    assert [match["metadata"] for match in reply["matches"]] == [{"lang": "es", "source": "ñ" * 32}, {}, {}]


def test_the_namespace_binds_before_top_k(shelf: Simulators) -> None:
    reply = shelf.call("VECTORIZE", "query", vector(1), {"topK": 1, "namespace": "another shelf"})
    assert [match["id"] for match in reply["matches"]] == ["elsewhere"]
    assert shelf.call("VECTORIZE", "query", vector(1), {"namespace": "no shelf"}) == {
        "count": 0,
        "matches": [],
    }


def test_five_matches_come_by_default_and_equal_scores_by_id(simulators: Simulators) -> None:
    many = [{"id": f"tie-{letter}", "values": vector(1), "namespace": "ties"} for letter in "gcafbde"]
    simulators.call("VECTORIZE", "upsert", many)
    reply = simulators.call("VECTORIZE", "query", vector(1), {"namespace": "ties"})
    assert [match["id"] for match in reply["matches"]] == [f"tie-{letter}" for letter in "abcde"]


def test_a_zero_vector_scores_zero(shelf: Simulators) -> None:
    reply = shelf.call("VECTORIZE", "query", vector(), {"namespace": "shelf"})
    assert [match["score"] for match in reply["matches"]] == [0, 0, 0]


def test_query_by_id_asks_with_a_stored_vector(shelf: Simulators) -> None:
    by_id = shelf.call("VECTORIZE", "queryById", "middle", {"namespace": "shelf"})
    assert by_id == shelf.call("VECTORIZE", "query", vector(1, 1), {"namespace": "shelf"})
    assert by_id["matches"][0]["id"] == "middle"
    assert refusal(shelf, "queryById", "unknown") == 'VECTOR_QUERY_ERROR: vector with id="unknown" not found'


WITH_CONTENT = (
    "VECTOR_QUERY_ERROR (code = 40025): with returnValues=true or returnMetadata=all, "
    "max top K is 50, but got 51; "
    "for a top K up to 100, retry with returnValues=false and returnMetadata=indexed"
)
WRONG_WIDTH = "VECTOR_QUERY_ERROR (code = 40006): invalid query vector, expected 384 dimensions, and got "
LOST = " is a JS Map, which production would send as {} and lose: convert it with Object.fromEntries"
PARSE = "VECTOR_QUERY_ERROR (code = 40026): Failed to parse the request body as JSON: "


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"topK": 51, "returnMetadata": "all"}, WITH_CONTENT),
        ({"topK": 51, "returnMetadata": True}, WITH_CONTENT),
        ({"topK": 51, "returnValues": True}, WITH_CONTENT),
        (
            {"topK": 101, "returnMetadata": "indexed"},
            "VECTOR_QUERY_ERROR (code = 40025): max top K is 100, but got 101",
        ),
        ({"topK": 0}, PARSE + "topK: expected a positive integer"),
        ({"topK": 2.5}, PARSE + "topK: expected a positive integer"),
        ({"returnMetadata": False}, PARSE + "returnMetadata: expected value"),
        (
            {"returnMetadata": "some"},
            'Invalid returnMetadata option. Expected: true, false, "none", "indexed" or "all"; got: some',
        ),
        ({"namespace": "n" * 65}, "VECTOR_QUERY_ERROR: namespace too long; max is 64 bytes, got 65 bytes"),
        ({"top_k": 3}, "local Vectorize: no query option top_k; production would ignore it"),
        (
            {"$map": [["topK", 3]]},
            "options" + LOST,
        ),
        (
            {"filter": {"$map": [["lang", "es"]]}},
            "options.filter" + LOST,
        ),
    ],
)
def test_options_outside_the_limits_are_refused(
    simulators: Simulators, options: dict[str, object], message: str
) -> None:
    assert refusal(simulators, "query", vector(1), options) == message


@pytest.mark.parametrize(
    "options",
    [{"topK": 50, "returnMetadata": "all", "returnValues": True}, {"topK": 100, "returnMetadata": "indexed"}],
)
def test_options_at_the_limits_pass(simulators: Simulators, options: dict[str, object]) -> None:
    assert simulators.call("VECTORIZE", "query", vector(1), {**options, "namespace": "none"})["count"] == 0


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (
            [1.0],
            WRONG_WIDTH + "1 dimensions",
        ),
        (
            [],
            WRONG_WIDTH + "0 dimensions",
        ),
        ([{"$number": "NaN"}, *vector()[1:]], PARSE + "vector: expected a list of finite numbers"),
    ],
    ids=["one number", "no numbers", "NaN"],
)
def test_a_bad_query_vector_is_refused(simulators: Simulators, values: list[object], message: str) -> None:
    assert refusal(simulators, "query", values) == message


def test_a_typed_array_asks_like_a_list(shelf: Simulators) -> None:
    options = {"namespace": "shelf"}
    typed = shelf.call("VECTORIZE", "query", {"$float32": vector(1)}, options)
    assert typed == shelf.call("VECTORIZE", "query", vector(1), options)
    assert typed["count"] == 3
