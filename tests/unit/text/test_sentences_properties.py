"""What holds for any string, however hostile: nothing lost, nothing shared, nothing ragged."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from winnow.text.sentences import split_sentences

NASTY = (
    *(
        " ",
        "  ",
        "\n",
        "\r\n",
        "\r",
        "\n\n",
        "\n \n",
        "\t",
        "\u2028",
        "\u2029",
        "\x0b",
        "\x0c",
        "\x1c",
        "\x85",
        "\xa0",
    ),
    *(".", "..", "...", ". . .", ". . . .", "…", "?", "!", "?!", ";", ":", ",", "。", "！", "？」", "、"),
    *('"', "'", "“", "”", "«", "»", "(", ")", "[", "]", "[1]", "[note 2]", "{", "}", "¿", "¡", "-", "—", "–"),
    *("•", "⁃", "- ", "* ", "1. ", "2. ", "1) ", "2) ", "a. ", "b. ", "(a) ", "IV. ", "1.º ", "PRIMERO.- "),
    *("# ", "> ", "```", "```py\n", "~~~", "| a | b |", "|---|", "***", "-----", "_____", "**Note.** "),
    *(
        "Dr.",
        "Mr. ",
        "U.S.",
        "EE. UU.",
        "a. m.",
        "p.m. ",
        "e.g. ",
        "No. 5",
        "art. 24",
        "Inc.",
        "v. ",
        "I.",
        "J. R. ",
    ),
    *(
        "http://a.org/b",
        "http://",
        "ann@example.org",
        "@",
        "www.a.es",
        "v2.1.3",
        "3.14",
        "3,14",
        "12:30",
        "$5.00",
    ),
    *(
        "01/02/2003 04:05 PM",
        "Regards,",
        ":)",
        ":-(",
        "🙂",
        "👩‍👩‍👧",
        "e\u0301",
        "\u200b",
        "\ufeff",
        "\0",
        "\ud800",
        "\udfff",
    ),
    *(
        "The",
        "El",
        "the",
        "el",
        "Ann",
        "said",
        "dijo",
        "word",
        "palabra",
        "X",
        "x",
        "é",
        "ñ",
        "Ñ",
        "ß",
        "İ",
        "5",
        "文",
    ),
)
ANY_TEXT = st.text()
NASTY_TEXT = st.lists(st.sampled_from(NASTY), max_size=40).map("".join)
MIXED_TEXT = st.lists(st.one_of(st.sampled_from(NASTY), st.text(max_size=5)), max_size=30).map("".join)
TEXTS = st.one_of(ANY_TEXT, NASTY_TEXT, MIXED_TEXT)


@given(TEXTS)
def test_only_white_space_lies_outside_the_spans(text: str) -> None:
    edges = [0, *(offset for span in split_sentences(text) for offset in span), len(text)]
    outside = [text[edges[i] : edges[i + 1]] for i in range(0, len(edges), 2)]
    assert [part for part in outside if part and not part.isspace()] == []


@given(TEXTS)
def test_spans_are_in_order_and_disjoint(text: str) -> None:
    spans = split_sentences(text)
    assert [(left, right) for left, right in pairwise(spans) if left.end > right.start] == []


@given(TEXTS)
def test_no_span_is_empty_or_has_outer_white_space(text: str) -> None:
    sentences = [text[start:end] for start, end in split_sentences(text)]
    assert [sentence for sentence in sentences if not sentence or sentence != sentence.strip()] == []


@given(TEXTS)
def test_outer_white_space_moves_the_spans_and_changes_nothing_else(text: str) -> None:
    moved = [(start - 3, end - 3) for start, end in split_sentences(f" \n\t{text}\n\n ")]
    assert moved == [tuple(span) for span in split_sentences(text)]


@given(NASTY_TEXT, NASTY_TEXT)
def test_a_blank_line_always_ends_a_sentence_outside_fences(left: str, right: str) -> None:
    left, right = left.replace("```", "").replace("~~~", ""), right.replace("```", "").replace("~~~", "")
    crossing = [span for span in split_sentences(f"{left}\n\n{right}") if span.start < len(left) < span.end - 2]
    assert crossing == []


@given(TEXTS)
def test_the_same_text_gives_the_same_spans(text: str) -> None:
    assert split_sentences(text) == split_sentences(text)
