"""What each case crosses and calls, counted by bench/counted/entry.py; and the calls as a plan to replay them."""

import shutil
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from local.paths import ROOT
from scripts.bench.served import Served, serving

_ENTRY = ROOT / "bench" / "counted" / "entry.py"

Stages = list[list[list[dict[str, Any]]]]


@dataclass(frozen=True, slots=True)
class Counts:
    """One request: calls of bindings by name, those behind the answer included; bytes across the bridge."""

    calls: Mapping[str, int]
    bytes_to_python: int
    bytes_to_javascript: int
    stages: Stages


@contextmanager
def serving_counted(folder: Path, **options: Any) -> Iterator[Served]:  # noqa: ANN401 - those of LocalPlatform
    """Winnow's own modules beside the entry that counts, copied to `folder`."""
    source = folder / "counted"
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "src" / "winnow", source / "winnow", ignore=ignored)
    shutil.copy(_ENTRY, source)
    with serving(main=source / _ENTRY.name, **options) as served:
        yield served


def count(served: Served, path: str, body: object) -> Counts:
    """Ask once, and what that did."""
    served.post(path, body)
    told = served.get("/bench/last")
    calls = told["calls"]
    return Counts(
        calls=Counter(f"{call['binding']}.{call['method']}" for call in calls),
        bytes_to_python=told["bytes"]["to_python"],
        bytes_to_javascript=told["bytes"]["to_javascript"],
        stages=plan([call for call in calls if not call["background"]], main=told["main"]),
    )


def plan(calls: Sequence[dict[str, Any]], *, main: int) -> Stages:
    """As the Worker made them: what its main task asked first, then other tasks side by side, then the rest."""
    others = [call for call in calls if call["task"] != main]
    if not others:
        return [[list(calls)]] if calls else []
    first, last = calls.index(others[0]), len(calls) - 1 - calls[::-1].index(others[-1])
    lanes: dict[int, list[dict[str, Any]]] = {}
    for call in calls[first : last + 1]:
        lanes.setdefault(call["task"], []).append(call)
    stages = [[list(calls[:first])], list(lanes.values()), [list(calls[last + 1 :])]]
    return [stage for stage in stages if any(stage)]
