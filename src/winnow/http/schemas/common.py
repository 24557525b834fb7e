"""The words that all schemas share, and the two steps from bytes to a validated request."""

import sys
from http import HTTPStatus
from typing import Annotated, Literal, TypeVar
from urllib.parse import parse_qsl

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel
from pydantic_core import ErrorDetails, PydanticCustomError, from_json

from winnow.errors import FieldProblem, InvalidRequest
from winnow.http.messages import JsonValue
from winnow.http.problems import HttpError

MAX_ID_CHARACTERS = 512
MAX_TITLE_CHARACTERS = 1_000
MAX_SEPARATOR_CHARACTERS = 100
MAX_QUERY_PARAMETERS = 20
MAX_JSON_DEPTH = 100
"""Objects and lists within each other; SQLite takes 1,000."""
MAX_QUERY_CHARACTERS = 4_000
"""Beyond the model's 512 tokens nothing of a query counts."""

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


def storable_json(value: JsonValue) -> JsonValue:
    """Every text inside `value` is storable, every number finite, and it is not nested too deeply for SQLite."""
    pending = [(value, 0)]
    while pending:
        item, depth = pending.pop()
        match item:
            case str():
                _storable(item)
            case int() | float():
                _finite(item)
            case dict():
                pending += [(member, depth + 1) for pair in item.items() for member in pair]
            case list():
                pending += [(member, depth + 1) for member in item]
        if depth > MAX_JSON_DEPTH:
            raise PydanticCustomError("json", "must not be nested more than {limit} deep", {"limit": MAX_JSON_DEPTH})
    return value


def _finite(number: float) -> None:
    """JSON has no bounds, but what reads it has: `1e999` is a number there and infinite here."""
    if not -sys.float_info.max <= number <= sys.float_info.max:
        raise PydanticCustomError("number", "must hold no number beyond 1.8e308")


def _only_false(value: object) -> object:
    """A literal is compared by `==`, and 0 and 0.0 equal False."""
    if value is not False:
        raise PydanticCustomError("off", "must be false, or the settings")
    return value


_STORABLE = AfterValidator(_storable)
Text = Annotated[str, _STORABLE]
Identifier = Annotated[str, Field(min_length=1, max_length=MAX_ID_CHARACTERS), _STORABLE]
Query = Annotated[str, Field(min_length=1, max_length=MAX_QUERY_CHARACTERS), _STORABLE]
Title = Annotated[str, Field(max_length=MAX_TITLE_CHARACTERS), _STORABLE]
Separator = Annotated[str, Field(min_length=1, max_length=MAX_SEPARATOR_CHARACTERS), _STORABLE]

Off = Annotated[Literal[False], BeforeValidator(_only_false)]


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


def parse_json(body: bytes) -> JsonValue:
    """The JSON value in a body.

    pydantic's parser and not the standard library's: it stops at 200 levels of nesting, where `json` overflows the
    WebAssembly stack, which takes the isolate down. It refuses NaN, Infinity and lone surrogates too.

    Raises:
        HttpError: 400 when the body is not JSON in UTF-8.
    """
    try:
        return from_json(body, allow_inf_nan=False, cache_strings="keys")
    except ValueError as error:
        raise HttpError(HTTPStatus.BAD_REQUEST, "the body is not valid JSON in UTF-8") from error


def parse_query(query: str) -> dict[str, str]:
    """The parameters of a URL. Raises InvalidRequest when one is not UTF-8 or stands twice."""
    try:
        pairs = parse_qsl(query, keep_blank_values=True, errors="strict", max_num_fields=MAX_QUERY_PARAMETERS)
    except ValueError as error:
        raise InvalidRequest([FieldProblem((), "the query is not percent-encoded UTF-8, or is too long")]) from error
    values = dict(pairs)
    if len(values) < len(pairs):
        raise InvalidRequest([FieldProblem((), "a query parameter stands twice")])
    return values


def validate(schema: type[Model], value: JsonValue) -> Model:
    """Raises InvalidRequest, with the location of each field that is wrong."""
    try:
        return schema.model_validate(value)
    except ValidationError as error:
        problems = [FieldProblem(_location(entry, value), entry["msg"]) for entry in error.errors()]
        raise InvalidRequest(problems) from error


def _location(entry: ErrorDetails, value: JsonValue) -> tuple[str | int, ...]:
    """Where in `value` the error is: pydantic names the alternatives of a union too, which no caller can know."""
    location: list[str | int] = []
    missing = entry["loc"][-1:] if entry["type"] == "missing" else ()
    for part in entry["loc"]:
        match value:
            case dict() if part in value or (isinstance(part, str) and to_camel(part) in value):
                value = value[part if part in value else to_camel(str(part))]
            case list() if isinstance(part, int) and part < len(value):
                value = value[part]
            case _:
                continue
        location.append(part)
    return (*location, *missing)
