"""The entry point hands over and decides nothing."""

import ast
from pathlib import Path


def test_the_entry_point_imports_the_sdk_and_the_app_alone() -> None:
    tree = ast.parse(Path("src/entry.py").read_text(encoding="utf-8"))
    imported = {
        f"{node.module}.{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert imported == {"workers.WorkerEntrypoint", "winnow.app", "winnow.cloudflare.bridge.JsObject"}
