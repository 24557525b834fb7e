"""The two legs of retrieval: each finds, applies its own floor, and says what became of it.

Floors stand here and nowhere later, on scores that mean something: `min_score` on cosine, `min_coverage` on term
coverage. What comes out of the fusion of both tells order alone.
"""

from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, TypeAlias, TypeVar

from winnow.errors import BrokenContract, TemporaryError, WinnowError
from winnow.ports import StoredChunk
from winnow.services.corpora import Corpus, Near
from winnow.services.metering import Meter
from winnow.text.terms import terms

Found = TypeVar("Found")
LegStatus: TypeAlias = Literal["ok", "off", "empty", "floored", "failed"]


@dataclass(frozen=True, slots=True)
class DenseOptions:
    """`min_score` is a floor on cosine, in [-1, 1]; `weight` > 0 is the leg's share in the fusion.

    `min_evidence` is a floor on cosine + `COVERAGE_SHARE` x term coverage of the same chunk, in [-1, 1.1]. Both are
    absolute, so their sum is: it tells a topic that is there from one that is not, better than either alone.
    """

    min_score: float | None = None
    min_evidence: float | None = None
    weight: float = 1.0


COVERAGE_SHARE: Final = 0.1
"""What whole coverage adds to a cosine. E5 and BGE cosines crowd in a fifth of their range, where .1 is half of it:
measured in docs/retrieval.md."""


@dataclass(frozen=True, slots=True)
class LexicalOptions:
    """`min_coverage` is a floor on term coverage, in [0, 1]; `weight` > 0 is the leg's share in the fusion."""

    min_coverage: float | None = None
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class DenseMatch:
    """Where a chunk stands in the dense leg. `rank` counts from 0; `evidence` is set where it was asked for."""

    rank: int
    cosine: float
    evidence: float | None = None


@dataclass(frozen=True, slots=True)
class LexicalMatch:
    """Where a chunk stands in the lexical leg. `rank` counts from 0."""

    rank: int
    bm25: float
    coverage: float


@dataclass(frozen=True, slots=True)
class LegReport:
    """What a leg did: `candidates` before its floor, `kept` after it.

    - `ok`: it found chunks, and some reached its floor.
    - `off`: it was not asked.
    - `empty`: it found nothing.
    - `floored`: it found chunks, and none reached its floor.
    - `failed`: a service behind it did.

    `reason` says why, for each but `ok` and `off`.
    """

    status: LegStatus
    candidates: int = 0
    kept: int = 0
    reason: str | None = None


OFF = LegReport("off")


@dataclass(frozen=True, slots=True)
class DenseLeg:
    """`matches` by chunk id, best first."""

    report: LegReport
    matches: Mapping[str, DenseMatch] = field(default_factory=dict)
    chunks: Mapping[str, StoredChunk] = field(default_factory=dict)
    error: WinnowError | None = None


@dataclass(frozen=True, slots=True)
class LexicalLeg:
    """`matches` by chunk id, best first."""

    report: LegReport
    matches: Mapping[str, LexicalMatch] = field(default_factory=dict)
    chunks: Mapping[str, StoredChunk] = field(default_factory=dict)
    error: WinnowError | None = None


async def dense_leg(
    corpus: Corpus, query: str, options: DenseOptions | None, *, candidates: int, meter: Meter
) -> DenseLeg:
    """The `candidates` nearest chunks whose cosine reaches the floor.

    Raises InvalidRequest when the model refuses the query, Misconfigured when the deployment is wrong.
    """
    if options is None:
        return DenseLeg(OFF)
    if corpus.denies:
        return DenseLeg(_denied())
    found = await _or_error(_nearest(corpus, query, options, candidates=candidates, meter=meter))
    if isinstance(found, WinnowError):
        return DenseLeg(_failed(found), error=found)
    kept, why_floored = _above_floors(found, options)
    matches = {item.near.chunk.id: item.match(rank, options) for rank, item in enumerate(kept)}
    report = _report(len(found), len(kept), why_floored, "no chunk is near the query")
    return DenseLeg(report, matches, {item.near.chunk.id: item.near.chunk for item in kept})


