"""Winnow with every crossing counted: served by `make bench` in place of src/entry.py, and never deployed.

`GET /bench/last` tells of the last request: bytes between JavaScript and Python in both directions and calls of
bindings by the tasks that made them. Counting costs time: nothing is timed here.
"""

import asyncio
import json
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from functools import partial
from typing import Any

from workers import Response, WorkerEntrypoint

from winnow.cloudflare import bridge

IN_BACKGROUND = ContextVar("IN_BACKGROUND", default=False)


class Ledger:
    """What one request did so far."""

    def __init__(self, main: int) -> None:
        self.main = main
        self.bytes = {"to_python": 0, "to_javascript": 0}
        self.calls: list[dict[str, Any]] = []

    def note(self, call: dict[str, Any]) -> None:
        self.calls.append({**call, "task": id(asyncio.current_task()), "background": IN_BACKGROUND.get()})


ledger = Ledger(0)


def size_of(value: object) -> int:
    """Bytes of a value as it crosses: numbers in a typed array as such, all else as JSON; JavaScript's own is free."""
    if isinstance(value, bytes | bytearray):
        return len(value)
    if isinstance(value, memoryview):
        return value.nbytes
    if isinstance(value, str):
        return len(value.encode("utf-8", "surrogatepass"))
    if isinstance(value, list | tuple):
        return sum(map(size_of, value))
    if isinstance(value, dict):
        return len(json.dumps(value))
    return 8 if isinstance(value, int | float) else 0


def counting_arguments(function: Callable[..., Any]) -> Callable[..., Any]:
    def counted(*arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - whatever crosses
        ledger.bytes["to_javascript"] += sum(map(size_of, arguments))
        return function(*arguments, **options)

    return counted


def counting_result(function: Callable[..., Any]) -> Callable[..., Any]:
    def counted(*arguments: Any, **options: Any) -> Any:  # noqa: ANN401
        result = function(*arguments, **options)
        ledger.bytes["to_python"] += size_of(result)
        return result

    return counted


def count_the_bridge() -> None:
    """Before anything imports these functions by name."""
    for name, function in list(vars(bridge).items()):
        if name.startswith("to_js_"):
            setattr(bridge, name, counting_arguments(function))
        elif name.startswith("from_js_"):
            setattr(bridge, name, counting_result(function))


class Environment:
    """The bindings, of which two write down what they are asked."""

    def __init__(self, raw: Any) -> None:  # noqa: ANN401 - JavaScript's
        self._raw = raw
        self.AI = AI(raw.AI)
        self.VECTORIZE = Vectorize(raw.VECTORIZE)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        return getattr(self._raw, name)


class AI:
    def __init__(self, raw: Any) -> None:  # noqa: ANN401
        self._raw = raw

    async def run(self, model: str, inputs: Any) -> Any:  # noqa: ANN401
        ledger.note({"binding": "AI", "method": "run", "model": model, "inputs": plain(inputs)})
        return await self._raw.run(model, inputs)


class Vectorize:
    def __init__(self, raw: Any) -> None:  # noqa: ANN401
        self._raw = raw

    def __getattr__(self, method: str) -> Any:  # noqa: ANN401
        return partial(self._call, method)

    async def _call(self, method: str, *parameters: Any) -> Any:  # noqa: ANN401
        ledger.note({"binding": "VECTORIZE", "method": method, "parameters": [plain(item) for item in parameters]})
        return await getattr(self._raw, method)(*parameters)


def plain(value: Any) -> Any:  # noqa: ANN401
    """A JavaScript value as JSON has it; typed arrays as arrays."""
    from js import JSON, Array, ArrayBuffer  # noqa: PLC0415

    return json.loads(JSON.stringify(Array["from"](value) if ArrayBuffer.isView(value) else value))


def write_down_statements() -> None:
    batch = d1.D1Database.batch

    async def noted(self: d1.D1Database, statements: Sequence[d1.Statement], **options: Any) -> Any:  # noqa: ANN401
        asked = [{"sql": item.sql, "parameters": list(item.parameters)} for item in statements]
        ledger.note({"binding": "DB", "method": "batch", "statements": asked})
        return await batch(self, statements, **options)

    d1.D1Database.batch = noted


def mark_background_work() -> None:
    run = background.WaitUntil.run

    async def marked(work: Any) -> None:  # noqa: ANN401
        IN_BACKGROUND.set(True)
        await work

    background.WaitUntil.run = lambda self, work: run(self, marked(work))


count_the_bridge()
from winnow.cloudflare import background, d1, web  # noqa: E402 - only now

read_body = web.request_body


async def request_body(*arguments: Any, **options: Any) -> bytes:  # noqa: ANN401
    body = await read_body(*arguments, **options)
    ledger.bytes["to_python"] += len(body)
    return body


web.request_body = request_body
web.to_js_response = counting_arguments(web.to_js_response)
raw_environment = bridge.raw_environment
bridge.raw_environment = lambda: Environment(raw_environment())
write_down_statements()
mark_background_work()
from winnow import app  # noqa: E402


class Default(WorkerEntrypoint):
    async def fetch(self, request: Any) -> Any:  # noqa: ANN401
        global ledger  # noqa: PLW0603
        js_request = getattr(request, "js_object", request)
        if str(js_request.url).endswith("/bench/last"):
            return Response(json.dumps(last()))
        ledger = Ledger(id(asyncio.current_task()))
        return await app.fetch(js_request)


def last() -> dict[str, Any]:
    return {"main": ledger.main, "bytes": ledger.bytes, "calls": ledger.calls}
