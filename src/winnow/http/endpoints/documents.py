"""`/documents`: list, show, patch, delete."""

import base64
from dataclasses import dataclass
from typing import Any

from winnow.errors import FieldProblem, InvalidRequest
from winnow.http.filters import to_filter
from winnow.http.messages import Response, json_response
from winnow.http.router import Call, Route, Routes
from winnow.http.schemas.common import parse_json, parse_query, validate
from winnow.http.schemas.documents import DeleteRequest, ListQuery, NamespaceQuery, PatchRequest
from winnow.ports import IndexDefinition
from winnow.ports.documents import Document
from winnow.services.documents import DocumentService, MetadataPatch, Removal


@dataclass(frozen=True, slots=True)
class DocumentsEndpoint:
    documents: DocumentService
    index: IndexDefinition

    def routes(self) -> Routes:
        return {
            "/documents": {"GET": Route(self.list, "read")},
            "/documents/delete": {"POST": Route(self.delete_some, "write")},
            "/documents/{id}": {
                "GET": Route(self.get, "read"),
                "PATCH": Route(self.patch, "write"),
                "DELETE": Route(self.delete, "write"),
            },
        }

    async def list(self, call: Call) -> Response:
        """A page of documents in the order of their ids, and the cursor of the next where there may be one."""
        wanted = validate(ListQuery, parse_query(call.request.query))
        call.enter(wanted.namespace)
        page = await self.documents.page(wanted.namespace, after=from_cursor(wanted.cursor), limit=wanted.limit)
        answer: dict[str, Any] = {"documents": [present_document(item) for item in page]}
        if len(page) == wanted.limit:
            answer["cursor"] = to_cursor(page[-1].id)
        return json_response(answer)

    async def get(self, call: Call) -> Response:
        namespace = _namespace(call)
        return json_response(present_document(await self.documents.get(namespace, call.path_values["id"])))

    async def patch(self, call: Call) -> Response:
        """Merge into title and metadata; nothing is embedded."""
        body = parse_json(await call.request.read_body())
        wanted = validate(PatchRequest, body)
        call.enter(wanted.namespace)
        patched = await self.documents.patch(wanted.namespace, call.path_values["id"], _merge_patch(wanted))
        return json_response(present_document(patched))

    async def delete(self, call: Call) -> Response:
        """Delete one document. What is not there is a 404, also the second time."""
        namespace = _namespace(call)
        await self.documents.get(namespace, call.path_values["id"])
        return json_response(present_removal(await self.documents.remove(namespace, [call.path_values["id"]])))

    async def delete_some(self, call: Call) -> Response:
        """Delete by ids, or all that a filter holds; counts what was there."""
        wanted = validate(DeleteRequest, parse_json(await call.request.read_body()))
        call.enter(wanted.namespace)
        if wanted.ids is not None:
            return json_response(present_removal(await self.documents.remove(wanted.namespace, wanted.ids)))
        where = to_filter(wanted.filter or {}, self.index)
        if not where.conditions:
            raise InvalidRequest([FieldProblem(("filter",), "an empty filter would delete every document")])
        return json_response(present_removal(await self.documents.remove_matching(wanted.namespace, where)))


def _namespace(call: Call) -> str:
    namespace = validate(NamespaceQuery, parse_query(call.request.query)).namespace
    call.enter(namespace)
    return namespace


def _merge_patch(wanted: PatchRequest) -> MetadataPatch:
    """A member that is null is another thing than one that is not there."""
    named = wanted.model_fields_set
    title = (wanted.title or "") if "title" in named else None
    if "metadata" in named and wanted.metadata is None:
        return MetadataPatch(title, None, clears_metadata=True)
    return MetadataPatch(title, wanted.metadata)


def present_document(document: Document) -> dict[str, Any]:
    return {
        "id": document.id,
        "namespace": document.namespace,
        "title": document.title,
        "metadata": document.metadata,
        "chunks": document.chunk_count,
        "content_hash": document.content_hash,
        "dense": "pending" if document.pending else "ready",
        "created_at": document.created_at,
        "updated_at": document.updated_at,
    }


def present_removal(removal: Removal) -> dict[str, Any]:
    return {"documents": removal.documents, "chunks": removal.chunks, "dense": removal.dense}


def to_cursor(document_id: str) -> str:
    return base64.urlsafe_b64encode(document_id.encode("utf-8")).decode("ascii")


def from_cursor(cursor: str) -> str:
    """Raises InvalidRequest for what `to_cursor` never made."""
    try:
        return base64.b64decode(cursor.encode("ascii"), altchars=b"-_", validate=True).decode("utf-8")
    except ValueError as error:
        raise InvalidRequest([FieldProblem(("cursor",), "is not a cursor of this list")]) from error
