"""The Pyodide bundle holds what workerd looks for."""

import json
from pathlib import Path
from typing import Any

import capnp
import pytest

from local.paths import NODE_MODULES
from local.runtime import bundle
from local.runtime.bundle import BundleError, build_bundle

PYODIDE = NODE_MODULES / "pyodide"


def test_the_bundle_holds_the_three_modules_of_the_runtime(tmp_path: Path) -> None:
    file = build_bundle(PYODIDE, tmp_path)
    schema: Any = capnp.load(str(Path(bundle.__file__).with_name("bundle.capnp")))
    with schema.Bundle.from_bytes(file.read_bytes(), traversal_limit_in_words=1 << 24) as message:
        modules = [(module.name, module.which(), str(module.type)) for module in message.modules]
        wasm, library = bytes(message.modules[1].wasm), bytes(message.modules[2].data)
    assert file.name == "pyodide_dev.capnp.bin"
    assert modules == [
        ("pyodideRuntime-internal:pyodide.asm", "src", "internal"),
        ("pyodideRuntime-internal:pyodide.asm.wasm", "wasm", "internal"),
        ("pyodideRuntime-internal:python_stdlib.zip", "data", "internal"),
    ]
    assert wasm == (PYODIDE / "pyodide.asm.wasm").read_bytes()
    assert library == (PYODIDE / "python_stdlib.zip").read_bytes()


def test_another_pyodide_is_refused_and_the_pins_are_named(tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text(json.dumps({"version": "999.0.0"}), encoding="utf-8")
    (tmp_path / "pyodide.asm.mjs").write_text("Date.now()", encoding="utf-8")
    with pytest.raises(BundleError, match=r"pyodide 999\.0\.0 .*expected 22, found 1.*package-lock\.json"):
        build_bundle(tmp_path, tmp_path)


def test_a_missing_pyodide_is_reported(tmp_path: Path) -> None:
    with pytest.raises(BundleError, match=r"pyodide \(not installed\) .*npm ci"):
        build_bundle(tmp_path, tmp_path)
