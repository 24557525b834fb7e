"""D1, statement by statement: binding parameters, running batches, translating errors."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from winnow.cloudflare.bridge import JsObject, describe_js_error, from_js_json, to_js_array
from winnow.errors import Misconfigured, StoreUnavailable, WinnowError
from winnow.ports.retry import Retry

Parameter: TypeAlias = str | int | float | None
Row: TypeAlias = dict[str, Any]

MAX_PARAMETERS = 100
"""Bound parameters in one statement; lists travel as one JSON text through `json_each(?)`."""
MAX_PARAMETER_BYTES = 2_000_000
"""UTF-8 bytes of one parameter, and of one row. Local D1 takes more: only this check keeps the limit there."""

_REFUSALS = (
    "SQLITE_ERROR",
    "SQLITE_CONSTRAINT",
    "SQLITE_TOOBIG",
    "SQLITE_MISMATCH",
    "D1_TYPE_ERROR",
    "no such table",
)
_PASSING = (
    "Network connection lost",
    "storage caused object to be reset",
    "reset because its code was updated",
    "Cannot resolve D1 DB due to transient issue",
)
"""What D1's documentation says to try again."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One SQL statement with its parameters, in the order of its question marks (or `?1`, `?2`, ...)."""

    sql: str
    parameters: Sequence[Parameter] = ()


class Database(Protocol):
    """Runs statements. What the stores are tested with on the host speaks this too."""

    async def batch(self, statements: Sequence[Statement], *, repeatable: bool) -> list[list[Row]]:
        """All statements as one transaction, every one or none; the rows of each.

        `repeatable` statements may run again when it is not known whether they ran.
        Raises StoreUnavailable, Misconfigured.
        """
        ...


async def rows_of(database: Database, statement: Statement) -> list[Row]:
    """The rows of one statement that only reads. Raises StoreUnavailable, Misconfigured."""
    [rows] = await database.batch([statement], repeatable=True)
    return rows


@dataclass(frozen=True, slots=True)
class D1Database:
    """`binding` is `env.DB`."""

    binding: JsObject
    retry: Retry = field(default_factory=Retry)

    async def batch(self, statements: Sequence[Statement], *, repeatable: bool) -> list[list[Row]]:
        """See `Database.batch`."""
        check_limits(statements)

        async def attempt() -> list[list[Row]]:
            return await self._batch(statements)

        return await self.retry.run(attempt) if repeatable else await attempt()

    async def _batch(self, statements: Sequence[Statement]) -> list[list[Row]]:
        try:
            answers = await self.binding.batch(to_js_array([self._prepare(statement) for statement in statements]))
        except Exception as error:
            raise translate(describe_js_error(error)) from error
        return [answer["results"] for answer in from_js_json(answers)]

    def _prepare(self, statement: Statement) -> JsObject:
        prepared = self.binding.prepare(statement.sql)
        if not statement.parameters:
            return prepared
        return prepared.bind(*to_js_array(list(statement.parameters)))


def check_limits(statements: Sequence[Statement]) -> None:
    """Raises Misconfigured for what production would refuse and the local D1 takes."""
    for statement in statements:
        if len(statement.parameters) > MAX_PARAMETERS:
            raise Misconfigured(f"{len(statement.parameters)} parameters in one statement, D1 takes {MAX_PARAMETERS}")
        for parameter in statement.parameters:
            if isinstance(parameter, str) and _is_too_long(parameter):
                raise Misconfigured(f"a parameter of more than {MAX_PARAMETER_BYTES} bytes")


def _is_too_long(text: str) -> bool:
    if len(text) * 4 <= MAX_PARAMETER_BYTES:
        return False
    return len(text.encode("utf-8")) > MAX_PARAMETER_BYTES


def translate(message: str) -> WinnowError:
    """The error that a failed D1 call means. What the SQL itself got wrong will not pass on a second try."""
    if any(text in message for text in _REFUSALS):
        return Misconfigured(f"D1 refuses a statement: {message}")
    return StoreUnavailable("D1 is unavailable", again=any(text in message for text in _PASSING))
