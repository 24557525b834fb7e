"""What the runtime calls. It hands over to the app and decides nothing."""

from workers import WorkerEntrypoint

from winnow import app
from winnow.cloudflare.bridge import JsObject


class Default(WorkerEntrypoint):
    async def fetch(self, request: JsObject) -> JsObject:
        return await app.fetch(getattr(request, "js_object", request))

    async def queue(self, batch: JsObject, _env: JsObject, _ctx: JsObject) -> None:
        await app.consume(batch)

    async def scheduled(self, _controller: JsObject, _env: JsObject, _ctx: JsObject) -> None:
        await app.tick()
