"""A submitted document becomes the version that will be stored."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from winnow.errors import FieldProblem, InvalidRequest
from winnow.ports import FieldType, Metadata
from winnow.ports.documents import Chunking, NewChunk, NewDocument
from winnow.services.filter_fields import vector_metadata
from winnow.services.identity import chunk_ids, content_hash, text_hash
from winnow.text.chunking import Chunk, chunk_text

MAX_CHUNKS = 10_000
"""Chunks of one document: what one transaction may write."""
MAX_GAP_CHARACTERS = 100_000
"""Characters between two chunks, before the first or after the last: they stand in one row."""


@dataclass(frozen=True, slots=True)
class SubmittedDocument:
    """A document as the caller sends it."""

    id: str
    text: str
    title: str = ""
    metadata: Metadata = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Version:
    """What tells one version of a document from another."""

    text_hash: str
    content_hash: str


def identify(submitted: SubmittedDocument, chunking: Chunking) -> Version:
    hash_of_text = text_hash(submitted.text)
    whole = content_hash(hash_of_text, title=submitted.title, metadata=submitted.metadata, chunking=chunking)
    return Version(hash_of_text, whole)


def prepare(
    namespace: str,
    submitted: SubmittedDocument,
    version: Version,
    *,
    chunking: Chunking,
    declared: Mapping[str, FieldType],
) -> NewDocument:
    """Chunk one document.

    The text can be had back: head, then of each chunk what no earlier one holds and its gap.

    Raises:
        InvalidRequest: it holds no text, too many chunks, too long a gap, or metadata that cannot be stored.
    """
    fields = vector_metadata(submitted.metadata, declared)
    cut = chunk_text(
        submitted.text, chunk_size=chunking.chunk_size, overlap=chunking.overlap, separator=chunking.separator
    )
    _check(cut)
    head, *gaps = _gaps(submitted.text, cut)
    ids = chunk_ids(namespace, submitted.id, cut)
    return NewDocument(
        namespace=namespace,
        id=submitted.id,
        title=submitted.title,
        metadata=submitted.metadata,
        vector_metadata=fields,
        text_hash=version.text_hash,
        content_hash=version.content_hash,
        chunking=chunking,
        head=head,
        chunks=tuple(
            NewChunk(identifier, chunk.ordinal, chunk.start, chunk.end, chunk.content, chunk.separator, gap)
            for identifier, chunk, gap in zip(ids, cut, gaps, strict=True)
        ),
    )


def _check(cut: Sequence[Chunk]) -> None:
    if not cut:
        raise _refusal("the text holds nothing but white space")
    if len(cut) > MAX_CHUNKS:
        raise _refusal(f"the text makes {len(cut)} chunks, the limit is {MAX_CHUNKS}")


def _gaps(text: str, cut: Sequence[Chunk]) -> Iterator[str]:
    """The text before the first chunk, and after each chunk what lies before the next one's start."""
    bounds = [(0, 0), *((chunk.start, chunk.end) for chunk in cut), (len(text), len(text))]
    for (_, end), (start, _) in pairwise(bounds):
        if start - end > MAX_GAP_CHARACTERS:
            raise _refusal(
                f"{start - end} characters from {end} on belong to no chunk, the limit is {MAX_GAP_CHARACTERS}"
            )
        yield text[end:start]


def _refusal(message: str) -> InvalidRequest:
    return InvalidRequest([FieldProblem(("text",), message)])
