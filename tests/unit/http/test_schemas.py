"""What requests must look like."""

import pytest

from winnow.errors import InvalidRequest
from winnow.http.problems import HttpError
from winnow.http.schemas.common import Strict, parse_json, validate
from winnow.http.schemas.ingest import IngestRequest
from winnow.http.schemas.retrieve import RetrieveRequest
from winnow.http.schemas.trim import TrimRequest

DOCUMENT = {"id": "a", "text": "b"}
CHUNK = {"content": "One. Two."}


def locations(schema: type[Strict], value: object) -> set[tuple[int | str, ...]]:
    with pytest.raises(InvalidRequest) as refusal:
        validate(schema, value)
    return {problem.location for problem in refusal.value.problems}


@pytest.mark.parametrize(
    ("schema", "value", "location"),
    [
        (IngestRequest, {}, ("documents",)),
        (IngestRequest, {"documents": []}, ("documents",)),
        (IngestRequest, {"documents": [{"id": "a"}]}, ("documents", 0, "text")),
        (IngestRequest, {"documents": [{"id": 7, "text": "b"}]}, ("documents", 0, "id")),
        (IngestRequest, {"documents": [{"id": "", "text": "b"}]}, ("documents", 0, "id")),
        (IngestRequest, {"documents": [{"id": "x" * 513, "text": "b"}]}, ("documents", 0, "id")),
        (IngestRequest, {"documents": [DOCUMENT | {"text": "nul\0"}]}, ("documents", 0, "text")),
        (IngestRequest, {"documents": [DOCUMENT | {"text": "\ud800"}]}, ("documents", 0, "text")),
        (IngestRequest, {"documents": [DOCUMENT | {"metadata": {"a": ["\0"]}}]}, ("documents", 0, "metadata")),
        (IngestRequest, {"documents": [DOCUMENT | {"metadata": {"\0": 1}}]}, ("documents", 0, "metadata")),
        (IngestRequest, {"documents": [DOCUMENT | {"surprise": 1}]}, ("documents", 0, "surprise")),
        (IngestRequest, {"documents": [DOCUMENT, DOCUMENT]}, ("documents",)),
        (IngestRequest, {"documents": [DOCUMENT], "chunking": {"chunk_size": "800"}}, ("chunking", "chunk_size")),
        (IngestRequest, {"documents": [DOCUMENT], "chunking": {"chunk_size": 100, "overlap": 100}}, ("chunking",)),
        (IngestRequest, {"documents": [DOCUMENT], "chunking": {"separator": ""}}, ("chunking", "separator")),
        (RetrieveRequest, {"query": ""}, ("query",)),
        (RetrieveRequest, {"query": "q", "topK": 0}, ("top_k",)),
        (RetrieveRequest, {"query": "q", "candidates": 101}, ("candidates",)),
        (RetrieveRequest, {"query": "q", "dense": False, "lexical": False}, ()),
        (RetrieveRequest, {"query": "q", "lexical": 0}, ("lexical",)),
        (RetrieveRequest, {"query": "q", "filter": {"a": {"gte": []}}}, ("filter", "a", "gte")),
        (RetrieveRequest, {"query": "q", "trim": {"minSentences": -1}}, ("trim", "min_sentences")),
        (RetrieveRequest, {"query": "q", "min_fused_score": 0.03}, ("min_fused_score",)),
        (TrimRequest, {"chunks": [CHUNK]}, ()),
        (TrimRequest, {"chunks": [CHUNK], "query": "q", "queries": ["q"]}, ()),
        (TrimRequest, {"chunks": [{"text": "no content"}], "query": "q"}, ("chunks", 0, "content")),
        (TrimRequest, {"chunks": [CHUNK], "query": "q", "threshold": 1.5}, ("threshold",)),
        (TrimRequest, {"chunks": [CHUNK], "query": "q", "min_sentences": -1}, ("min_sentences",)),
    ],
)
def test_a_wrong_field_is_named(schema: type[Strict], value: object, location: tuple[int | str, ...]) -> None:
    assert location in locations(schema, value)


def test_names_of_older_clients_are_accepted() -> None:
    wanted = validate(TrimRequest, {"query": "q", "chunks": [CHUNK], "minSentences": 2})
    assert wanted.min_sentences == 2
    assert validate(RetrieveRequest, {"query": "q", "topK": 3}).top_k == 3


def test_a_chunk_to_trim_may_carry_fields_of_its_owner() -> None:
    chunk = {"content": "One.", "score": 0.5, "url": "a"}
    assert validate(TrimRequest, {"query": "q", "chunks": [chunk]}).chunks[0].model_extra == {"score": 0.5, "url": "a"}


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"\xff{}", b'{"a": NaN}', b'{"a": Infinity}', b'"\\ud800"', b"[" * 100_000],
    ids=lambda body: repr(body[:12]),
)
def test_a_body_that_is_no_json_is_a_bad_request(body: bytes) -> None:
    with pytest.raises(HttpError) as refusal:
        parse_json(body)
    assert refusal.value.status == 400


@pytest.mark.parametrize("value", [None, [], "text", 7])
def test_a_body_that_is_no_object_is_invalid(value: object) -> None:
    assert locations(RetrieveRequest, value) == {()}
