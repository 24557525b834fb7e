"""`make dry-run`: bundle what would be deployed and print its size, without an account."""

import subprocess
import sys

from local.paths import PRODUCTION_CONFIGURATION, ROOT, WORK_FOLDER
from local.wrangler import wrangler_command, wrangler_environment


def main() -> int:
    """Return wrangler's exit code."""
    folder = WORK_FOLDER / "dry-run"
    command = wrangler_command("deploy", "--dry-run", "--outdir", folder, "--config", PRODUCTION_CONFIGURATION)
    return subprocess.run(command, cwd=ROOT, env=wrangler_environment(folder), check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
