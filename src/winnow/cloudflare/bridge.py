"""The bridge between Python and JavaScript: values cross here and nowhere else.

Names tell the direction: `to_js_...` makes JavaScript values, `from_js_...` makes Python ones. Structures cross as
one JSON text, which costs one call instead of one for each element, and numbers of vectors as one typed array.
JavaScript objects are imported inside functions: held at module level they would break the memory snapshot from
which a Worker starts.
"""

import json
from collections.abc import Sequence
from typing import Any, TypeAlias

JsObject: TypeAlias = Any
"""A proxy of a JavaScript value."""


def raw_environment() -> JsObject:
    """The Worker's bindings as JavaScript has them.

    The SDK's own wrapper walks every number of a vector in Python, in both directions (10 ms for 100 x 384).
    """
    from workers import import_from_javascript  # noqa: PLC0415

    return import_from_javascript("cloudflare:workers").env


def to_js_json(value: object) -> JsObject:
    """Lists, dicts, strings, finite numbers, booleans and None as plain JavaScript; dicts become objects, not Maps."""
    from js import JSON  # noqa: PLC0415

    return JSON.parse(json.dumps(value, allow_nan=False))


def from_js_json(value: JsObject) -> JsObject:
    """A JavaScript value that JSON can carry, as Python."""
    from js import JSON  # noqa: PLC0415

    return json.loads(JSON.stringify(value))


def to_js_array(items: Sequence[JsObject]) -> JsObject:
    """A JavaScript array of values that are JavaScript's already, or are strings, numbers and None (as null)."""
    from js import Array  # noqa: PLC0415
    from pyodide.ffi import jsnull  # noqa: PLC0415

    return Array.of(*[jsnull if item is None else item for item in items])


def to_js_floats(numbers: Sequence[float]) -> JsObject:
    """Numbers as one Float64Array."""
    from array import array  # noqa: PLC0415

    from js import Float64Array  # noqa: PLC0415

    result = Float64Array.new(len(numbers))
    result.assign(array("d", numbers))
    return result


def to_js_bytes(data: bytes) -> JsObject:
    """Bytes as one Uint8Array."""
    from js import Uint8Array  # noqa: PLC0415

    result = Uint8Array.new(len(data))
    result.assign(data)
    return result


def flatten(rows: JsObject) -> tuple[JsObject, list[int]]:
    """All numbers of an array of arrays as one JavaScript array, and where in it each row ends."""
    from js import Array  # noqa: PLC0415

    numbers = Array.new()
    # `row => numbers.push(...row)`, which answers the new length, without code of ours in JavaScript.
    push = Array.prototype.push
    ends: list[int] = rows.map(push.apply.bind(push, numbers)).to_py()
    return numbers, ends


def from_js_floats(numbers: JsObject) -> bytes:
    """A JavaScript array of numbers as float32, little-endian: one copy of memory."""
    from js import Float32Array  # noqa: PLC0415

    packed: bytes = Float32Array.new(numbers).to_bytes()
    return packed


def from_js_lengths(rows: JsObject) -> memoryview:
    """The Euclidean length of each of an array of arrays, computed in JavaScript."""
    from js import Float64Array, Math  # noqa: PLC0415
    from pyodide.ffi import jsnull  # noqa: PLC0415

    # `row => Math.hypot(...row)`, without code of ours in JavaScript.
    length_of = Math.hypot.apply.bind(Math.hypot, jsnull)
    lengths: memoryview = Float64Array.new(rows.map(length_of)).to_py()
    return lengths


def is_finite(numbers: JsObject) -> bool:
    """Whether every number of an array is finite; decided in JavaScript, where null is not a number."""
    from js import Number  # noqa: PLC0415

    return bool(numbers.every(Number.isFinite))


def describe_js_error(error: BaseException) -> str:
    """The message of a JavaScript error, or of a Python one."""
    return str(getattr(error, "message", None) or error)
