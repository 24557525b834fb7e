"""`POST /ingest`."""

from typing import Annotated, Any, Self

from pydantic import AfterValidator, Field, field_validator, model_validator
from pydantic_core import PydanticCustomError

from winnow.http.schemas.common import Identifier, Separator, Strict, Text, Title, storable_json
from winnow.text.chunking import CHUNK_SIZE_MAX, CHUNK_SIZE_MIN

MAX_DOCUMENTS = 100
"""Documents in one request."""


class DocumentInput(Strict):
    id: Identifier
    text: Text
    title: Title = ""
    metadata: Annotated[dict[str, Any], AfterValidator(storable_json)] = Field(default_factory=dict)


class ChunkingInput(Strict):
    chunk_size: Annotated[int, Field(ge=CHUNK_SIZE_MIN, le=CHUNK_SIZE_MAX)] = 800
    overlap: Annotated[int, Field(ge=0)] = 100
    separator: Separator | None = None

    @model_validator(mode="after")
    def _overlap_is_smaller(self) -> Self:
        if self.overlap >= self.chunk_size:
            raise PydanticCustomError("overlap", "overlap must be less than chunk_size")
        return self


class IngestRequest(Strict):
    namespace: Identifier = "default"
    documents: Annotated[list[DocumentInput], Field(min_length=1, max_length=MAX_DOCUMENTS)]
    chunking: ChunkingInput = ChunkingInput()
    queue: bool = False

    @field_validator("documents")
    @classmethod
    def _ids_are_distinct(cls, documents: list[DocumentInput]) -> list[DocumentInput]:
        seen: dict[str, int] = {}
        for position, document in enumerate(documents):
            first = seen.setdefault(document.id, position)
            if first != position:
                raise PydanticCustomError(
                    "duplicate_id",
                    "document {position} has the same id as document {first}",
                    {"position": position, "first": first},
                )
        return documents
