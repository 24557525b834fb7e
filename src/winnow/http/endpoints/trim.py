"""`POST /trim`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from winnow.http.endpoints.cost import present_cost
from winnow.http.messages import Response, json_response
from winnow.http.router import Call, Route, Routes
from winnow.http.schemas.common import parse_json, validate
from winnow.http.schemas.trim import TrimRequest, TrimSettings
from winnow.services.metering import Meter
from winnow.services.trim import TrimService
from winnow.trimming.options import TrimOptions
from winnow.trimming.trim import TrimmedChunk, TrimReceipt, TrimResult


@dataclass(frozen=True, slots=True)
class TrimEndpoint:
    """`threshold` is the cosine at which a sentence counts as relevant, where a request names none."""

    trim: TrimService
    threshold: float

    def routes(self) -> Routes:
        return {"/trim": {"POST": Route(self.post, "read")}}

    async def post(self, call: Call) -> Response:
        """Cut chunks down to the sentences that matter for a query, or for each of several."""
        body = parse_json(await call.request.read_body())
        wanted = validate(TrimRequest, body)
        meter = call.meter
        results = await self._trim(wanted, meter)
        answers = [
            {"chunks": with_contents(body["chunks"], result), **present_trim_details(result)} for result in results
        ]
        answer: dict[str, Any] = answers[0] if wanted.queries is None else {"results": answers}
        return json_response({**answer, **present_cost(meter)})

    async def _trim(self, wanted: TrimRequest, meter: Meter) -> list[TrimResult]:
        contents = [chunk.content for chunk in wanted.chunks]
        options = trim_options(wanted, default_threshold=self.threshold)
        if wanted.query_vector is None:
            queries = wanted.queries or [wanted.query or ""]
            return await self.trim.trim(contents, queries, unit=wanted.unit, options=options, meter=meter)
        vector = wanted.query_vector
        return [await self.trim.trim_by_vector(contents, vector, unit=wanted.unit, options=options, meter=meter)]


def trim_options(settings: TrimSettings, *, default_threshold: float) -> TrimOptions:
    return TrimOptions(
        threshold=default_threshold if settings.threshold is None else settings.threshold,
        min_sentences=settings.min_sentences,
        window=settings.window,
        relative=settings.relative,
        max_tokens=settings.max_tokens,
        mark_edges=settings.mark_edges,
    )


def with_contents(chunks: Sequence[dict[str, Any]], result: TrimResult) -> list[dict[str, Any]]:
    """The chunks with every field as it came, and their trimmed contents."""
    return [{**chunk, "content": trimmed.content} for chunk, trimmed in zip(chunks, result.chunks, strict=True)]


def present_trim_details(result: TrimResult) -> dict[str, Any]:
    return {
        "details": [_trimmed(chunk) for chunk in result.chunks],
        "receipt": _receipt(result.receipt),
    }


def _trimmed(chunk: TrimmedChunk) -> dict[str, Any]:
    return {
        "changed": chunk.changed,
        "kept": [[span.start, span.end] for span in chunk.kept],
        "scores": [round(score, 6) for score in chunk.scores],
    }


def _receipt(receipt: TrimReceipt) -> dict[str, Any]:
    return {
        "sentences_in": receipt.sentences_in,
        "sentences_kept": receipt.sentences_kept,
        "characters_in": receipt.characters_in,
        "characters_out": receipt.characters_out,
        "tokens_in": receipt.tokens_in,
        "tokens_out": receipt.tokens_out,
    }
