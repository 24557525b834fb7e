"""What several answers share."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from winnow_client.decoding import Json

Metadata: TypeAlias = Mapping[str, Json]

Span: TypeAlias = tuple[int, int]
"""`[start, end)` in Unicode code points, as Python counts."""


@dataclass(frozen=True, slots=True)
class Usage:
    """What an answer cost: calls of the embedding model, the texts in them, and their tokens as estimated.

    `memory_hits` are the texts whose vectors were remembered.
    """

    embedding_calls: int
    texts: int
    tokens_estimated: int
    memory_hits: int = 0
