"""A filter as Vectorize takes it. What it cannot take is left to D1, through which every hit passes anyway."""

import json
from typing import Final

from winnow.errors import FieldProblem, InvalidRequest
from winnow.ports import Condition, Filter, Scalar

MAX_FILTER_BYTES = 2047
"""Bytes of a filter's compact JSON."""
INDEXED_STRING_BYTES = 64
"""Vectorize compares the first so many bytes of a text."""

_LOWER: Final = frozenset({"gt", "gte"})
_UPPER: Final = frozenset({"lt", "lte"})


def native_filter(where: Filter) -> dict[str, dict[str, object]]:
    """`{field: {"$eq": value, ...}}`: all of `where`, or less of it, never more.

    One field takes one operator, or a lower and an upper bound. Further conditions on it are left out, as are
    comparisons that the cut to 64 bytes would make stricter than they are.

    Raises:
        InvalidRequest: it is longer than Vectorize takes.
    """
    result: dict[str, dict[str, object]] = {}
    for condition in where.conditions:
        operators = result.setdefault(condition.field, {})
        if _fits(condition, operators):
            operators[f"${condition.operator}"] = (
                list(condition.value) if isinstance(condition.value, tuple) else condition.value
            )
    result = {field: operators for field, operators in result.items() if operators}
    size = len(json.dumps(result, separators=(",", ":"), ensure_ascii=False).encode("utf-8"))
    if size > MAX_FILTER_BYTES:
        message = f"the filter comes to {size} bytes of JSON, the limit is {MAX_FILTER_BYTES}"
        raise InvalidRequest([FieldProblem(("filter",), message)])
    return result


def _fits(condition: Condition, standing: dict[str, object]) -> bool:
    is_exact = condition.operator in {"eq", "in"}
    if not is_exact and not isinstance(condition.value, tuple) and _is_cut(condition.value):
        return False
    if not standing:
        return True
    present = {operator.removeprefix("$") for operator in standing}
    return (condition.operator in _LOWER and present <= _UPPER) or (condition.operator in _UPPER and present <= _LOWER)


def _is_cut(value: Scalar) -> bool:
    return isinstance(value, str) and len(value.encode("utf-8")) > INDEXED_STRING_BYTES
