"""Records stand between separators."""

import pytest

from winnow.text.records import split_records


def records(text: str, separator: str) -> list[str]:
    return [text[start:end] for start, end in split_records(text, separator)]


@pytest.mark.parametrize(
    ("text", "separator", "expected"),
    [
        ("a\nb", "\n", ["a", "b"]),
        ("\n\na \n\n  b\n", "\n", ["a", "b"]),
        ("a\r\nb\r\n", "\n", ["a", "b"]),
        ("a: 1\r\nb: 2\r\n\r\na: 3", "\n\n", ["a: 1\r\nb: 2", "a: 3"]),
        ("a---b------c", "---", ["a", "b", "c"]),
        ("a.*b", ".*", ["a", "b"]),
        ("alone", "|", ["alone"]),
        ("", "\n", []),
        (" \n \n", "\n", []),
        ("\x00|\ud800", "|", ["\x00", "\ud800"]),
    ],
)
def test_records_are_what_separators_part(text: str, separator: str, expected: list[str]) -> None:
    assert records(text, separator) == expected


def test_an_empty_separator_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^separator must not be empty$"):
        split_records("a", "")
