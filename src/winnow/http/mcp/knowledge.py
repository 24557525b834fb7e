"""What the tool `search_knowledge` needs: passages that answer a question, cut down to what matters."""

from dataclasses import dataclass
from typing import Protocol

from winnow.services.metering import Meter
from winnow.services.retrieve import LegReport, RetrieveOptions, RetrieveService
from winnow.services.trim import TrimService
from winnow.services.vector_settings import VectorSettings
from winnow.text.spans import Span
from winnow.trimming.options import TrimOptions


@dataclass(frozen=True, slots=True)
class Passage:
    """`spans` are what of the document is shown, `[start, end)` in code points of its text."""

    chunk_id: str
    document_id: str
    title: str
    content: str
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Findings:
    """Passages in the order to read them; `reason` tells why there are none, or what went wrong on the way."""

    passages: tuple[Passage, ...]
    reason: str | None = None


class KnowledgeSearch(Protocol):
    async def search(
        self, namespace: str, query: str, *, top_k: int, max_tokens: int | None, meter: Meter
    ) -> Findings: ...


@dataclass(frozen=True, slots=True)
class RetrieveAndTrim:
    """`KnowledgeSearch` by the two services. `threshold` is the cosine at which a sentence counts as relevant."""

    retrieve: RetrieveService
    trim: TrimService
    vector_settings: VectorSettings
    threshold: float

    async def search(self, namespace: str, query: str, *, top_k: int, max_tokens: int | None, meter: Meter) -> Findings:
        await self.vector_settings.check()
        found = await self.retrieve.retrieve(namespace, query, options=RetrieveOptions(top_k=top_k), meter=meter)
        options = TrimOptions(threshold=self.threshold, max_tokens=max_tokens)
        contents = [item.chunk.content for item in found.chunks]
        [trimmed] = await self.trim.trim(contents, [query], unit="sentence", options=options, meter=meter)
        passages = tuple(
            Passage(
                item.chunk.id,
                item.chunk.document_id,
                item.chunk.title,
                cut.content,
                tuple(Span(item.chunk.start + span.start, item.chunk.start + span.end) for span in cut.kept),
            )
            for item, cut in zip(found.chunks, trimmed.chunks, strict=True)
            if cut.content
        )
        return Findings(passages, _reason({"dense": found.dense, "lexical": found.lexical}, empty=not passages))


def _reason(legs: dict[str, LegReport], *, empty: bool) -> str | None:
    telling = [
        f"{name} search: {leg.status}" + (f" ({leg.reason})" if leg.reason else "")
        for name, leg in legs.items()
        if leg.status == "failed" or empty
    ]
    return "; ".join(telling) or None
