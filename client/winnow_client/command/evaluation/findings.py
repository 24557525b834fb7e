"""What a server answered, cut down to what is measured; kept as JSON, and read back by the same names."""

from collections.abc import Mapping
from dataclasses import dataclass

LEGS = ("dense", "lexical", "hybrid, rrf", "hybrid, normalised")


@dataclass(frozen=True, slots=True)
class Best:
    """The best cosine, evidence (cosine + 0.1 x coverage) and coverage among all that was found; -1, -1 and 0 where
    nothing was.
    """

    cosine: float = -1.0
    evidence: float = -1.0
    coverage: float = 0.0


@dataclass(frozen=True, slots=True)
class ChunkPlace:
    """A stored chunk: `[start, end)` of its document's text."""

    id: str
    document_id: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Found:
    """One question's answer. `rankings` has the documents of each of `LEGS`, best first; `chunks` the first few.

    `absent` is the best of an index that does not hold the topic, where that was asked too. `milliseconds` are those
    of the default request: `retrieve` as seen from here, the others as the server says.
    """

    rankings: Mapping[str, tuple[str, ...]]
    best: Best
    chunks: tuple[ChunkPlace, ...]
    milliseconds: Mapping[str, float]
    absent: Best | None = None


@dataclass(frozen=True, slots=True)
class Cut:
    """One chunk trimmed for one question. `keeps_answer` is None where the chunk does not hold it whole."""

    tokens_in: int
    tokens_out: int
    keeps_answer: bool | None = None


@dataclass(frozen=True, slots=True)
class Trims:
    """One chunk trimmed for several questions: for each setting, by its label, a cut for each question.

    `milliseconds` are those of each request; the first one of a chunk may have embedded its sentences.
    """

    cuts: Mapping[str, tuple[Cut, ...]]
    milliseconds: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class SentenceScores:
    """The cosines of one chunk's sentences, for each question."""

    rows: tuple[tuple[float, ...], ...]
