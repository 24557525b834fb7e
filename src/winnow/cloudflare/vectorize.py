"""Vectorize as the dense index: native namespaces, declared filter fields, limits kept here."""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from winnow.cloudflare.bridge import (
    JsObject,
    describe_js_error,
    from_js_json,
    to_js_array,
    to_js_floats,
    to_js_json,
)
from winnow.cloudflare.vectorize_filter import native_filter
from winnow.errors import IndexUnavailable, Misconfigured, WinnowError
from winnow.ports import DenseHit, Filter, IndexedVector, IndexState, Vector, VectorEntry

MAX_NAMESPACE_BYTES = 64
TOO_MANY_REQUESTS = 40041

_CODE = re.compile(r"\(code = (\d+)\)")


@dataclass(frozen=True, slots=True)
class VectorizeIndex:
    """`binding` is `env.VECTORIZE`. See `winnow.ports.VectorIndex`."""

    binding: JsObject

    async def upsert(self, entries: Sequence[VectorEntry]) -> str:
        vectors = to_js_json(
            [
                {
                    "id": entry.id,
                    "namespace": native_namespace(entry.namespace),
                    "metadata": dict(entry.metadata),
                }
                for entry in entries
            ]
        )
        for position, entry in enumerate(entries):
            vectors[position].values = entry.vector
        return str((await self._call("upsert", vectors)).mutationId)

    async def delete(self, ids: Sequence[str]) -> str:
        return str((await self._call("deleteByIds", to_js_array(list(ids)))).mutationId)

    async def fetch(self, ids: Sequence[str]) -> dict[str, IndexedVector]:
        found = await self._call("getByIds", to_js_array(list(ids)))
        return {
            str(item.id): IndexedVector(from_js_json(getattr(item, "metadata", None) or {}), Vector(item.values))
            for item in found
        }

    async def describe(self) -> IndexState:
        answer = from_js_json(await self._call("describe"))
        mutation = answer.get("processedUpToMutation")
        return IndexState(
            vectors=int(answer.get("vectorCount", 0)),
            dimensions=int(answer["dimensions"]),
            processed_mutation=None if mutation is None else str(mutation),
            processed_at=milliseconds(answer.get("processedUpToDatetime")),
        )

    async def query(self, vector: Sequence[float], *, namespace: str, top_k: int, where: Filter) -> list[DenseHit]:
        options: dict[str, object] = {
            "topK": top_k,
            "namespace": native_namespace(namespace),
            "returnValues": False,
            "returnMetadata": "none",
        }
        conditions = native_filter(where)
        if conditions:
            options["filter"] = conditions
        answer = from_js_json(await self._call("query", to_js_floats(vector), to_js_json(options)))
        return [DenseHit(match["id"], float(match["score"])) for match in answer["matches"]]

    async def _call(self, method: str, *arguments: object) -> JsObject:
        try:
            return await getattr(self.binding, method)(*arguments)
        except Exception as error:
            raise translate(describe_js_error(error)) from error


def milliseconds(moment: str | float | None) -> int | None:
    """A moment as `describe` names it, in milliseconds since 1970: documented as a text, typed as a number."""
    if moment is None:
        return None
    if isinstance(moment, str):
        return int(datetime.fromisoformat(moment).timestamp() * 1000)
    return int(moment if moment > 1e11 else moment * 1000)  # else seconds


def native_namespace(namespace: str) -> str:
    """The namespace as Vectorize takes it: itself where its UTF-8 fits, else a hash that no short name can equal."""
    encoded = namespace.encode("utf-8", "surrogatepass")
    if len(encoded) <= MAX_NAMESPACE_BYTES and not namespace.startswith("sha256:") and namespace.isprintable():
        return namespace
    return "sha256:" + hashlib.sha256(encoded).hexdigest()[:56]


def translate(message: str) -> WinnowError:
    """The error that a failed call of Vectorize means: codes 40000 to 40099 are refusals, all else may pass."""
    match = _CODE.search(message)
    if match and match.group(1).startswith("400") and int(match.group(1)) != TOO_MANY_REQUESTS:
        return Misconfigured(f"Vectorize refuses the request (code {match.group(1)})")
    return IndexUnavailable("Vectorize is unavailable")
