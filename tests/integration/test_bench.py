"""`make bench` runs to its end, and its callers are given their own answers."""

import json
import os
import subprocess
import sys
from pathlib import Path

from local.paths import ROOT

RUN_SECONDS = 240


def test_the_quick_measurement(tmp_path: Path) -> None:
    file = tmp_path / "measured.json"
    command = [sys.executable, "-m", "scripts.bench", "--quick", f"--json={file}"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    run = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=RUN_SECONDS, check=False
    )
    assert run.returncode == 0, run.stderr
    measured = json.loads(file.read_text(encoding="utf-8"))
    cases = [(item["case"], item["size"]) for item in measured["measurements"]]
    trims = [(name, size) for name in ("trim, first time", "trim, remembered") for size in (1, 10)]
    assert cases == [*trims, ("retrieve", 20), ("ingest", 1_000), ("ingest", 10_000)]
    for item in measured["measurements"]:
        times = item["milliseconds"]
        assert len(times["winnow"]) == len(times["bindings"]) == 2
        assert len(times["typescript"]) == (2 if item["case"].startswith("trim") else 0)
        assert item["calls"]["AI.run"] == 1
        assert item["bytes_to_python"] > 0 < item["bytes_to_javascript"]
    assert measured["load"]["answers"] > 0 == measured["load"]["errors"] == measured["load"]["mixed_up"]
    assert measured["starts"].keys() == {"Winnow, snapshot", "Winnow, no snapshot", "TypeScript"}
    assert 40_000_000 < measured["memory"]["winnow"]["wasm_bytes"] < 128 * 1024 * 1024
    assert measured["memory"]["typescript"]["wasm_bytes"] == 0
    assert "Targets" in run.stdout
