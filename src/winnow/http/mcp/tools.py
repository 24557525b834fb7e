"""The tools that an agent can call."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from winnow.http.endpoints.trim import present_trim_details, trim_options
from winnow.http.mcp.knowledge import Findings, KnowledgeSearch, Passage
from winnow.http.messages import JsonValue
from winnow.http.router import Call
from winnow.http.schemas.common import validate
from winnow.http.schemas.mcp import SearchKnowledge, TrimText
from winnow.services.trim import TrimService


@dataclass(frozen=True, slots=True)
class ToolResult:
    """`text` for the model, `structured` for programs: they say the same."""

    text: str
    structured: dict[str, Any]


Tool: TypeAlias = Callable[[JsonValue, Call], Awaitable[ToolResult]]
"""Takes the arguments as they came. Raises InvalidRequest, and what its service raises."""


@dataclass(frozen=True, slots=True)
class Tools:
    """`threshold` is the cosine at which a sentence counts as relevant, where a call names none."""

    knowledge: KnowledgeSearch
    trim: TrimService
    threshold: float

    def by_name(self) -> Mapping[str, Tool]:
        return {"search_knowledge": self.search_knowledge, "trim_text": self.trim_text}

    async def search_knowledge(self, arguments: JsonValue, call: Call) -> ToolResult:
        wanted = validate(SearchKnowledge, arguments)
        call.enter(wanted.namespace)
        findings = await self.knowledge.search(
            wanted.namespace, wanted.query, top_k=wanted.top_k, max_tokens=wanted.max_tokens, meter=call.meter
        )
        call.notes["passages"] = len(findings.passages)
        return ToolResult(findings_as_text(findings), present_findings(findings))

    async def trim_text(self, arguments: JsonValue, call: Call) -> ToolResult:
        wanted = validate(TrimText, arguments)
        [trimmed] = await self.trim.trim(
            [wanted.text],
            [wanted.query],
            unit=wanted.unit,
            options=trim_options(wanted, default_threshold=self.threshold),
            meter=call.meter,
        )
        presented = present_trim_details(trimmed)
        [details] = presented["details"]
        text = trimmed.chunks[0].content
        return ToolResult(text, {"text": text, **details, "receipt": presented["receipt"]})


def findings_as_text(findings: Findings) -> str:
    """Numbered passages, each under a line that says where it stands; the numbers are what to cite."""
    if not findings.passages:
        return f"No passage was found. {findings.reason or ''}".strip()
    passages = [
        f"[{number}] {_source(passage)}\n{passage.content}" for number, passage in enumerate(findings.passages, start=1)
    ]
    return "\n\n".join(passages)


def _source(passage: Passage) -> str:
    return f"{passage.title} ({passage.document_id})" if passage.title else passage.document_id


def present_findings(findings: Findings) -> dict[str, Any]:
    presented: dict[str, Any] = {
        "passages": [
            {
                "n": number,
                "chunk_id": passage.chunk_id,
                "document_id": passage.document_id,
                "title": passage.title,
                "content": passage.content,
                "spans": [[span.start, span.end] for span in passage.spans],
            }
            for number, passage in enumerate(findings.passages, start=1)
        ]
    }
    if findings.reason is not None:
        presented["reason"] = findings.reason
    return presented
