"""What became of each document, and the tally of it all."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from winnow_client.command.exit_codes import ExitCode, exit_code_of
from winnow_client.command.reading.documents import Prepared, Unreadable
from winnow_client.errors import ServerFault, WinnowError
from winnow_client.results.ingest import DocumentOutcome, DocumentStatus


@dataclass(frozen=True, slots=True)
class Failure:
    """Why one document is not stored, and what can be done about it."""

    source: str
    reason: str
    exit_code: ExitCode


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one document of `file`, and how many of the file's bytes that settles."""

    file: str
    size_bytes: int
    status: DocumentStatus
    embedded: int = 0
    failure: Failure | None = None


def unreadable(item: Unreadable) -> Result:
    failure = Failure(item.source, item.reason, ExitCode.REFUSED)
    return Result(item.file, item.size_bytes, "failed", failure=failure)


def failure_of(outcome: DocumentOutcome) -> WinnowError:
    return outcome.error.as_error() if outcome.error else ServerFault("the server gave no reason")


def refused(item: Prepared, error: WinnowError) -> Result:
    failure = Failure(item.source, str(error), exit_code_of(error))
    return Result(item.file, item.size_bytes, "failed", failure=failure)


def answered(item: Prepared, outcome: DocumentOutcome) -> Result:
    if outcome.status == "failed":
        return refused(item, failure_of(outcome))
    return Result(item.file, item.size_bytes, outcome.status, outcome.embedded)


@dataclass(slots=True)
class Tally:
    """Grows while results come in."""

    counts: Counter[DocumentStatus] = field(default_factory=Counter)
    embedded: int = 0
    settled_bytes: int = 0
    failures: list[Failure] = field(default_factory=list)

    def add(self, result: Result) -> None:
        self.counts[result.status] += 1
        self.embedded += result.embedded
        self.settled_bytes += result.size_bytes
        if result.failure is not None:
            self.failures.append(result.failure)

    def add_late(self, outcome: DocumentOutcome) -> None:
        """The outcome of a document that was counted as queued."""
        if outcome.status == "queued":
            return
        self.counts["queued"] -= 1
        self.counts[outcome.status] += 1
        self.embedded += outcome.embedded
        if outcome.status == "failed":
            error = failure_of(outcome)
            self.failures.append(Failure(outcome.id, str(error), exit_code_of(error)))

    @property
    def documents(self) -> int:
        return self.counts.total()

    def by_status(self) -> Mapping[str, int]:
        """Every status, also those that did not occur."""
        names: tuple[DocumentStatus, ...] = ("created", "updated", "unchanged", "queued", "failed")
        return {name: self.counts[name] for name in names}

    @property
    def exit_code(self) -> ExitCode:
        """The gravest of the failures: a server at fault, then one to try again later, then documents to change."""
        return max((failure.exit_code for failure in self.failures), default=ExitCode.DONE)
