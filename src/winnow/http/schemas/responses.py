"""What answers look like, for the description of the API alone: nothing is validated or serialised by these.

Tests hold every real answer against them, and `scripts/openapi.py` writes them into `openapi.json`.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.json_schema import SkipJsonSchema

Span = Annotated[list[int], Field(min_length=2, max_length=2, description="[start, end) in Unicode code points")]
Optional = SkipJsonSchema[None]
"""A member that may be absent, and is never null."""


class Answer(BaseModel):
    """Nothing but what is declared."""

    model_config = ConfigDict(extra="forbid", strict=True)


class FieldError(Answer):
    loc: Annotated[list[str | int], Field(description="Where in the request, as in ['documents', 0, 'text']")]
    msg: str


class Problem(Answer):
    """RFC 9457. `type` is stable and meant for programs, `detail` for people."""

    type: Annotated[str, Field(pattern="^urn:winnow:problem:[a-z-]+$")]
    title: str
    status: int
    detail: str
    errors: list[FieldError] | Optional = None


class Usage(Answer):
    """What the request cost; tokens are estimated."""

    embedding_calls: int
    texts: int
    tokens_estimated: int
    memory_hits: Annotated[int, Field(description="Vectors that were remembered, and cost no call")]


class Costed(Answer):
    usage: Usage
    timing_ms: Annotated[dict[str, float], Field(description="Milliseconds by stage; concurrent stages overlap")]


class Health(Answer):
    status: Literal["ok"]
    version: str
    python: str
    platform: str


class StoredDocument(Answer):
    id: str
    status: Literal["created", "updated", "unchanged"]
    chunks: int
    embedded: Annotated[int, Field(description="Chunks that were embedded in this request")]
    reused: Annotated[int, Field(description="Chunks that were there already")]
    removed: Annotated[int, Field(description="Chunks of the version before that are gone")]
    dense: Annotated[
        Literal["pending", "ready"],
        Field(description="Whether the dense leg finds it already; the lexical leg does at once"),
    ]


class FailedDocument(Answer):
    id: str
    status: Literal["failed"]
    error: Problem


class IngestAnswer(Costed):
    documents: Annotated[list[StoredDocument | FailedDocument], Field(description="In the order of the request")]


class Score(Answer):
    """A function of the ranking alone: never a measure of relevance, so nothing can be thresholded by it."""

    kind: Literal["rrf", "fused_norm", "cosine", "bm25"]
    value: float


class DenseMatch(Answer):
    rank: Annotated[int, Field(description="From 0")]
    cosine: Annotated[float, Field(description="In [-1, 1]")]
    evidence: float | Optional = None


class LexicalMatch(Answer):
    rank: Annotated[int, Field(description="From 0")]
    bm25: Annotated[float, Field(description="Higher is better; no scale")]
    coverage: Annotated[float, Field(description="Share of the query's terms, weighted by IDF, in [0, 1]")]


class Matches(Answer):
    dense: DenseMatch | Optional = None
    lexical: LexicalMatch | Optional = None


class Found(BaseModel):
    """A chunk of the answer. Stored ones have every member here, those that a request brought come as they came."""

    model_config = ConfigDict(extra="allow")

    id: str
    content: str
    score: Score
    legs: Matches


class RetrievedChunk(Answer):
    id: str
    document_id: str
    title: str
    ordinal: int
    content: str
    start: Annotated[int, Field(description="Where the chunk stands in its document, in code points")]
    end: int
    metadata: dict[str, Any]
    score: Score
    legs: Matches


class Leg(Answer):
    status: Literal["ok", "off", "empty", "floored", "failed"]
    candidates: Annotated[int, Field(description="Found, before the floor")]
    kept: Annotated[int, Field(description="Left by the floor")]
    reason: str | Optional = None


class Legs(Answer):
    dense: Leg
    lexical: Leg


class TrimDetails(Answer):
    """What was kept of one chunk, as offsets into its content as it came."""

    changed: bool
    kept: list[Span]
    scores: Annotated[list[float], Field(description="The cosine of each sentence with the query")]


class Receipt(Answer):
    """Sums over all chunks, and what they cost; tokens are estimated."""

    sentences_in: int
    sentences_kept: int
    characters_in: int
    characters_out: int
    tokens_in: int
    tokens_out: int
    embedding_calls: int
    tokens_embedded: int
    memory_hits: int
    worth_it: Annotated[bool, Field(description="Whether what was saved is worth what it cost")]
    reason: str | Optional = None


class Trimming(Answer):
    details: list[TrimDetails]
    receipt: Receipt


class Trimmed(Trimming):
    status: Literal["ok"]


class NotTrimmed(Answer):
    """The chunks are whole."""

    status: Literal["failed"]
    reason: str


class RetrieveAnswer(Costed):
    chunks: list[RetrievedChunk | Found]
    legs: Legs
    reason: Annotated[str, Field(description="Why there is no chunk")] | Optional = None
    trim: Trimmed | NotTrimmed | Optional = None


class Citation(Answer):
    n: Annotated[int, Field(description="Cite the passage by this number")]
    chunk_ids: list[str]
    document_id: str
    title: str
    spans: Annotated[list[Span], Field(description="What of the document's text is shown")]


class ContextAnswer(Costed):
    context: Annotated[str, Field(description="Numbered passages, ready for a prompt; empty where there are none")]
    citations: list[Citation]
    legs: Legs
    receipt: Receipt
    reason: Annotated[str, Field(description="Why there is no passage")] | Optional = None


class TrimmedChunk(BaseModel):
    """Every member as it came; `content` may be shorter."""

    model_config = ConfigDict(extra="allow")

    content: str


class OneTrim(Trimming):
    chunks: list[TrimmedChunk]


class TrimAnswer(OneTrim, Costed):
    """To `query` or `query_vector`."""


class TrimAnswers(Costed):
    """To `queries`, in their order."""

    results: list[OneTrim]
