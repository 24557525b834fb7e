"""Writes to the local Vectorize: what they store, and what makes production refuse a whole call."""

import struct

import pytest

from tests.integration.local.simulators import Simulators
from tests.integration.local.vectors import refusal, vector

UNPARSEABLE = "VECTOR_UPSERT_ERROR (code = 40023): failed to parse upsert vectors request in json format"


def stored(simulators: Simulators, *ids: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = simulators.call("VECTORIZE", "getByIds", list(ids))
    return found


def test_an_upsert_replaces_the_whole_vector(simulators: Simulators) -> None:
    whole = {
        "id": "replaced",
        "values": vector(1),
        "namespace": "one",
        "metadata": {"lang": "es", "year": 1999},
    }
    simulators.call("VECTORIZE", "upsert", [whole])
    assert stored(simulators, "replaced") == [whole]
    bare = {"id": "replaced", "values": vector(0, 2)}
    simulators.call("VECTORIZE", "upsert", [bare])
    assert stored(simulators, "replaced") == [bare]


def test_an_insert_leaves_what_exists(simulators: Simulators) -> None:
    first = {"id": "inserted", "values": vector(1)}
    simulators.call("VECTORIZE", "insert", [first])
    second = {"id": "inserted-too", "values": vector(3)}
    simulators.call("VECTORIZE", "insert", [{"id": "inserted", "values": vector(2)}, second])
    assert stored(simulators, "inserted", "inserted-too") == [first, second]


def test_get_by_ids_keeps_the_order_asked_for_and_omits_what_is_unknown(simulators: Simulators) -> None:
    vectors = [{"id": f"ordered-{number}", "values": vector(number)} for number in (1, 2, 3)]
    simulators.call("VECTORIZE", "upsert", vectors)
    assert stored(simulators, "ordered-3", "unknown", "ordered-1") == [vectors[2], vectors[0]]


def test_deleted_vectors_are_gone_and_unknown_ids_do_no_harm(simulators: Simulators) -> None:
    simulators.call("VECTORIZE", "upsert", [{"id": f"deleted-{number}", "values": vector(1)} for number in range(3)])
    reply = simulators.call("VECTORIZE", "deleteByIds", ["deleted-0", "deleted-2", "unknown"])
    assert list(reply) == ["mutationId"]
    assert [found["id"] for found in stored(simulators, "deleted-0", "deleted-1", "deleted-2")] == ["deleted-1"]


@pytest.mark.parametrize("tag", ["$float32", "$float64"])
def test_typed_arrays_are_taken_and_kept_as_float32(simulators: Simulators, tag: str) -> None:
    identifier = f"typed-{tag[1:]}"
    simulators.call("VECTORIZE", "upsert", [{"id": identifier, "values": {tag: vector(0.1, -0.7)}}])
    rounded = [struct.unpack("f", struct.pack("f", number))[0] for number in vector(0.1, -0.7)]
    assert stored(simulators, identifier) == [{"id": identifier, "values": rounded}]


def test_the_last_of_equal_ids_in_one_upsert_stays(simulators: Simulators) -> None:
    simulators.call("VECTORIZE", "upsert", [{"id": "twice", "values": vector(1)}, {"id": "twice", "values": vector(2)}])
    assert stored(simulators, "twice") == [{"id": "twice", "values": vector(2)}]


def with_fields(**fields: object) -> dict[str, object]:
    return {"id": "refused", "values": vector(1), **fields}


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        pytest.param(
            with_fields(id="ñ" * 33),
            "VECTOR_UPSERT_ERROR (code = 40008): id too long; max is 64 bytes, got 66 bytes",
            id="id of 66 bytes in 33 characters",
        ),
        pytest.param(with_fields(id=""), "VECTOR_UPSERT_ERROR: id must not be empty", id="empty id"),
        pytest.param(with_fields(id=7), UNPARSEABLE, id="a number for an id"),
        pytest.param(
            with_fields(values=[1.0, 2.0]),
            'VECTOR_UPSERT_ERROR (code = 40012): invalid vector for id="refused", '
            "expected 384 dimensions, and got 2 dimensions",
            id="wrong width",
        ),
        pytest.param(with_fields(values=[{"$number": "NaN"}, *vector()[1:]]), UNPARSEABLE, id="NaN"),
        pytest.param(with_fields(values=[{"$number": "Infinity"}, *vector()[1:]]), UNPARSEABLE, id="infinite"),
        pytest.param(with_fields(values=[1e39, *vector()[1:]]), UNPARSEABLE, id="infinite as a float32"),
        pytest.param(with_fields(values=[None, *vector()[1:]]), UNPARSEABLE, id="null"),
        pytest.param(with_fields(values=["1", *vector()[1:]]), UNPARSEABLE, id="text for a number"),
        pytest.param(
            with_fields(metadata={"text": "x" * 10_230}),
            'VECTOR_UPSERT_ERROR (code = 40016): oversized metadata for vector id="refused"; '
            "the compact JSON representation of the metadata must not exceed 10240 bytes, got 10241 bytes",
            id="metadata of 10241 bytes",
        ),
        pytest.param(with_fields(metadata={"title": "half \ud83d"}), UNPARSEABLE, id="lone surrogate in metadata"),
        pytest.param(
            with_fields(metadata={"a.b": 1}),
            'VECTOR_UPSERT_ERROR: invalid metadata key for vector id="refused": must not contain a dot',
            id="dot in a key",
        ),
        pytest.param(
            with_fields(metadata={"inner": {"$eq": 1}}),
            'VECTOR_UPSERT_ERROR: invalid metadata key for vector id="refused": must not start with $',
            id="dollar in a nested key",
        ),
        pytest.param(
            with_fields(namespace="n" * 65),
            "VECTOR_UPSERT_ERROR: namespace too long; max is 64 bytes, got 65 bytes",
            id="namespace of 65 bytes",
        ),
        pytest.param(with_fields(vector=[1]), "local Vectorize: a vector has no field vector", id="unknown field"),
        pytest.param(
            with_fields(metadata={"$map": [["lang", "es"]]}),
            "vectors[1].metadata is a JS Map, which production would send as {} and lose: "
            "convert it with Object.fromEntries",
            id="Map for metadata",
        ),
    ],
)
def test_one_bad_vector_refuses_the_whole_call(simulators: Simulators, bad: dict[str, object], message: str) -> None:
    good = {"id": "in-bad-company", "values": vector(1)}
    assert refusal(simulators, "upsert", [good, bad]) == message
    assert stored(simulators, "in-bad-company") == []


