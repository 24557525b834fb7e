"""Workers AI as the embedder. Vectors stay in JavaScript unless Python asks for their numbers."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from winnow.cloudflare.bridge import (
    JsObject,
    describe_js_error,
    from_js_floats,
    is_finite,
    to_js_json,
)
from winnow.cloudflare.models import EmbeddingModel
from winnow.errors import BrokenContract, Misconfigured, ModelUnavailable, TextsTooLarge, WinnowError
from winnow.ports import Vector, Vectors

QUOTA_EXHAUSTED = frozenset({3036, 4006})
"""The day's free neurons are used up; they come back at 00:00 UTC. 3036 is documented, 4006 what users report."""
TOO_LARGE = frozenset({3006, 5004, 5006})
"""Request too large, or an input that the schema refuses: a smaller batch may pass, and shows which text is at fault.
5004 is documented, 5006 what users report."""
TRANSIENT = frozenset({3007, 3008, 3040})
"""Timeout, aborted, out of capacity."""

_CODE = re.compile(r"\b(\d{4}):")


@dataclass(frozen=True, slots=True)
class JsVectors:
    """An array of arrays of numbers that has stayed in JavaScript."""

    rows: JsObject
    count: int

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, row: int) -> Vector:
        return Vector(self.rows[row])

    def flat(self) -> memoryview:
        return from_js_floats(self.rows)


@dataclass(frozen=True, slots=True)
class WorkersAiEmbedder:
    """`binding` is `env.AI`."""

    binding: JsObject
    model: EmbeddingModel

    @property
    def dimensions(self) -> int:
        return self.model.dimensions

    def as_query(self, text: str) -> str:
        return self.model.query_prefix + text

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """See `winnow.ports.Embedder.embed`."""
        inputs: dict[str, object] = {"text": list(texts)}
        if self.model.pooling is not None:
            inputs["pooling"] = self.model.pooling
        try:
            reply = await self.binding.run(self.model.name, to_js_json(inputs))
        except Exception as error:
            raise translate(describe_js_error(error), now=datetime.now(UTC)) from error
        return self._checked(reply, len(texts))

    def _checked(self, reply: JsObject, count: int) -> JsVectors:
        rows = getattr(reply, "data", None)
        if rows is None:
            raise BrokenContract("the embedding model answered without data")
        if len(rows) != count:
            raise BrokenContract(f"the embedding model answered {len(rows)} vectors for {count} texts")
        if any(len(row) != self.dimensions for row in rows):
            raise BrokenContract(f"the embedding model answered vectors that are not {self.dimensions} numbers wide")
        if not is_finite(rows):
            raise BrokenContract("the embedding model answered numbers that are not finite")
        return JsVectors(rows, count)


def translate(message: str, *, now: datetime) -> WinnowError:
    """The error that a failed call of Workers AI means. `message` begins with, or holds, `<code>: <description>`."""
    match = _CODE.search(message)
    code = int(match.group(1)) if match else None
    if code in TOO_LARGE:
        return TextsTooLarge(f"Workers AI answered {code}")
    if code in QUOTA_EXHAUSTED:
        return ModelUnavailable(
            "the daily quota of Workers AI is used up", retry_after_seconds=seconds_to_midnight(now)
        )
    if code is None or code in TRANSIENT or "429" in message:
        # A message without a code is a bare 429, a 5xx, or the network.
        return ModelUnavailable(f"Workers AI is unavailable ({code or 'no code'})")
    return Misconfigured(f"Workers AI refuses the request ({code})")


def seconds_to_midnight(now: datetime) -> int:
    """Seconds from `now` to the next 00:00 UTC, at least 1."""
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)
    return max(1, int((midnight - now).total_seconds()))
