"""What a chunk is cut into before it is scored."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnow.text.sentences import split_sentences
from winnow.text.spans import Span
from winnow.trimming.units import Units, split_units


def parts(content: str, unit: str = "sentence") -> tuple[str, list[str]]:
    units = split_units(content, unit=unit)
    return units.prefix, [content[start:end] for start, end in units.spans]


def test_spans_are_offsets_into_the_whole_content() -> None:
    assert split_units("[Doc: Rain]\nIt rains. It pours.") == Units("[Doc: Rain]", (Span(12, 21), Span(22, 31)))


@pytest.mark.parametrize(
    ("content", "prefix"),
    [
        ("[Doc: A title. With a stop.]\nIt rains.", "[Doc: A title. With a stop.]"),
        ("[Doc: on one line] It rains.", "[Doc: on one line]"),
        ("[Doc: CR LF]\r\n\r\nIt rains.", "[Doc: CR LF]"),
        ("[Doc: Report [2024]]\nIt rains.", "[Doc: Report [2024]]"),
        ("[Doc:]It rains.", "[Doc:]"),
        ("It rains.", ""),
    ],
)
def test_a_leading_prefix_is_set_aside(content: str, prefix: str) -> None:
    assert parts(content) == (prefix, ["It rains."])


@pytest.mark.parametrize(
    "content",
    ["[Doc: never closed", "[Doc: over\ntwo lines]", "[Note: else]", " [Doc: not first]", "[Doc: [[deep]]]"],
)
def test_what_is_no_prefix_is_text(content: str) -> None:
    prefix, units = parts(content)
    assert (prefix, "".join("".join(units).split())) == ("", "".join(content.split()))


def test_a_prefix_alone_has_no_units() -> None:
    assert split_units("[Doc: Rain]\n") == Units("[Doc: Rain]", ())


@pytest.mark.parametrize("content", ["", " \n\t"])
@pytest.mark.parametrize("unit", ["sentence", "line", "|"])
def test_a_blank_content_has_no_units(content: str, unit: str) -> None:
    assert split_units(content, unit=unit) == Units("", ())


def test_lines_are_units_without_outer_space_or_blank_ones() -> None:
    assert parts("  a: 1. b: 2.  \r\n\r\n \t\nc: 3\rd: 4", "line") == ("", ["a: 1. b: 2.", "c: 3", "d: 4"])


def test_records_are_units() -> None:
    assert parts("[Doc: Sheet]\na: 1\nb: 2\n\n\n\na: 3\nb: 4\n\n", "\n\n") == (
        "[Doc: Sheet]",
        ["a: 1\nb: 2", "a: 3\nb: 4"],
    )


def test_an_empty_unit_is_refused() -> None:
    with pytest.raises(ValueError, match=r'^unit must be "sentence", "line" or a separator that is not empty$'):
        split_units("text", unit="")


@given(st.text(st.characters(codec=None) | st.sampled_from(". \r\n|[]D")), st.sampled_from(["line", "|", "\n\n"]))
def test_units_and_white_space_are_the_content(content: str, unit: str) -> None:
    _, units = parts(content, unit)
    separator = "" if unit == "line" else unit.strip()
    rest = content.replace(separator, "") if separator else content
    assert "".join("".join(units).split()) == "".join(rest.split())


@given(st.text(st.sampled_from("Ab. \n?¿")))
def test_the_sentences_of_a_prefixed_chunk_are_those_of_its_body(body: str) -> None:
    prefix = "[Doc: x]\n"
    moved = tuple(Span(start + len(prefix), end + len(prefix)) for start, end in split_sentences(body))
    assert split_units(prefix + body).spans == moved
