"""`GET /jobs/{id}`."""

from dataclasses import dataclass
from typing import Literal

from winnow_client.results.ingest import DocumentOutcome


@dataclass(frozen=True, slots=True)
class Job:
    """A queued ingest, by its id. `documents` are the outcomes of the last attempt, `queued` before the first."""

    job: str
    status: Literal["queued", "done"]
    documents: tuple[DocumentOutcome, ...]
    attempts: int = 0
