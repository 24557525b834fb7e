"""`POST /retrieve`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from winnow_client.decoding import Json
from winnow_client.results.common import Metadata, Usage
from winnow_client.results.trim import Trimming

LegStatus: TypeAlias = Literal["ok", "off", "empty", "floored", "failed"]


@dataclass(frozen=True, slots=True)
class Score:
    """A number and what it is. `rrf` is a function of ranks alone, and says nothing about relevance."""

    kind: str
    value: float


@dataclass(frozen=True, slots=True)
class DenseLeg:
    """Where the dense leg had the chunk: `rank` from 1, `cosine` in [-1, 1]; `evidence` where it was asked for."""

    rank: int
    cosine: float
    evidence: float | None = None


@dataclass(frozen=True, slots=True)
class LexicalLeg:
    """Where the lexical leg had the chunk: `rank` from 1, `bm25` without a scale, `coverage` in [0, 1]."""

    rank: int
    bm25: float
    coverage: float


@dataclass(frozen=True, slots=True)
class Legs:
    dense: DenseLeg | None = None
    lexical: LexicalLeg | None = None


@dataclass(frozen=True, slots=True)
class RetrievedChunk:
    """A chunk, best first. `[start, end)` are code points of the document's text."""

    id: str
    document_id: str
    title: str
    ordinal: int
    content: str
    start: int
    end: int
    metadata: Metadata
    score: Score
    legs: Legs


@dataclass(frozen=True, slots=True)
class LegReport:
    """How one leg did: how many candidates it had, and how many its floor left."""

    status: LegStatus
    candidates: int
    kept: int
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class LegReports:
    dense: LegReport
    lexical: LegReport


@dataclass(frozen=True, slots=True)
class Retrieval:
    """No chunk has a `reason`. `trim` is there when trimming was asked for, its details in the order of the chunks."""

    chunks: tuple[RetrievedChunk, ...]
    legs: LegReports
    reason: str | None = None
    trim: Trimming | None = None
    usage: Usage | None = None
    timing_ms: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Ranking:
    """As `Retrieval`, of the chunks that were sent: each with every field as it came, and `id`, `score` and `legs`."""

    chunks: tuple[Mapping[str, Json], ...]
    legs: LegReports
    reason: str | None = None
    trim: Trimming | None = None
    usage: Usage | None = None
    timing_ms: Mapping[str, float] = field(default_factory=dict)
