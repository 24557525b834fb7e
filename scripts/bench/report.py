"""What was measured, as tables and as JSON."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from scripts.bench.callers import Load
from scripts.bench.cases import Measurement
from scripts.bench.starts import Start
from scripts.bench.statistics import Spread, growth_exponent

WALL, CPU = 0, 1
_MEGABYTE = 1_000_000
ISOLATE_BYTES = 128 * 1024 * 1024
"""What Cloudflare gives an isolate."""
_RATIOS = {"trim, first time": 1.3, "trim, remembered": 0.5}
_RATIO_SIZES = (100, 1000)
_RETRIEVE_OVERHEAD_MS = 10.0
_LINEAR = 1.1
"""An exponent up to here is taken as linear: the spread of the repeats moves it by some hundredths."""


@dataclass(frozen=True, slots=True)
class Memory:
    """Resident bytes of the runtime's process, simulators and D1 included: after its first answer, and at most while
    all cases ran. `wasm_bytes` is the isolate's WebAssembly memory after them, which never shrinks: Python and all its
    objects.
    """

    idle_bytes: int
    peak_bytes: int
    wasm_bytes: int


@dataclass(slots=True)
class Results:
    measurements: list[Measurement] = field(default_factory=list)
    starts: dict[str, Start] = field(default_factory=dict)
    memory: dict[str, Memory] = field(default_factory=dict)
    load: Load | None = None

    def exponents(self) -> dict[str, float]:
        """How the processor time of each curve grows from its second largest size to its largest."""
        curves: dict[str, dict[int, float]] = {}
        for done in self.measurements:
            curves.setdefault(done.case.name, {})[done.case.size] = _median(done.winnow, CPU)
        steps = {name: dict(sorted(costs.items())[-2:]) for name, costs in curves.items() if len(costs) > 1}
        return {name: growth_exponent(costs) for name, costs in steps.items()}


@dataclass(frozen=True, slots=True)
class Target:
    """What is promised, what was measured, and whether it holds."""

    promise: str
    measured: str
    holds: bool


def targets(results: Results) -> list[Target]:
    return [*_ratio_targets(results), *_other_targets(results)]


def _ratio_targets(results: Results) -> Iterable[Target]:
    for done in results.measurements:
        bound = _RATIOS.get(done.case.name)
        ratio = done.ratio(WALL)
        if bound is None or ratio is None or done.case.size not in _RATIO_SIZES:
            continue
        promise = f"{done.case.name}, {done.case.size} sentences: at most {bound} x TypeScript"
        yield Target(promise, f"{ratio.median:.2f}", ratio.median <= bound)


def _other_targets(results: Results) -> Iterable[Target]:
    for done in results.measurements:
        overhead = done.overhead(WALL)
        if done.case.name == "retrieve" and overhead is not None:
            promise = f"retrieve beyond its bindings: at most {_RETRIEVE_OVERHEAD_MS:g} ms"
            yield Target(promise, f"{overhead.median:.1f} ms", overhead.median <= _RETRIEVE_OVERHEAD_MS)
    for name, exponent in results.exponents().items():
        yield Target(f"{name}: linear or better", f"exponent {exponent:.2f}", exponent <= _LINEAR)
    if memory := results.memory.get("winnow"):
        promise = "Python's memory under 128 MiB through a 1 MB ingest and 1,000-sentence trims"
        yield Target(promise, f"{memory.wasm_bytes / _MEGABYTE:.0f} MB", memory.wasm_bytes < ISOLATE_BYTES)
    if load := results.load:
        answer = f"{load.answers} answers in {load.seconds:.0f} s, {load.errors} errors, {load.mixed_up} mixed up"
        promise = f"{load.callers} callers at once: no error, no answer of another's"
        yield Target(promise, answer, load.errors == load.mixed_up == 0 < load.answers)


def tables(results: Results) -> str:
    """All tables as one text."""
    parts = [
        _table("Milliseconds by the clock: median (quartiles)", *_times(results, WALL)),
        _table("Milliseconds of the processor, whole runtime process: median (quartiles)", *_times(results, CPU)),
        _table("One request: calls of bindings, bytes across the bridge", *_crossings(results)),
        _table("A new isolate, from starting wrangler to the first answer", *_starts(results)),
        _table("Memory", *_memory(results)),
        _table("Targets", *_targets(results)),
    ]
    return "\n\n".join(part for part in parts if part)


def as_json(results: Results) -> dict[str, Any]:
    return {
        "measurements": [
            {
                "case": done.case.name,
                "size": done.case.size,
                "milliseconds": {"winnow": done.winnow, "typescript": done.rival, "bindings": done.bindings},
                "calls": done.counts.calls,
                "bytes_to_python": done.counts.bytes_to_python,
                "bytes_to_javascript": done.counts.bytes_to_javascript,
            }
            for done in results.measurements
        ],
        "exponents": results.exponents(),
        "starts": {name: asdict(start) for name, start in results.starts.items()},
        "memory": {name: asdict(memory) for name, memory in results.memory.items()},
        "load": asdict(results.load) if results.load else None,
        "targets": [asdict(target) for target in targets(results)],
    }


Cells = list[Sequence[str]]


def _times(results: Results, clock: int) -> tuple[Sequence[str], Cells]:
    heads = ("case", "size", "Winnow", "TypeScript", "its calls alone", "ratio", "beyond its calls")
    rows: Cells = [
        (
            done.case.name,
            f"{done.case.size:,}",
            *(_spread(_column(times, clock)) for times in (done.winnow, done.rival, done.bindings)),
            _spread(done.ratio(clock), digits=2),
            _spread(done.overhead(clock)),
        )
        for done in results.measurements
    ]
    return heads, rows


def _crossings(results: Results) -> tuple[Sequence[str], Cells]:
    heads = ("case", "size", "bytes to Python", "to JavaScript", "calls")
    rows: Cells = [
        (
            done.case.name,
            f"{done.case.size:,}",
            f"{done.counts.bytes_to_python:,}",
            f"{done.counts.bytes_to_javascript:,}",
            ", ".join(f"{name} {times}" for name, times in sorted(done.counts.calls.items())),
        )
        for done in results.measurements
    ]
    return heads, rows


def _starts(results: Results) -> tuple[Sequence[str], Cells]:
    rows: Cells = [
        (
            name,
            _spread(start.wall_ms, digits=0),
            _spread(start.cpu_ms, digits=0),
            _megabytes(start.resident_bytes.median),
        )
        for name, start in results.starts.items()
    ]
    return ("Worker", "clock, ms", "processor, ms", "resident, MB"), rows


def _memory(results: Results) -> tuple[Sequence[str], Cells]:
    rows: Cells = [
        (name, *map(_megabytes, (memory.idle_bytes, memory.peak_bytes)), _megabytes(memory.wasm_bytes))
        for name, memory in results.memory.items()
    ]
    return ("Worker", "resident idle, MB", "resident at most, MB", "WebAssembly memory, MB"), rows


def _targets(results: Results) -> tuple[Sequence[str], Cells]:
    rows: Cells = [
        (target.promise, target.measured, "holds" if target.holds else "MISSED") for target in targets(results)
    ]
    return ("target", "measured", ""), rows


def _median(times: Sequence[tuple[float, float]], clock: int) -> float:
    return Spread.of([time[clock] for time in times]).median


def _column(times: Sequence[tuple[float, float]], clock: int) -> Spread | None:
    return Spread.of([time[clock] for time in times]) if times else None


def _spread(spread: Spread | None, *, digits: int = 1) -> str:
    if spread is None:
        return ""
    return f"{spread.median:.{digits}f} ({spread.low:.{digits}f}-{spread.high:.{digits}f})"


def _megabytes(count: float | None) -> str:
    return "" if count is None else f"{count / _MEGABYTE:.0f}"


def _table(title: str, heads: Sequence[str], rows: Cells) -> str:
    """The first column to the left, the others to the right; empty without rows."""
    if not rows:
        return ""
    widths = [max(len(cell) for cell in column) for column in zip(heads, *rows, strict=True)]
    lines = [
        "  ".join(cell.rjust(width) if place else cell.ljust(width) for place, (cell, width) in enumerate(cells))
        for cells in (list(zip(row, widths, strict=True)) for row in (heads, *rows))
    ]
    return "\n".join([title, *(line.rstrip() for line in lines)])
