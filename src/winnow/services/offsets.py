"""Offsets as JavaScript counts: in UTF-16 code units, where a character beyond U+FFFF is two."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from winnow.ports import ChunkStore
from winnow.text.spans import Span


@dataclass(frozen=True, slots=True)
class DocumentOffsets:
    """Converts offsets into documents. `wide` holds, by document, where its wide characters stand, ascending.

    With no wide characters, offsets in code points and in UTF-16 code units are the same.
    """

    wide: Mapping[str, Sequence[int]] = field(default_factory=dict)

    def convert(self, document_id: str, span: Span) -> Span:
        positions = self.wide.get(document_id, ())
        return Span(
            span.start + bisect_left(positions, span.start),
            span.end + bisect_left(positions, span.end),
        )


CODE_POINTS = DocumentOffsets()
"""Leaves offsets as they are stored."""


@dataclass(frozen=True, slots=True)
class OffsetService:
    store: ChunkStore

    async def utf16(self, namespace: str, document_ids: Iterable[str]) -> DocumentOffsets:
        """What converts offsets into these documents. Raises StoreUnavailable."""
        wanted = sorted(set(document_ids))
        return DocumentOffsets(await self.store.wide_characters(namespace, wanted) if wanted else {})
