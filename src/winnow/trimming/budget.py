"""Spends one token budget over the units of all chunks."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import chain

from winnow.text.tokens import estimate_tokens
from winnow.trimming.rebuild import GAP, HEAD, TAIL
from winnow.trimming.selection import Wanted, with_neighbours
from winnow.trimming.units import Units

Wish = tuple[int, int]
"""A chunk's place and, within it, a unit's."""


class Account:
    """What one chunk costs, as it would come out, with the units paid so far.

    The price is the sum of the estimates of the prefix, units, marks and what stands between units that
    follow each other, which is never less than the estimate of the text they make (the whole content, once
    all are paid).
    """

    def __init__(self, content: str, units: Units, *, mark_edges: bool) -> None:
        self._content = content
        self._spans = units.spans
        self._prefix = estimate_tokens(f"{units.prefix}\n") if units.prefix else 0
        self._head, self._tail = (estimate_tokens(HEAD), estimate_tokens(TAIL)) if mark_edges else (0, 0)
        self._gap = estimate_tokens(GAP)
        self._price = 0
        # Between two places that stand for the chunk's start and end.
        self._places = [-1, len(units.spans)]

    @property
    def kept(self) -> list[int]:
        """The units paid for, ascending."""
        return self._places[1:-1]

    def cost(self, unit: int) -> int | None:
        """How much the price rises with `unit`, None where it is paid already.

        Below 0 where a short unit closes a gap that costs more than itself.
        """
        place = bisect_left(self._places, unit)
        left, right = self._places[place - 1], self._places[place]
        if right == unit:
            return None
        if len(self._places) == len(self._spans) + 1:
            return estimate_tokens(self._content) - self._price
        start, end = self._spans[unit]
        joints = self._joint(left, unit) + self._joint(unit, right) - self._joint(left, right)
        return estimate_tokens(self._content[start:end]) + joints

    def pay(self, unit: int, cost: int) -> None:
        self._places.insert(bisect_left(self._places, unit), unit)
        self._price += cost

    def _joint(self, left: int, right: int) -> int:
        """What stands between two places that follow each other."""
        last = len(self._spans)
        if left == -1:
            return 0 if right == last else self._prefix + self._head * (right > 0)
        if right == last:
            return self._tail * (left < last - 1)
        if right > left + 1:
            return self._gap
        return estimate_tokens(self._content[self._spans[left].end : self._spans[right].start])


def spend(
    accounts: Sequence[Account],
    wanted: Sequence[Wanted],
    scores: Sequence[Sequence[float]],
    *,
    max_tokens: int,
    window: int,
) -> int:
    """Pay from `max_tokens` for the units wanted; returns what is left.

    In turn: what is guaranteed, the chunk with the best score first; then what is relevant; then the
    neighbours of what was paid. Each by score, ties in the order of the text; what does not fit is passed
    over.
    """
    chunks = range(len(accounts))
    best_first = sorted(chunks, key=lambda chunk: -max(scores[chunk], default=-1.0))
    guaranteed = [(chunk, unit) for chunk in best_first for unit in wanted[chunk].guaranteed]
    relevant = [(chunk, unit) for chunk in chunks for unit in wanted[chunk].relevant]
    left = _buy(accounts, chain(guaranteed, _by_score(relevant, scores)), max_tokens)
    neighbours = [
        (chunk, unit)
        for chunk in chunks
        for unit in with_neighbours(accounts[chunk].kept, window=window, count=len(scores[chunk]))
    ]
    return _buy(accounts, _by_score(neighbours, scores), left)


def _by_score(wishes: Iterable[Wish], scores: Sequence[Sequence[float]]) -> list[Wish]:
    return sorted(wishes, key=lambda wish: -scores[wish[0]][wish[1]])


def _buy(accounts: Sequence[Account], wishes: Iterable[Wish], left: int) -> int:
    for chunk, unit in wishes:
        cost = accounts[chunk].cost(unit)
        if cost is not None and cost <= left:
            accounts[chunk].pay(unit, cost)
            left -= cost
    return left
