"""The vector index: writes are accepted in order and become visible later, as Vectorize has it."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from tests.fakes.clock import FakeClock
from tests.fakes.steps import Steps
from winnow.errors import IndexUnavailable
from winnow.ports import (
    MAX_DELETE,
    MAX_FETCH,
    MAX_TOP_K,
    MAX_UPSERT,
    Condition,
    DenseHit,
    Filter,
    IndexedVector,
    IndexState,
    Scalar,
    Vector,
    VectorEntry,
)

UNAVAILABLE = IndexUnavailable("Vectorize is unavailable")


@dataclass(frozen=True, slots=True)
class Mutation:
    id: str
    accepted_at: int
    upserts: tuple[VectorEntry, ...] = ()
    deletes: tuple[str, ...] = ()


@dataclass(slots=True)
class FakeVectorIndex:
    """`delay_seconds` passes on the clock before a write is visible; each call takes a millisecond of it."""

    clock: FakeClock
    steps: Steps
    delay_seconds: float = 0.0
    dimensions: int = 32
    visible: dict[str, VectorEntry] = field(default_factory=dict)
    accepted: list[Mutation] = field(default_factory=list)
    processed: Mutation | None = None
    calls: list[tuple[str, int]] = field(default_factory=list)
    count: int = 0

    async def upsert(self, entries: Sequence[VectorEntry]) -> str:
        assert 1 <= len(entries) <= MAX_UPSERT
        return self._mutate("upsert", len(entries), upserts=tuple(entries))

    async def delete(self, ids: Sequence[str]) -> str:
        assert 1 <= len(ids) <= MAX_DELETE
        return self._mutate("delete", len(ids), deletes=tuple(ids))

    async def fetch(self, ids: Sequence[str]) -> dict[str, IndexedVector]:
        assert 1 <= len(ids) <= MAX_FETCH
        self.calls.append(("fetch", len(ids)))
        self._process()
        found = {name: self.visible[name] for name in ids if name in self.visible}
        answer = {name: IndexedVector(entry.metadata, entry.vector) for name, entry in found.items()}
        return self.steps.take("fetch", lambda: answer, UNAVAILABLE)

    async def describe(self) -> IndexState:
        self.calls.append(("describe", 0))
        self._process()
        done = self.processed
        processed = (None, None) if done is None else (done.id, done.accepted_at)
        state = IndexState(len(self.visible), self.dimensions, *processed)
        return self.steps.take("describe", lambda: state, UNAVAILABLE)

    async def query(self, vector: Sequence[float], *, namespace: str, top_k: int, where: Filter) -> list[DenseHit]:
        assert 1 <= top_k <= MAX_TOP_K
        self.calls.append(("query", 1))
        self._process()
        hits = [
            DenseHit(entry.id, _cosine(vector, entry.vector))
            for entry in self.visible.values()
            if entry.namespace == namespace and all(_holds(item, entry.metadata) for item in where.conditions)
        ]
        return sorted(hits, key=lambda hit: (-hit.cosine, hit.id))[:top_k]

    def settled(self) -> dict[str, VectorEntry]:
        """What will be visible once every accepted write is."""
        result = dict(self.visible)
        for mutation in self.accepted:
            _apply(mutation, result)
        return result

    def _mutate(
        self, name: str, items: int, *, upserts: tuple[VectorEntry, ...] = (), deletes: tuple[str, ...] = ()
    ) -> str:
        self.calls.append((name, items))

        def effect() -> str:
            self.clock.now += 1
            self.count += 1
            mutation = Mutation(f"mutation-{self.count * 7919 % 1000}-{self.count}", self.clock.now, upserts, deletes)
            self.accepted.append(mutation)
            self.clock.now += 1
            return mutation.id

        return self.steps.take(name, effect, UNAVAILABLE)

    def _process(self) -> None:
        while self.accepted and self.accepted[0].accepted_at + self.delay_seconds * 1000 <= self.clock.now:
            self.processed = self.accepted.pop(0)
            _apply(self.processed, self.visible)


def _apply(mutation: Mutation, vectors: dict[str, VectorEntry]) -> None:
    vectors.update({entry.id: entry for entry in mutation.upserts})
    for name in mutation.deletes:
        vectors.pop(name, None)


def _cosine(left: Sequence[float], right: Vector) -> float:
    pairs = list(zip(left, cast("tuple[float, ...]", right), strict=True))
    norms = math.sqrt(sum(a * a for a, _ in pairs) * sum(b * b for _, b in pairs))
    return sum(a * b for a, b in pairs) / norms


def _holds(condition: Condition, metadata: Mapping[str, Scalar]) -> bool:
    value = metadata.get(condition.field)
    if value is None:
        return False
    wanted = condition.value
    if isinstance(wanted, tuple):
        return value in wanted
    comparisons = {
        "eq": value == wanted,
        "ne": value != wanted,
        "gt": value > wanted,  # type: ignore[operator]
        "gte": value >= wanted,  # type: ignore[operator]
        "lt": value < wanted,  # type: ignore[operator]
        "lte": value <= wanted,  # type: ignore[operator]
    }
    return comparisons[condition.operator]
