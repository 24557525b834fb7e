"""`make dev`: serve the Worker on this machine until Ctrl-C."""

import argparse
import os
import sys
import time
from contextlib import suppress
from pathlib import Path

from local.errors import PlatformError
from local.paths import DEFAULT_STATE, SOURCES
from local.platform import LocalPlatform
from local.serving import ServingError
from scripts.terminal import end_on_signals, own_terminal

_POLL_SECONDS = 0.3

_GREETING = """
Winnow serves on {url} ({seconds:.0f} s). Ctrl-C ends it. State: {state}

    curl -s {url}/ingest -H 'authorization: Bearer {token}' -H 'content-type: application/json' \\
      -d '{{"documents": [{{"id": "tides", "text": "The moon raises the tides. The sun helps a little."}}]}}'

    curl -s {url}/retrieve -H 'authorization: Bearer {token}' -H 'content-type: application/json' \\
      -d '{{"query": "What raises the tides?"}}'
"""


def main() -> int:
    """Return 0 after Ctrl-C and 1 when the platform did not start."""
    arguments = _parser().parse_args()
    end_on_signals()
    with own_terminal():
        try:
            _serve(arguments)
        except KeyboardInterrupt:
            print("\nWinnow has ended, and all it had started.")
        except PlatformError as error:
            print(f"\nWinnow does not run: {error}", file=sys.stderr)
            return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="dev", description=__doc__)
    parser.add_argument("--port", type=int, default=8787, help="0 takes a free one (default: %(default)s)")
    parser.add_argument("--state", type=Path, default=DEFAULT_STATE, help="where D1 and the index live")
    parser.add_argument("--embedder", choices=("e5", "ngram"), default="e5", help="e5 is the real model")
    return parser


def _serve(arguments: argparse.Namespace) -> None:
    begin = time.monotonic()
    with LocalPlatform(
        state=arguments.state, port=arguments.port, embedder=arguments.embedder, report=_report
    ) as platform:
        seconds = time.monotonic() - begin
        _report(_GREETING.format(url=platform.url, seconds=seconds, state=arguments.state, token=platform.token))
        _follow(platform)


def _report(text: str) -> None:
    print(text, flush=True)


def _follow(platform: LocalPlatform) -> None:
    """Print what is added to the log, and start the Worker again after a change that it could not start with."""
    tried = _versions()
    with platform.log.open("rb") as log:
        log.seek(0, os.SEEK_END)
        while True:
            ended = platform.wait(_POLL_SECONDS)
            print(log.read().decode(errors="replace"), end="", flush=True)
            if ended:
                _report("\nThe Worker has ended: see above. It starts again when src/ has changed.")
                tried = _wait_for_change(tried)
                with suppress(ServingError):  # the log, which is printed next, says why
                    platform.restart()


def _wait_for_change(tried: dict[Path, int]) -> dict[Path, int]:
    """Return the versions to try next, which may have come while the last ones were being tried."""
    while (versions := _versions()) == tried:
        time.sleep(_POLL_SECONDS)
    return versions


def _versions() -> dict[Path, int]:
    versions = {}
    for file in SOURCES.rglob("*.py"):
        with suppress(FileNotFoundError):  # an editor may be putting a new one in its place
            versions[file] = file.stat().st_mtime_ns
    return versions


if __name__ == "__main__":
    sys.exit(main())