def test_values_at_the_limit_are_taken(simulators: Simulators) -> None:
    largest = {
        "id": "ñ" * 32,
        "values": vector(3.4e38),
        "namespace": "n" * 64,
        "metadata": {"text": "x" * 10_229},
    }
    simulators.call("VECTORIZE", "upsert", [largest])
    assert [found["id"] for found in stored(simulators, "ñ" * 32)] == ["ñ" * 32]


def test_a_write_takes_a_thousand_vectors_and_no_more(simulators: Simulators) -> None:
    many = [{"id": f"many-{number}", "values": vector(1), "namespace": "many"} for number in range(1001)]
    assert refusal(simulators, "upsert", many) == (
        "VECTOR_UPSERT_ERROR: too many vectors in payload; max vector count is 1000, got 1001"
    )
    assert list(simulators.call("VECTORIZE", "upsert", many[:1000])) == ["mutationId"]
    assert [found["id"] for found in stored(simulators, "many-0", "many-999", "many-1000")] == [
        "many-0",
        "many-999",
    ]


@pytest.mark.parametrize(
    ("method", "operation", "limit"), [("deleteByIds", "VECTOR_DELETE", 100), ("getByIds", "VECTOR_GET", 20)]
)
def test_ids_per_call_are_limited(simulators: Simulators, method: str, operation: str, limit: int) -> None:
    ids = [f"none-{number}" for number in range(limit + 1)]
    assert refusal(simulators, method, ids) == (
        f"{operation}_ERROR (code = 40007): too many ids in payload; max id count is {limit}, got {limit + 1}"
    )
    simulators.call("VECTORIZE", method, ids[:limit])


@pytest.mark.parametrize(
    ("method", "message"),
    [
        ("upsert", "VECTOR_UPSERT_ERROR: no vectors in payload"),
        ("insert", "VECTOR_INSERT_ERROR: no vectors in payload"),
        ("deleteByIds", "VECTOR_DELETE_ERROR: no ids in payload"),
        ("getByIds", "VECTOR_GET_ERROR: no ids in payload"),
    ],
)
def test_an_empty_call_is_refused(simulators: Simulators, method: str, message: str) -> None:
    assert refusal(simulators, method, []) == message


def test_there_is_no_list_vectors(simulators: Simulators) -> None:
    assert refusal(simulators, "listVectors") == 'The RPC receiver does not implement the method "listVectors".'
