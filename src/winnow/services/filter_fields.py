"""The declared filter fields of a document's metadata: checked, and as its vectors carry them."""

import json
from collections.abc import Iterator, Mapping

from winnow.errors import FieldProblem, InvalidRequest
from winnow.ports import FieldType, Json, Metadata

MAX_VECTOR_METADATA_BYTES = 10_240
"""Bytes of a vector's metadata as compact JSON (Vectorize)."""
MAX_METADATA_BYTES = 100_000
"""Bytes of a document's metadata as JSON: it stands in one row, and in each answer that shows a chunk."""


def vector_metadata(metadata: Metadata, declared: Mapping[str, FieldType]) -> str:
    """The declared fields as compact JSON, in one order, so that equal fields make equal texts.

    Raises:
        InvalidRequest: a declared field holds a value of another type, or there is too much metadata.
    """
    problems = [*_type_problems(metadata, declared)]
    size = _bytes(metadata)
    if size > MAX_METADATA_BYTES:
        problems.append(_problem((), f"metadata comes to {size} bytes of JSON, the limit is {MAX_METADATA_BYTES}"))
    fields = {name: metadata[name] for name in sorted(declared) if name in metadata}
    size = _bytes(fields)
    if size > MAX_VECTOR_METADATA_BYTES:
        limit = f"the limit is {MAX_VECTOR_METADATA_BYTES}"
        problems.append(_problem((), f"the filter fields come to {size} bytes of JSON, {limit}"))
    if problems:
        raise InvalidRequest(problems)
    return _compact(fields)


def is_of_type(value: Json, field_type: FieldType) -> bool:
    """Whether a value may stand in a field declared as `field_type`. True and False are no numbers here."""
    match field_type:
        case "string":
            return isinstance(value, str)
        case "boolean":
            return isinstance(value, bool)
        case "number":
            return isinstance(value, int | float) and not isinstance(value, bool)


def _type_problems(metadata: Metadata, declared: Mapping[str, FieldType]) -> Iterator[FieldProblem]:
    for name, field_type in declared.items():
        if name in metadata and not is_of_type(metadata[name], field_type):
            yield _problem((name,), f"{name!r} is declared as a {field_type}")


def _problem(where: tuple[str, ...], message: str) -> FieldProblem:
    return FieldProblem(("metadata", *where), message)


def _compact(value: Metadata) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _bytes(value: Metadata) -> int:
    return len(_compact(value).encode("utf-8"))
