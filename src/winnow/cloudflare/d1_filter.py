"""A filter as SQL: the same conditions that Vectorize is given."""

import json
from typing import Final

from winnow.cloudflare.d1 import Parameter
from winnow.ports import Condition, Filter

# "ne" as Vectorize has it: a document without the field does not match.
_COMPARISONS: Final = {"eq": "=", "ne": "<>", "gt": ">", "gte": ">=", "lt": "<", "lte": "<="}


def filter_clause(where: Filter) -> tuple[str, list[Parameter]]:
    """SQL to append to a WHERE over `documents`, and the values of its question marks, in order."""
    clause = ""
    values: list[Parameter] = []
    for condition in where.conditions:
        comparison, value = _comparison(condition)
        clause += f" AND json_extract(documents.metadata, ?) {comparison}"
        values += [_path(condition.field), value]
    return clause, values


def _comparison(condition: Condition) -> tuple[str, Parameter]:
    if isinstance(condition.value, tuple):
        return "IN (SELECT value FROM json_each(?))", json.dumps(condition.value)
    return f"{_COMPARISONS[condition.operator]} ?", condition.value


def _path(field: str) -> str:
    """SQLite's JSON path of a top-level member."""
    return f'$."{field}"'
