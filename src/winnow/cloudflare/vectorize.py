"""Vectorize as the dense index: native namespaces, declared filter fields, limits kept here."""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from winnow.cloudflare.bridge import (
    JsObject,
    describe_js_error,
    from_js_json,
    to_js_array,
    to_js_floats,
    to_js_json,
)
from winnow.errors import IndexUnavailable, Misconfigured, WinnowError
from winnow.ports import DenseHit, Filter, VectorEntry

MAX_NAMESPACE_BYTES = 64

_CODE = re.compile(r"\(code = (\d+)\)")


@dataclass(frozen=True, slots=True)
class VectorizeIndex:
    """`binding` is `env.VECTORIZE`."""

    binding: JsObject

    async def upsert(self, entries: Sequence[VectorEntry]) -> None:
        """See `winnow.ports.VectorIndex.upsert`."""
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
        await self._call("upsert", vectors)

    async def delete(self, ids: Sequence[str]) -> None:
        """See `winnow.ports.VectorIndex.delete`."""
        await self._call("deleteByIds", to_js_array(list(ids)))

    async def query(self, vector: Sequence[float], *, namespace: str, top_k: int, where: Filter) -> list[DenseHit]:
        """See `winnow.ports.VectorIndex.query`."""
        options: dict[str, object] = {
            "topK": top_k,
            "namespace": native_namespace(namespace),
            "returnValues": False,
            "returnMetadata": "none",
        }
        if where.conditions:
            options["filter"] = native_filter(where)
        answer = from_js_json(await self._call("query", to_js_floats(vector), to_js_json(options)))
        return [DenseHit(match["id"], float(match["score"])) for match in answer["matches"]]

    async def _call(self, method: str, *arguments: object) -> JsObject:
        try:
            return await getattr(self.binding, method)(*arguments)
        except Exception as error:
            raise translate(describe_js_error(error)) from error


def native_namespace(namespace: str) -> str:
    """The namespace as Vectorize takes it: itself where its UTF-8 fits, else a hash that no short name can equal."""
    encoded = namespace.encode("utf-8", "surrogatepass")
    if len(encoded) <= MAX_NAMESPACE_BYTES and not namespace.startswith("sha256:") and namespace.isprintable():
        return namespace
    return "sha256:" + hashlib.sha256(encoded).hexdigest()[:56]


def native_filter(where: Filter) -> dict[str, dict[str, object]]:
    """Vectorize's filter: `{field: {"$eq": value, ...}}`, several operators on one field merged."""
    result: dict[str, dict[str, object]] = {}
    for condition in where.conditions:
        value = list(condition.value) if isinstance(condition.value, tuple) else condition.value
        result.setdefault(condition.field, {})[f"${condition.operator}"] = value
    return result


def translate(message: str) -> WinnowError:
    """The error that a failed call of Vectorize means: codes 40000 to 40099 are refusals, all else may pass."""
    match = _CODE.search(message)
    if match and match.group(1).startswith("400"):
        return Misconfigured(f"Vectorize refuses the request (code {match.group(1)})")
    return IndexUnavailable("Vectorize is unavailable")
