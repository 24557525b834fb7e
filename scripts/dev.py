"""`make dev`: serve the Worker on this machine until Ctrl-C."""

import argparse
import sys
import time
from pathlib import Path

from local.errors import PlatformError
from local.paths import DEFAULT_STATE
from local.platform import LocalPlatform
from scripts.terminal import end_on_signals, own_terminal

_POLL_SECONDS = 0.3

_GREETING = """
Winnow serves on {url} ({seconds:.0f} s). Ctrl-C ends it. State: {state}

    curl -s {url}/health

    curl -s {url}/ingest -H 'authorization: Bearer {token}' -H 'content-type: application/json' \\
      -d '{{"documents": [{{"id": "tides", "text": "The moon raises the tides. The sun helps a little."}}]}}'
"""


def main() -> int:
    """Return 0 after Ctrl-C and 1 when the platform did not start or did not stay up."""
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
        print(_GREETING.format(url=platform.url, seconds=seconds, state=arguments.state, token=platform.token))
        _follow(platform)
        platform.check()


def _report(step: str) -> None:
    print(step, flush=True)


def _follow(platform: LocalPlatform) -> None:
    """Print what is added to the log until wrangler ends."""
    with platform.log.open("rb") as log:
        log.seek(0, 2)
        while not platform.wait(_POLL_SECONDS):
            print(log.read().decode(errors="replace"), end="", flush=True)


if __name__ == "__main__":
    sys.exit(main())
