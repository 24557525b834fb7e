"""From JSON to frozen dataclasses, strictly: nothing is converted, nothing missing is made up.

Fields that a dataclass does not name are passed over, so that a newer server can say more than this client knows.
A field with a default may be absent. Where a float is expected an int will do; a bool is never a number.
"""

import dataclasses
import types
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Literal, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

from winnow_client.errors import UnexpectedAnswer

Json: TypeAlias = Any
"""What JSON can say."""

_Decode: TypeAlias = Callable[[Json, str], Any]
"""A value and where it stands, to the decoded value. Raises UnexpectedAnswer."""

Record = TypeVar("Record")


def decode(kind: Callable[..., Record], value: Json) -> Record:
    """`value` as the dataclass `kind`.

    Raises:
        UnexpectedAnswer: a field is missing or of another type; the message says where, and not what it held.
    """
    record: Record = _decoder(kind)(value, "answer")
    return record


def decode_object(value: Json) -> Mapping[str, Json]:
    """A JSON object whose members are not this client's business. Raises UnexpectedAnswer."""
    if not isinstance(value, dict):
        raise _unexpected("answer", "an object", value)
    return value


@cache
def _decoder(annotation: Any) -> _Decode:  # noqa: ANN401 - annotations have no common type
    if annotation is Any:
        return lambda value, _: value
    if dataclasses.is_dataclass(annotation):
        return _record(annotation)
    build = _BUILDERS.get(get_origin(annotation))
    return _scalar(annotation) if build is None else build(get_args(annotation))


def _record(kind: Any) -> _Decode:  # noqa: ANN401 - a dataclass, whichever
    hints = get_type_hints(kind)
    fields = dataclasses.fields(kind)
    required = [field.name for field in fields if field.default is field.default_factory is dataclasses.MISSING]

    def decode_record(value: Json, where: str) -> Any:  # noqa: ANN401
        if not isinstance(value, dict):
            raise _unexpected(where, "an object", value)
        missing = [name for name in required if name not in value]
        if missing:
            raise UnexpectedAnswer(f"{where}: {missing[0]!r} is missing")
        present = [field.name for field in fields if field.name in value]
        # Looked up here, not above: a record may hold records of its own kind.
        return kind(**{name: _decoder(hints[name])(value[name], f"{where}.{name}") for name in present})

    return decode_record


def _literal(allowed: tuple[Any, ...]) -> _Decode:
    def decode_literal(value: Json, where: str) -> Any:  # noqa: ANN401
        if value not in allowed:
            raise _unexpected(where, " or ".join(repr(item) for item in allowed), value)
        return value

    return decode_literal


def _optional(arguments: tuple[Any, ...]) -> _Decode:
    """Only `X | None`: no answer of Winnow's holds any other union."""
    [kind] = [argument for argument in arguments if argument is not types.NoneType]
    inner = _decoder(kind)
    return lambda value, where: None if value is None else inner(value, where)


def _sequence(arguments: tuple[Any, ...]) -> _Decode:
    """`tuple[X, ...]`, or a tuple of fixed length."""
    repeated = arguments[-1] is Ellipsis
    decoders = [_decoder(argument) for argument in arguments if argument is not Ellipsis]

    def decode_sequence(value: Json, where: str) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise _unexpected(where, "an array", value)
        if not repeated and len(value) != len(decoders):
            raise UnexpectedAnswer(f"{where}: expected {len(decoders)} items, found {len(value)}")
        inner = decoders * len(value) if repeated else decoders
        return tuple(one(item, f"{where}[{place}]") for place, (one, item) in enumerate(zip(inner, value, strict=True)))

    return decode_sequence


def _mapping(arguments: tuple[Any, ...]) -> _Decode:
    inner = _decoder(arguments[1])

    def decode_mapping(value: Json, where: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise _unexpected(where, "an object", value)
        return {name: inner(item, f"{where}.{name}") for name, item in value.items()}

    return decode_mapping


_BUILDERS: Mapping[Any, Callable[[tuple[Any, ...]], _Decode]] = {
    Literal: _literal,
    Union: _optional,
    types.UnionType: _optional,
    tuple: _sequence,
    Mapping: _mapping,
}
"""By the origin of an annotation, what makes a decoder of its arguments."""

_SCALARS: Mapping[type, tuple[tuple[type, ...], str]] = {
    str: ((str,), "a string"),
    int: ((int,), "an integer"),
    float: ((int, float), "a number"),
    bool: ((bool,), "true or false"),
}


def _scalar(annotation: type) -> _Decode:
    accepted, description = _SCALARS[annotation]

    def decode_scalar(value: Json, where: str) -> Any:  # noqa: ANN401
        if type(value) not in accepted:
            raise _unexpected(where, description, value)
        return annotation(value)

    return decode_scalar


def _unexpected(where: str, expected: str, value: Json) -> UnexpectedAnswer:
    return UnexpectedAnswer(f"{where}: expected {expected}, found {type(value).__name__}")
