"""Where chunks are cut, and what they hold."""

from itertools import pairwise

import pytest

from winnow.text.chunking import CHUNK_SIZE_MAX, CHUNK_SIZE_MIN, Chunk, chunk_text
from winnow.text.tokens import EMBEDDING_TOKENS_MAX, max_embedding_tokens


def contents(text: str, *, chunk_size: int = 60, overlap: int = 0, separator: str | None = None) -> list[str]:
    chunks = chunk_text(text, chunk_size=chunk_size, overlap=overlap, separator=separator)
    assert [text[chunk.start : chunk.end] for chunk in chunks] == [chunk.content for chunk in chunks]
    return [chunk.content for chunk in chunks]


def test_a_short_text_is_one_chunk_without_its_outer_white_space() -> None:
    assert chunk_text("\n Winnow keeps what matters. \n") == [
        Chunk(ordinal=0, start=2, end=28, content="Winnow keeps what matters.", separator=None)
    ]


@pytest.mark.parametrize("text", ["", " \n\t\r\n ", "\u2003"])
def test_a_blank_text_has_no_chunks(text: str) -> None:
    assert (chunk_text(text), chunk_text(text, separator="\n")) == ([], [])


# Each text offers its better boundary first in the second half of a window of 60, and worse ones behind it.
PARAGRAPH = "The first paragraph is longer than half.\n\nA second one. And another sentence here."
SENTENCE = "A sentence that is longer than half a window. Then a line\nends here and words go on."
LINE = "a list of words without any full stop anywhere\nand then more words that go on"
WORD = "nothing but words in this text and no other boundary is found at all"


@pytest.mark.parametrize(
    ("text", "first"),
    [
        (PARAGRAPH, "The first paragraph is longer than half."),
        (PARAGRAPH.replace("\n", "\r\n"), "The first paragraph is longer than half."),
        (PARAGRAPH.replace("\n\n", "\n \t\n"), "The first paragraph is longer than half."),
        (SENTENCE, "A sentence that is longer than half a window."),
        (LINE, "a list of words without any full stop anywhere"),
        (WORD, "nothing but words in this text and no other boundary is"),
        ("x" * 100, "x" * 60),
        ("漢字は、" * 12 + "終わり。" + "漢字" * 30, "漢字は、" * 12 + "終わり。"),
    ],
    ids=["paragraph", "CR LF", "blank line with spaces", "sentence", "line", "word", "character", "Chinese"],
)
def test_the_best_boundary_in_the_second_half_wins(text: str, first: str) -> None:
    assert contents(text)[0] == first


def test_a_better_boundary_in_the_first_half_is_left() -> None:
    text = "A short start.\n\nThen words that go on and on without any end"
    assert contents(text, chunk_size=52)[0] == "A short start.\n\nThen words that go on and on without"


def test_a_boundary_right_at_the_window_s_end_counts() -> None:
    text = "x" * 59 + ". Next sentence."
    assert contents(text) == ["x" * 59 + ".", "Next sentence."]


def test_a_paragraph_s_end_right_at_the_window_s_end_counts_as_one() -> None:
    text = "A first paragraph of some length here\n\nA short one here.\n\nThe last."
    assert contents(text, chunk_size=56)[0] == "A first paragraph of some length here\n\nA short one here."


def test_the_next_chunk_starts_at_the_first_sentence_within_the_overlap() -> None:
    text = "One sentence stands here first. It is so. Yes it is. " + "Then the text goes on and on."
    assert contents(text, chunk_size=54, overlap=30) == [
        "One sentence stands here first. It is so. Yes it is.",
        "It is so. Yes it is. Then the text goes on and on.",
    ]


def test_the_next_chunk_starts_at_a_word_where_no_sentence_starts_within_the_overlap() -> None:
    assert contents(WORD, overlap=10) == [
        "nothing but words in this text and no other boundary is",
        "is found at all",
    ]


def test_the_next_chunk_starts_behind_the_cut_where_no_word_starts_within_the_overlap() -> None:
    assert contents("x" * 100, overlap=20) == ["x" * 60, "x" * 40]


def test_ideographs_are_words_to_the_overlap() -> None:
    assert contents("漢字" * 40, overlap=10) == ["漢字" * 30, "漢字" * 15]


def test_an_overlap_is_at_most_half_a_chunk() -> None:
    text = " ".join(f"word{number:03}" for number in range(40))
    first, second, *_ = chunk_text(text, chunk_size=80, overlap=79)
    assert (first.end, second.start) == (79, 40)


@pytest.mark.parametrize(
    "cluster",
    ["👨\u200d👩\u200d👧", "e\u0301\u0302", "🇪🇸", "\u1112\u1161\u11ab", "👍🏽", "क्षि"],
    ids=["family", "accents", "flag", "jamo", "skin tone", "conjunct"],
)
def test_a_cut_between_characters_spares_grapheme_clusters(cluster: str) -> None:
    pieces = contents("x" + cluster * 60, chunk_size=50)
    assert len(pieces) > 2
    assert {piece.removeprefix("x").replace(cluster, "") for piece in pieces} == {""}


