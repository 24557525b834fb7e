"""Two legs, their floors, their faults, and the score that is told."""

import asyncio
from dataclasses import dataclass, field

import pytest

from tests.unit.services.fakes import FakeBackground, FakeEmbedder, FakeIndex, FakeMemory, FakeStore, stored_chunk
from winnow.errors import (
    BrokenContract,
    IndexUnavailable,
    InvalidRequest,
    Misconfigured,
    ModelUnavailable,
    StoreUnavailable,
    TextsTooLarge,
    WinnowError,
)
from winnow.ports import Condition, Filter
from winnow.services.legs import DenseOptions, LexicalOptions
from winnow.services.memory import RememberingEmbedder
from winnow.services.metering import Meter
from winnow.services.retrieve import Retrieval, RetrieveOptions, RetrieveService

CHUNKS = {
    chunk.id: chunk
    for chunk in (
        stored_chunk("tides", "The moon raises the tides.", metadata={"source": "sea"}),
        stored_chunk("bread", "Bread is made of flour and water.", metadata={"source": "kitchen"}),
        stored_chunk("cats", "Cats sleep all day.", metadata={"source": "house"}),
    )
}
QUERY = "What raises the tides?"


@dataclass
class World:
    """A service over `CHUNKS`, whose parts can be made to fail."""

    model_error: WinnowError | None = None
    index_error: WinnowError | None = None
    store_error: WinnowError | None = None
    embedder: FakeEmbedder = field(init=False)

    def __post_init__(self) -> None:
        self.embedder = FakeEmbedder(error=self.model_error)
        self.background = FakeBackground()
        remembering = RememberingEmbedder(self.embedder, FakeMemory(), self.background, "model")
        index = FakeIndex(CHUNKS, error=self.index_error)
        store = FakeStore(CHUNKS, error=self.store_error)
        self.service = RetrieveService(remembering, index, store)  # type: ignore[arg-type] # the methods it uses

    def ask(self, query: str = QUERY, options: RetrieveOptions | None = None) -> Retrieval:
        async def retrieve() -> Retrieval:
            try:
                return await self.service.retrieve(
                    "default", query, options=options or RetrieveOptions(), meter=Meter()
                )
            finally:
                await self.background.finish()

        return asyncio.run(retrieve())


def statuses(found: Retrieval) -> tuple[str, str]:
    return found.dense.status, found.lexical.status


def ids(found: Retrieval) -> list[str]:
    return [item.chunk.id for item in found.chunks]


def test_both_legs_find_and_are_fused() -> None:
    found = World().ask()
    assert statuses(found) == ("ok", "ok")
    assert ids(found)[0] == "tides"
    assert found.chunks[0].score.value == 2 / 61
    assert {item.score.kind for item in found.chunks} == {"rrf"}


@pytest.mark.parametrize(
    ("options", "kind"),
    [
        (RetrieveOptions(lexical=None), "cosine"),
        (RetrieveOptions(dense=None), "bm25"),
        (RetrieveOptions(fusion="normalised"), "fused_norm"),
    ],
)
def test_a_score_says_what_it_is(options: RetrieveOptions, kind: str) -> None:
    best = World().ask(options=options).chunks[0]
    assert (best.chunk.id, best.score.kind) == ("tides", kind)
    legs = {"cosine": best.dense and best.dense.cosine, "bm25": best.lexical and best.lexical.bm25, "fused_norm": 1.0}
    assert best.score.value == legs[kind]


def test_each_leg_is_timed() -> None:
    world = World()
    meter = Meter()
    chunks = list(CHUNKS.values())
    asyncio.run(world.service.rank(chunks, QUERY, options=RetrieveOptions(dense=None), meter=meter))
    assert meter.milliseconds.keys() == {"dense_leg", "lexical_leg", "lexical", "fuse"}


def test_a_leg_that_is_off_asks_for_nothing() -> None:
    world = World()
    found = world.ask(options=RetrieveOptions(dense=None))
    assert statuses(found) == ("off", "ok")
    assert world.embedder.calls == []


def test_both_legs_see_the_same_number_of_candidates() -> None:
    found = World().ask("tides moon flour water cats", RetrieveOptions(candidates=2))
    assert (found.dense.candidates, found.lexical.candidates) == (2, 2)


def test_a_filter_binds_both_legs_though_the_index_ignores_it() -> None:
    where = Filter((Condition("source", "eq", "kitchen"),))
    found = World().ask("tides and bread", RetrieveOptions(where=where))
    assert ids(found) == ["bread"]
    assert found.chunks[0].dense is not None
    assert found.chunks[0].lexical is not None


def test_a_filter_that_denies_asks_nobody() -> None:
    world = World()
    found = world.ask(options=RetrieveOptions(where=Filter((Condition("source", "in", ()),))))
    assert statuses(found) == ("empty", "empty")
    assert found.reason == "dense: the filter allows no document; lexical: the filter allows no document"
    assert world.embedder.calls == []


