"""Terms as the lexical index sees them: FTS5's `unicode61 remove_diacritics 2`, in Python.

A term that is folded in another way here than there would never be found: so marks are stripped from the letters that
FTS5 strips them from, which are Latin ones; `ё` and `ά` stay what they are.
"""

import re
import unicodedata

# Combining marks that may stand in a word, U+0300 to U+0331: FTS5 skips these, and cuts at any other.
_MARKS = "\u0300-\u0304\u0306-\u030c\u030f\u0311\u031b\u0323-\u0328\u032d\u032e\u0330\u0331"
_MARK = re.compile(f"[{_MARKS}]")
# Letters, numbers and these marks; `_` is a separator for FTS5, and a word character for `re`.
_TOKEN = re.compile(rf"[^\W_]+(?:[{_MARKS}]+[^\W_]*)*")
_ASCII_TOKEN = re.compile("[a-z0-9]+")


class _Folding(dict[int, str]):
    """What each character becomes, worked out when it is first met."""

    def __missing__(self, code: int) -> str:
        self[code] = folded = _fold_character(chr(code))
        return folded


def _fold_character(character: str) -> str:
    if _MARK.match(character):
        return ""
    # FTS5 maps one character to one: where Unicode's folding makes two of one (as of `ß`), it takes the small letter.
    alternatives = (character.casefold(), character.lower(), character)
    folded = next(alternative for alternative in alternatives if len(alternative) == 1)
    base = unicodedata.normalize("NFD", folded)[0]
    return base.lower() if base.isascii() and base.isalpha() else folded


_FOLDING = _Folding()


def fold(text: str) -> str:
    """Lower-case `text` and strip the diacritics of its Latin letters: "Sí, MÉXICO" becomes "si, mexico"."""
    return text.lower() if text.isascii() else text.translate(_FOLDING)


def terms(text: str) -> list[str]:
    """The folded terms of `text` in order, repeats included."""
    small = text.lower()
    if text.isascii():
        return _ASCII_TOKEN.findall(small)
    # `fold` itself would be called for each word: that takes as long again.
    return [word if word.isascii() else word.translate(_FOLDING) for word in _TOKEN.findall(small)]
