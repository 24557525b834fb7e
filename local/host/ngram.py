"""The instant embedder on the host: the algorithm of local/workers_ai/ngram.js, held equal by a test."""

import math
import re
from array import array
from collections.abc import Iterator, Sequence

_GRAM_LENGTHS = (3, 4)
_BLANKS = re.compile("[\0\t\n\v\f\r \u00a0]+")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_FNV_OFFSET = 0x811C9DC5
_FNV_PRIME = 0x01000193
_UINT32 = 0xFFFFFFFF


def embed_ngrams(text: str, *, dimensions: int = 384) -> list[float]:
    """Return the unit vector of hashed, signed character n-grams: spelling, not meaning.

    Deterministic; the first axis for a text without any gram that counts.
    """
    sums = [0] * dimensions
    for gram in _grams(text):
        fingerprint = _fnv1a(gram.encode())
        sums[fingerprint % dimensions] += -1 if fingerprint >> 31 else 1
    length = math.sqrt(sum(value * value for value in sums))
    if length == 0:
        return [1.0] + [0.0] * (dimensions - 1)
    return list(array("f", (value / length for value in sums)))


class NgramEmbedder:
    """`Embedder` of 384 numbers for tests that ask for mechanics, not meaning."""

    def embed(self, texts: Sequence[str]) -> bytes:
        return b"".join(array("f", embed_ngrams(text)).tobytes() for text in texts)


def _grams(text: str) -> Iterator[str]:
    words = [word for word in _BLANKS.split(_LONE_SURROGATE.sub("\ufffd", text.lower())) if word]
    padded = f" {' '.join(words)} "
    for length in _GRAM_LENGTHS:
        for start in range(len(padded) - length + 1):
            yield padded[start : start + length]


def _fnv1a(octets: bytes) -> int:
    fingerprint = _FNV_OFFSET
    for octet in octets:
        fingerprint = ((fingerprint ^ octet) * _FNV_PRIME) & _UINT32
    return fingerprint
