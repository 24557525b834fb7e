"""Workers AI as the embedder. Vectors stay in JavaScript unless Python asks for their numbers."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from winnow.cloudflare.bridge import (
    JsObject,
    describe_js_error,
    flatten,
    from_js_floats,
    from_js_lengths,
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
REFUSED = frozenset({3003, 3023, 3041, 3042, 5005, 5007, 5016, 5018, 5019, 5035})
"""An incomplete request, no such model, or an account that may not use it: no second try can pass."""
TOO_LARGE_STATUS = frozenset({"400", "413"})
"""Statuses of an answer that bears no code: something in front of the service found the request too large."""

_CODE = re.compile(r"^(?:\w*Error: )?(\d{4}): ")
_STATUS = re.compile(r"\b([45]\d\d)\b")


@dataclass(frozen=True, slots=True)
class JsVectors:
    """Vectors that have stayed in JavaScript, as an array of arrays and as one array of all their `numbers`."""

    rows: JsObject
    numbers: JsObject
    count: int

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, row: int) -> Vector:
        return Vector(self.rows[row])

    def packed(self) -> bytes:
        return from_js_floats(self.numbers)

    def lengths(self) -> Sequence[float]:
        return from_js_lengths(self.rows)


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
        numbers, ends = flatten(rows)
        if ends != [self.dimensions * (row + 1) for row in range(count)]:
            raise BrokenContract(f"the embedding model answered vectors that are not {self.dimensions} numbers wide")
        if not is_finite(numbers):
            raise BrokenContract("the embedding model answered numbers that are not finite")
        return JsVectors(rows, numbers, count)


def translate(message: str, *, now: datetime) -> WinnowError:
    """The error that a failed call of Workers AI means: `<code>: <description>` where the service answered."""
    match = _CODE.search(message)
    if match is None:
        return _translate_status(message)
    code = int(match.group(1))
    if code in TOO_LARGE:
        return TextsTooLarge(f"Workers AI answered {code}")
    if code in QUOTA_EXHAUSTED:
        return ModelUnavailable(
            "the daily quota of Workers AI is used up", retry_after_seconds=seconds_to_midnight(now)
        )
    if code in TRANSIENT:
        return ModelUnavailable(f"Workers AI is unavailable ({code})", again=True)
    if code in REFUSED:
        return Misconfigured(f"Workers AI refuses the request ({code})")
    return ModelUnavailable(f"Workers AI failed ({code})")


def _translate_status(message: str) -> WinnowError:
    """A message without a code is the body of an answer from in front of the service, or the network's own words."""
    status = _STATUS.search(message)
    if status is not None and status.group(1) in TOO_LARGE_STATUS:
        return TextsTooLarge(f"Workers AI answered {status.group(1)}")
    return ModelUnavailable("Workers AI is unavailable", again=True)


def seconds_to_midnight(now: datetime) -> int:
    """Seconds from `now` to the next 00:00 UTC, at least 1."""
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)
    return max(1, int((midnight - now).total_seconds()))