def test_a_cluster_longer_than_a_window_is_cut_all_the_same() -> None:
    assert contents("a" + "\u0301" * 99, chunk_size=50) == ["a" + "\u0301" * 49, "\u0301" * 50]


@pytest.mark.parametrize(
    "text",
    ["漢字" * 2000, "한국어는 어렵다 " * 500, "1234567890" * 500, "xkcd " * 1000, "😀 " * 2000, "½ﷺ" * 900],
    ids=["Chinese", "Hangul", "digits", "consonants", "emoji", "compatibility"],
)
@pytest.mark.parametrize("separator", [None, " "], ids=["prose", "records"])
def test_no_chunk_passes_the_model_s_tokens(text: str, separator: str | None) -> None:
    chunks = chunk_text(text, chunk_size=CHUNK_SIZE_MAX, separator=separator)
    assert max(max_embedding_tokens(chunk.content) for chunk in chunks) <= EMBEDDING_TOKENS_MAX
    assert len(chunks) < 40 * max_embedding_tokens(text) / EMBEDDING_TOKENS_MAX


def test_digits_that_a_separator_joins_are_counted_joined() -> None:
    chunks = chunk_text("34".join(["a12"] * 500), chunk_size=CHUNK_SIZE_MAX, separator="34")
    assert [max_embedding_tokens(chunk.content) <= EMBEDDING_TOKENS_MAX for chunk in chunks] == [True] * len(chunks)
    assert max(len(chunk.content) for chunk in chunks) > 400


def test_records_are_packed_whole_and_blank_ones_skipped() -> None:
    text = "\n".join(["a: 1; b: 2", "a: 3; b: 4", " ", "a: 5; b: 6", "", "a: 7; b: 8"])
    assert chunk_text(text, chunk_size=34, overlap=20, separator="\n") == [
        Chunk(0, 0, 34, "a: 1; b: 2\na: 3; b: 4\n \na: 5; b: 6", "\n"),
        Chunk(1, 36, 46, "a: 7; b: 8", "\n"),
    ]


def test_a_record_longer_than_a_chunk_is_cut_as_prose_alone_and_without_overlap() -> None:
    long = "A record with a first sentence. And with a second sentence in it."
    assert contents(f"short|{long}|last|end", chunk_size=40, overlap=30, separator="|") == [
        "short",
        "A record with a first sentence.",
        "And with a second sentence in it.",
        "last|end",
    ]


def test_crlf_text_is_cut_at_line_feed_separators() -> None:
    text = "first record of two lines\r\nits second\r\n\r\nsecond record"
    assert contents(text, chunk_size=40, separator="\n\n") == [
        "first record of two lines\r\nits second",
        "second record",
    ]


@pytest.mark.parametrize("text", ["\x00" * 500, "\ud800" * 500, "a\x00b \udfff " * 100], ids=ascii)
def test_hostile_characters_are_text_like_any_other(text: str) -> None:
    pieces = contents(text, chunk_size=100)
    assert "".join("".join(pieces).split()) == "".join(text.split())


@pytest.mark.parametrize("chunk_size", [CHUNK_SIZE_MIN - 1, CHUNK_SIZE_MAX + 1, 0, -800])
def test_a_chunk_size_out_of_range_is_refused(chunk_size: int) -> None:
    with pytest.raises(ValueError, match=rf"^chunk_size must be in \[32, 2000\], not {chunk_size}$"):
        chunk_text("text", chunk_size=chunk_size, overlap=0)


@pytest.mark.parametrize("overlap", [-1, 100, 101])
def test_an_overlap_out_of_range_is_refused(overlap: int) -> None:
    with pytest.raises(ValueError, match=rf"^overlap must be in \[0, chunk_size\), .* not {overlap}$"):
        chunk_text("text", chunk_size=100, overlap=overlap)


def test_an_empty_separator_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^separator must not be empty$"):
        chunk_text("", separator="")


@pytest.mark.parametrize(
    "text",
    [
        "x" * 200_000,
        "漢字" * 100_000,
        "🇪🇸" * 100_000,
        "a" + "\u0301" * 200_000,
        " " * 1_000_000 + "a",
        "a" + " \n" * 500_000 + "b",
        "a\n" * 100_000,
    ],
    ids=["no space", "Chinese", "flags", "accents", "blanks", "blanks inside", "lines"],
)
@pytest.mark.parametrize(
    ("overlap", "separator"), [(100, None), (799, None), (0, "\n")], ids=["prose", "overlap 799", "records"]
)
def test_the_worst_documents_are_cut_whole(text: str, overlap: int, separator: str | None) -> None:
    """Of a size at which a quadratic step would not come to an end."""
    chunks = chunk_text(text, overlap=overlap, separator=separator)
    bounds = [(0, 0), *((chunk.start, chunk.end) for chunk in chunks), (len(text), len(text))]
    assert not any(text[end:start].strip() for (_, end), (start, _) in pairwise(bounds))
