"""Spends one token budget over the units of all chunks."""

from bisect import bisect_left, insort
from collections.abc import Iterable, Sequence

from winnow.text.tokens import estimate_tokens
from winnow.trimming.rebuild import GAP, HEAD, TAIL
from winnow.trimming.selection import Wanted, with_neighbours
from winnow.trimming.units import Units


class Account:
    """What one chunk costs with the units paid so far. The estimate is additive, so a price is never too low."""

    def __init__(self, content: str, units: Units, *, mark_edges: bool) -> None:
        self._content = content
        self._units = units
        self._mark_edges = mark_edges
        self._sum = 0  # without prefix and edge marks
        self._whole: int | None = None
        self.kept: list[int] = []

    @property
    def price(self) -> int:
        return self._price(self._sum, self.kept[:1], self.kept[-1:], len(self.kept))

    def price_with(self, index: int) -> int:
        """The price of the chunk if the unit `index` stays as well."""
        first = min([index, *self.kept[:1]])
        last = max([index, *self.kept[-1:]])
        return self._price(self._sum + self._added(index), [first], [last], len(self.kept) + 1)

    def pay(self, index: int) -> None:
        self._sum += self._added(index)
        insort(self.kept, index)

    def _price(self, total: int, first: list[int], last: list[int], count: int) -> int:
        if not count:
            return 0
        spans = self._units.spans
        if count == len(spans):
            if self._whole is None:
                self._whole = estimate_tokens(self._content)
            return self._whole
        if self._units.prefix:
            total += estimate_tokens(self._units.prefix + "\n")
        if self._mark_edges:
            total += _TOKENS[HEAD] * (first[0] > 0) + _TOKENS[TAIL] * (last[0] < len(spans) - 1)
        return total

    def _added(self, index: int) -> int:
        place = bisect_left(self.kept, index)
        left = self.kept[place - 1] if place else None
        right = self.kept[place] if place < len(self.kept) else None
        start, end = self._units.spans[index]
        return (
            estimate_tokens(self._content[start:end])
            + self._joint(left, index)
            + self._joint(index, right)
            - self._joint(left, right)
        )

    def _joint(self, left: int | None, right: int | None) -> int:
        """The tokens between two kept units that follow each other."""
        if left is None or right is None:
            return 0
        if right > left + 1:
            return _TOKENS[GAP]
        spans = self._units.spans
        return estimate_tokens(self._content[spans[left].end : spans[right].start])


_TOKENS = {mark: estimate_tokens(mark) for mark in (GAP, HEAD, TAIL)}


class Purse:
    """One budget over the accounts of all chunks."""

    def __init__(self, accounts: Sequence[Account], tokens: int) -> None:
        self._accounts = accounts
        self._left = tokens

    def buy(self, wishes: Iterable[tuple[int, int]]) -> None:
        """Pay for each `(chunk, unit)` in turn that is not paid yet and that the rest of the budget allows."""
        for chunk, unit in wishes:
            account = self._accounts[chunk]
            if unit in account.kept:
                continue
            cost = account.price_with(unit) - account.price
            if cost <= self._left:
                account.pay(unit)
                self._left -= cost


def spend(
    accounts: Sequence[Account],
    wanted: Sequence[Wanted],
    scores: Sequence[Sequence[float]],
    *,
    max_tokens: int,
    window: int,
) -> list[list[int]]:
    """The units of each chunk that `max_tokens` pays for, ascending.

    In turn: what is guaranteed, the chunk with the best score first; then what is relevant; then the neighbours
    of what was paid; each by score, ties in the order of the text. What does not fit is passed over.
    """
    purse = Purse(accounts, max_tokens)
    chunks = range(len(accounts))
    best_first = sorted(chunks, key=lambda chunk: -max(scores[chunk], default=-1.0))
    purse.buy((chunk, unit) for chunk in best_first for unit in wanted[chunk].guaranteed)
    purse.buy(_by_score(((chunk, unit) for chunk in chunks for unit in wanted[chunk].relevant), scores))
    neighbours = [
        (chunk, unit)
        for chunk in chunks
        for unit in with_neighbours(accounts[chunk].kept, window=window, count=len(scores[chunk]))
    ]
    purse.buy(_by_score(neighbours, scores))
    return [account.kept for account in accounts]


def _by_score(wishes: Iterable[tuple[int, int]], scores: Sequence[Sequence[float]]) -> list[tuple[int, int]]:
    return sorted(wishes, key=lambda wish: -scores[wish[0]][wish[1]])
