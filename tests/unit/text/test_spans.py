"""Offsets in UTF-16 code units, as JavaScript counts them."""

from hypothesis import given
from hypothesis import strategies as st

from winnow.text.spans import Span, utf16_spans

ANY_TEXT = st.text(st.characters(codec=None) | st.sampled_from("😀\ud83d\u0301a\n"))


def test_characters_beyond_the_basic_plane_count_twice() -> None:
    assert utf16_spans("a😀b😀", [Span(2, 3), Span(0, 4), Span(1, 1)]) == [Span(3, 4), Span(0, 6), Span(1, 1)]


def test_text_of_the_basic_plane_keeps_its_offsets() -> None:
    assert utf16_spans("canción 漢字 \ud800", [Span(0, 7), Span(8, 10)]) == [Span(0, 7), Span(8, 10)]


def test_no_spans_are_no_spans() -> None:
    assert utf16_spans("😀", []) == []


@given(ANY_TEXT, st.data())
def test_the_same_part_is_cut_from_the_utf16_form(text: str, data: st.DataObject) -> None:
    offset = st.integers(0, len(text))
    spans = [Span(min(pair), max(pair)) for pair in data.draw(st.lists(st.tuples(offset, offset), max_size=5))]
    units = text.encode("utf-16-le", "surrogatepass")
    parts = [units[2 * start : 2 * end] for start, end in utf16_spans(text, spans)]
    assert parts == [text[start:end].encode("utf-16-le", "surrogatepass") for start, end in spans]
