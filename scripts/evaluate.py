"""`make evaluate`: `winnow evaluate` and `winnow calibrate` on XQuAD, through a Worker with the local model."""

import sys
from pathlib import Path

from local.paths import ROOT
from local.platform import LocalPlatform
from scripts.data import find_data
from winnow_client.command.main import app

STATE = ROOT / ".winnow" / "evaluate"
PORT = 8790
"""Always the same: answers that are kept belong to one address."""


def main() -> int:
    """What an interrupted run stored and asked is there for the next one."""
    data = find_data()
    if data is None:
        print("skipped: no data (set WINNOW_DATA, or put it in ../shared/data)")
        return 0
    with LocalPlatform(state=STATE, port=PORT, embedder="e5", report=print) as platform:
        common = [
            str(data / "xquad"),
            "--url",
            platform.url,
            "--token",
            platform.token,
            "--cache",
            str(STATE / "answers"),
        ]
        code = _run("evaluate", *common, "--report", str(STATE / "report.html"))
        return code or _run("calibrate", *common, "--output", str(STATE / "vars.toml"))


def _run(*arguments: str) -> int:
    """The command's exit code. An answer it keeps is used by the one after it."""
    print(f"\nwinnow {arguments[0]} {Path(arguments[1]).name}", flush=True)
    try:
        app(list(arguments), prog_name="winnow")
    except SystemExit as end:
        return int(end.code or 0)
    return 0


if __name__ == "__main__":
    sys.exit(main())
