"""Vectors as bytes.

A sentence's vector is kept as float32 without the lowest byte of each number, and *scored* so the first time too: so a
score is the same number whether the vector was remembered or just made. A number loses less than 2^-15 of itself, and
so a cosine moves by less than 0.00004. A query's vector is kept whole, which is what the index holds.

All numbers of a vector are packed and unpacked by slices of bytes: one by one, in half precision say, they would take
more time than scoring them does.
"""

import hashlib
import struct
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

SINGLE_BYTES = 4
SHORT_BYTES = 3
HASH_BYTES = 16


class Rows(NamedTuple):
    """Vectors: all their numbers as float32, row by row, and the Euclidean length of each."""

    packed: bytes
    lengths: Sequence[float]

    @property
    def numbers(self) -> Sequence[float]:
        return memoryview(self.packed).cast("f")


def text_hash(model: str, text: str) -> bytes:
    """The identity of a text's vector: of the text, and of `model`, which says how vectors are made."""
    digest = hashlib.blake2b(model.encode(), digest_size=HASH_BYTES)
    digest.update(b"\0" + text.encode("utf-8", "surrogatepass"))
    return digest.digest()


def shorten(single: bytes) -> bytes:
    """float32 without the lowest byte of each number."""
    short = bytearray(len(single) // SINGLE_BYTES * SHORT_BYTES)
    for place in range(SHORT_BYTES):
        short[place::SHORT_BYTES] = single[place + 1 :: SINGLE_BYTES]
    return bytes(short)


def lengthen(short: bytes) -> bytes:
    """float32 again, the lowest bytes 0."""
    single = bytearray(len(short) // SHORT_BYTES * SINGLE_BYTES)
    for place in range(SHORT_BYTES):
        single[place + 1 :: SINGLE_BYTES] = short[place::SHORT_BYTES]
    return bytes(single)


def pack_rows(rows: Rows) -> list[bytes]:
    """Each vector by itself: its length as float32, then its numbers, shortened."""
    short = shorten(rows.packed)
    width = len(short) // max(1, len(rows.lengths))
    return [
        struct.pack("<f", length) + short[row * width : (row + 1) * width] for row, length in enumerate(rows.lengths)
    ]


def unpack_rows(vectors: Sequence[bytes]) -> Rows:
    short = b"".join([vector[SINGLE_BYTES:] for vector in vectors])
    lengths = memoryview(b"".join([vector[:SINGLE_BYTES] for vector in vectors])).cast("f")
    return Rows(lengthen(short), lengths)


def unpack_single(packed: bytes) -> list[float]:
    """The numbers of a vector that is kept whole."""
    return list(Rows(packed, ()).numbers)


def pack_entries(vectors: Mapping[bytes, bytes]) -> bytes:
    """Hashes and packed vectors, one after the other."""
    return b"".join(digest + vector for digest, vector in vectors.items())


def unpack_entries(packed: bytes, *, dimensions: int) -> Iterator[tuple[bytes, bytes]]:
    """The `(hash, packed vector)` pairs of `pack_entries`, for vectors as `pack_rows` makes them."""
    width = HASH_BYTES + SINGLE_BYTES + SHORT_BYTES * dimensions
    for start in range(0, len(packed) - width + 1, width):
        yield packed[start : start + HASH_BYTES], packed[start + HASH_BYTES : start + width]
