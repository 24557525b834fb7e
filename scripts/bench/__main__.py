"""`make bench`: what Winnow costs in real workerd, beside a plain TypeScript Worker behind the same bindings.

The model costs microseconds, so that only our own work is timed. Every comparison is made repeat by repeat within one
run: times of different runs say nothing about each other.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from local.errors import PlatformError
from local.paths import ROOT
from scripts.bench.callers import CALLERS, load
from scripts.bench.cases import Case, count_case, ingest, measure, retrieve, trim_first, trim_remembered
from scripts.bench.corpus import VARIABLES, copy_state, prepare_state
from scripts.bench.counted import serving_counted
from scripts.bench.report import Memory, Results, as_json, tables
from scripts.bench.served import Served, serving
from scripts.bench.starts import measure_starts
from scripts.terminal import end_on_signals

_TYPESCRIPT = ROOT / "bench" / "typescript" / "worker.ts"
_CANDIDATES = 20


@dataclass(frozen=True, slots=True)
class Plan:
    """`repeats` of a case are fewer where one takes long: of those above 100,000 characters, a quarter."""

    sentences: Sequence[int] = (1, 10, 100, 1_000)
    characters: Sequence[int] = (1_000, 10_000, 100_000, 1_000_000)
    other_sentences: int = 3_000
    repeats: int = 20
    starts: int = 5
    callers: int = CALLERS
    seconds: float = 60.0
    only: str = ""


DEFAULT = Plan()
QUICK = Plan((1, 10), (1_000, 10_000), other_sentences=200, repeats=2, starts=1, callers=4, seconds=2.0)


def main() -> int:
    """Return 0 when all was answered as it must be, whatever the targets say, and 1 when not."""
    arguments = _parser().parse_args()
    end_on_signals()
    plan = QUICK if arguments.quick else Plan(repeats=arguments.repeats, seconds=arguments.seconds)
    plan = replace(plan, only=arguments.only)
    try:
        with tempfile.TemporaryDirectory(prefix="winnow-bench-") as folder:
            results = run(plan, Path(folder))
    except (PlatformError, RuntimeError, TimeoutError) as error:
        print(f"the measurement ended early: {error}", file=sys.stderr)
        return 1
    print(tables(results))
    if arguments.json:
        arguments.json.write_text(json.dumps(as_json(results), indent=1), encoding="utf-8")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small sizes, few repeats: to see that it runs")
    parser.add_argument("--repeats", type=int, default=DEFAULT.repeats, help="of each case (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=DEFAULT.seconds, help="of many callers (default: %(default)s)")
    parser.add_argument("--only", default="", help="the cases whose name holds this, and nothing else")
    parser.add_argument("--json", type=Path, help="also write everything measured to this file")
    return parser


def run(plan: Plan, folder: Path) -> Results:
    """Raises RuntimeError or TimeoutError when an answer is not what it must be, PlatformError when nothing starts."""
    results = Results()
    _say("storing what is asked for later")
    prepared = prepare_state(folder, sizes=plan.sentences, others=plan.other_sentences)
    with ExitStack() as stack:
        counted = stack.enter_context(
            serving_counted(folder, state=copy_state(prepared, folder / "of-counted"), variables=VARIABLES)
        )
        winnow = stack.enter_context(
            serving(state=copy_state(prepared, folder / "of-winnow"), variables=VARIABLES, snapshot=folder / "snapshot")
        )
        rival = stack.enter_context(serving(state=copy_state(prepared, folder / "of-rival"), main=_TYPESCRIPT))
        _measure_cases(plan, results, counted, winnow, rival)
        if plan.only:
            return results
        _say(f"{plan.callers} callers for {plan.seconds:g} s")
        results.load = load(winnow, callers=plan.callers, seconds=plan.seconds)
        _say("starting again and again")
        without = stack.enter_context(serving(variables=VARIABLES))
        workers = {"Winnow, snapshot": winnow, "Winnow, no snapshot": without, "TypeScript": rival}
        results.starts = measure_starts(workers, repeats=plan.starts)
    return results


def _measure_cases(plan: Plan, results: Results, counted: Served, winnow: Served, rival: Served) -> None:
    idle = {name: served.process.resident_bytes() for name, served in (("winnow", winnow), ("typescript", rival))}
    for served in (winnow, rival):
        served.process.forget_peak()
    pairs = [
        *((trim_first(size), trim_first(size)) for size in plan.sentences),
        *((trim_remembered(winnow, size), trim_remembered(counted, size)) for size in plan.sentences),
        (retrieve(_CANDIDATES), retrieve(_CANDIDATES)),
        *((ingest(size), ingest(size)) for size in plan.characters),
    ]
    for case, counted_case in pairs:
        if plan.only not in case.name:
            continue
        _say(f"{case.name}, {case.size:,}")
        counts = count_case(counted_case, counted)
        results.measurements.append(measure(case, counts, winnow, rival, repeats=_repeats(case, plan)))
    results.memory = {
        name: Memory(idle[name], served.process.peak_bytes(), served.process.wasm_bytes())
        for name, served in (("winnow", winnow), ("typescript", rival))
    }


def _repeats(case: Case, plan: Plan) -> int:
    return plan.repeats if case.size < 100_000 else max(2, plan.repeats // 4)


def _say(text: str) -> None:
    print(f"bench: {text}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
