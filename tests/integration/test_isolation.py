"""Who sees what: namespaces, filters on both legs, and vectors whose rows are gone."""

import pytest

from local.host.faults import Fault
from local.platform import LocalPlatform
from tests.platform import Client

LEGS = {"dense": {"lexical": False}, "lexical": {"dense": False}, "both": {}}
TEXT = "The moon raises the tides."


def seen(client: Client, namespace: str, **options: object) -> set[str]:
    answer = client.retrieve(namespace, TEXT, top_k=50, candidates=50, **options)
    return {chunk["document_id"] for chunk in answer["chunks"]}


@pytest.mark.parametrize("legs", LEGS.values(), ids=LEGS)
def test_namespaces_do_not_see_each_other(client: Client, namespace: str, legs: dict[str, object]) -> None:
    spaces = [namespace, namespace + "2", namespace + "é" * 200, namespace + "é" * 201]
    for number, space in enumerate(spaces):
        client.ingest(space, {"id": f"only-{number}", "text": TEXT})
    assert [seen(client, space, **legs) for space in spaces] == [{f"only-{number}"} for number in range(4)]


FILTERS: dict[str, tuple[dict[str, object], set[str]]] = {
    "equal": ({"tenant": "x"}, {"a", "b"}),
    "any of": ({"tenant": ["y", "z"]}, {"c"}),
    "an empty list denies": ({"tenant": []}, set()),
    "an empty list denies beside what holds": ({"tenant": [], "year": 1999}, set()),
    "not equal": ({"tenant": {"ne": "x"}}, {"c"}),
    "a range": ({"year": {"gt": 1999, "lte": 2001}}, {"b"}),
    "a range and an exception": ({"year": {"gte": 1999, "ne": 2001}}, {"a"}),
    "a boolean": ({"public": True}, {"c"}),
    "two fields": ({"tenant": "x", "year": 1999}, {"a"}),
    "more than 64 bytes": ({"source": "s" * 64 + "1"}, {"a"}),
    "not equal beyond 64 bytes": ({"source": {"ne": "s" * 64 + "1"}}, {"b"}),
}


@pytest.mark.parametrize("legs", LEGS.values(), ids=LEGS)
@pytest.mark.parametrize(("wanted", "expected"), FILTERS.values(), ids=FILTERS)
def test_both_legs_keep_to_the_filter(
    client: Client, namespace: str, legs: dict[str, object], wanted: dict[str, object], expected: set[str]
) -> None:
    """All documents answer the question equally well: a leg that forgot the filter would bring the others."""
    metadata: dict[str, dict[str, object]] = {
        "a": {"tenant": "x", "year": 1999, "source": "s" * 64 + "1"},
        "b": {"tenant": "x", "year": 2001, "source": "s" * 64 + "2"},
        "c": {"tenant": "y", "public": True},
        "d": {},
    }
    client.ingest(namespace, *({"id": name, "text": TEXT, "metadata": of} for name, of in metadata.items()))
    assert seen(client, namespace, **legs) == {"a", "b", "c", "d"}
    assert seen(client, namespace, filter=wanted, **legs) == expected


@pytest.mark.parametrize(
    "wanted",
    [{"undeclared": 1}, {"year": "1999"}, {"year": True}, {"public": {"gt": True}}, {"tenant": ["x" * 60] * 40}],
    ids=["undeclared", "type", "boolean for number", "range of booleans", "longer than the index takes"],
)
def test_a_filter_that_the_index_cannot_keep_is_refused(
    client: Client, namespace: str, wanted: dict[str, object]
) -> None:
    body = {"namespace": namespace, "query": "moon", "filter": wanted}
    answer = client.post("/retrieve", body)
    assert (answer.status_code, answer.json()["errors"][0]["loc"][0]) == (422, "filter")


def test_a_vector_whose_row_is_gone_is_dropped(client: Client, namespace: str, platform: LocalPlatform) -> None:
    client.ingest(namespace, {"id": "d", "text": TEXT})
    platform.host.faults.order(Fault("vectorize", "status", method="deleteByIds", status=500))
    client.ingest(namespace, {"id": "d", "text": "Rivers bend."})
    answer = client.retrieve(namespace, TEXT, lexical=False)
    assert [chunk["content"] for chunk in answer["chunks"]] == ["Rivers bend."]
