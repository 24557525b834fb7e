"""What an upload came to, for people and for programs."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from winnow_client.command.exit_codes import ExitCode, exit_code_of
from winnow_client.command.output import print_json, print_table, say
from winnow_client.command.uploading.outcomes import Failure, Tally
from winnow_client.errors import WinnowError

MAX_FAILURES_SHOWN = 20
"""In the table for people; the JSON has them all."""


@dataclass(frozen=True, slots=True)
class Report:
    """`files_not_reached` holds nothing of what was stored: the same command continues there."""

    namespace: str
    tally: Tally
    seconds: float
    files: int
    files_not_reached: int
    passed_over: int
    interrupted: bool
    stopped_by: WinnowError | None

    @property
    def failures(self) -> list[Failure]:
        """By source: requests end in no order."""
        return sorted(self.tally.failures, key=lambda failure: failure.source)

    @property
    def exit_code(self) -> ExitCode:
        if self.stopped_by is not None:
            return exit_code_of(self.stopped_by)
        return ExitCode.INTERRUPTED if self.interrupted else self.tally.exit_code


def as_json(report: Report) -> dict[str, Any]:
    return {
        "namespace": report.namespace,
        **report.tally.by_status(),
        "embedded": report.tally.embedded,
        "seconds": round(report.seconds, 3),
        "files": report.files,
        "files_not_reached": report.files_not_reached,
        "files_passed_over": report.passed_over,
        "interrupted": report.interrupted,
        "stopped_by": None if report.stopped_by is None else str(report.stopped_by),
        "failures": [
            {"source": failure.source, "reason": failure.reason, "exit_code": failure.exit_code.value}
            for failure in report.failures
        ],
    }


def print_report(report: Report, *, json: bool) -> None:
    if json:
        print_json(as_json(report))
    else:
        _print_for_people(report)
    if report.stopped_by is not None:
        say(f"Stopped: {report.stopped_by}", style="bold red")
    if report.files_not_reached:
        say(f"{report.files_not_reached} of {report.files} files not reached. Run the same command to go on.")


def _print_for_people(report: Report) -> None:
    tally = report.tally
    print_table(["documents", "count"], list(tally.by_status().items()), right=["count"])
    rate = tally.documents / max(report.seconds, 0.001)
    say(f"{tally.documents} documents in {report.seconds:.1f} s ({rate:.1f}/s), {tally.embedded} chunks embedded.")
    if report.passed_over:
        say(f"{report.passed_over} files of other kinds were passed over.")
    if report.failures:
        _print_failures(report.failures)


def _print_failures(failures: Sequence[Failure]) -> None:
    """One example of each reason when there are too many to show."""
    if len(failures) <= MAX_FAILURES_SHOWN:
        print_table(["failed", "why"], [[failure.source, failure.reason] for failure in failures])
        return
    reasons = Counter(failure.reason for failure in failures)
    examples = {failure.reason: failure.source for failure in reversed(failures)}
    rows = [[count, reason, examples[reason]] for reason, count in reasons.most_common(MAX_FAILURES_SHOWN)]
    print_table(["failed", "why", "first"], rows)
    say("All of them: --json.")
