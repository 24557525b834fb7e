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


class TrimOptions(TypedDict, total=False):
    """`threshold` is a cosine in [-1, 1]; `unit` is `sentence`, `line` or a separator."""

    threshold: float
    min_sentences: int
    window: int
    relative: float
    max_tokens: int
    unit: str
    mark_edges: bool


class DenseOptions(TypedDict, total=False):
    """`min_score` is the floor on the cosine, in [-1, 1]."""

    min_score: float
    weight: float


class LexicalOptions(TypedDict, total=False):
    """`min_coverage` is the floor on the coverage of the query's terms, in [0, 1]."""

    min_coverage: float
    weight: float


class FusionOptions(TypedDict, total=False):
    k: int


class RetrieveOptions(TypedDict, total=False):
    """`top_k` chunks out of `candidates` from each leg; a leg that is False is off."""

    top_k: int
    candidates: int
    filter: Filter
    dense: DenseOptions | Literal[False]
    lexical: LexicalOptions | Literal[False]
    fusion: FusionOptions
    trim: TrimOptions | bool


class ContextOptions(RetrieveOptions, total=False):
    """`max_tokens` bounds the whole context, in estimated tokens."""

    max_tokens: int
