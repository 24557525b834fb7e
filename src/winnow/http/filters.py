"""Filters as requests write them, checked against the declared fields."""

from collections.abc import Iterator, Mapping

from winnow.errors import FieldProblem, InvalidRequest
from winnow.http.schemas.filters import FilterInput, RangeInput
from winnow.ports import Condition, FieldType, Filter, IndexDefinition, Scalar
from winnow.services.filter_fields import is_of_type


def to_filter(wanted: FilterInput, index: IndexDefinition) -> Filter:
    """Raises InvalidRequest naming each field that is not declared, or is compared with a value of another type."""
    conditions = tuple(_conditions(wanted))
    problems = [
        FieldProblem(("filter", name), f"{name!r} cannot be filtered: declared are {', '.join(index.filterable)}")
        for name in wanted
        if name not in index.filterable
    ] or [problem for condition in conditions for problem in _type_problems(condition, index.filterable)]
    if problems:
        raise InvalidRequest(problems)
    return Filter(conditions)


def _conditions(wanted: FilterInput) -> Iterator[Condition]:
    for name, value in wanted.items():
        match value:
            case RangeInput():
                yield from _range(name, value)
            case list():
                yield Condition(name, "in", tuple(value))
            case _:
                yield Condition(name, "eq", value)


def _range(name: str, wanted: RangeInput) -> Iterator[Condition]:
    for operator in ("gte", "gt", "lte", "lt", "ne"):
        value: Scalar | None = getattr(wanted, operator)
        if value is not None:
            yield Condition(name, operator, value)


def _type_problems(condition: Condition, declared: Mapping[str, FieldType]) -> Iterator[FieldProblem]:
    field_type = declared[condition.field]
    values = condition.value if isinstance(condition.value, tuple) else (condition.value,)
    if not all(is_of_type(value, field_type) for value in values):
        yield FieldProblem(("filter", condition.field), f"{condition.field!r} is a {field_type}")
    elif field_type == "boolean" and condition.operator not in {"eq", "ne", "in"}:
        yield FieldProblem(("filter", condition.field), f"{condition.field!r} is a boolean: it has no range")
