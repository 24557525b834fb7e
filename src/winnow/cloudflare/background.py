"""Work that goes on behind the answer."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class WaitUntil:
    """See `winnow.ports.Background`. The runtime keeps the isolate alive until the work is done, or 30 s are over."""

    report: Callable[[Exception], None]

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        from pyodide.ffi import create_proxy  # noqa: PLC0415
        from workers import wait_until  # noqa: PLC0415

        task = asyncio.ensure_future(self._guarded(work))
        # JavaScript awaits the task through a proxy, which would be gone with this call if nobody held it.
        proxy = create_proxy(task)
        task.add_done_callback(lambda _: proxy.destroy())
        wait_until(proxy)

    async def _guarded(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Exception as error:  # noqa: BLE001 - nobody is left to tell
            self.report(error)
