"""`GET /documents`, `GET /documents/{id}`, `POST /documents/delete`."""

from dataclasses import dataclass
from typing import Literal

from winnow_client.results.common import Metadata


@dataclass(frozen=True, slots=True)
class Document:
    """A stored document, without its text. Times are ISO 8601 in UTC; `dense` as in `DocumentOutcome`."""

    id: str
    title: str
    metadata: Metadata
    chunks: int
    dense: Literal["pending", "ready"] | None = None
    created_at: str | None = None
    updated_at: str | None = None


@dataclass(frozen=True, slots=True)
class DocumentPage:
    """Some documents, and the `cursor` that continues the list; None at its end."""

    documents: tuple[Document, ...]
    cursor: str | None = None


@dataclass(frozen=True, slots=True)
class Deletion:
    """How many documents went, and chunks with them. `dense` says whether the dense leg has forgotten them yet."""

    documents: int
    chunks: int
    dense: Literal["pending", "ready"] | None = None
