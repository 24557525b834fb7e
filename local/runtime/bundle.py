"""The Pyodide bundle that workerd starts Python from, built from the npm package instead of downloaded."""

import json
from pathlib import Path
from typing import Any

import capnp

from local.errors import PlatformError
from local.runtime.adaptation import AdaptationError, adapt

BUNDLE_NAME = "pyodide_dev.capnp.bin"
_SCHEMA = Path(__file__).with_name("bundle.capnp")
_INTERNAL = "pyodideRuntime-internal:"


class BundleError(PlatformError):
    """No bundle can be built from the npm package `pyodide` that is installed."""


def build_bundle(package: Path, folder: Path) -> Path:
    """Build the bundle from `package`, npm's `pyodide`, in `folder`; return the file, named as workerd wants.

    Raises:
        BundleError: A file is missing, or the package is not the version the rewrites were written for.
    """
    try:
        modules = _modules(package)
    except (AdaptationError, FileNotFoundError) as error:
        raise BundleError(
            f"pyodide {_version(package)} in {package} does not fit: {error}. wrangler, workerd and pyodide "
            "are pinned together in package-lock.json: install those pins with `npm ci`, or, when they are "
            "upgraded, bring local/runtime/adaptation.py up to the new file"
        ) from error
    folder.mkdir(parents=True, exist_ok=True)
    bundle = folder / BUNDLE_NAME
    bundle.write_bytes(_message(modules))
    return bundle


def _modules(package: Path) -> list[tuple[str, str, bytes]]:
    """Return name, kind and content of each module of the bundle."""
    javascript = (package / "pyodide.asm.mjs").read_text(encoding="utf-8")
    return [
        ("pyodide.asm", "src", adapt(javascript).encode()),
        ("pyodide.asm.wasm", "wasm", (package / "pyodide.asm.wasm").read_bytes()),
        ("python_stdlib.zip", "data", (package / "python_stdlib.zip").read_bytes()),
    ]


def _message(modules: list[tuple[str, str, bytes]]) -> bytes:
    schema: Any = capnp.load(str(_SCHEMA))
    bundle = schema.Bundle.new_message()
    for module, (name, kind, content) in zip(bundle.init("modules", len(modules)), modules, strict=True):
        module.name = _INTERNAL + name
        module.type = "internal"
        setattr(module, kind, content)
    message: bytes = bundle.to_bytes()
    return message


def _version(package: Path) -> str:
    try:
        description = json.loads((package / "package.json").read_text(encoding="utf-8"))
    except FileNotFoundError:
        return "(not installed)"
    return str(description["version"])
