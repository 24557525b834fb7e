"""What one request cost: embedding calls and texts, and milliseconds by stage."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass(slots=True)
class Meter:
    """Counts for one request; made at its start, handed down, read at its end.

    Stages that run concurrently overlap, so their milliseconds may sum to more than the request took. In production
    a Worker's clock stands still while it computes and moves only with I/O: there a pure stage reads 0.
    """

    embedding_calls: int = 0
    texts: int = 0
    tokens_estimated: int = 0
    milliseconds: dict[str, float] = field(default_factory=dict)

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
