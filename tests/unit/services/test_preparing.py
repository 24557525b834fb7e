"""A submitted document becomes the version that is stored, and its text can be had back."""

import hypothesis.strategies as st
import pytest
from hypothesis import given

from winnow.errors import InvalidRequest
from winnow.ports.documents import Chunking, ExportedChunk, NewDocument
from winnow.services.export import DocumentReading
from winnow.services.filter_fields import vector_metadata
from winnow.services.identity import CHUNK_ID_LENGTH, content_hash
from winnow.services.preparing import MAX_CHUNKS, MAX_GAP_CHARACTERS, SubmittedDocument, identify, prepare

DECLARED = {"tenant": "string", "year": "number", "public": "boolean"}
TEXTS = st.text(alphabet=st.sampled_from("ab é🌊.!?\n\t \r—1"), min_size=1, max_size=600)
CHUNKINGS = st.builds(
    Chunking,
    chunk_size=st.integers(40, 200),
    overlap=st.integers(0, 39),
    separator=st.sampled_from((None, "\n", "a", ". ")),
)


def prepared(text: str, chunking: Chunking = Chunking(), **fields: object) -> NewDocument:  # noqa: B008 - frozen
    submitted = SubmittedDocument("d", text, **fields)  # type: ignore[arg-type]
    return prepare("n", submitted, identify(submitted, chunking), chunking=chunking, declared=DECLARED)  # type: ignore[arg-type]


def text_again(document: NewDocument) -> str:
    """What export makes of the stored parts."""
    rows = [
        ExportedChunk(
            "d", document.content_hash, document.text_hash, "", {}, document.chunking, document.head,
            len(document.chunks), chunk.ordinal, chunk.start, chunk.end, chunk.content, chunk.gap,
        )
        for chunk in document.chunks
    ]  # fmt: skip
    reading = DocumentReading(rows[0])
    for row in rows:
        reading.add(row)
    return reading.document("n").text


@given(TEXTS, CHUNKINGS)
def test_no_character_is_lost(text: str, chunking: Chunking) -> None:
    try:
        document = prepared(text, chunking)
    except InvalidRequest:
        assert not text.strip() or chunking.separator is not None
        return
    assert text_again(document) == text
    assert all(text[chunk.start : chunk.end] == chunk.content for chunk in document.chunks)
    assert len({chunk.id for chunk in document.chunks}) == len(document.chunks)
    assert {len(chunk.id) for chunk in document.chunks} == {CHUNK_ID_LENGTH}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("  \n ", "nothing but white space"),
        ("a. " + " " * MAX_GAP_CHARACTERS + "b.", "belong to no chunk"),
        ("A sentence of some forty characters, here. " * (MAX_CHUNKS + 10), "the limit is 10000"),
    ],
    ids=["blank", "gap", "chunks"],
)
def test_what_cannot_be_stored_is_refused(text: str, message: str) -> None:
    with pytest.raises(InvalidRequest, match=message):
        prepared(text, Chunking(chunk_size=50, overlap=0))


def test_a_version_is_told_by_all_that_ingest_writes() -> None:
    base = content_hash("t", title="T", metadata={"a": 1, "b": 2}, chunking=Chunking())
    assert base == content_hash("t", title="T", metadata={"b": 2, "a": 1}, chunking=Chunking())
    others = [
        content_hash("u", title="T", metadata={"a": 1, "b": 2}, chunking=Chunking()),
        content_hash("t", title="", metadata={"a": 1, "b": 2}, chunking=Chunking()),
        content_hash("t", title="T", metadata={"a": True, "b": 2}, chunking=Chunking()),
        content_hash("t", title="T", metadata={"a": 1, "b": 2}, chunking=Chunking(separator="\n")),
    ]
    assert len({base, *others}) == 5


def test_vectors_carry_the_declared_fields_in_one_order() -> None:
    fields = {"year": 1, "note": "x", "tenant": "é"}
    assert vector_metadata(fields, DECLARED) == '{"tenant":"é","year":1}'  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "fields",
    [
        {"tenant": 1},
        {"tenant": None},
        {"year": "1"},
        {"year": True},
        {"public": 1},
        {"year": [1]},
        {"tenant": "é" * 5_120},
    ],
    ids=lambda fields: repr(fields)[:30],
)
def test_a_declared_field_holds_its_type_or_nothing(fields: dict[str, object]) -> None:
    with pytest.raises(InvalidRequest):
        vector_metadata(fields, DECLARED)  # type: ignore[arg-type]
