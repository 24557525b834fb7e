"""Terms as the lexical index sees them: FTS5's `unicode61 remove_diacritics 2`, in Python."""

import re
import unicodedata

# Letters, numbers and the marks that sit on them; `_` is a separator for FTS5, and a word character for `re`.
_TOKEN = re.compile(r"(?:[^\W_][\u0300-\u036f]*)+")


def fold(text: str) -> str:
    """Lower-case `text` and strip the diacritics of its letters: "Sí, MÉXICO" becomes "si, mexico"."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFC", "".join(c for c in decomposed if not "\u0300" <= c <= "\u036f")).lower()


def terms(text: str) -> list[str]:
    """The folded terms of `text` in order, repeats included."""
    return [fold(match) for match in _TOKEN.findall(text)]