def test_an_absent_topic_is_floored_and_the_answer_says_by_what() -> None:
    options = RetrieveOptions(dense=DenseOptions(min_score=0.6), lexical=LexicalOptions(min_coverage=0.5))
    absent = World().ask("What do the Normans eat?", options)
    assert (statuses(absent), absent.chunks) == (("floored", "floored"), ())
    assert absent.dense.reason is not None
    assert absent.dense.reason.startswith("best cosine 0.")
    assert absent.dense.reason.endswith(" is below min_score 0.6")
    assert absent.lexical.reason is not None
    assert absent.lexical.reason.endswith(" is below min_coverage 0.5")
    assert ids(World().ask("The moon raises the tides.", options)) == ["tides"]


def test_words_are_evidence_beside_the_cosine() -> None:
    """A floor that the cosine alone does not reach, and with the words of the question does."""
    plain = World().ask(options=RetrieveOptions(lexical=None)).chunks[0].dense
    assert plain is not None
    floor = plain.cosine + 0.05
    found = World().ask(options=RetrieveOptions(dense=DenseOptions(min_evidence=floor), lexical=None))
    assert ids(found) == ["tides"]
    match = found.chunks[0].dense
    assert match is not None
    assert match.evidence is not None
    assert floor <= match.evidence <= match.cosine + 0.1
    too_high = World().ask(options=RetrieveOptions(dense=DenseOptions(min_evidence=1.05), lexical=None))
    assert too_high.dense.reason is not None
    assert too_high.dense.reason.endswith("is below min_evidence 1.05")


def test_without_floors_the_fused_score_of_an_absent_topic_is_as_high_as_that_of_an_answer() -> None:
    """Why nothing may threshold it: the score tells rank alone."""
    absent, answered = World().ask("What do the Normans drink: water?"), World().ask()
    assert absent.chunks[0].score == answered.chunks[0].score


def test_the_best_never_reads_as_if_it_reached_the_floor() -> None:
    found = World().ask("The moon raises the tides", RetrieveOptions(dense=DenseOptions(min_score=1.0), lexical=None))
    assert found.dense.reason is not None
    best = float(found.dense.reason.split()[2])
    assert best < 1.0


def test_a_query_without_words_is_empty_for_the_lexical_leg_alone() -> None:
    found = World().ask("¿...?")
    assert statuses(found) == ("ok", "empty")
    assert found.lexical.reason == "the query holds no letter and no digit"


def test_words_that_stand_nowhere_are_empty() -> None:
    found = World().ask("zebra", RetrieveOptions(dense=None))
    assert (found.lexical.status, found.reason) == ("empty", "lexical: no chunk holds a term of the query")


@pytest.mark.parametrize(
    ("world", "expected"),
    [
        (World(model_error=ModelUnavailable("out of capacity")), ("failed", "ok")),
        (World(model_error=BrokenContract("short")), ("failed", "ok")),
        (World(index_error=IndexUnavailable("no answer")), ("failed", "ok")),
    ],
    ids=["model", "broken model", "index"],
)
def test_one_failing_leg_degrades_the_answer_and_says_so(world: World, expected: tuple[str, str]) -> None:
    found = world.ask()
    error = world.model_error or world.service.index.error  # type: ignore[attr-defined] # the fake has one
    assert statuses(found) == expected
    assert (ids(found), found.dense.reason) == (["tides"], str(error))


@pytest.mark.parametrize(
    ("world", "options", "error"),
    [
        (World(store_error=StoreUnavailable("no answer")), None, StoreUnavailable),
        (World(model_error=BrokenContract("short"), store_error=StoreUnavailable("no")), None, StoreUnavailable),
        (World(model_error=ModelUnavailable("busy")), RetrieveOptions(lexical=None), ModelUnavailable),
        (World(model_error=Misconfigured("no such model")), None, Misconfigured),
        (World(model_error=TextsTooLarge("5004")), None, InvalidRequest),
    ],
    ids=["both, by the store", "both, one for good", "the only leg", "misconfigured", "a query too long"],
)
def test_what_cannot_be_answered_is_an_error(
    world: World, options: RetrieveOptions | None, error: type[WinnowError]
) -> None:
    with pytest.raises(error):
        world.ask(options=options)


def test_given_chunks_rank_as_stored_ones() -> None:
    world = World()
    for query in (QUERY, "flour and water", "cats that sleep", "the moon, the bread, the day"):
        stored = world.ask(query)

        async def rank(query: str = query) -> Retrieval:
            chunks = list(CHUNKS.values())
            return await world.service.rank(chunks, query, options=RetrieveOptions(), meter=Meter())

        given = asyncio.run(rank())
        assert [(item.chunk.id, item.score) for item in given.chunks] == [
            (item.chunk.id, item.score) for item in stored.chunks
        ]
