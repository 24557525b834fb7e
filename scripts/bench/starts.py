"""What a new isolate costs before its first answer."""

import time
from collections.abc import Mapping
from dataclasses import dataclass

from scripts.bench.served import Served, runtime_process
from scripts.bench.statistics import Spread


@dataclass(frozen=True, slots=True)
class Start:
    """`wall_ms` from starting wrangler to the first answer of GET /health; `cpu_ms` of the runtime's process alone,
    simulators and D1 included; `resident_bytes` of that process then.
    """

    wall_ms: Spread
    cpu_ms: Spread
    resident_bytes: Spread


def measure_starts(workers: Mapping[str, Served], *, repeats: int) -> dict[str, Start]:
    """Start each of the Workers again, in turn."""
    samples: dict[str, list[tuple[float, float, float]]] = {name: [] for name in workers}
    for _ in range(repeats):
        for name, served in workers.items():
            samples[name].append(_start(served))
    return {name: Start(*map(Spread.of, zip(*rows, strict=True))) for name, rows in samples.items()}


def _start(served: Served) -> tuple[float, float, float]:
    begin = time.perf_counter()
    served.platform.restart()
    wall = (time.perf_counter() - begin) * 1000
    served.process = runtime_process(served.platform.storage.parent)
    return wall, served.process.cpu_milliseconds(), served.process.resident_bytes()
