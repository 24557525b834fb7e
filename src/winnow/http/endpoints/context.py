"""`POST /context`."""

from dataclasses import dataclass
from typing import Any

from winnow.http.defaults import Defaults
from winnow.http.endpoints.cost import present_cost
from winnow.http.endpoints.retrieve import present_legs, retrieve_options
from winnow.http.endpoints.trim import present_receipt, trim_options
from winnow.http.messages import Response, json_response
from winnow.http.router import Call, Route, Routes
from winnow.http.schemas.common import parse_json, validate
from winnow.http.schemas.context import ContextRequest
from winnow.ports import IndexDefinition
from winnow.services.context import Citation, Context, ContextOptions, ContextService
from winnow.services.offsets import CODE_POINTS, DocumentOffsets, OffsetService
from winnow.services.receipt import Prices
from winnow.services.vector_settings import VectorSettings


@dataclass(frozen=True, slots=True)
class ContextEndpoint:
    context: ContextService
    offsets: OffsetService
    vector_settings: VectorSettings
    index: IndexDefinition
    defaults: Defaults
    prices: Prices

    def routes(self) -> Routes:
        return {"/context": {"POST": Route(self.post, "read")}}

    async def post(self, call: Call) -> Response:
        """The best of what answers a query, as one text for a prompt, with citations."""
        wanted = validate(ContextRequest, parse_json(await call.request.read_body()))
        call.enter(wanted.namespace)
        await self.vector_settings.check()
        options = context_options(wanted, self.index, self.defaults)
        built = await self.context.build(wanted.namespace, wanted.query, options=options, meter=call.meter)
        call.notes["legs"] = {"dense": built.retrieval.dense.status, "lexical": built.retrieval.lexical.status}
        offsets = CODE_POINTS
        if wanted.offsets == "utf16":
            document_ids = (citation.document_id for citation in built.citations)
            offsets = await self.offsets.utf16(wanted.namespace, document_ids)
        return json_response({**self._present(built, offsets), **present_cost(call.meter)})

    def _present(self, built: Context, offsets: DocumentOffsets) -> dict[str, Any]:
        answer = {
            "context": built.text,
            "citations": [present_citation(citation, offsets) for citation in built.citations],
            **present_legs(built.retrieval),
            "receipt": present_receipt(self.prices.receipt(built.receipt, built.usage)),
        }
        return answer if built.reason is None else {**answer, "reason": built.reason}


def context_options(wanted: ContextRequest, index: IndexDefinition, defaults: Defaults) -> ContextOptions:
    """Raises InvalidRequest for a filter that the index cannot apply."""
    return ContextOptions(
        retrieve=retrieve_options(wanted, index, defaults),
        trim=trim_options(wanted.trim, defaults=defaults, max_tokens=wanted.max_tokens),
        template=wanted.template.template(),
        scorer=wanted.trim.scorer,
        unit=wanted.trim.unit,
        with_titles=wanted.trim.with_titles,
    )


def present_citation(citation: Citation, offsets: DocumentOffsets) -> dict[str, Any]:
    spans = (offsets.convert(citation.document_id, span) for span in citation.spans)
    return {
        "n": citation.n,
        "chunk_ids": list(citation.chunk_ids),
        "document_id": citation.document_id,
        "title": citation.title,
        "spans": [[span.start, span.end] for span in spans],
    }
