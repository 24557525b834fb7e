"""Terms must be FTS5's own, or the lexical leg would count words that the index does not have."""

import sqlite3
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from winnow.text.terms import terms


class Fts5:
    """FTS5 with the tokenizer of the migrations."""

    def __init__(self) -> None:
        self._database = sqlite3.connect(":memory:")
        self._database.executescript(
            """
            CREATE VIRTUAL TABLE texts USING fts5 (content, tokenize = 'unicode61 remove_diacritics 2');
            CREATE VIRTUAL TABLE tokens USING fts5vocab (texts, 'instance');
            """
        )

    def tokens(self, text: str) -> list[str]:
        self._database.execute("DELETE FROM texts")
        self._database.execute("INSERT INTO texts VALUES (?)", [text])
        return [term for (term,) in self._database.execute("SELECT term FROM tokens ORDER BY doc, offset")]

    def close(self) -> None:
        self._database.close()


@pytest.fixture(scope="module")
def fts5() -> Iterator[Fts5]:
    opened = Fts5()
    yield opened
    opened.close()


@pytest.mark.parametrize(
    "text",
    [
        "The moon raises the tides.",
        "¿Cuánto mide la cañada? 75,22 m; según el Ñandú.",
        "Übergröße naïve Ångström Čapek",
        "snake_case, kebab-case, don't, e-mail@example.org, C++, x²",
        "Η θάλασσα και ο ουρανός",
        "Ёлка в лесу",
        "e\u0301tude cafe\u0301",
        "日本語 text",
        "",
    ],
)
def test_the_same_words(fts5: Fts5, text: str) -> None:
    assert terms(text) == fts5.tokens(text)


# Western letters, Greek and Cyrillic. FTS5 knows Unicode 6.1 and Python a later one, so they part at newer characters.
LETTERS = st.characters(
    min_codepoint=32, max_codepoint=0x527, exclude_categories=["Cn", "Cs"], exclude_characters="\u01e0\u01e1\u037f"
)


@settings(max_examples=300)
@given(text=st.text(LETTERS))
def test_the_same_words_of_any_european_text(fts5: Fts5, text: str) -> None:
    assert terms(text) == fts5.tokens(text)
