"""Pyodide's JavaScript, made to run inside workerd.

workerd forbids what a browser allows: compiling wasm from bytes and `eval`. Its clock stands still while code
runs, and entropy and libraries come from elsewhere. Its binary carries replacements in the module
`pyodide-internal:builtin_wrappers`: each use in the file is rewritten to one of them, and each is counted.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rewrite:
    """`found`, which occurs exactly `times` times, becomes `replacement`."""

    found: str
    replacement: str
    times: int


class AdaptationError(Exception):
    """The JavaScript is not the one these rewrites were written for."""


_NO_EVAL = '(()=>{throw new Error("eval is not available in workerd")})()'

# `addEventListener` and `location` are not written into the text: they hide the globals of those names.
_IMPORTS = (
    "import {getRandomValues,monotonicDateNow,newWasmModule,patchedLoadLibData,wasmInstantiate,"
    'addEventListener,location} from "pyodide-internal:builtin_wrappers";\n'
)

_EXPORT = "export default _createPyodideModule;"

REWRITES = (
    Rewrite("new WebAssembly.Module", "newWasmModule", 4),
    # Not `instantiateStreaming`, which has no use without a URL to stream from.
    Rewrite("WebAssembly.instantiate(", "wasmInstantiate(", 2),
    Rewrite("Date.now", "monotonicDateNow", 22),
    Rewrite("crypto.getRandomValues(view)", "getRandomValues(Module,view)", 1),
    Rewrite("eval(func)", _NO_EVAL, 2),
    Rewrite("eval(data)", _NO_EVAL, 1),
    Rewrite("eval(UTF8ToString(ptr))", _NO_EVAL, 3),
    Rewrite(
        "function loadLibData(){",
        "function loadLibData(){"
        "var library=patchedLoadLibData(Module,libName,flags.rpath);"
        "return flags.loadAsync?Promise.resolve(library):library;",
        1,
    ),
    Rewrite("getMemory(", "Module.getMemoryPatched(Module,libName,", 1),
    Rewrite(_EXPORT, f"{_EXPORT}export{{_createPyodideModule}};", 1),
)


def adapt(javascript: str, rewrites: tuple[Rewrite, ...] = REWRITES) -> str:
    """Return `javascript` with every rewrite applied and workerd's replacements imported.

    Raises:
        AdaptationError: Text to rewrite occurs more or less often than expected; all such texts are named.
    """
    differing = [
        f"{rewrite.found!r}: expected {rewrite.times}, found {count}"
        for rewrite in rewrites
        if (count := javascript.count(rewrite.found)) != rewrite.times
    ]
    if differing:
        raise AdaptationError("; ".join(differing))
    for rewrite in rewrites:
        javascript = javascript.replace(rewrite.found, rewrite.replacement)
    return _IMPORTS + javascript
