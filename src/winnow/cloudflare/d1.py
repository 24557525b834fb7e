"""D1, statement by statement: binding parameters, running batches, translating errors."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from winnow.cloudflare.bridge import JsObject, describe_js_error, from_js_json, to_js_array
from winnow.errors import Misconfigured, StoreUnavailable, WinnowError

Parameter: TypeAlias = str | int | float | None
Row: TypeAlias = dict[str, Any]

MAX_PARAMETERS = 100
"""Bound parameters in one statement; lists travel as one JSON text through `json_each(?)`."""

_REFUSALS = (
    "SQLITE_ERROR",
    "SQLITE_CONSTRAINT",
    "SQLITE_TOOBIG",
    "SQLITE_MISMATCH",
    "D1_TYPE_ERROR",
    "no such table",
)


@dataclass(frozen=True, slots=True)
class Statement:
    """One SQL statement with its parameters, in the order of its question marks (or `?1`, `?2`, ...)."""

    sql: str
    parameters: Sequence[Parameter] = ()


@dataclass(frozen=True, slots=True)
class D1Database:
    """`binding` is `env.DB`."""

    binding: JsObject

    async def rows(self, statement: Statement) -> list[Row]:
        """The rows of one statement. Raises StoreUnavailable, Misconfigured."""
        try:
            answer = await self._prepare(statement).all()
        except Exception as error:
            raise translate(describe_js_error(error)) from error
        rows: list[Row] = from_js_json(answer.results)
        return rows

    async def run(self, statements: Sequence[Statement]) -> None:
        """All statements as one transaction: every one of them, or none. Raises StoreUnavailable, Misconfigured."""
        try:
            await self.binding.batch(to_js_array([self._prepare(statement) for statement in statements]))
        except Exception as error:
            raise translate(describe_js_error(error)) from error

    def _prepare(self, statement: Statement) -> JsObject:
        prepared = self.binding.prepare(statement.sql)
        if not statement.parameters:
            return prepared
        return prepared.bind(*to_js_array(list(statement.parameters)))


def translate(message: str) -> WinnowError:
    """The error that a failed D1 call means. What the SQL itself got wrong will not pass on a second try."""
    if any(text in message for text in _REFUSALS):
        return Misconfigured(f"D1 refuses a statement: {message}")
    return StoreUnavailable("D1 is unavailable")
