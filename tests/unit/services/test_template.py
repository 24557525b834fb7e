"""Passages as one text: what stands in them is never read as part of the template."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnow.services.template import Entry, Template
from winnow.text.tokens import estimate_tokens

ENTRIES = [Entry(1, "Tides", "tides.md", "The moon."), Entry(2, "", "bread.md", "Flour {n} {title}.")]


def test_the_default_numbers_and_names_each_passage() -> None:
    assert Template().render(ENTRIES) == "[1] Tides\nThe moon.\n\n[2] bread.md\nFlour {n} {title}."


def test_prefix_and_separator_stand_where_they_belong() -> None:
    template = Template("Sources:\n", " | ", "<{document_id}>{text}</{document_id}>")
    assert template.render(ENTRIES) == (
        "Sources:\n<tides.md>The moon.</tides.md> | <bread.md>Flour {n} {title}.</bread.md>"
    )


def test_nothing_is_rendered_as_nothing() -> None:
    assert Template(prefix="Sources:").render([]) == ""


@pytest.mark.parametrize(
    "passage", ["{0}{text}", "{text!r} {text}", "{text.x} {text}", "{ text } {text}", "{{text}} {}"]
)
def test_braces_around_anything_else_stay(passage: str) -> None:
    rendered = Template(passage=passage).render([Entry(1, "t", "d", "X")])
    assert rendered == passage.replace("{text}", "X")


@pytest.mark.parametrize(
    ("passage", "message"),
    [
        ("[{n}]", "{text} once"),
        ("{text} {text}", "{text} once"),
        ("{text} {url}", r"knows {n}, {title}, {document_id}, {text}, not {url}"),
    ],
)
def test_a_wrong_template_is_refused(passage: str, message: str) -> None:
    with pytest.raises(ValueError, match=message.replace("{", r"\{")):
        Template(passage=passage)


TEXTS = st.text(st.sampled_from("ab .\n{}ñ1[]"), max_size=12)


@given(TEXTS, TEXTS, st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=4))
def test_texts_and_cost_together_are_never_less_than_the_whole(
    prefix: str, separator: str, passages: list[tuple[str, str]]
) -> None:
    template = Template(prefix, separator)
    entries = [Entry(n, title, "id", text) for n, (title, text) in enumerate(passages, start=1)]
    spent = template.cost(entries) + sum(estimate_tokens(entry.text) for entry in entries)
    assert estimate_tokens(template.render(entries)) <= spent
