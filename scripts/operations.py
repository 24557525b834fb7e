"""What each route of the API is for, and what it takes and answers: one entry for each, with an example that runs."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel

from winnow.http.schemas import responses, responses_documents, responses_mcp
from winnow.http.schemas.context import ContextRequest
from winnow.http.schemas.documents import DeleteRequest, ExportQuery, ListQuery, NamespaceQuery, PatchRequest
from winnow.http.schemas.ingest import IngestRequest
from winnow.http.schemas.retrieve import RetrieveRequest
from winnow.http.schemas.trim import TrimRequest

INVALID = (400, 413, 422)
"""What a body can be refused with: not JSON, too large, a wrong field."""
STORES = (502, 503)
"""What a service behind this one can bring about."""
OF_ONE = (400, 404, 422)
"""What the path and the query of one thing can be refused with: not UTF-8, no such thing, a wrong parameter."""


@dataclass(frozen=True, slots=True)
class Operation:
    """`answers` are the models of the 200 reply; `problems` the statuses beyond those that every route can have.

    `query` holds the parameters behind the path; those in the path stand in braces there.
    """

    summary: str
    tag: str
    answers: tuple[type[BaseModel], ...] = ()
    request: type[BaseModel] | None = None
    query: type[BaseModel] | None = None
    problems: tuple[int, ...] = ()
    example: Mapping[str, Any] | None = None
    media_type: str = "application/json"
    others: Mapping[int, type[BaseModel] | None] = field(default_factory=dict)
    """Further answers that are no problem documents, by status; None has no body."""


_CHUNK = {"id": 7, "content": "The moon raises the tides. Bread is made of flour. Tides are highest at full moon."}
_RPC = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}

OPERATIONS: Mapping[tuple[str, str], Operation] = {
    ("POST", "/ingest"): Operation(
        "Store documents, each with an outcome of its own; what has not changed is not embedded again",
        "Documents",
        (responses.IngestAnswer,),
        request=IngestRequest,
        problems=INVALID + STORES,
        example={"documents": [{"id": "tides", "text": "The moon raises the tides. The sun helps a little."}]},
        others={202: responses_documents.JobAnswer},
    ),
    ("GET", "/jobs/{id}"): Operation(
        "How a request to ingest stands that was put off",
        "Documents",
        (responses_documents.JobAnswer,),
        problems=OF_ONE + STORES,
    ),
    ("GET", "/documents"): Operation(
        "List documents in the order of their ids, page by page",
        "Documents",
        (responses_documents.DocumentList,),
        query=ListQuery,
        problems=(422, *STORES),
    ),
    ("GET", "/documents/{id}"): Operation(
        "Show one document",
        "Documents",
        (responses_documents.DocumentAnswer,),
        query=NamespaceQuery,
        problems=OF_ONE + STORES,
    ),
    ("PATCH", "/documents/{id}"): Operation(
        "Change title and metadata by a JSON merge patch; nothing is embedded",
        "Documents",
        (responses_documents.DocumentAnswer,),
        request=PatchRequest,
        problems=(404, *INVALID, *STORES),
        example={"title": "Tides", "metadata": {"lang": "en", "draft": None}},
    ),
    ("DELETE", "/documents/{id}"): Operation(
        "Delete one document from both stores",
        "Documents",
        (responses_documents.Removed,),
        query=NamespaceQuery,
        problems=OF_ONE + STORES,
    ),
    ("POST", "/documents/delete"): Operation(
        "Delete documents by their ids, or all that a filter holds; an empty filter is refused",
        "Documents",
        (responses_documents.Removed,),
        request=DeleteRequest,
        problems=INVALID + STORES,
        example={"ids": ["tides"]},
    ),
    ("POST", "/retrieve"): Operation(
        "Find the chunks that answer a query; with `trim`, only their sentences that matter",
        "Questions",
        (responses.RetrieveAnswer,),
        request=RetrieveRequest,
        problems=INVALID + STORES,
        example={"query": "What raises the tides?", "top_k": 3, "trim": True},
    ),
    ("POST", "/trim"): Operation(
        "Cut chunks that you bring down to the sentences that matter for a query, or for each of several",
        "Questions",
        (responses.TrimAnswer, responses.TrimAnswers),
        request=TrimRequest,
        problems=INVALID + STORES,
        example={"query": "What raises the tides?", "relative": 0.97, "chunks": [_CHUNK]},
    ),
    ("POST", "/context"): Operation(
        "Retrieve, trim and put in order: one text for a prompt within a budget of tokens, with citations",
        "Questions",
        (responses.ContextAnswer,),
        request=ContextRequest,
        problems=INVALID + STORES,
        example={"query": "What raises the tides?", "max_tokens": 400},
    ),
    ("POST", "/mcp"): Operation(
        "Speak the Model Context Protocol: the tools `search_knowledge` and `trim_text` for agents",
        "Agents",
        (responses_mcp.RpcResult, responses_mcp.RpcFailure),
        request=responses_mcp.RpcRequest,
        problems=(413,),
        example={**_RPC, "params": {"name": "search_knowledge", "arguments": {"query": "What raises the tides?"}}},
        others={202: None, 400: responses_mcp.RpcFailure, 404: responses_mcp.RpcFailure},
    ),
    ("GET", "/stats"): Operation(
        "How both stores stand", "Operations", (responses_documents.StatsAnswer,), problems=STORES
    ),
    ("POST", "/admin/reconcile"): Operation(
        "Bring the vector index to where the database is, now instead of at the next five minutes",
        "Operations",
        (responses_documents.ReconcileAnswer,),
        problems=STORES,
    ),
    ("POST", "/admin/rebuild-lexical"): Operation(
        "Make the full-text index anew", "Operations", (responses_documents.RebuildAnswer,), problems=STORES
    ),
    ("GET", "/admin/export"): Operation(
        "Every document as one line of JSON, each a request that `POST /ingest` takes",
        "Operations",
        query=ExportQuery,
        problems=(422, *STORES),
        media_type="application/x-ndjson",
    ),
    ("GET", "/health"): Operation("Whether the Worker runs, and on what", "Service", (responses.Health,)),
    ("GET", "/openapi.json"): Operation("This description", "Service"),
    ("GET", "/docs"): Operation("This description, as a page", "Service", media_type="text/html"),
}
