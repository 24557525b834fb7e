"""Fields and filters as they are written on the command line."""

import json
import math
import re
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from winnow_client.decoding import Json
from winnow_client.options import Filter

_CONDITION = re.compile(r"(?P<field>[^=<>!]+)(?P<operator>>=|<=|!=|=|>|<)(?P<value>.*)", re.DOTALL)
_RANGES = {">=": "gte", "<=": "lte", ">": "gt", "<": "lt", "!=": "ne"}

WhereOption = Annotated[
    list[str] | None,
    typer.Option(
        "--where",
        help="field=value, or with >= <= > < !=. Given twice for one field with =, any of the values will do.",
    ),
]


def parse_fields(items: Sequence[str]) -> dict[str, Json]:
    """`["lang=es", "year=2024"]` as `{"lang": "es", "year": 2024}`. Raises typer.BadParameter."""
    fields = {}
    for item in items:
        name, found, value = item.partition("=")
        if not (found and name.strip()):
            raise typer.BadParameter(f"{item!r} is not of the form name=value")
        fields[name.strip()] = parse_value(value)
    return fields


def parse_where(items: Sequence[str]) -> Filter:
    """Conditions that must all hold. Raises typer.BadParameter."""
    wanted: dict[str, Any] = {}
    for item in items:
        match = _CONDITION.fullmatch(item)
        if match is None:
            raise typer.BadParameter(f"{item!r} is not of the form field=value")
        name, value = match["field"].strip(), parse_value(match["value"])
        _add(wanted, name, _RANGES.get(match["operator"]), value)
    return {name: value[0] if isinstance(value, list) and len(value) == 1 else value for name, value in wanted.items()}


def _add(wanted: dict[str, Any], name: str, operator: str | None, value: Json) -> None:
    present = wanted.setdefault(name, [] if operator is None else {})
    if isinstance(present, list) and operator is None:
        present.append(value)
    elif isinstance(present, dict) and operator is not None and operator not in present:
        present[operator] = value
    else:
        raise typer.BadParameter(f"the conditions on {name!r} cannot be joined into one")


def parse_value(text: str) -> Json:
    """Numbers, true, false and what stands in double quotes as JSON has them; all else is text as it stands."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text
    is_scalar = isinstance(value, str | int) or (isinstance(value, float) and math.isfinite(value))
    return value if is_scalar else text
