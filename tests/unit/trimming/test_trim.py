"""A trimmed chunk, whole: its text, what was kept and the receipt."""

import pytest

from tests.unit.trimming.samples import trim, trimmed
from winnow.text.spans import Span
from winnow.trimming.options import TrimOptions
from winnow.trimming.trim import TrimmedChunk, TrimReceipt, TrimResult, trim_chunks
from winnow.trimming.units import Units, split_units

RAIN = "The station opened in 1887. Its clock is painted green. Since 1991 it has served trams only."
RAIN_SPANS = (Span(0, 27), Span(28, 55), Span(56, 92))
OPTIONS = TrimOptions(threshold=0.5)


def trim_sentences(content: str, scores: list[float], options: TrimOptions = OPTIONS) -> TrimmedChunk:
    (chunk,) = trim_chunks([content], [split_units(content)], [scores], options=options).chunks
    return chunk


def test_a_middle_sentence_is_dropped() -> None:
    assert trim_sentences(RAIN, [0.8, 0.2, 0.7]) == TrimmedChunk(
        content="The station opened in 1887. [...] Since 1991 it has served trams only.",
        changed=True,
        kept=(RAIN_SPANS[0], RAIN_SPANS[2]),
        scores=(0.8, 0.2, 0.7),
    )


def test_the_single_best_is_kept_where_nothing_reaches_the_threshold() -> None:
    assert trim_sentences(RAIN, [0.1, 0.3, 0.2]) == TrimmedChunk(
        content="Its clock is painted green.", changed=True, kept=(RAIN_SPANS[1],), scores=(0.1, 0.3, 0.2)
    )


def test_a_chunk_that_is_all_relevant_is_unchanged() -> None:
    assert trim_sentences(RAIN, [0.8, 0.6, 0.7]) == TrimmedChunk(
        content=RAIN, changed=False, kept=(Span(0, 92),), scores=(0.8, 0.6, 0.7)
    )


def test_neighbours_are_joined_by_what_stood_between_them() -> None:
    chunk = trim_sentences("First here.\n\n  Second here.\tThird here. Fourth here.", [0.9, 0.9, 0.1, 0.9])
    assert (chunk.content, chunk.kept) == (
        "First here.\n\n  Second here. [...] Fourth here.",
        (Span(0, 27), Span(40, 52)),
    )


def test_the_prefix_is_put_back_on_a_line_of_its_own_where_the_chunk_was_cut() -> None:
    assert trim_sentences(f"[Doc: Trams.] {RAIN}", [0.1, 0.9, 0.1]).content == (
        "[Doc: Trams.]\nIts clock is painted green."
    )


@pytest.mark.parametrize("content", [f"[Doc: Trams.]   {RAIN}\n\n", f"\n {RAIN} \r\n"])
def test_a_whole_chunk_comes_back_byte_for_byte(content: str) -> None:
    chunk = trim_sentences(content, [0.9, 0.9, 0.9])
    assert (chunk.content, chunk.changed) == (content, False)
    assert [content[start:end] for start, end in chunk.kept] == [RAIN]


@pytest.mark.parametrize("content", ["", " \n", "[Doc: Nothing in it]\n"])
def test_a_chunk_without_units_comes_back_byte_for_byte(content: str) -> None:
    assert trim_sentences(content, []) == TrimmedChunk(content, changed=False, kept=(), scores=())


def test_a_chunk_of_which_nothing_stays_is_empty() -> None:
    options = TrimOptions(threshold=0.5, min_sentences=0, mark_edges=True)
    assert trim_sentences(f"[Doc: Trams]\n{RAIN}", [0.1, 0.2, 0.3], options) == TrimmedChunk(
        "", changed=True, kept=(), scores=(0.1, 0.2, 0.3)
    )


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ([1, 0, 0, 1], "a [...] d"),
        ([0, 1, 1, 0], "[...] b\nc [...]"),
        ([0, 1, 0, 1], "[...] b [...] d"),
        ([1, 0, 0, 0], "a [...]"),
        ([1, 1, 1, 1], "a\nb\nc\nd"),
    ],
)
def test_edges_are_marked_on_request(scores: list[float], expected: str) -> None:
    assert trimmed(["a\nb\nc\nd"], [scores], TrimOptions(mark_edges=True)) == [expected]


def test_a_marked_head_stands_behind_the_prefix() -> None:
    assert trimmed(["[Doc: x]\na\nb"], [[0, 1]], TrimOptions(mark_edges=True)) == ["[Doc: x]\n[...] b"]


def test_records_are_cut_by_record() -> None:
    content = "name: Ada\ncity: London\n\nname: Grace\ncity: New York\n\nname: Alan\ncity: London"
    result = trim_chunks([content], [split_units(content, unit="\n\n")], [[0.9, 0.1, 0.8]], options=OPTIONS)
    assert result.chunks[0].content == "name: Ada\ncity: London [...] name: Alan\ncity: London"


def test_the_receipt_sums_over_all_chunks() -> None:
    assert trim(["a\nb\nc", "", "d"], [[0.9, 0.1, 0.9], [], [0.9]], OPTIONS) == TrimResult(
        chunks=(
            TrimmedChunk("a [...] c", changed=True, kept=(Span(0, 1), Span(4, 5)), scores=(0.9, 0.1, 0.9)),
            TrimmedChunk("", changed=False, kept=(), scores=()),
            TrimmedChunk("d", changed=False, kept=(Span(0, 1),), scores=(0.9,)),
        ),
        receipt=TrimReceipt(
            sentences_in=4, sentences_kept=3, characters_in=6, characters_out=10, tokens_in=6, tokens_out=5
        ),
    )


def test_no_chunks_are_no_chunks() -> None:
    assert trim_chunks([], [], [], options=TrimOptions(max_tokens=1)) == TrimResult((), TrimReceipt(0, 0, 0, 0, 0, 0))


def test_scores_that_do_not_match_the_units_are_refused() -> None:
    units = Units("", (Span(0, 1),))
    with pytest.raises(ValueError, match=r"^scores\[1\] must hold 1 scores, one a unit, not 2$"):
        trim_chunks(["a", "b"], [units, units], [[0.5], [0.5, 0.5]])
    with pytest.raises(ValueError, match=r"^contents, units and scores must be of one length, not 1, 1 and 0$"):
        trim_chunks(["a"], [units], [])


def test_hostile_characters_are_text_like_any_other() -> None:
    assert trimmed(["\x00\n\ud800\n😀"], [[1, 0, 1]], TrimOptions(max_tokens=10)) == ["\x00 [...] 😀"]
