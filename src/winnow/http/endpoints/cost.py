"""What every answer that did work carries."""

from typing import Any

from winnow.services.metering import Meter


def present_cost(meter: Meter) -> dict[str, Any]:
    """`usage` and `timing_ms`, which every answer that did work carries."""
    return {
        "usage": {
            "embedding_calls": meter.embedding_calls,
            "texts": meter.texts,
            "tokens_estimated": meter.tokens_estimated,
            "memory_hits": meter.memory_hits,
        },
        "timing_ms": {stage: round(value, 1) for stage, value in meter.milliseconds.items()},
    }
