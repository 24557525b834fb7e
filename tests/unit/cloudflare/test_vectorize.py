"""What Vectorize is told, and what its errors mean."""

import pytest

from winnow.cloudflare.vectorize import MAX_NAMESPACE_BYTES, milliseconds, native_namespace, translate
from winnow.cloudflare.vectorize_filter import native_filter
from winnow.errors import IndexUnavailable, InvalidRequest, Misconfigured, WinnowError
from winnow.ports import Condition, Filter

LONG = "é" * 32 + "x"


@pytest.mark.parametrize("namespace", ["a", "x" * 64, "é" * 32, "a/b c"])
def test_a_short_namespace_is_itself(namespace: str) -> None:
    assert native_namespace(namespace) == namespace


def test_all_else_is_hashed_to_what_no_short_one_can_be() -> None:
    names = ["x" * 65, "é" * 33, "a\nb", "sha256:" + "0" * 56]
    hashed = [native_namespace(name) for name in names]
    assert len(set(hashed)) == len(names)
    assert {name.startswith("sha256:") and len(name) < MAX_NAMESPACE_BYTES for name in hashed} == {True}
    assert not set(hashed) & set(names)


@pytest.mark.parametrize(
    ("conditions", "expected"),
    [
        ([], {}),
        ([("a", "eq", 1)], {"a": {"$eq": 1}}),
        ([("a", "in", (1, 2))], {"a": {"$in": [1, 2]}}),
        ([("a", "gte", 1), ("a", "lt", 2), ("b", "ne", True)], {"a": {"$gte": 1, "$lt": 2}, "b": {"$ne": True}}),
        ([("a", "gte", 1), ("a", "gt", 1)], {"a": {"$gte": 1}}),
        ([("a", "gte", 1), ("a", "ne", 2)], {"a": {"$gte": 1}}),
        ([("a", "eq", LONG)], {"a": {"$eq": LONG}}),
        ([("a", "ne", LONG)], {}),
        ([("a", "gt", LONG), ("b", "eq", 1)], {"b": {"$eq": 1}}),
    ],
    ids=str,
)
def test_a_filter_is_all_that_vectorize_can_keep(
    conditions: list[tuple[str, str, object]], expected: dict[str, object]
) -> None:
    where = Filter(tuple(Condition(*condition) for condition in conditions))  # type: ignore[arg-type]
    assert native_filter(where) == expected


def test_a_filter_is_as_long_as_vectorize_takes() -> None:
    overhead = len('{"a":{"$eq":""}}')
    assert native_filter(Filter((Condition("a", "eq", "x" * (2_047 - overhead)),)))
    with pytest.raises(InvalidRequest, match="2048 bytes"):
        native_filter(Filter((Condition("a", "eq", "x" * (2_048 - overhead)),)))


@pytest.mark.parametrize(
    ("moment", "expected"),
    [
        (None, None),
        ("2026-11-30T12:00:00.250Z", 1_796_040_000_250),
        (1_796_040_000, 1_796_040_000_000),
        (1_796_040_000_250, 1_796_040_000_250),
    ],
)
def test_a_moment_is_read_as_text_or_number(moment: str | float | None, expected: int | None) -> None:
    assert milliseconds(moment) == expected


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ("VECTOR_UPSERT_ERROR (code = 40012): invalid vector", Misconfigured),
        ("VECTOR_UPSERT_ERROR (code = 40041): Too Many Requests", IndexUnavailable),
        ("VECTOR_QUERY_ERROR: Status + 500", IndexUnavailable),
        ("Network connection lost.", IndexUnavailable),
    ],
)
def test_errors_are_classified(message: str, kind: type[WinnowError]) -> None:
    assert type(translate(message)) is kind
