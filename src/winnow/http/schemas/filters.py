"""Filters: scalar = exact, list = any of, and ranges."""

from pydantic import FiniteFloat

from winnow.http.schemas.common import Strict, Text

FilterValue = Text | int | FiniteFloat | bool


class RangeInput(Strict):
    """Operators of a filter on one field; all of them must hold."""

    gte: FilterValue | None = None
    gt: FilterValue | None = None
    lte: FilterValue | None = None
    lt: FilterValue | None = None
    ne: FilterValue | None = None


FilterInput = dict[str, FilterValue | list[FilterValue] | RangeInput]
