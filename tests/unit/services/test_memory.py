"""What was embedded once is not embedded again, and nothing depends on the memory."""

import asyncio
from dataclasses import dataclass, field

import pytest

from tests.unit.services.fakes import FakeBackground, FakeEmbedder, FakeMemory
from winnow.errors import StoreUnavailable
from winnow.services.memory import MAX_RECENT_QUERIES, RecentQueries, RememberingEmbedder, Sentence, Source
from winnow.services.metering import Meter, Usage
from winnow.services.packing import Rows

CHUNK = Source("chunk", "The moon raises the tides. Bread needs flour.")
TEXTS = ["The moon raises the tides.", "Bread needs flour."]


def sentences(*texts: str, sources: tuple[Source, ...] = ()) -> list[Sentence]:
    return [Sentence(text, text, sources) for text in texts]


SENTENCES = sentences(*TEXTS, sources=(CHUNK,))


@dataclass
class Isolate:
    """One isolate's view of a memory that outlives it."""

    memory: FakeMemory = field(default_factory=FakeMemory)
    model: str = "model"

    def __post_init__(self) -> None:
        self.embedder = FakeEmbedder()
        self.background = FakeBackground()
        self.remembering = RememberingEmbedder(self.embedder, self.memory, self.background, self.model)

    def ask(self, queries: list[str], sentences: list[Sentence]) -> tuple[list[list[float]], Rows, Usage]:
        """The vectors and what they cost; the background work is done when this returns."""

        async def embed() -> tuple[list[list[float]], Rows, Usage]:
            meter = Meter()
            vectors, rows = await self.remembering.embed_with_sentences(queries, sentences, meter=meter)
            await self.background.finish()
            return vectors, rows, meter.usage

        return asyncio.run(embed())


def test_everything_new_takes_one_call() -> None:
    isolate = Isolate()
    _, rows, usage = isolate.ask(["What raises the tides?"], SENTENCES)
    assert isolate.embedder.calls == [["query: What raises the tides?", *TEXTS]]
    assert len(rows.numbers) == 2 * isolate.embedder.dimensions
    assert (usage.embedding_calls, usage.texts, usage.memory_hits) == (1, 3, 0)


def test_nothing_is_kept_before_the_answer() -> None:
    isolate = Isolate()

    async def embed() -> tuple[int, int]:
        await isolate.remembering.embed_with_sentences(["question"], SENTENCES, meter=Meter())
        before = len(isolate.memory.query_vectors) + len(isolate.memory.chunks)
        await isolate.background.finish()
        return before, len(isolate.memory.query_vectors) + len(isolate.memory.chunks)

    assert asyncio.run(embed()) == (0, 2)


def test_everything_known_takes_none_and_gives_the_same_vectors() -> None:
    memory = FakeMemory()
    first, again = Isolate(memory), Isolate(memory)
    vectors, rows, _ = first.ask(["What raises the tides?"], SENTENCES)
    assert again.ask(["What raises the tides?"], SENTENCES) == (vectors, rows, Usage(memory_hits=3))
    assert again.embedder.calls == []


def test_a_known_question_of_this_isolate_is_not_looked_up() -> None:
    isolate = Isolate()
    isolate.ask(["What raises the tides?"], [])
    reads = isolate.memory.reads
    isolate.ask(["What raises the tides?"], [])
    assert isolate.memory.reads == reads


def test_only_what_is_new_is_embedded() -> None:
    isolate = Isolate()
    isolate.ask([], SENTENCES)
    isolate.ask([], [*SENTENCES, *sentences("Cats sleep.")])
    assert isolate.embedder.calls == [TEXTS, ["Cats sleep."]]


def test_a_sentence_that_stands_twice_is_embedded_once() -> None:
    isolate = Isolate()
    _, rows, _ = isolate.ask([], sentences("Cats sleep.", "Cats sleep."))
    assert isolate.embedder.calls == [["Cats sleep."]]
    half = len(rows.packed) // 2
    assert rows.packed[:half] == rows.packed[half:]
    assert rows.lengths[0] == rows.lengths[1]


def test_a_text_from_elsewhere_is_not_kept() -> None:
    isolate = Isolate()
    isolate.ask([], sentences("Cats sleep."))
    assert isolate.memory.chunks == []


def test_a_sentence_is_kept_beside_the_chunk_that_holds_it() -> None:
    isolate = Isolate()
    other = Source("other", "Cats sleep.")
    isolate.ask([], sentences("Cats sleep.", "Bread needs flour.", sources=(CHUNK, other)))
    assert {chunk.id for chunk in isolate.memory.chunks} == {"chunk", "other"}
    again = Isolate(isolate.memory)
    again.ask([], sentences("Cats sleep.", sources=(other,)))
    assert again.embedder.calls == []


def test_a_sentence_that_runs_over_two_chunks_is_kept_beside_the_first() -> None:
    isolate = Isolate()
    isolate.ask(
        [], sentences("The moon is far.", sources=(Source("one", "The moon"), Source("two", "the moon is far.")))
    )
    assert [chunk.id for chunk in isolate.memory.chunks] == ["one"]


def test_a_sentence_with_a_context_is_another_text_kept_beside_the_same_chunk() -> None:
    isolate = Isolate()
    other = Source("other", "Elsewhere.")
    isolate.ask([], [Sentence("Food: Bread needs flour.", "Bread needs flour.", (other, CHUNK))])
    assert [chunk.id for chunk in isolate.memory.chunks] == ["chunk"]
    isolate.ask([], sentences("Bread needs flour.", sources=(CHUNK,)))
    assert isolate.embedder.calls == [["Food: Bread needs flour."], ["Bread needs flour."]]


def test_another_model_takes_nothing_from_the_memory() -> None:
    memory = FakeMemory()
    Isolate(memory).ask(["question"], SENTENCES)
    other = Isolate(memory, model="another")
    other.ask(["question"], SENTENCES)
    assert len(other.embedder.calls) == 1


def test_a_memory_that_fails_is_a_memory_that_is_empty() -> None:
    isolate = Isolate(FakeMemory(error=StoreUnavailable("D1 is unavailable")))
    healthy = Isolate()
    assert isolate.ask(["question"], SENTENCES) == healthy.ask(["question"], SENTENCES)


def test_an_isolate_keeps_a_bounded_number_of_questions_the_last_used() -> None:
    recent = RecentQueries()
    for number in range(MAX_RECENT_QUERIES):
        recent.put({bytes([number // 256, number % 256]): b"vector"})
    recent.get(bytes([0, 0]))
    recent.put({b"new": b"vector"})
    assert len(recent.vectors) == MAX_RECENT_QUERIES
    assert (recent.get(bytes([0, 0])), recent.get(bytes([0, 1]))) == (b"vector", None)


@pytest.mark.parametrize("queries", [[], ["one"], ["one", "two", "one"]], ids=["none", "one", "repeated"])
def test_vectors_come_in_the_order_of_the_queries(queries: list[str]) -> None:
    isolate = Isolate()
    vectors, _, _ = isolate.ask(queries, [])
    alone = {query: Isolate().ask([query], [])[0][0] for query in queries}
    assert vectors == [alone[query] for query in queries]
