"""What a caller may ask of trimming, with the range of each wish."""

import math
from dataclasses import dataclass

THRESHOLD_DEFAULT = 0.5


@dataclass(frozen=True, slots=True)
class TrimOptions:
    """How units are chosen.

    - `threshold`, a cosine in [-1, 1]: a unit at or above it is relevant. -1 keeps all.
    - `relative`, in (0, 1] or None: a relevant unit must also reach this share of its chunk's best score. It
      only narrows what `threshold` lets through; to choose by share alone, set `threshold` to -1.
    - `min_sentences`, 0 or more: a chunk with fewer relevant units gets its best ones, up to this number.
    - `window`, 0 or more: so many neighbours on each side of a kept unit stay as well.
    - `max_tokens`, 1 or more, or None for no limit: one budget over all chunks, in tokens of the text that
      comes out.
    - `mark_edges`: mark a cut head or tail too, not only inner gaps.

    Raises:
        ValueError: a value is out of its range.
    """

    threshold: float = THRESHOLD_DEFAULT
    min_sentences: int = 1
    window: int = 0
    relative: float | None = None
    max_tokens: int | None = None
    mark_edges: bool = False

    def __post_init__(self) -> None:
        if not (math.isfinite(self.threshold) and -1 <= self.threshold <= 1):
            raise ValueError(f"threshold must be in [-1, 1], not {self.threshold}")
        if self.min_sentences < 0:
            raise ValueError(f"min_sentences must be 0 or more, not {self.min_sentences}")
        if self.window < 0:
            raise ValueError(f"window must be 0 or more, not {self.window}")
        if self.relative is not None and not 0 < self.relative <= 1:
            raise ValueError(f"relative must be in (0, 1], not {self.relative}")
        if self.max_tokens is not None and self.max_tokens < 1:
            raise ValueError(f"max_tokens must be 1 or more, not {self.max_tokens}")
