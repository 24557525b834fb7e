"""Cloudflare's rate-limit binding: counts in one location, eventually consistent, permissive by design."""

from dataclasses import dataclass

from winnow.cloudflare.bridge import JsObject, to_js_json


@dataclass(frozen=True, slots=True)
class BindingRateLimiter:
    """See `winnow.ports.RateLimiter`. `binding` is `env.RATE_LIMIT`, or None where none is bound."""

    binding: JsObject

    async def allow(self, key: str) -> bool:
        if self.binding is None:
            return True
        try:
            outcome = await self.binding.limit(to_js_json({"key": key}))
        except Exception:  # noqa: BLE001 - a limiter that is down must not take the service down with it
            return True
        return bool(outcome.success)
