"""The tools that an agent can call."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from winnow.http.defaults import Defaults
from winnow.http.endpoints.context import context_options, present_citation
from winnow.http.endpoints.trim import present_details, present_receipt, receipts, trim_options
from winnow.http.messages import JsonValue
from winnow.http.router import Call
from winnow.http.schemas.common import validate
from winnow.http.schemas.context import ContextRequest
from winnow.http.schemas.mcp import SearchKnowledge, TrimText
from winnow.ports import IndexDefinition
from winnow.services.context import Context, ContextService
from winnow.services.offsets import CODE_POINTS
from winnow.services.receipt import Prices
from winnow.services.trim import TrimInput, TrimService
from winnow.services.vector_settings import VectorSettings


@dataclass(frozen=True, slots=True)
class ToolResult:
    """`text` for the model, `structured` for programs: they say the same."""

    text: str
    structured: dict[str, Any]


Tool: TypeAlias = Callable[[JsonValue, Call], Awaitable[ToolResult]]
"""Takes the arguments as they came. Raises InvalidRequest, and what its service raises."""


@dataclass(frozen=True, slots=True)
class Tools:
    """`defaults` are the deployment's floors and thresholds: a tool's call names none of its own."""

    context: ContextService
    trim: TrimService
    vector_settings: VectorSettings
    index: IndexDefinition
    defaults: Defaults
    prices: Prices

    def by_name(self) -> Mapping[str, Tool]:
        return {"search_knowledge": self.search_knowledge, "trim_text": self.trim_text}

    async def search_knowledge(self, arguments: JsonValue, call: Call) -> ToolResult:
        """What `/context` answers: numbered passages, each under a line that says where it is from."""
        wanted = validate(SearchKnowledge, arguments)
        call.enter(wanted.namespace)
        await self.vector_settings.check()
        request = ContextRequest(
            namespace=wanted.namespace, query=wanted.query, top_k=wanted.top_k, max_tokens=wanted.max_tokens
        )
        options = context_options(request, self.index, self.defaults)
        built = await self.context.build(wanted.namespace, wanted.query, options=options, meter=call.meter)
        call.notes["legs"] = {"dense": built.retrieval.dense.status, "lexical": built.retrieval.lexical.status}
        return _findings(built)

    async def trim_text(self, arguments: JsonValue, call: Call) -> ToolResult:
        wanted = validate(TrimText, arguments)
        trimming = await self.trim.trim(
            [TrimInput(wanted.text, wanted.unit or "sentence", "")],
            [wanted.query],
            options=trim_options(wanted, defaults=self.defaults),
            meter=call.meter,
            scorer=wanted.scorer,
        )
        [result] = trimming.results
        [receipt] = receipts(trimming, self.prices)
        [details] = present_details(result, [wanted.text], "code_points")
        text = result.chunks[0].content
        return ToolResult(text, {"text": text, **details, "receipt": present_receipt(receipt)})


def _findings(built: Context) -> ToolResult:
    structured: dict[str, Any] = {
        "context": built.text,
        "citations": [present_citation(citation, CODE_POINTS) for citation in built.citations],
    }
    if built.reason is not None:
        structured["reason"] = built.reason
    return ToolResult(built.text or f"Nothing was found: {built.reason}.", structured)
