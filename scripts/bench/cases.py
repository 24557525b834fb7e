"""The cases: what is asked, of whom, and how often."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scripts.bench.corpus import NAMESPACE, stored_chunks
from scripts.bench.counted import Counts, count
from scripts.bench.served import Sample, Served
from scripts.bench.statistics import Spread
from scripts.bench.texts import Writer

KEEP_SOME = 0.05
"""A threshold that about a sixth of pseudorandom vectors reach."""
SAME_SHARE = 0.95
"""Of the chunks that two Workers trimmed, so many must be equal."""
_REMEMBERED_SECONDS = 30
_WARM_UPS = 2

Body = dict[str, Any]
Milliseconds = tuple[float, float]
"""By the clock and by the processor."""


@dataclass(frozen=True, slots=True)
class Case:
    """Every body is another one, so that nothing is known but what was stored."""

    name: str
    path: str
    size: int
    body: Callable[[], Body]
    has_rival: bool = False


@dataclass(slots=True)
class Measurement:
    """Milliseconds of each repeat. `rival` and `bindings` were asked in turn with `winnow`, in the same seconds:
    the TypeScript Worker doing the same, and one that makes the same calls of bindings and nothing else.
    """

    case: Case
    counts: Counts
    winnow: list[Milliseconds] = field(default_factory=list)
    rival: list[Milliseconds] = field(default_factory=list)
    bindings: list[Milliseconds] = field(default_factory=list)

    def ratio(self, clock: int) -> Spread | None:
        """Winnow's time by the rival's, repeat by repeat."""
        pairs = zip(self.winnow, self.rival, strict=True)
        return Spread.of([ours[clock] / theirs[clock] for ours, theirs in pairs]) if self.rival else None

    def overhead(self, clock: int) -> Spread | None:
        """Winnow's time less that of its calls alone, repeat by repeat."""
        pairs = zip(self.winnow, self.bindings, strict=True)
        return Spread.of([ours[clock] - theirs[clock] for ours, theirs in pairs]) if self.bindings else None


def trim_first(size: int) -> Case:
    writer = Writer(f"fresh{size}")

    def body() -> Body:
        return _trim(writer.sentence(), [{"content": text} for text in writer.chunks(size)])

    return Case("trim, first time", "/trim", size, body, has_rival=True)


def trim_remembered(served: Served, size: int) -> Case:
    """Trims the stored chunks once, and waits until their sentences are remembered."""
    chunks = stored_chunks(served, size)
    questions = Writer(f"remembered{size}")

    def body() -> Body:
        return _trim(questions.sentence(), chunks)

    served.await_post("/trim", body(), seconds=_REMEMBERED_SECONDS, until=lambda answer: answer["usage"]["texts"] <= 1)
    return Case("trim, remembered", "/trim", size, body, has_rival=True)


def _trim(query: str, chunks: Sequence[Body]) -> Body:
    return {"query": query, "chunks": list(chunks), "threshold": KEEP_SOME}


def retrieve(candidates: int) -> Case:
    questions = Writer("which")

    def body() -> Body:
        return {"namespace": NAMESPACE, "query": questions.sentence(), "candidates": candidates}

    return Case("retrieve", "/retrieve", candidates, body)


def ingest(characters: int) -> Case:
    writer = Writer(f"ingested{characters}")

    def body() -> Body:
        document = {"id": writer.sentence(), "text": writer.characters(characters)}
        return {"namespace": f"ingest{characters}", "documents": [document]}

    return Case("ingest", "/ingest", characters, body)


def measure(case: Case, counted: Counts, winnow: Served, rival: Served, *, repeats: int) -> Measurement:
    """Ask Winnow, the rival and the replay in turn, in changing order."""
    done = Measurement(case, counted)
    for number in range(-_WARM_UPS, repeats):
        body = case.body()
        turns = _turns(case, counted, body, winnow, rival)
        names = list(turns) if number % 2 else list(turns)[::-1]
        samples = {name: turns[name]() for name in names}
        check(case, samples)
        if number >= 0:
            for name, sample in samples.items():
                getattr(done, name).append((sample.wall_ms, sample.cpu_ms))
    return done


def _turns(
    case: Case, counted: Counts, body: Body, winnow: Served, rival: Served
) -> Mapping[str, Callable[[], Sample]]:
    turns = {"winnow": lambda: winnow.post(case.path, body)}
    if case.has_rival:
        turns["rival"] = lambda: rival.post(case.path, body)
    if counted.stages:
        turns["bindings"] = lambda: rival.post("/replay", counted.stages)
    return turns


def check(case: Case, samples: Mapping[str, Sample]) -> None:
    """All did what they were asked. Raises RuntimeError."""
    answer = samples["winnow"].answer
    match case.path:
        case "/trim":
            right = answer["receipt"]["sentences_in"] == case.size
            right &= _agree(answer, samples["rival"].answer)
        case "/retrieve":
            right = all(leg["candidates"] == case.size for leg in answer["legs"].values())
        case _:
            right = [document["status"] for document in answer["documents"]] == ["created"]
    if not right:
        raise RuntimeError(f"{case.name} at {case.size} was not answered as it must be: {str(answer)[:1000]}")


def _agree(answer: Body, other: Body) -> bool:
    """The same chunks come out, but for scores so near the threshold that rounding decides."""
    pairs = list(zip(answer["chunks"], other["chunks"], strict=True))
    same = [bool(ours["content"] == theirs["content"]) for ours, theirs in pairs]
    return sum(same) >= SAME_SHARE * len(same)


def count_case(case: Case, counted: Served) -> Counts:
    """The second time: the first one looks up what an isolate then knows."""
    count(counted, case.path, case.body())
    return count(counted, case.path, case.body())
