"""The outbox: where the vector index lags behind the store, and who is mending it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from winnow.ports import Scalar

Operation: TypeAlias = Literal["upsert", "refresh", "delete"]
"""`upsert`: the vector must be made and written. `refresh`: the index was given the vector, but with other metadata.
`delete`: the chunk is gone, its vector must go."""


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to send some rows of the outbox until `until`; times are milliseconds since 1970."""

    holder: str
    now: int
    until: int


@dataclass(frozen=True, slots=True)
class OutboxEntry:
    """A row that a lease holds. All but the first three are empty for a `delete`; `content` only when asked for."""

    chunk_id: str
    operation: Operation
    queued_at: int
    namespace: str
    metadata: Mapping[str, Scalar]
    content: str


@dataclass(frozen=True, slots=True)
class Sent:
    """Rows that the index took by `mutation_id` or before it, and when the last call had returned."""

    ids: Sequence[str]
    mutation_id: str
    sent_at: int


@dataclass(frozen=True, slots=True)
class Depth:
    """How far the index lags. `awaiting` rows were taken by the index and are not visible yet.

    `oldest_at` is since when (milliseconds since 1970).
    """

    upserts: int = 0
    deletes: int = 0
    awaiting: int = 0
    failed: int = 0
    oldest_at: int | None = None

    @property
    def rows(self) -> int:
        return self.upserts + self.deletes


@dataclass(frozen=True, slots=True)
class StuckEntry:
    chunk_id: str
    operation: Operation
    queued_at: int
    attempts: int
    error: str | None


class Outbox(Protocol):
    """Every method may raise StoreUnavailable."""

    async def held(self, lease: Lease) -> list[OutboxEntry]:
        """The rows that this lease holds, without content."""
        ...

    async def claim(self, lease: Lease, *, limit: int, tried_before: int) -> list[OutboxEntry]:
        """Take the lease on up to `limit` rows that nobody sends or has sent, with their content.

        Rows tried since `tried_before` are left out.
        """
        ...

    async def settle(self, lease: Lease, ids: Sequence[str]) -> None:
        """Strike those of the rows that the lease still holds: their writes are visible."""
        ...

    async def mark_sent(self, lease: Lease, sent: Sent) -> None:
        """The index has taken those of the rows that the lease still holds; the lease on them ends."""
        ...

    async def release(self, lease: Lease, *, until: int, error: str | None) -> None:
        """Give up all rows that the lease still holds; nobody sends them before `until`."""
        ...

    async def settle_processed(self, mutation_id: str, processed_at: int) -> int:
        """Strike all rows that the index took by this mutation or no later than this; how many."""
        ...

    async def awaiting(self, *, sent_before: int) -> bool:
        """Whether there are rows that the index took before then and that are not settled."""
        ...

    async def put_behind(self, mutation_id: str, *, sent_before: int) -> None:
        """Let those rows be settled when this later mutation is processed."""
        ...

    async def depth(self) -> Depth: ...

    async def stuck(self, *, queued_before: int, limit: int) -> list[StuckEntry]:
        """The oldest of the rows that are older than this, or have failed."""
        ...
