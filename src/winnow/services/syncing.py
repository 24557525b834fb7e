"""Bringing the vector index up to date with the outbox.

Every vector write of Winnow goes through here, whoever noted it: ingest, a patch, a removal or reconcile. A row leaves
the outbox when its write is known to be visible, so that an empty outbox means that both stores agree.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field

from winnow.errors import IndexUnavailable, StoreUnavailable, WinnowError
from winnow.ports import MAX_DELETE, MAX_FETCH, MAX_UPSERT, IndexState, Vector, VectorEntry, VectorIndex
from winnow.ports.outbox import Lease, Outbox, OutboxEntry, Sent
from winnow.services.leases import Leases
from winnow.services.slices import slices

MAX_REFRESHES = 500
"""Vectors in one delivery whose metadata alone changes: each 20 of them take a call to read their numbers."""
MAX_DELETES = 2_000
"""Vectors deleted in one delivery: each 100 of them take a call. Both leave room below 50 calls for the rest."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """What one delivery did. Ids that are neither settled nor sent stay in the outbox."""

    settled: frozenset[str] = frozenset()
    sent: frozenset[str] = frozenset()
    error: WinnowError | None = None


@dataclass(slots=True)
class _Progress:
    taken: list[str] = field(default_factory=list)
    mutation_id: str = ""

    def add(self, ids: Sequence[str], mutation_id: str) -> None:
        self.taken += ids
        self.mutation_id = mutation_id


@dataclass(frozen=True, slots=True)
class IndexSync:
    index: VectorIndex
    outbox: Outbox
    leases: Leases

    async def send_held(self, lease: Lease, vectors: Mapping[str, Vector]) -> Delivery:
        """Deliver what this lease holds. Never raises: what cannot be sent now stays in the outbox."""
        try:
            entries = await self.outbox.held(lease)
            return await self.deliver(lease, entries, vectors) if entries else Delivery()
        except StoreUnavailable as error:
            # The lease runs out by itself; then reconcile sends the rows, again where need be.
            return Delivery(error=error)

    async def deliver(
        self,
        lease: Lease,
        entries: Sequence[OutboxEntry],
        vectors: Mapping[str, Vector],
        *,
        error: WinnowError | None = None,
    ) -> Delivery:
        """Send these rows, which the lease holds: vectors to write, where `vectors` has them, and to delete.

        `error` is what left some rows without a vector. Raises StoreUnavailable when the outbox cannot be told; to
        send a row twice is harmless.
        """
        progress = _Progress()
        try:
            await self._send(lease, entries, vectors, progress)
        except WinnowError as caught:
            error = caught
        delivery = await self._conclude(lease, progress, error)
        if len(progress.taken) < len(entries):
            # A call that failed may still arrive: until the lease ends, nobody else writes these vectors.
            held_until = lease.until if isinstance(error, IndexUnavailable) else 0
            await self.outbox.release(lease, until=held_until, error=None if error is None else str(error))
        return delivery

    async def _send(
        self, lease: Lease, entries: Sequence[OutboxEntry], vectors: Mapping[str, Vector], progress: _Progress
    ) -> None:
        """Send all that can be sent; what the index has taken is in `progress`, also when a call fails."""
        writes = [_entry(row, vectors[row.chunk_id]) for row in entries if row.chunk_id in vectors]
        for some in slices(writes, MAX_UPSERT):
            if self.leases.is_ending(lease):
                return
            progress.add([entry.id for entry in some], await self.index.upsert(some))
        deletes = [row.chunk_id for row in entries if row.operation == "delete"]
        for ids in slices(deletes[:MAX_DELETES], MAX_DELETE):
            if self.leases.is_ending(lease):
                return
            progress.add(ids, await self.index.delete(ids))
        refreshes = [row for row in entries if row.operation == "refresh" and row.chunk_id not in vectors]
        refreshed = [entry async for entry in self._refreshed(lease, refreshes[:MAX_REFRESHES])]
        if refreshed and not self.leases.is_ending(lease):
            progress.add([entry.id for entry in refreshed], await self.index.upsert(refreshed))

    async def _refreshed(self, lease: Lease, rows: Sequence[OutboxEntry]) -> AsyncIterator[VectorEntry]:
        """The vectors as the index has them, with the metadata that they should have; those not visible are left."""
        for some in slices(rows, MAX_FETCH):
            if self.leases.is_ending(lease):
                return
            found = await self.index.fetch([row.chunk_id for row in some])
            for row in some:
                if row.chunk_id in found:
                    yield _entry(row, found[row.chunk_id].vector)

    async def _conclude(self, lease: Lease, progress: _Progress, error: WinnowError | None) -> Delivery:
        """Settle what the index has taken, if that is visible already; else note that it was sent."""
        if not progress.taken:
            return Delivery(error=error)
        taken = frozenset(progress.taken)
        sent = Sent(progress.taken, progress.mutation_id, self.leases.clock())
        if await self._is_visible(sent):
            await self.outbox.settle(lease, sent.ids)
            return Delivery(settled=taken, error=error)
        await self.outbox.mark_sent(lease, sent)
        return Delivery(sent=taken, error=error)

    async def _is_visible(self, sent: Sent) -> bool:
        try:
            return is_visible(sent, await self.index.describe())
        except WinnowError:
            return False  # reconcile will ask again


def is_visible(sent: Sent, state: IndexState) -> bool:
    """Whether the index shows this write. It processes writes in the order in which it took them.

    That a vector is found, or is not, proves nothing: an earlier write of the same id may be under way.
    """
    processed_later = state.processed_at is not None and state.processed_at >= sent.sent_at
    return state.processed_mutation == sent.mutation_id or processed_later


def _entry(row: OutboxEntry, vector: Vector) -> VectorEntry:
    return VectorEntry(row.chunk_id, row.namespace, row.metadata, vector)
