"""`POST /context`."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from winnow_client.results.common import Span, Usage
from winnow_client.results.retrieve import LegReports
from winnow_client.results.trim import TrimReceipt


@dataclass(frozen=True, slots=True)
class Citation:
    """Passage `n` of the context: its `spans` are code points of the document's text."""

    n: int
    chunk_ids: tuple[str, ...]
    document_id: str
    title: str
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Context:
    """A text to put before a model, and where each numbered passage comes from. An empty one says its `reason`."""

    context: str
    citations: tuple[Citation, ...]
    receipt: TrimReceipt
    reason: str | None = None
    legs: LegReports | None = None
    usage: Usage | None = None
    timing_ms: Mapping[str, float] = field(default_factory=dict)
