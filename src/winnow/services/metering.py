"""What one request cost: embedding calls and texts, and milliseconds by stage."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Usage:
    """`texts` were embedded in `embedding_calls` and cost `tokens_estimated`; `memory_hits` needed no model."""

    embedding_calls: int = 0
    texts: int = 0
    tokens_estimated: int = 0
    memory_hits: int = 0

    def __sub__(self, earlier: "Usage") -> "Usage":
        return Usage(
            self.embedding_calls - earlier.embedding_calls,
            self.texts - earlier.texts,
            self.tokens_estimated - earlier.tokens_estimated,
            self.memory_hits - earlier.memory_hits,
        )


@dataclass(slots=True)
class Meter:
    """Counts for one request; made at its start, handed down, read at its end.

    Stages that run concurrently overlap, so their milliseconds may sum to more than the request took. In production
    a Worker's clock stands still while it computes and moves only with I/O: there a pure stage reads 0.
    """

    embedding_calls: int = 0
    texts: int = 0
    tokens_estimated: int = 0
    memory_hits: int = 0
    milliseconds: dict[str, float] = field(default_factory=dict)

    @property
    def usage(self) -> Usage:
        """What has been counted so far."""
        return Usage(self.embedding_calls, self.texts, self.tokens_estimated, self.memory_hits)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        started = time.perf_counter()
        try:
            yield
        finally:
            elapsed = (time.perf_counter() - started) * 1000
            self.milliseconds[name] = self.milliseconds.get(name, 0.0) + elapsed

    def count_embedding(self, *, texts: int, tokens: int) -> None:
        self.embedding_calls += 1
        self.texts += texts
        self.tokens_estimated += tokens

    def count_memory(self, texts: int) -> None:
        self.memory_hits += texts
