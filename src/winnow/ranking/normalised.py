"""Normalised fusion: one ranking from several, by how far each score stands between its leg's best and worst."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ScoredRanking:
    """One leg's answer: the score of each id, best first, and how much the leg counts (weight > 0)."""

    scores: Mapping[str, float]
    weight: float = 1.0


def normalised_fusion(rankings: Mapping[str, ScoredRanking], *, tie_break: str) -> list[tuple[str, float]]:
    """Fuse scored rankings into `(id, fused_norm)` pairs, best first; values lie in [0, 1].

    fused_norm(id) = sum over the rankings of weight x (score - lowest) / (highest - lowest), divided by the sum of
    all weights. Lowest and highest are those of the ranking itself, so the value depends on which other candidates
    there are: like a rank, it tells order and nothing of relevance, and nothing may threshold it.

    A ranking of one id, or whose scores are all equal, gives 1 to each of its ids. An id that a ranking lacks has 0
    from it; so has a ranking's last.

    Ties are broken by the place in the ranking named `tie_break`, ids that it lacks last, then by id.
    """
    total = sum(ranking.weight for ranking in rankings.values())
    fused: dict[str, float] = {}
    for ranking in rankings.values():
        for identifier, share in _min_max(ranking.scores).items():
            fused[identifier] = fused.get(identifier, 0.0) + ranking.weight * share / total
    preferred = rankings.get(tie_break)
    place = {identifier: rank for rank, identifier in enumerate(preferred.scores)} if preferred else {}
    last = len(place)
    # The sum of shares can pass 1 by an ulp; the range is a promise.
    values = {identifier: min(1.0, value) for identifier, value in fused.items()}
    return sorted(values.items(), key=lambda item: (-item[1], place.get(item[0], last), item[0]))


def _min_max(scores: Mapping[str, float]) -> dict[str, float]:
    if not scores:
        return {}
    lowest, highest = min(scores.values()), max(scores.values())
    if lowest == highest:
        return dict.fromkeys(scores, 1.0)
    return {identifier: (score - lowest) / (highest - lowest) for identifier, score in scores.items()}
