"""`POST /trim`."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from winnow.http.defaults import Defaults
from winnow.http.endpoints.cost import present_cost
from winnow.http.messages import Response, json_response
from winnow.http.router import Call, Route, Routes
from winnow.http.schemas.common import parse_json, validate
from winnow.http.schemas.trim import ChunkInput, Offsets, TrimRequest, TrimSettings
from winnow.services.identity import CHUNK_ID_LENGTH
from winnow.services.memory import Source
from winnow.services.metering import Usage
from winnow.services.receipt import Prices, Receipt
from winnow.services.trim import TrimInput, Trimming, TrimService
from winnow.text.spans import utf16_spans
from winnow.trimming.options import TrimOptions
from winnow.trimming.trim import TrimmedChunk, TrimReceipt, TrimResult

_CHUNK_ID = re.compile(rf"[0-9a-f]{{{CHUNK_ID_LENGTH}}}")


@dataclass(frozen=True, slots=True)
class TrimEndpoint:
    trim: TrimService
    defaults: Defaults
    prices: Prices

    def routes(self) -> Routes:
        return {"/trim": {"POST": Route(self.post, "read")}}

    async def post(self, call: Call) -> Response:
        """Cut chunks down to the sentences that matter for a query, or for each of several."""
        body = parse_json(await call.request.read_body())
        wanted = validate(TrimRequest, body)
        trimming = await self._trim(wanted, call)
        contents = [chunk.content for chunk in wanted.chunks]
        answers = [
            {
                "chunks": with_contents(body["chunks"], result),
                "details": present_details(result, contents, wanted.offsets),
                "receipt": present_receipt(receipt),
            }
            for result, receipt in zip(trimming.results, receipts(trimming, self.prices), strict=True)
        ]
        answer: dict[str, Any] = answers[0] if wanted.queries is None else {"results": answers}
        return json_response({**answer, **present_cost(call.meter)})

    async def _trim(self, wanted: TrimRequest, call: Call) -> Trimming:
        texts = [_trim_input(chunk, wanted) for chunk in wanted.chunks]
        options = trim_options(wanted, defaults=self.defaults)
        if wanted.query_vector is not None:
            return await self.trim.trim_by_vector(texts, wanted.query_vector, options=options, meter=call.meter)
        queries = wanted.queries or [wanted.query or ""]
        return await self.trim.trim(texts, queries, options=options, meter=call.meter, scorer=wanted.scorer)


def _trim_input(chunk: ChunkInput, wanted: TrimRequest) -> TrimInput:
    """Only ids that a chunk of ours could have are asked for in the memory."""
    extra = chunk.model_extra or {}
    identifier, title = extra.get("id"), extra.get("title")
    ours = isinstance(identifier, str) and _CHUNK_ID.fullmatch(identifier)
    return TrimInput(
        chunk.content,
        wanted.unit or "sentence",
        title if wanted.with_titles and isinstance(title, str) else "",
        (Source(str(identifier), chunk.content),) if ours else (),
    )


def trim_options(settings: TrimSettings, *, defaults: Defaults, max_tokens: int | None = None) -> TrimOptions:
    """A request that names its own threshold is narrowed by its own `relative` alone."""
    relative = defaults.relative if settings.threshold is None and settings.relative is None else settings.relative
    return TrimOptions(
        threshold=defaults.threshold if settings.threshold is None else settings.threshold,
        min_sentences=settings.min_sentences,
        window=settings.window,
        relative=relative,
        max_tokens=max_tokens or settings.max_tokens,
        mark_edges=settings.mark_edges,
    )


def with_contents(chunks: Sequence[dict[str, Any]], result: TrimResult) -> list[dict[str, Any]]:
    """The chunks with every field as it came, and their trimmed contents."""
    return [{**chunk, "content": trimmed.content} for chunk, trimmed in zip(chunks, result.chunks, strict=True)]


def receipts(trimming: Trimming, prices: Prices) -> list[Receipt]:
    """One for each question; what was embedded for all of them is shared out equally."""
    shared_by = len(trimming.results)
    return [prices.receipt(result.receipt, trimming.usage, shared_by=shared_by) for result in trimming.results]


def present_details(result: TrimResult, contents: Sequence[str], offsets: Offsets) -> list[dict[str, Any]]:
    return [_detail(chunk, content, offsets) for chunk, content in zip(result.chunks, contents, strict=True)]


def _detail(chunk: TrimmedChunk, content: str, offsets: Offsets) -> dict[str, Any]:
    kept = utf16_spans(content, chunk.kept) if offsets == "utf16" else chunk.kept
    return {
        "changed": chunk.changed,
        "kept": [[span.start, span.end] for span in kept],
        "scores": [round(score, 6) for score in chunk.scores],
    }


def present_receipt(receipt: Receipt) -> dict[str, Any]:
    """What was saved, what it cost, and whether that was worth it."""
    verdict = {"worth_it": receipt.worth_it} | ({} if receipt.reason is None else {"reason": receipt.reason})
    return {**_saved(receipt.trim), **_spent(receipt.usage), **verdict}


def _saved(receipt: TrimReceipt) -> dict[str, Any]:
    return {
        "sentences_in": receipt.sentences_in,
        "sentences_kept": receipt.sentences_kept,
        "characters_in": receipt.characters_in,
        "characters_out": receipt.characters_out,
        "tokens_in": receipt.tokens_in,
        "tokens_out": receipt.tokens_out,
    }


def _spent(usage: Usage) -> dict[str, Any]:
    return {
        "embedding_calls": usage.embedding_calls,
        "tokens_embedded": usage.tokens_estimated,
        "memory_hits": usage.memory_hits,
    }
