"""What holds for any chunks, scores and options."""

import copy
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from winnow.text.tokens import estimate_tokens
from winnow.trimming.options import TrimOptions
from winnow.trimming.rebuild import GAP
from winnow.trimming.selection import want_units
from winnow.trimming.trim import TrimResult, trim_chunks
from winnow.trimming.units import Units, split_units

SENTENCES = [
    "It rains.",
    "¿Llueve en Bilbao?",
    "Yes!",
    "No. 5 is alive.",
    "漢字。",
    "😀",
    "a",
    "x" * 50,
    "casas y gatos.",
]
SEPARATORS = [" ", "\n", "\n\n", "\r\n", "  ", "|"]
CONTENTS = st.tuples(
    st.sampled_from(["", "", "[Doc: Title]\n", "[Doc: One line] "]),
    st.lists(st.tuples(st.sampled_from(SENTENCES), st.sampled_from(SEPARATORS)).map("".join), max_size=8).map("".join),
).map("".join)
SCORES = st.floats(-1, 1) | st.sampled_from([0.5, 0.25, float("nan"), float("inf")])


@st.composite
def chunks(draw: st.DrawFn) -> tuple[list[str], list[Units], list[list[float]]]:
    contents = draw(st.lists(CONTENTS, max_size=4))
    units = [split_units(content, unit=draw(st.sampled_from(["sentence", "line", "|"]))) for content in contents]
    scores = [draw(st.lists(SCORES, min_size=len(of.spans), max_size=len(of.spans))) for of in units]
    return contents, units, scores


BUDGETS = st.integers(1, 80)
NO_BUDGET = st.none()


@st.composite
def options(draw: st.DrawFn, *, max_tokens: st.SearchStrategy[int | None] = NO_BUDGET | BUDGETS) -> TrimOptions:
    return TrimOptions(
        threshold=draw(st.floats(-1, 1)),
        min_sentences=draw(st.integers(0, 3)),
        window=draw(st.integers(0, 2)),
        relative=draw(st.none() | st.floats(0.01, 1)),
        max_tokens=draw(max_tokens),
        mark_edges=draw(st.booleans()),
    )


Chunks = tuple[list[str], list[Units], list[list[float]]]


def kept_units(result: TrimResult, units: list[Units]) -> list[set[int]]:
    """The units of each chunk that lie within its kept runs."""
    return [
        {
            index
            for index, unit in enumerate(of.spans)
            if any(run.start <= unit.start and unit.end <= run.end for run in chunk.kept)
        }
        for of, chunk in zip(units, result.chunks, strict=True)
    ]


@given(chunks(), options())
def test_the_output_is_the_kept_runs_and_nothing_else(given_chunks: Chunks, wishes: TrimOptions) -> None:
    contents, units, scores = given_chunks
    result = trim_chunks(contents, units, scores, options=wishes)
    assert len(result.chunks) == len(contents)
    for content, of, chunk in zip(contents, units, result.chunks, strict=True):
        assert chunk.changed == (chunk.content != content)
        runs = [content[start:end] for start, end in chunk.kept]
        if chunk.changed and runs:
            text = chunk.content
            if of.prefix:
                assert text.startswith(of.prefix + "\n")
                text = text[len(of.prefix) + 1 :]
            head = "[...] " if wishes.mark_edges and chunk.kept[0].start > of.spans[0].start else ""
            tail = " [...]" if wishes.mark_edges and chunk.kept[-1].end < of.spans[-1].end else ""
            assert text == head + GAP.join(runs) + tail
        elif chunk.changed:
            assert chunk.content == ""


@given(chunks(), options())
def test_runs_are_ascending_and_made_of_whole_units(given_chunks: Chunks, wishes: TrimOptions) -> None:
    contents, units, scores = given_chunks
    result = trim_chunks(contents, units, scores, options=wishes)
    for of, chunk, inside in zip(units, result.chunks, kept_units(result, units), strict=True):
        edges = [edge for run in chunk.kept for edge in run]
        assert edges == sorted(set(edges))
        assert {run.start for run in chunk.kept} <= {unit.start for unit in of.spans}
        assert {run.end for run in chunk.kept} <= {unit.end for unit in of.spans}
        assert len(chunk.kept) == sum(index - 1 not in inside for index in inside)
    assert result.receipt.sentences_kept == sum(map(len, kept_units(result, units)))


@given(chunks(), options(max_tokens=BUDGETS))
def test_the_budget_holds(given_chunks: Chunks, wishes: TrimOptions) -> None:
    result = trim_chunks(*given_chunks, options=wishes)
    tokens = sum(estimate_tokens(chunk.content) for chunk in result.chunks)
    assert wishes.max_tokens is not None
    assert tokens == result.receipt.tokens_out <= wishes.max_tokens


@given(chunks(), options(max_tokens=NO_BUDGET))
def test_the_guarantee_holds_without_a_budget(given_chunks: Chunks, wishes: TrimOptions) -> None:
    contents, units, scores = given_chunks
    result = trim_chunks(contents, units, scores, options=wishes)
    for chunk, inside in zip(result.chunks, kept_units(result, units), strict=True):
        assert len(inside) >= min(wishes.min_sentences, len(chunk.scores))
        assert set(want_units(chunk.scores, wishes).guaranteed) <= inside


@given(chunks(), options(max_tokens=st.just(10_000)))
def test_a_budget_that_is_never_spent_changes_nothing(given_chunks: Chunks, wishes: TrimOptions) -> None:
    without = replace(wishes, max_tokens=None)
    assert trim_chunks(*given_chunks, options=wishes) == trim_chunks(*given_chunks, options=without)


def check_keeps_no_less(given_chunks: Chunks, less: TrimOptions, more: TrimOptions) -> None:
    contents, units, scores = given_chunks
    few = kept_units(trim_chunks(contents, units, scores, options=less), units)
    many = kept_units(trim_chunks(contents, units, scores, options=more), units)
    assert all(smaller <= larger for smaller, larger in zip(few, many, strict=True))


@given(chunks(), options(max_tokens=NO_BUDGET), st.integers(1, 3))
def test_a_larger_window_keeps_no_less(given_chunks: Chunks, wishes: TrimOptions, more: int) -> None:
    wider = replace(wishes, window=wishes.window + more)
    check_keeps_no_less(given_chunks, wishes, wider)


@given(chunks(), options(max_tokens=NO_BUDGET), st.floats(-1, 1))
def test_a_lower_threshold_keeps_no_less(given_chunks: Chunks, wishes: TrimOptions, threshold: float) -> None:
    lower = replace(wishes, threshold=min(wishes.threshold, threshold))
    check_keeps_no_less(given_chunks, wishes, lower)


@given(chunks(), options(max_tokens=NO_BUDGET), st.floats(0.01, 1))
def test_a_lower_share_of_the_best_keeps_no_less(given_chunks: Chunks, wishes: TrimOptions, share: float) -> None:
    strict = replace(wishes, relative=max(share, wishes.relative or 0.01))
    loose = replace(wishes, relative=min(share, wishes.relative or 1))
    check_keeps_no_less(given_chunks, strict, loose)


@given(chunks(), options())
def test_the_same_input_gives_the_same_output_and_stays_as_it_is(given_chunks: Chunks, wishes: TrimOptions) -> None:
    before = repr(given_chunks)  # a NaN is not equal to itself
    first = trim_chunks(*copy.deepcopy(given_chunks), options=wishes)
    assert trim_chunks(*given_chunks, options=wishes) == first
    assert repr(given_chunks) == before
