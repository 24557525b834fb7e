"""What requests must look like. Validation happens here, once; inside Winnow values are trusted."""

import json
from http import HTTPStatus
from typing import Annotated, Any, Literal, Self, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    FiniteFloat,
    ValidationError,
    field_validator,
    model_validator,
)
from pydantic.alias_generators import to_camel
from pydantic_core import PydanticCustomError

from winnow.errors import FieldProblem, InvalidRequest
from winnow.http.messages import JsonValue
from winnow.http.problems import HttpError
from winnow.text.chunking import CHUNK_SIZE_MIN

MAX_DOCUMENTS = 100
"""Documents in one request."""
MAX_ID_CHARACTERS = 512
MAX_TITLE_CHARACTERS = 1_000
MAX_SEPARATOR_CHARACTERS = 100
MAX_QUERY_CHARACTERS = 4_000
"""Beyond the model's 512 tokens nothing of a query counts."""
MAX_TRIM_CHUNKS = 200
MAX_TRIM_QUERIES = 100
MAX_CHUNK_SIZE = 8_000
"""Characters; the model's 512 tokens cut most texts far below."""

Model = TypeVar("Model", bound=BaseModel)


def _storable(text: str) -> str:
    """UTF-8 has no lone surrogates, and SQLite's JSON functions end a text at U+0000."""
    try:
        encoded = text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise PydanticCustomError("text", "must hold no lone surrogate") from error
    if b"\0" in encoded:
        raise PydanticCustomError("text", "must not hold U+0000")
    return text


def _storable_json(value: JsonValue) -> JsonValue:
    """Every text inside `value` is storable."""
    pending = [value]
    while pending:
        match pending.pop():
            case str() as text:
                _storable(text)
            case dict() as members:
                pending += members.keys()
                pending += members.values()
            case list() as items:
                pending += items
    return value


_STORABLE = AfterValidator(_storable)
Text = Annotated[str, _STORABLE]
Identifier = Annotated[str, Field(min_length=1, max_length=MAX_ID_CHARACTERS), _STORABLE]
Query = Annotated[str, Field(min_length=1, max_length=MAX_QUERY_CHARACTERS), _STORABLE]
Title = Annotated[str, Field(max_length=MAX_TITLE_CHARACTERS), _STORABLE]
Separator = Annotated[str, Field(min_length=1, max_length=MAX_SEPARATOR_CHARACTERS), _STORABLE]
Scalar = Text | int | FiniteFloat | bool
Weight = Annotated[FiniteFloat, Field(gt=0, le=1000)]


class Strict(BaseModel):
    """snake_case names, the camelCase of older clients on input too, nothing unknown, no coercion."""

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        frozen=True,
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
        loc_by_alias=False,
    )


class DocumentInput(Strict):
    id: Identifier
    text: Text
    title: Title = ""
    metadata: Annotated[dict[str, Any], AfterValidator(_storable_json)] = {}


class ChunkingInput(Strict):
    chunk_size: Annotated[int, Field(ge=CHUNK_SIZE_MIN, le=MAX_CHUNK_SIZE)] = 800
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


class RangeInput(Strict):
    """Operators of a filter on one field; all of them must hold."""

    gte: Scalar | None = None
    gt: Scalar | None = None
    lte: Scalar | None = None
    lt: Scalar | None = None
    ne: Scalar | None = None


FilterInput = dict[str, Scalar | list[Scalar] | RangeInput]


class DenseInput(Strict):
    min_score: Annotated[FiniteFloat, Field(ge=-1, le=1)] | None = None
    weight: Weight = 1.0


class LexicalInput(Strict):
    min_coverage: Annotated[FiniteFloat, Field(ge=0, le=1)] | None = None
    weight: Weight = 1.0


class FusionInput(Strict):
    k: Annotated[int, Field(ge=1, le=10_000)] = 60


class TrimSettings(Strict):
    """How chunks are trimmed; see `winnow.trimming.options`."""

    threshold: Annotated[FiniteFloat, Field(ge=-1, le=1)] | None = None
    min_sentences: Annotated[int, Field(ge=0, le=1_000)] = 1
    window: Annotated[int, Field(ge=0, le=1_000)] = 0
    relative: Annotated[FiniteFloat, Field(gt=0, le=1)] | None = None
    max_tokens: Annotated[int, Field(ge=1)] | None = None
    unit: Separator = "sentence"
    mark_edges: bool = False


class RetrieveRequest(Strict):
    namespace: Identifier = "default"
    query: Query
    top_k: Annotated[int, Field(ge=1, le=100)] = 5
    candidates: Annotated[int, Field(ge=1, le=100)] = 20
    filter: FilterInput = {}
    dense: DenseInput | Literal[False] = DenseInput()
    lexical: LexicalInput | Literal[False] = LexicalInput()
    fusion: FusionInput = FusionInput()
    trim: TrimSettings | bool = False

    @model_validator(mode="after")
    def _one_leg_at_least(self) -> Self:
        if self.dense is False and self.lexical is False:
            raise PydanticCustomError("legs", "dense and lexical cannot both be false")
        return self


class ChunkInput(BaseModel):
    """A chunk to trim: `content`, and whatever else its owner keeps with it."""

    model_config = ConfigDict(extra="allow", strict=True, frozen=True)

    content: Text


class TrimRequest(TrimSettings):
    query: Query | None = None
    query_vector: Annotated[list[FiniteFloat], Field(min_length=1, max_length=4_096)] | None = None
    queries: Annotated[list[Query], Field(min_length=1, max_length=MAX_TRIM_QUERIES)] | None = None
    chunks: Annotated[list[ChunkInput], Field(max_length=MAX_TRIM_CHUNKS)]

    @model_validator(mode="after")
    def _one_question(self) -> Self:
        if sum(given is not None for given in (self.query, self.query_vector, self.queries)) != 1:
            raise PydanticCustomError("query", "exactly one of query, query_vector and queries must be given")
        return self


def parse_json(body: bytes) -> JsonValue:
    """Raises HttpError: 400 when the body is not JSON in UTF-8."""
    try:
        return json.loads(body.decode("utf-8"), parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise HttpError(HTTPStatus.BAD_REQUEST, "the body is not valid JSON in UTF-8") from error


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def validate(schema: type[Model], value: JsonValue) -> Model:
    """Raises InvalidRequest, with the location of each field that is wrong."""
    try:
        return schema.model_validate(value)
    except ValidationError as error:
        raise InvalidRequest([FieldProblem(entry["loc"], entry["msg"]) for entry in error.errors()]) from error
