"""`GET /jobs/{id}`."""

from dataclasses import dataclass
from typing import Literal

from winnow_client.results.ingest import DocumentOutcome


@dataclass(frozen=True, slots=True)
class Job:
    """A queued ingest. `documents` have their outcomes when it is `done`."""

    id: str
    status: Literal["queued", "running", "done", "failed"]
    documents: tuple[DocumentOutcome, ...] = ()
