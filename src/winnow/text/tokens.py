"""How many tokens a text costs: an estimate for budgets, and a bound for the embedding model."""

import re
import unicodedata
from bisect import bisect_right

# One match is about one token of cl100k_base.
_LANGUAGE_MODEL_PIECE = re.compile(r"[^\W\d_]{1,6}|\d{1,3}|(?:_|[^\w\s]){1,2}|\n+")

EMBEDDING_TOKENS_MAX = 500
"""Tokens a chunk may cost: the embedding models take 512; the rest is for special tokens and a `passage: ` prefix."""

_EMBEDDING_PIECE = re.compile(r"(?:[a-z][\u0300-\u036f]*){1,2}|\S|\s(?=[^\w\s])")


def estimate_tokens(text: str) -> int:
    """About how many tokens a language model sees in `text` (cl100k_base)."""
    return len(_LANGUAGE_MODEL_PIECE.findall(text))


def max_embedding_tokens(text: str) -> int:
    """An upper bound on the tokens that an embedding model's tokenizer makes of `text`."""
    return len(_EMBEDDING_PIECE.findall(unicodedata.normalize("NFKD", text)))


def embeddable_end(text: str, start: int, end: int) -> int:
    """The furthest position in `[start, end]` such that `text[start:position]` stays within EMBEDDING_TOKENS_MAX."""
    if max_embedding_tokens(text[start:end]) <= EMBEDDING_TOKENS_MAX:
        return end
    cost = range(start, end + 1)
    return (
        start
        + bisect_right(cost, EMBEDDING_TOKENS_MAX, key=lambda position: max_embedding_tokens(text[start:position]))
        - 1
    )
