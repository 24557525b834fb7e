"""`POST /trim`, and the settings that other routes trim with."""

from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, model_validator
from pydantic_core import PydanticCustomError

from winnow.http.schemas.common import Query, Separator, Strict, Text

MAX_TRIM_CHUNKS = 200
MAX_TRIM_QUERIES = 100

Offsets = Literal["code_points", "utf16"]
"""What an offset counts: Unicode code points, or UTF-16 code units as JavaScript does."""


class TrimSettings(Strict):
    """How chunks are trimmed. `threshold` is a cosine, `relative` a share of the chunk's best one.

    `unit` null: as each chunk was cut at ingest. `with_titles` scores a sentence together with its chunk's title.
    """

    threshold: Annotated[FiniteFloat, Field(ge=-1, le=1)] | None = None
    min_sentences: Annotated[int, Field(ge=0, le=1_000)] = 1
    window: Annotated[int, Field(ge=0, le=1_000)] = 0
    relative: Annotated[FiniteFloat, Field(gt=0, le=1)] | None = None
    max_tokens: Annotated[int, Field(ge=1)] | None = None
    unit: Separator | None = None
    scorer: Literal["cosine", "hybrid"] = "cosine"
    with_titles: bool = False
    mark_edges: bool = False


class ChunkInput(BaseModel):
    """A chunk to trim: `content`, and whatever else its owner keeps with it. An `id` and a `title` are used where they
    are texts, and may be anything.
    """

    model_config = ConfigDict(extra="allow", strict=True, frozen=True)

    content: Text


class TrimRequest(TrimSettings):
    query: Query | None = None
    query_vector: Annotated[list[FiniteFloat], Field(min_length=1, max_length=4_096)] | None = None
    queries: Annotated[list[Query], Field(min_length=1, max_length=MAX_TRIM_QUERIES)] | None = None
    chunks: Annotated[list[ChunkInput], Field(max_length=MAX_TRIM_CHUNKS)]
    offsets: Offsets = "code_points"

    @model_validator(mode="after")
    def _one_question(self) -> Self:
        if sum(given is not None for given in (self.query, self.query_vector, self.queries)) != 1:
            raise PydanticCustomError("query", "exactly one of query, query_vector and queries must be given")
        if self.query_vector is not None and self.scorer == "hybrid":
            raise PydanticCustomError("scorer", "scorer hybrid needs the words of a query, and not its vector alone")
        return self
