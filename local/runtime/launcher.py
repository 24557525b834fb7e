"""The executable that wrangler starts in workerd's place (MINIFLARE_WORKERD_PATH).

wrangler has no option for workerd's own flags, but starts whatever that variable names.
"""

import shlex
import subprocess
from pathlib import Path

from local.errors import PlatformError

_SCRIPT = """\
#!/bin/sh
binary={binary}
if [ "$1" = serve ]; then
  shift
  exec "$binary" serve {flags} "$@"
fi
exec "$binary" "$@"
"""


class LauncherError(PlatformError):
    """npm installed no workerd for this machine."""


def write_launcher(file: Path, binary: Path, flags: list[str]) -> None:
    """Write an executable `file` that runs `binary` with `flags` behind its command `serve`."""
    file.write_text(_SCRIPT.format(binary=shlex.quote(str(binary)), flags=shlex.join(flags)), encoding="utf-8")
    file.chmod(0o755)


def find_workerd(node: Path, root: Path) -> Path:
    """Return the workerd binary that `node` resolves from the folder `root`: the one for this machine.

    Raises:
        LauncherError: There is none.
    """
    command = [str(node), "--print", "require('workerd').default"]
    found = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    binary = Path(found.stdout.strip())
    if found.returncode or not binary.is_file():
        raise LauncherError(f"workerd is not installed in {root}: run `make setup`. {found.stderr.strip()}")
    return binary
