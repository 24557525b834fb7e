"""What requests may say, in the words of the HTTP API. What is left out takes the server's default."""

from collections.abc import Mapping, Sequence
from typing import Literal, Required, TypeAlias, TypedDict

from winnow_client.decoding import Json

Scalar: TypeAlias = str | int | float | bool


class Range(TypedDict, total=False):
    """All of them must hold."""

    gte: Scalar
    gt: Scalar
    lte: Scalar
    lt: Scalar
    ne: Scalar


Filter: TypeAlias = Mapping[str, Scalar | Sequence[Scalar] | Range]
"""Scalar = exact, list = any of (an empty list matches nothing). Only fields that the index declares."""


class DocumentInput(TypedDict, total=False):
    """A document to store. Sent again under its id, it replaces what was stored under it."""

    id: Required[str]
    text: Required[str]
    title: str
    metadata: Mapping[str, Json]


class Chunking(TypedDict, total=False):
    """Sizes in characters. A `separator` makes the documents record-shaped: records are never split."""

    chunk_size: int
    overlap: int
    separator: str | None


class DocumentPatch(TypedDict, total=False):
    """A JSON merge patch: what is None is taken away."""

    title: str | None
    metadata: Mapping[str, Json] | None


Offsets: TypeAlias = Literal["code_points", "utf16"]
"""What offsets in an answer count: code points, as Python does, or UTF-16 code units, as JavaScript does."""


class TrimSettings(TypedDict, total=False):
    """How chunks are trimmed. `threshold` is a cosine in [-1, 1], `relative` a share of the best one in (0, 1].

    `unit` is `sentence`, `line` or a separator; `with_titles` scores a sentence together with its chunk's title.
    """

    threshold: float
    min_sentences: int
    window: int
    relative: float
    max_tokens: int
    unit: str
    scorer: Literal["cosine", "hybrid"]
    with_titles: bool
    mark_edges: bool


class TrimOptions(TrimSettings, total=False):
    offsets: Offsets


class DenseOptions(TypedDict, total=False):
    """`min_score` is the floor on the cosine, in [-1, 1]; `min_evidence` that on cosine and words together."""

    min_score: float
    min_evidence: float
    weight: float


class LexicalOptions(TypedDict, total=False):
    """`min_coverage` is the floor on the coverage of the query's terms, in [0, 1]."""

    min_coverage: float
    weight: float


class FusionOptions(TypedDict, total=False):
    """`k` belongs to `rrf`."""

    method: Literal["rrf", "normalised"]
    k: int


class RankOptions(TypedDict, total=False):
    """`top_k` chunks out of `candidates` from each leg. A leg that is False is off; `mode` says the same in a word."""

    top_k: int
    candidates: int
    mode: Literal["dense", "lexical", "hybrid"]
    dense: DenseOptions | Literal[False]
    lexical: LexicalOptions | Literal[False]
    fusion: FusionOptions
    offsets: Offsets
    trim: TrimSettings | bool


class RetrieveOptions(RankOptions, total=False):
    filter: Filter


class Template(TypedDict, total=False):
    """How a context is put together: before all, between passages, and each passage."""

    prefix: str
    separator: str
    passage: str


class ContextOptions(TypedDict, total=False):
    """As `RetrieveOptions`. `max_tokens` bounds the whole context, in estimated tokens."""

    top_k: int
    candidates: int
    mode: Literal["dense", "lexical", "hybrid"]
    dense: DenseOptions | Literal[False]
    lexical: LexicalOptions | Literal[False]
    fusion: FusionOptions
    offsets: Offsets
    filter: Filter
    trim: TrimSettings
    max_tokens: int
    template: Template
