"""Which trim settings are tried: where a model's cosines crowd decides which thresholds say anything."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from winnow_client.options import TrimOptions

THRESHOLD_QUANTILES = (0.3, 0.5, 0.65, 0.8, 0.9)
"""Of the cosines of all sentences that were found: a threshold there cuts that share of them."""
RELATIVE_QUANTILES = (0.3, 0.5, 0.7, 0.85)
"""Likewise, of each sentence's share of its chunk's best."""
BEST = (1, 2, 3)
STEP = 0.005


@dataclass(frozen=True, slots=True)
class TrimSetting:
    """`threshold` 1 keeps the best `min_sentences` alone, and -1 all that reaches `relative`."""

    threshold: float = -1.0
    relative: float | None = None
    min_sentences: int = 1

    @property
    def kind(self) -> str:
        """What it chooses by: `threshold`, `relative` or `min_sentences`."""
        if self.relative is not None:
            return "relative"
        return "min_sentences" if self.threshold == 1.0 else "threshold"

    @property
    def label(self) -> str:
        return f"{self.kind} {getattr(self, self.kind):g}"

    def as_request(self) -> TrimOptions:
        options: TrimOptions = {"threshold": self.threshold, "min_sentences": self.min_sentences}
        if self.relative is not None:
            options["relative"] = self.relative
        return options


KEEP_ALL = TrimSetting()


def settings_for(scores: Sequence[Sequence[float]]) -> list[TrimSetting]:
    """Settings of each kind, the mildest first. `scores` are cosines, a row for each chunk of each question."""
    cosines = [score for row in scores for score in row]
    shares = [score / max(row) for row in scores if row and max(row) > 0 for score in row if score > 0]
    return [
        *(TrimSetting(threshold=value) for value in _quantiles(cosines, THRESHOLD_QUANTILES) if -1 < value < 1),
        *(TrimSetting(relative=value) for value in _quantiles(shares, RELATIVE_QUANTILES) if 0 < value < 1),
        *(TrimSetting(threshold=1.0, min_sentences=count) for count in reversed(BEST)),
    ]


def _quantiles(values: Sequence[float], places: Sequence[float]) -> list[float]:
    """Round numbers, each once."""
    if not values:
        return []
    return list(dict.fromkeys(round(round(float(value) / STEP) * STEP, 4) for value in np.quantile(values, places)))
