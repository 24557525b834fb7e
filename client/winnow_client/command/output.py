"""Where the command prints: results on standard output, everything else on standard error."""

import dataclasses
import json
import re
import sys
from collections.abc import Sequence
from typing import Any

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table
from rich.text import Text

# All control characters but tab and newline: a stored text must not be able to drive the terminal.
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def results() -> Console:
    """Made anew for each use, since standard output may be another one by then."""
    return Console(highlight=False, soft_wrap=True)


def notices() -> Console:
    return Console(stderr=True, highlight=False, soft_wrap=True)


def say(message: str, *, style: str = "") -> None:
    """A line for people, on standard error."""
    notices().print(Text(printable(message), style=style))


def print_json(value: Any) -> None:  # noqa: ANN401 - dataclasses and what JSON can say
    """`value` on one line of standard output."""
    plain = dataclasses.asdict(value) if dataclasses.is_dataclass(value) and not isinstance(value, type) else value
    sys.stdout.write(json.dumps(plain, ensure_ascii=False) + "\n")


def print_table(columns: Sequence[str], rows: Sequence[Sequence[object]], *, right: Sequence[str] = ()) -> None:
    """Cells are shown as they are, without markup; the columns named in `right` are aligned there."""
    table = Table(box=SIMPLE, pad_edge=False)
    for column in columns:
        table.add_column(column, justify="right" if column in right else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(printable(str(cell))) for cell in row))
    Console(highlight=False).print(table)


def printable(text: str) -> str:
    """`text` with each control character but tab and newline shown as U+FFFD."""
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", text.replace("\r\n", "\n"))
