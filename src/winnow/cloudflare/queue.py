"""The Worker's queue: messages out, batches in. A message names a job and carries nothing else (128 KB at most)."""

from collections.abc import Iterator
from dataclasses import dataclass

from winnow.cloudflare.bridge import JsObject, from_js_json, to_js_json
from winnow.errors import QueueUnavailable

MAX_DELAY_SECONDS = 43_200
"""The longest that a message can be put off."""


@dataclass(frozen=True, slots=True)
class WorkersQueue:
    """`binding` is `env.INGEST_QUEUE`. See `winnow.ports.jobs.JobQueue`."""

    binding: JsObject

    async def send(self, job_id: str) -> None:
        try:
            await self.binding.send(to_js_json({"job": job_id}))
        except Exception as error:
            raise QueueUnavailable("the queue is unavailable") from error


@dataclass(frozen=True, slots=True)
class Delivery:
    """One message of a batch."""

    message: JsObject

    @property
    def job_id(self) -> str | None:
        body = from_js_json(self.message.body)
        return body.get("job") if isinstance(body, dict) else None

    def acknowledge(self) -> None:
        self.message.ack()

    def retry(self, *, delay_seconds: int) -> None:
        self.message.retry(to_js_json({"delaySeconds": min(delay_seconds, MAX_DELAY_SECONDS)}))


def deliveries(batch: JsObject) -> Iterator[Delivery]:
    """The messages of the batch that the runtime hands to the queue handler."""
    raw: JsObject = getattr(batch, "_binding", batch)  # the SDK's wrapper would copy each message into Python
    for message in raw.messages:
        yield Delivery(message)
