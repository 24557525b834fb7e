"""What the runtime calls. It hands over to the app and decides nothing."""

from typing import Any

from workers import WorkerEntrypoint

from winnow import app


class Default(WorkerEntrypoint):
    async def fetch(self, request: Any) -> Any:
        return await app.fetch(getattr(request, "js_object", request))
