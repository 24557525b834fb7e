"""Winnow over HTTP: one method for each route."""

import copy
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Self, Unpack
from urllib.parse import quote

from requests import Session

from winnow_client.decoding import Json, decode, decode_object
from winnow_client.options import (
    Chunking,
    ContextOptions,
    DocumentInput,
    DocumentPatch,
    Filter,
    RankOptions,
    RetrieveOptions,
    TrimOptions,
)
from winnow_client.results.context import Context
from winnow_client.results.documents import Deletion, Document, DocumentPage
from winnow_client.results.health import Health
from winnow_client.results.ingest import Ingestion
from winnow_client.results.jobs import Job
from winnow_client.results.retrieve import Ranking, Retrieval
from winnow_client.results.stats import LexicalRebuild, Reconciliation, Stats
from winnow_client.results.trim import Trimmed, TrimmedBatch
from winnow_client.retrying import RetryPolicy
from winnow_client.transport import Call, Transport, checked_token, checked_url

DEFAULT_TIMEOUT_SECONDS = 60.0
"""A Worker that embeds a hundred texts needs a few; the rest is for a model that is slow today."""


class WinnowClient:
    """A server, a token and a namespace. One thread at a time: give each its own.

    Every method raises what `winnow_client.errors` draws, and nothing else of the network's. What fails for a time
    is sent again as `retry` says, with `sleep` to wait in between. A `session` of your own can carry proxies,
    certificates or further headers, and stays yours to close.
    """

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        namespace: str = "default",
        timeout_seconds: float = DEFAULT_TIMEOUT_SECONDS,
        retry: RetryPolicy | None = None,
        session: Session | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Without a token only `health` answers. Nothing is sent yet.

        Raises:
            ValueError: `url` is not the address of a server, or `token` is not one word of ASCII characters.
        """
        self.namespace = namespace
        self._session = session or Session()
        self._owns_session = session is None
        self._transport = Transport(
            checked_url(url),
            checked_token(token),
            timeout_seconds=timeout_seconds,
            retry=retry or RetryPolicy(),
            session=self._session,
            sleep=sleep,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the connections."""
        if self._owns_session:
            self._session.close()

    def in_namespace(self, namespace: str) -> Self:
        """The same connection, for another namespace."""
        other = copy.copy(self)
        other.namespace = namespace
        other._owns_session = False  # noqa: SLF001 - of its own kind
        return other

    def health(self) -> Health:
        """That the Worker runs, and on what. Needs no token."""
        return decode(Health, self._transport.json(Call("GET", "/health")))

    def ingest(
        self, documents: Sequence[DocumentInput], *, chunking: Chunking | None = None, queue: bool = False
    ) -> Ingestion:
        """Store 1 to 100 documents; each has an outcome of its own, and one failing does not stop the others.

        What is stored already, word for word, is `unchanged` and costs no model call. With `queue`, or when the
        server finds the request large, the documents are queued, and `job` tells what became of them.
        """
        body: dict[str, Json] = {"namespace": self.namespace, "documents": list(documents)}
        if chunking is not None:
            body["chunking"] = chunking
        if queue:
            body["queue"] = True
        return decode(Ingestion, self._post("/ingest", body))

    def job(self, job_id: str) -> Job:
        """How far a queued ingest is. Raises NotFound."""
        return decode(Job, self._transport.json(Call("GET", f"/jobs/{_segment(job_id)}")))

    def retrieve(self, query: str, **options: Unpack[RetrieveOptions]) -> Retrieval:
        """The chunks that answer a question, best first."""
        return decode(Retrieval, self._post("/retrieve", {"namespace": self.namespace, "query": query, **options}))

    def rank(self, query: str, chunks: Sequence[Mapping[str, Json]], **options: Unpack[RankOptions]) -> Ranking:
        """`retrieve` among chunks of your own, each with a `content`, of which nothing is stored."""
        return decode(Ranking, self._post("/retrieve", {"query": query, "chunks": list(chunks), **options}))

    def trim(
        self, query: str | Sequence[float], chunks: Sequence[Mapping[str, Json]], **options: Unpack[TrimOptions]
    ) -> Trimmed:
        """Cut chunks, each with a `content`, down to what matters for a question or for its vector."""
        name = "query" if isinstance(query, str) else "query_vector"
        return decode(Trimmed, self._post("/trim", {name: query, "chunks": list(chunks), **options}))

    def trim_for_each(
        self, queries: Sequence[str], chunks: Sequence[Mapping[str, Json]], **options: Unpack[TrimOptions]
    ) -> TrimmedBatch:
        """`trim` for several questions, with every sentence embedded once."""
        return decode(TrimmedBatch, self._post("/trim", {"queries": list(queries), "chunks": list(chunks), **options}))

    def context(self, query: str, **options: Unpack[ContextOptions]) -> Context:
        """One text to put before a model, of numbered passages within a token budget."""
        return decode(Context, self._post("/context", {"namespace": self.namespace, "query": query, **options}))

    def documents(self, *, cursor: str | None = None, limit: int | None = None) -> DocumentPage:
        """One page of the documents; `all_documents` turns the pages."""
        query = {"namespace": self.namespace, "cursor": cursor, "limit": limit}
        return decode(DocumentPage, self._transport.json(Call("GET", "/documents", query)))

    def all_documents(self) -> Iterator[Document]:
        """Every document, asked for page by page as they are taken."""
        page = self.documents()
        yield from page.documents
        while page.cursor is not None:
            page = self.documents(cursor=page.cursor)
            yield from page.documents

    def document(self, document_id: str) -> Document:
        """Raises NotFound."""
        return decode(Document, self._transport.json(self._on_document("GET", document_id)))

    def patch_document(self, document_id: str, **patch: Unpack[DocumentPatch]) -> Document:
        """Change `title` and `metadata` by JSON merge patch, without embedding anything. Raises NotFound."""
        body = {"namespace": self.namespace, **patch}
        return decode(Document, self._transport.json(Call("PATCH", _document_path(document_id), body=body)))

    def delete_document(self, document_id: str) -> Deletion:
        """Delete one document. Raises NotFound, also when a try before this one has deleted it unheard."""
        return decode(Deletion, self._transport.json(self._on_document("DELETE", document_id)))

    def delete_documents(self, *, ids: Sequence[str] | None = None, where: Filter | None = None) -> Deletion:
        """Delete by ids, or all that a filter finds, and count what was there. An empty filter is refused."""
        body: dict[str, Json] = {"namespace": self.namespace}
        if ids is not None:
            body["ids"] = list(ids)
        if where is not None:
            body["filter"] = where
        return decode(Deletion, self._post("/documents/delete", body))

    def stats(self) -> Stats:
        """What the stores hold, and what is still on its way. Needs the scope `admin`, as all below."""
        return decode(Stats, self._transport.json(Call("GET", "/stats")))

    def export(self) -> Iterator[Mapping[str, Json]]:
        """Every document as the body of a `POST /ingest` of its own, as they arrive; in a browser, when all have.

        Raises:
            Unreachable: also in the middle. What came before is good, and the whole can be asked for again.
        """
        for line in self._transport.lines(Call("GET", "/admin/export", {"namespace": self.namespace})):
            yield decode_object(line)

    def reconcile(self) -> Reconciliation:
        """Bring the vector index to where the store is, as the server does by itself every so often."""
        return decode(Reconciliation, self._post("/admin/reconcile", {}))

    def rebuild_lexical(self) -> LexicalRebuild:
        """Build the lexical index again from the stored chunks."""
        return decode(LexicalRebuild, self._post("/admin/rebuild-lexical", {}))

    def _post(self, path: str, body: Json) -> Json:
        return self._transport.json(Call("POST", path, body=body))

    def _on_document(self, method: str, document_id: str) -> Call:
        return Call(method, _document_path(document_id), {"namespace": self.namespace})


def _document_path(document_id: str) -> str:
    return f"/documents/{_segment(document_id)}"


def _segment(text: str) -> str:
    """One segment of a path: ids may hold anything, slashes too."""
    return quote(text, safe="", errors="surrogatepass")
