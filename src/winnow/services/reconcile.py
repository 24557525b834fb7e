"""Reconcile: brings the vector index to where the store is, whatever was left half done, and says what is stuck."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from winnow.errors import CallerError, IndexUnavailable, Misconfigured, WinnowError
from winnow.ports import Embedder, Vector, VectorIndex
from winnow.ports.outbox import Depth, Lease, OutboxEntry, StuckEntry
from winnow.ports.retry import Retry
from winnow.services.embedding import embed_each
from winnow.services.metering import Meter
from winnow.services.syncing import IndexSync
from winnow.services.vector_settings import VectorSettings

ROUND_ROWS = 500
"""Rows of the outbox sent at once: at most 5 embedding calls, or 25 reads of 20 vectors."""
MAX_ROUNDS = 10
"""Rounds of one run; what is left waits for the next."""
BARRIER_AFTER_MILLISECONDS = 30_000
"""When the index took a write so long ago, and it is not known to be visible, a barrier is sent behind it."""
BARRIER_ID = "barrier"
"""A vector's id that no chunk has: to delete it changes nothing."""
REFRESH_PATIENCE_MILLISECONDS = 600_000
"""A vector to refresh that the index was given so long ago and does not show is made again."""
STUCK_MILLISECONDS = 900_000
"""A row that old is reported: three runs of the clock have not helped."""
MAX_STUCK_SHOWN = 20


@dataclass(frozen=True, slots=True)
class ReconcileReport:
    """What a run did, and what is left. `settled`: writes that have become visible, by whomever they were sent."""

    settled: int
    sent: int
    embedded: int
    left: Depth
    stuck: Sequence[StuckEntry]


@dataclass(slots=True)
class _Run:
    started: int
    settled: int = 0
    sent: int = 0
    embedded: int = 0


@dataclass(frozen=True, slots=True)
class ReconcileService:
    embedder: Embedder
    index: VectorIndex
    sync: IndexSync
    vector_settings: VectorSettings
    retry: Retry = field(default_factory=Retry)

    async def run(self, meter: Meter) -> ReconcileReport:
        """Settle what has become visible and send what is not sent, until nothing is left that can be done now.

        Raises StoreUnavailable, Misconfigured. A failing model or index is told in the report.
        """
        outbox = self.sync.outbox
        run = _Run(self.sync.leases.clock())
        depth = await outbox.depth()
        if depth.rows:
            await self.vector_settings.check()
            if depth.awaiting:
                await self._settle_processed(run)
            for _ in range(MAX_ROUNDS):
                if not await self._send_some(run, meter):
                    break
            depth = await outbox.depth()
        stuck = []
        if depth.rows:
            stuck = await outbox.stuck(queued_before=run.started - STUCK_MILLISECONDS, limit=MAX_STUCK_SHOWN)
        return ReconcileReport(run.settled, run.sent, run.embedded, depth, stuck)

    async def _settle_processed(self, run: _Run) -> None:
        """Settle what the index shows by now, and make sure that it will be known when it shows the rest.

        Of a write that another one has overtaken, neither its id nor its time tells that it is visible. A barrier is
        a write behind all of them: they are visible when it is, by whatever clock.
        """
        outbox = self.sync.outbox
        try:
            await self._settle_by_state(run)
            if await outbox.awaiting(sent_before=run.started - BARRIER_AFTER_MILLISECONDS):
                barrier = await self.index.delete([BARRIER_ID])
                await outbox.put_behind(barrier, sent_before=run.started)
                await self._settle_by_state(run)
        except (IndexUnavailable, Misconfigured):
            return  # the next run asks again

    async def _settle_by_state(self, run: _Run) -> None:
        state = await self.index.describe()
        if state.processed_mutation is not None:
            run.settled += await self.sync.outbox.settle_processed(state.processed_mutation, state.processed_at or 0)

    async def _send_some(self, run: _Run, meter: Meter) -> bool:
        """One round; False when there was nothing to send, or the next round would fail as this one did."""
        lease = self.sync.leases.take()
        entries = await self.sync.outbox.claim(lease, limit=ROUND_ROWS, tried_before=run.started)
        if not entries:
            return False
        vectors, error = await self._embed(lease, entries, meter)
        delivery = await self.sync.deliver(lease, entries, vectors, error=error)
        run.settled += len(delivery.settled)
        run.sent += len(delivery.sent) + len(delivery.settled)
        run.embedded += len(vectors)
        # A text that the model refuses stays behind; anything else would stop the next round too.
        return delivery.error is None or isinstance(delivery.error, CallerError)

    async def _embed(
        self, lease: Lease, entries: Sequence[OutboxEntry], meter: Meter
    ) -> tuple[dict[str, Vector], WinnowError | None]:
        """Vectors that the index cannot have: of rows to upsert, and of refreshes that it should long have shown."""
        patience = lease.now - REFRESH_PATIENCE_MILLISECONDS
        wanted = [
            entry
            for entry in entries
            if entry.operation == "upsert" or (entry.operation == "refresh" and entry.queued_at < patience)
        ]
        contents = [entry.content for entry in wanted]
        embedded = await embed_each(self.embedder, contents, retry=self.retry, meter=meter)
        vectors = {wanted[position].chunk_id: vector for position, vector in embedded.vectors.items()}
        return vectors, next(iter(embedded.errors.values()), None)
