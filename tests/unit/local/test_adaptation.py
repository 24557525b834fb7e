"""Pyodide's JavaScript becomes workerd's, or the build stops."""

import re

import pytest

from local.paths import NODE_MODULES
from local.runtime.adaptation import REWRITES, AdaptationError, Rewrite, adapt

CLOCK = Rewrite("Date.now", "monotonicDateNow", 2)
FILE = NODE_MODULES / "pyodide" / "pyodide.asm.mjs"


def test_each_use_is_rewritten_and_its_replacement_imported() -> None:
    adapted = adapt("a=Date.now();b=Date.now()", (CLOCK,))
    imports, body = adapted.split("\n", maxsplit=1)
    assert body == "a=monotonicDateNow();b=monotonicDateNow()"
    assert imports == (
        "import {getRandomValues,monotonicDateNow,newWasmModule,patchedLoadLibData,wasmInstantiate,"
        'addEventListener,location} from "pyodide-internal:builtin_wrappers";'
    )


@pytest.mark.parametrize("javascript", ["Date.now()", "Date.now()" * 3, ""])
def test_another_count_than_expected_stops_the_build(javascript: str) -> None:
    message = f"'Date.now': expected 2, found {javascript.count('Date.now')}"
    with pytest.raises(AdaptationError, match=f"^{re.escape(message)}$"):
        adapt(javascript, (CLOCK,))


def test_all_counts_that_differ_are_named() -> None:
    with pytest.raises(AdaptationError, match=r"^'Date\.now': expected 2, found 0; 'eval': expected 1, found 0$"):
        adapt("", (CLOCK, Rewrite("eval", "", 1)))


def test_the_installed_pyodide_is_the_one_the_rewrites_were_written_for() -> None:
    adapted = adapt(FILE.read_text(encoding="utf-8"))
    assert not re.search(r"new WebAssembly\.Module\b|\bDate\.now|\beval\(|crypto\.getRandomValues", adapted)
    assert adapted.endswith("export default _createPyodideModule;export{_createPyodideModule};\n")


def test_no_rewrite_undoes_another() -> None:
    """Replacements hold none of the texts that are looked for, but those they are meant to keep."""
    again = [(a.found, b.replacement) for a in REWRITES for b in REWRITES if a is not b and a.found in b.replacement]
    assert again == []
