"""Reciprocal rank fusion: one ranking from several, by rank alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

DEFAULT_RANK_CONSTANT = 60
"""k of Cormack, Clarke and Buettcher (SIGIR 2009): how slowly a rank's share falls."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """One leg's answer: ids, best first, and how much the leg counts (weight > 0)."""

    ids: Sequence[str]
    weight: float = 1.0


def reciprocal_rank_fusion(
    rankings: Mapping[str, Ranking],
    *,
    rank_constant: int = DEFAULT_RANK_CONSTANT,
    tie_break: str,
) -> list[tuple[str, float]]:
    """Fuse rankings into `(id, rrf)` pairs, best first.

    rrf(id) = sum over the rankings that hold id of weight / (k + rank + 1), with rank counted from 0 (so the best
    place is worth weight / (k + 1), as in the paper, which counts from 1). An id that a ranking repeats counts once,
    at its best rank. With two legs of weight 1, k = 60 and 20 candidates, values lie in [1/80, 2/61] = [0.0125,
    0.0328]: they tell order and nothing of relevance, so nothing may threshold them.

    Ties are broken by the rank in the ranking named `tie_break`, ids that it lacks last, then by id.
    """
    scores: dict[str, float] = {}
    for ranking in rankings.values():
        for rank, identifier in enumerate(dict.fromkeys(ranking.ids)):
            scores[identifier] = scores.get(identifier, 0.0) + ranking.weight / (rank_constant + rank + 1)
    preferred = rankings.get(tie_break)
    preferred_ids = list(dict.fromkeys(preferred.ids)) if preferred else []
    preferred_rank = {identifier: rank for rank, identifier in enumerate(preferred_ids)}
    last = len(preferred_rank)
    return sorted(scores.items(), key=lambda item: (-item[1], preferred_rank.get(item[0], last), item[0]))
