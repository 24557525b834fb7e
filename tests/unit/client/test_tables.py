"""CSV to records of `Column: value` lines."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnow_client.command.reading.tables import RECORD_SEPARATOR, TableError, csv_to_records


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_each_row_is_a_record_whatever_the_delimiter(delimiter: str) -> None:
    rows = [["Puerto", "Metros"], ["Vigo", "3.9"], ["A Coruña", "4.2"]]
    text = "\r\n".join(delimiter.join(row) for row in rows)
    assert csv_to_records(text) == "Puerto: Vigo\nMetros: 3.9\n\nPuerto: A Coruña\nMetros: 4.2"


@pytest.mark.parametrize(
    ("text", "records"),
    [
        ('a,b\n"x, y","say ""hi"""\n', 'a: x, y\nb: say "hi"'),
        ('a,b\n"line 1\n\nline 2",z\n', "a: line 1 line 2\nb: z"),
        ("a,b\n1,\n,2\n", "a: 1\n\nb: 2"),
        ("a,b\n1\n", "a: 1"),
        ("a,b\n\n,\n1,2\n", "a: 1\nb: 2"),
        ("a,,c\n1,2,3\n", "a: 1\nColumn 2: 2\nc: 3"),
        ("a,b\n", ""),
        ("only\nx\ny\n", "only: x\n\nonly: y"),
    ],
    ids=[
        "quotes", "breaks in a value", "empty values", "short row", "empty rows", "unnamed column", "no rows",
        "one column",
    ],
)  # fmt: skip
def test_tables_as_they_are_found(text: str, records: str) -> None:
    assert csv_to_records(text) == records


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no header row"),
        ("a,b\n1,2,3\n", "row 2 has 3 values, the header has 2 columns"),
        ('a,b\n"open,2\n', "line 2: unexpected end of data"),
    ],
)
def test_what_is_no_table_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(TableError) as caught:
        csv_to_records(text)
    assert str(caught.value) == message


VALUES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))


@given(st.lists(st.tuples(VALUES, VALUES)))
def test_every_value_is_in_its_record_and_no_record_holds_the_separator(rows: list[tuple[str, str]]) -> None:
    buffer = io.StringIO(newline="")
    csv.writer(buffer).writerows([("first", "second"), *rows])
    flat = [[" ".join(value.split("\n")) for value in row] for row in rows]
    kept = [[value for value in row if value.strip()] for row in flat]
    records = csv_to_records(buffer.getvalue())
    found = records.split(RECORD_SEPARATOR) if records else []
    assert len(found) == sum(bool(row) for row in kept)
    assert [record.count("\n") + 1 for record in found] == [len(row) for row in kept if row]
