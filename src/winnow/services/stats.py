"""How both stores stand."""

from collections.abc import Mapping
from dataclasses import dataclass

from winnow.errors import WinnowError
from winnow.ports import ChunkStore, IndexState, Scalar, VectorIndex
from winnow.ports.documents import DocumentStore, Totals
from winnow.ports.outbox import Depth, Outbox


@dataclass(frozen=True, slots=True)
class Stats:
    """`index` is None, and `index_error` says why, when the index does not answer."""

    totals: Totals
    outbox: Depth
    index: IndexState | None
    index_error: str | None
    settings: Mapping[str, Scalar]


@dataclass(frozen=True, slots=True)
class StatsService:
    documents: DocumentStore
    chunks: ChunkStore
    outbox: Outbox
    index: VectorIndex

    async def read(self) -> Stats:
        """Raises StoreUnavailable."""
        totals = await self.documents.totals()
        depth = await self.outbox.depth()
        settings = await self.chunks.settings()
        try:
            return Stats(totals, depth, await self.index.describe(), None, settings)
        except WinnowError as error:
            return Stats(totals, depth, None, str(error), settings)
