"""Documents in batches that one request can carry."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from winnow_client.command.reading.documents import Prepared
from winnow_client.options import Chunking
from winnow_client.transport import encode_body

MAX_BATCH_BYTES = 500_000
"""JSON of a batch's documents. Far below the server's limit of 8 MB, and below the 1 MB from which on it queues: the
outcomes are known at once, progress is seen, and the CPU time of a request is bounded."""

Batch = tuple[Prepared, ...]


@dataclass(slots=True)
class _Open:
    """A batch that still takes documents."""

    items: list[Prepared]
    size_bytes: int = 0


def in_batches(
    documents: Iterable[Prepared], *, max_documents: int, max_bytes: int = MAX_BATCH_BYTES
) -> Iterator[Batch]:
    """Every document, once, in batches of one chunking; one over `max_bytes` goes alone.

    Only what is in open batches is held, one for each chunking.
    """
    open_batches: dict[bytes, _Open] = {}
    for item in documents:
        key = _key(item.chunking)
        size = len(encode_body(item.document))
        batch = open_batches.setdefault(key, _Open([]))
        if batch.items and (len(batch.items) == max_documents or batch.size_bytes + size > max_bytes):
            yield tuple(batch.items)
            batch = open_batches[key] = _Open([])
        batch.items.append(item)
        batch.size_bytes += size
    yield from (tuple(batch.items) for batch in open_batches.values())


def _key(chunking: Chunking) -> bytes:
    return encode_body(sorted(chunking.items()))
