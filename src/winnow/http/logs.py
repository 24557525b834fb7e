"""One line of JSON for each request, which Workers Logs takes apart. No text of a query or document, no secret."""

import json
import traceback

from winnow.http.messages import Response
from winnow.http.router import Call


def log_request(call: Call, response: Response, *, milliseconds: float) -> None:
    _write(
        {
            "level": "info",
            "request_id": call.request_id,
            "method": call.request.method,
            "status": response.status,
            "milliseconds": round(milliseconds, 1),
            "embedding_calls": call.meter.embedding_calls,
            "stages": {stage: round(value, 1) for stage, value in call.meter.milliseconds.items()},
            **call.notes,
        }
    )


def log_failure(error: Exception, *, request_id: str) -> None:
    """What the caller is not told of."""
    _write({"level": "error", "request_id": request_id, "error": type(error).__name__, "trace": _trace(error)})


def _trace(error: BaseException) -> list[str]:
    """Where the error and its causes came from. Messages are left out below Winnow's own: they may quote a text."""
    lines = []
    cause: BaseException | None = error
    while cause is not None:
        frames = traceback.extract_tb(cause.__traceback__)
        own = cause.__class__.__module__.startswith("winnow.")
        lines.append(f"{type(cause).__name__}: {cause}" if own else type(cause).__name__)
        lines += [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
        cause = cause.__cause__
    return lines


def _write(record: dict[str, object]) -> None:
    print(json.dumps(record))  # noqa: T201 - the console is where Workers Logs reads
