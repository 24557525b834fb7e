"""A context: in reading order, without repeats, within its budget."""

import asyncio
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.services.fakes import FakeBackground, FakeEmbedder, FakeIndex, FakeMemory, FakeStore, stored_chunk
from winnow.services.context import Citation, Context, ContextOptions, ContextService
from winnow.services.memory import RememberingEmbedder
from winnow.services.metering import Meter
from winnow.services.retrieve import RetrieveOptions, RetrieveService
from winnow.services.template import Template
from winnow.services.trim import TrimService
from winnow.text.spans import Span
from winnow.text.tokens import estimate_tokens
from winnow.trimming.options import TrimOptions

TIDES = "The moon raises the tides. The sun helps a little. Fishermen know this well."
CHUNKS = {
    chunk.id: chunk
    for chunk in (
        stored_chunk("t1", TIDES[:50], document="tides"),
        stored_chunk("t2", TIDES[27:], document="tides", start=27),
        stored_chunk("rows", "moon;1\nsun;2\ncat;3", separator="\n"),
        stored_chunk("bread", "Bread is made of flour and water."),
    )
}
EVERYTHING = TrimOptions(threshold=-1.0)


def build(query: str = "What raises the tides?", options: ContextOptions | None = None) -> Context:
    async def ask() -> Context:
        background = FakeBackground()
        remembering = RememberingEmbedder(FakeEmbedder(), FakeMemory(), background, "model")
        retrieve = RetrieveService(remembering, FakeIndex(CHUNKS), FakeStore(CHUNKS))  # type: ignore[arg-type] # partial
        service = ContextService(retrieve, TrimService(remembering))
        built = await service.build("default", query, options=options or ContextOptions(), meter=Meter())
        await background.finish()
        return built

    return asyncio.run(ask())


def test_overlapping_chunks_are_one_passage_with_both_ids() -> None:
    built = build(options=ContextOptions(trim=EVERYTHING))
    assert built.citations[0] == Citation(1, ("t1", "t2"), "tides", "", (Span(0, len(TIDES)),))
    assert built.text.split("\n\n")[0] == f"[1] tides\n{TIDES}"


def test_a_chunk_of_records_is_trimmed_by_record() -> None:
    options = ContextOptions(trim=TrimOptions(threshold=1.0), template=Template(passage="{text}"))
    built = build("sun;2", replace(options, retrieve=RetrieveOptions(top_k=1)))
    assert built.text == "sun;2"


def test_spans_point_into_the_document() -> None:
    built = build("Fishermen know this well.", ContextOptions(trim=TrimOptions(threshold=0.9)))
    [span] = built.citations[0].spans
    assert TIDES[span.start : span.end] == "Fishermen know this well."


@pytest.mark.parametrize("top_k", [1, 2, 4])
def test_the_receipt_counts_all_that_was_retrieved(top_k: int) -> None:
    options = ContextOptions(RetrieveOptions(top_k=top_k), TrimOptions(max_tokens=12))
    whole = ContextOptions(RetrieveOptions(top_k=top_k), EVERYTHING)
    assert build(options=options).receipt.characters_in == build(options=whole).receipt.characters_out


@given(st.integers(1, 80), st.sampled_from(["", "Sources:\n"]), st.sampled_from([0, 1, 2]))
def test_the_text_never_costs_more_than_the_budget(max_tokens: int, prefix: str, min_sentences: int) -> None:
    trim = TrimOptions(threshold=0.1, min_sentences=min_sentences, max_tokens=max_tokens)
    built = build(options=ContextOptions(trim=trim, template=Template(prefix=prefix)))
    assert estimate_tokens(built.text) <= max_tokens
    assert bool(built.text) == bool(built.citations) == (built.reason is None)
    assert [citation.n for citation in built.citations] == list(range(1, len(built.citations) + 1))


def test_a_budget_that_pays_for_one_passage_pays_for_the_best() -> None:
    built = build(options=ContextOptions(trim=TrimOptions(threshold=1.0, max_tokens=12)))
    assert built.text == "[1] tides\nThe moon raises the tides."
