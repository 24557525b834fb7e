"""What holds for the chunks of any text."""

from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.unit.text.data import xquad_paragraphs
from winnow.text.chunking import CHUNK_SIZE_MAX, CHUNK_SIZE_MIN, Chunk, chunk_text
from winnow.text.graphemes import grapheme_start
from winnow.text.records import split_records
from winnow.text.tokens import EMBEDDING_TOKENS_MAX, max_embedding_tokens

FRAGMENTS = [
    *("word", "Another sentence. ", "¿Qué? ", "Dr. ", "3.14", "x" * 45, "!", " ", "  ", "\n", "\r\n", "\n\n"),
    *(
        "\r\n\r\n",
        "\t",
        "漢字",
        "文。",
        "한국",
        "e\u0301",
        "👨\u200d👩\u200d👧",
        "🇪🇸",
        "❤\ufe0f",
        "\x00",
        "\ud800",
        "|",
        "ﷺ",
    ),
]
TEXTS = st.lists(st.sampled_from(FRAGMENTS), max_size=60).map("".join) | st.text(max_size=200)


def check_every_chunk(text: str, chunks: list[Chunk], *, chunk_size: int) -> None:
    for ordinal, chunk in enumerate(chunks):
        assert chunk.ordinal == ordinal
        assert chunk.content == text[chunk.start : chunk.end] == chunk.content.strip()
        assert 0 < len(chunk.content) <= chunk_size
        assert max_embedding_tokens(chunk.content) <= EMBEDDING_TOKENS_MAX
    for before, after in pairwise(chunks):
        assert before.start < after.start
        assert before.end < after.end


def gaps(text: str, chunks: list[Chunk]) -> list[str]:
    """What stands in no chunk."""
    ends = [0, *(chunk.end for chunk in chunks)]
    starts = [*(chunk.start for chunk in chunks), len(text)]
    return [text[end:start] for end, start in zip(ends, starts, strict=True)]


@given(TEXTS, st.integers(CHUNK_SIZE_MIN, 120), st.floats(0, 1, exclude_max=True))
def test_prose(text: str, chunk_size: int, share: float) -> None:
    overlap = int(chunk_size * share)
    chunks = chunk_text(text, chunk_size=chunk_size, overlap=overlap)
    check_every_chunk(text, chunks, chunk_size=chunk_size)
    assert "".join(gaps(text, chunks)).strip() == ""
    for before, after in pairwise(chunks):
        assert before.end - after.start <= overlap


# Cheap and costly to the embedding model, by turns: the token limit moves the end of the window to and fro.
UNEVEN = ["plain words without a stop " * 5, "A sentence. " * 9, "뷁쀍" * 45, "1,2;3 " * 20, "\n\n", " ", "é" * 80]


@example("A sentence of prose. " * 38 + "뷁쀍" * 400, 800)
@given(st.lists(st.sampled_from(UNEVEN), max_size=40).map("".join), st.sampled_from([300, 800, CHUNK_SIZE_MAX]))
def test_prose_of_uneven_cost(text: str, chunk_size: int) -> None:
    chunks = chunk_text(text, chunk_size=chunk_size, overlap=chunk_size - 1)
    check_every_chunk(text, chunks, chunk_size=chunk_size)
    assert "".join(gaps(text, chunks)).strip() == ""


@given(st.lists(st.sampled_from(FRAGMENTS), max_size=60).map("".join), st.integers(CHUNK_SIZE_MIN, 120))
def test_prose_is_cut_between_grapheme_clusters(text: str, chunk_size: int) -> None:
    """The fragments hold no cluster longer than half a window, and no space that a mark follows."""
    chunks = chunk_text(text, chunk_size=chunk_size, overlap=chunk_size // 4)
    edges = [edge for chunk in chunks for edge in (chunk.start, chunk.end)]
    assert [grapheme_start(text, edge) for edge in edges] == edges


@given(TEXTS, st.integers(CHUNK_SIZE_MIN, 120), st.sampled_from(["\n", "\n\n", "|", " ", "word"]))
def test_records(text: str, chunk_size: int, separator: str) -> None:
    chunks = chunk_text(text, chunk_size=chunk_size, overlap=0, separator=separator)
    check_every_chunk(text, chunks, chunk_size=chunk_size)
    assert {chunk.separator for chunk in chunks} <= {separator}
    assert [split_records(gap, separator) for gap in gaps(text, chunks)] == [[]] * (len(chunks) + 1)
    for start, end in split_records(text, separator):
        parts = [chunk for chunk in chunks if chunk.start < end and start < chunk.end]
        if len(parts) > 1:
            assert end - start > chunk_size
            assert (parts[0].start, parts[-1].end) == (start, end)


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("chunk_size", [CHUNK_SIZE_MIN, 300, 800, CHUNK_SIZE_MAX])
def test_real_text(language: str, chunk_size: int) -> None:
    text = "\n\n".join(xquad_paragraphs(language))
    chunks = chunk_text(text, chunk_size=chunk_size, overlap=chunk_size // 8)
    check_every_chunk(text, chunks, chunk_size=chunk_size)
    assert "".join(gaps(text, chunks)).strip() == ""


@pytest.mark.parametrize("language", ["en", "es"])
def test_real_text_fills_its_chunks(language: str) -> None:
    text = "\n".join(xquad_paragraphs(language))
    lengths = [len(chunk.content) for chunk in chunk_text(text)]
    assert min(lengths[:-1]) > 400
    assert sum(lengths) / len(lengths) > 650
