"""The records of a text: what stands between its separators."""

import re

from winnow.text.spans import Span


def split_records(text: str, separator: str) -> list[Span]:
    """Spans of the records of `text`: in order, disjoint, without outer white space; blank ones are no
    records.

    A line feed in `separator` also stands for CR LF.

    Raises:
        ValueError: `separator` is empty.
    """
    if not separator:
        raise ValueError("separator must not be empty")
    pattern = r"\r?\n".join(map(re.escape, separator.split("\n")))
    records: list[Span] = []
    start = 0
    for match in re.finditer(rf"{pattern}|\Z", text):
        record = text[start : match.start()]
        if content := record.strip():
            first = start + len(record) - len(record.lstrip())
            records.append(Span(first, first + len(content)))
        start = match.end()
    return records
