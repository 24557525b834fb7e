"""`POST /trim`, and trimming inside other answers."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from winnow_client.decoding import Json
from winnow_client.results.common import Span, Usage


@dataclass(frozen=True, slots=True)
class TrimmedChunk:
    """What was kept of one chunk: `content[start:end]` of the content as it came, for each span.

    `scores` are cosines in [-1, 1], one for each of its sentences.
    """

    changed: bool
    kept: tuple[Span, ...]
    scores: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class TrimReceipt:
    """What trimming saved and what it cost; tokens are estimated. Where it was not `worth_it`, `reason` says why."""

    sentences_in: int
    sentences_kept: int
    characters_in: int
    characters_out: int
    tokens_in: int
    tokens_out: int
    embedding_calls: int = 0
    tokens_embedded: int = 0
    memory_hits: int = 0
    worth_it: bool | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Trimming:
    """Details in the order of the chunks."""

    details: tuple[TrimmedChunk, ...]
    receipt: TrimReceipt


@dataclass(frozen=True, slots=True)
class Trimmed:
    """The chunks with every field as it was sent; `content` alone may be shorter."""

    chunks: tuple[Mapping[str, Json], ...]
    details: tuple[TrimmedChunk, ...]
    receipt: TrimReceipt
    usage: Usage | None = None
    timing_ms: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TrimmedBatch:
    """One result for each query."""

    results: tuple[Trimmed, ...]
    usage: Usage
    timing_ms: Mapping[str, float]