class _Supported(NamedTuple):
    near: Near
    evidence: float

    def match(self, rank: int, options: DenseOptions) -> DenseMatch:
        return DenseMatch(rank, self.near.cosine, None if options.min_evidence is None else self.evidence)


async def _nearest(
    corpus: Corpus, query: str, options: DenseOptions, *, candidates: int, meter: Meter
) -> list[_Supported]:
    """The nearest chunks; coverage is looked up only where a floor asks for it."""
    found = await corpus.nearest(query, limit=candidates, meter=meter)
    coverages: Mapping[str, float] = {}
    if options.min_evidence is not None:
        asked = list(dict.fromkeys(terms(query)))
        coverages = await corpus.coverages(asked, [near.chunk for near in found], meter=meter)
    return [_Supported(near, near.cosine + COVERAGE_SHARE * coverages.get(near.chunk.id, 0.0)) for near in found]


def _above_floors(found: Sequence[_Supported], options: DenseOptions) -> tuple[list[_Supported], str]:
    """What reaches both floors, and which of them took the last."""
    near = [item for item in found if options.min_score is None or item.near.cosine >= options.min_score]
    if not near:
        return [], _floored("cosine", [item.near.cosine for item in found], "min_score", options.min_score)
    kept = [item for item in near if options.min_evidence is None or item.evidence >= options.min_evidence]
    return kept, _floored("evidence", [item.evidence for item in near], "min_evidence", options.min_evidence)


async def lexical_leg(
    corpus: Corpus, query: str, options: LexicalOptions | None, *, candidates: int, meter: Meter
) -> LexicalLeg:
    """The `candidates` best chunks by BM25 whose term coverage reaches the floor. Raises Misconfigured."""
    if options is None:
        return LexicalLeg(OFF)
    if corpus.denies:
        return LexicalLeg(_denied())
    asked = list(dict.fromkeys(terms(query)))
    if not asked:
        return LexicalLeg(LegReport("empty", reason="the query holds no letter and no digit"))
    found = await _or_error(corpus.holding(asked, limit=candidates, meter=meter))
    if isinstance(found, WinnowError):
        return LexicalLeg(_failed(found), error=found)
    floor = options.min_coverage
    kept = [held for held in found if floor is None or held.score.coverage >= floor]
    why_floored = _floored("coverage", [held.score.coverage for held in found], "min_coverage", floor)
    report = _report(len(found), len(kept), why_floored, "no chunk holds a term of the query")
    matches = {
        held.chunk.id: LexicalMatch(rank, held.score.bm25, held.score.coverage) for rank, held in enumerate(kept)
    }
    return LexicalLeg(report, matches, {held.chunk.id: held.chunk for held in kept})


async def _or_error(search: Awaitable[list[Found]]) -> list[Found] | WinnowError:
    """What a leg found, or why it could not look: a failing leg must not take the other one with it."""
    try:
        return await search
    except (TemporaryError, BrokenContract) as error:
        return error


def _report(candidates: int, kept: int, why_floored: str, why_empty: str) -> LegReport:
    if candidates == 0:
        return LegReport("empty", reason=why_empty)
    if kept == 0:
        return LegReport("floored", candidates, reason=why_floored)
    return LegReport("ok", candidates, kept)


def _floored(score: str, values: Sequence[float], option: str, floor: float | None) -> str:
    """Rounded so that the best never reads as if it reached the floor."""
    if not values or floor is None:
        return ""
    best = max(values)
    digits = next((count for count in range(2, 17) if round(best, count) < floor), 17)
    return f"best {score} {round(best, digits)} is below {option} {floor}"


def _denied() -> LegReport:
    return LegReport("empty", reason="the filter allows no document")


def _failed(error: WinnowError) -> LegReport:
    return LegReport("failed", reason=str(error))
