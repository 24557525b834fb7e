"""When to send a request again.

Every route of Winnow is idempotent, so any request may be sent twice. Reading changes nothing. Ingest stores a
document under its id, and finds the second copy unchanged; queued twice, it is done twice, to the same end. A merge
patch and a delete leave the same state the second time (a delete then says NotFound, or counts 0). Reconcile and
rebuild-lexical work towards a state.
"""

from dataclasses import dataclass

from winnow_client.errors import TemporaryError


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """`max_tries` counts the first one; `max_wait_seconds` bounds the sum of all waits between tries.

    A server that asks for a longer wait than is left is not asked again: its error is raised at once, with
    `retry_after_seconds`. Where it does not say how long to wait, the first wait is `first_wait_seconds`, and each
    next one twice as long.
    """

    max_tries: int = 4
    max_wait_seconds: float = 60
    first_wait_seconds: float = 0.5

    def __post_init__(self) -> None:
        if self.max_tries < 1:
            raise ValueError(f"max_tries must be at least 1, not {self.max_tries}")
        if not (self.max_wait_seconds >= 0 and self.first_wait_seconds >= 0):
            raise ValueError("max_wait_seconds and first_wait_seconds must not be negative")

    def wait_after(self, error: TemporaryError, *, tries: int, waited_seconds: float) -> float | None:
        """Seconds to wait after the failed try number `tries` (from 1); None to give up."""
        if tries >= self.max_tries:
            return None
        told = error.retry_after_seconds
        wait = self.first_wait_seconds * 2 ** (tries - 1) if told is None else told
        return wait if waited_seconds + wait <= self.max_wait_seconds else None


NO_RETRIES = RetryPolicy(max_tries=1)
