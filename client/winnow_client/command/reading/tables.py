"""CSV to records: each row becomes lines of `Column: value`, and a blank line parts the records.

A record says what each value is, wherever the document is cut; and with its separator known, none is cut in two.
"""

import csv
import io
import re
from collections.abc import Iterator, Sequence

RECORD_SEPARATOR = "\n\n"

_DELIMITERS = ",;\t|"
_BREAK = re.compile(r"\s*[\r\n]\s*")
MAX_VALUE_CHARACTERS = 1_000_000
"""One value; the csv module's own limit of 131,072 is below what a description may hold."""


class TableError(ValueError):
    """The file is no table: the message says in which row."""


def csv_to_records(text: str) -> str:
    """The rows as records. Empty values and empty rows are left out; a value's line breaks become spaces.

    The delimiter is the one of comma, semicolon, tab and bar that the first line holds most often.

    Raises:
        TableError: there is no header, a row has more values than the header has columns, or a quote is not closed.
    """
    csv.field_size_limit(MAX_VALUE_CHARACTERS)
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter_of(text), strict=True)
    try:
        columns = [_flat(name) or f"Column {place}" for place, name in enumerate(next(rows, []), start=1)]
        if not columns:
            raise TableError("there is no header row")
        return RECORD_SEPARATOR.join(_records(columns, rows))
    except csv.Error as error:
        raise TableError(f"line {rows.line_num}: {error}") from error


def _records(columns: Sequence[str], rows: Iterator[list[str]]) -> Iterator[str]:
    for number, row in enumerate(rows, start=2):
        if len(row) > len(columns):
            raise TableError(f"row {number} has {len(row)} values, the header has {len(columns)} columns")
        lines = [f"{column}: {value}" for column, value in zip(columns, map(_flat, row), strict=False) if value]
        if lines:
            yield "\n".join(lines)


def delimiter_of(text: str) -> str:
    """The one of comma, semicolon, tab and bar that the first line holds most often."""
    header = text.partition("\n")[0]
    return max(_DELIMITERS, key=header.count)


def _flat(value: str) -> str:
    return _BREAK.sub(" ", value).strip()
