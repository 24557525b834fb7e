"""Results as the JSON that is sent: plain dicts, since what Winnow itself made needs no validation."""

from typing import Any

from winnow.http.problems import error_entry
from winnow.ports import StoredChunk
from winnow.services.ingest import DocumentOutcome
from winnow.services.metering import Meter
from winnow.services.retrieve import LegReport, Retrieval, RetrievedChunk
from winnow.trimming.trim import TrimmedChunk, TrimReceipt, TrimResult


def present_cost(meter: Meter) -> dict[str, Any]:
    """`usage` and `timing_ms`, which every answer that did work carries."""
    return {
        "usage": {
            "embedding_calls": meter.embedding_calls,
            "texts": meter.texts,
            "tokens_estimated": meter.tokens_estimated,
        },
        "timing_ms": {stage: round(value, 1) for stage, value in meter.milliseconds.items()},
    }


def present_outcome(outcome: DocumentOutcome) -> dict[str, Any]:
    if outcome.error is not None:
        return {"id": outcome.id, "status": outcome.status, "error": error_entry(outcome.error)}
    return {
        "id": outcome.id,
        "status": outcome.status,
        "chunks": outcome.chunks,
        "embedded": outcome.embedded,
        "reused": outcome.reused,
        "removed": outcome.removed,
        "dense": outcome.dense,
    }


def present_retrieval(retrieval: Retrieval) -> dict[str, Any]:
    return {
        "chunks": [_retrieved(found) for found in retrieval.chunks],
        "legs": {"dense": _leg(retrieval.dense), "lexical": _leg(retrieval.lexical)},
    }


def present_trim_details(result: TrimResult) -> dict[str, Any]:
    return {
        "details": [_trimmed(chunk) for chunk in result.chunks],
        "receipt": _receipt(result.receipt),
    }


def _retrieved(found: RetrievedChunk) -> dict[str, Any]:
    legs: dict[str, Any] = {}
    if found.dense is not None:
        legs["dense"] = {"rank": found.dense.rank, "cosine": found.dense.cosine}
    if found.lexical is not None:
        lexical = found.lexical
        legs["lexical"] = {"rank": lexical.rank, "bm25": lexical.bm25, "coverage": lexical.coverage}
    return {**_chunk(found.chunk), "score": {"kind": "rrf", "value": found.rrf}, "legs": legs}


def _chunk(chunk: StoredChunk) -> dict[str, Any]:
    return {
        "id": chunk.id,
        "document_id": chunk.document_id,
        "title": chunk.title,
        "ordinal": chunk.ordinal,
        "content": chunk.content,
        "start": chunk.start,
        "end": chunk.end,
        "metadata": chunk.metadata,
    }


def _leg(report: LegReport) -> dict[str, Any]:
    entry: dict[str, Any] = {"status": report.status, "candidates": report.candidates, "kept": report.kept}
    if report.reason is not None:
        entry["reason"] = report.reason
    return entry


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
