"""Vectors as bytes.

A sentence's vector is kept in half precision, 2 bytes a number, and *scored* in half precision the first time too: so
a score is the same number whether the vector was remembered or just made. The length of a vector does not matter to a
cosine; what half precision loses of its direction moves the cosine by less than 0.00004 (measured on e5). A query's
vector is kept in single precision, which is what the index holds.
"""

import hashlib
import struct
from collections.abc import Iterator, Mapping, Sequence

from winnow.errors import BrokenContract

HASH_BYTES = 16
HALF_BYTES = 2


def text_hash(model: str, text: str) -> bytes:
    """The identity of a text's vector: of the text, and of `model`, which says how vectors are made."""
    digest = hashlib.blake2b(model.encode(), digest_size=HASH_BYTES)
    digest.update(b"\0" + text.encode("utf-8", "surrogatepass"))
    return digest.digest()


def pack_half(numbers: Sequence[float] | memoryview) -> bytes:
    """Raises BrokenContract for a number that half precision cannot hold, which no embedding comes near."""
    try:
        return struct.pack(f"<{len(numbers)}e", *numbers)
    except OverflowError as error:
        raise BrokenContract("the embedding model answered numbers above 65504") from error


def unpack_half(packed: bytes) -> tuple[float, ...]:
    return struct.unpack(f"<{len(packed) // HALF_BYTES}e", packed)


def pack_single(numbers: Sequence[float] | memoryview) -> bytes:
    return struct.pack(f"<{len(numbers)}f", *numbers)


def unpack_single(packed: bytes) -> list[float]:
    return list(struct.unpack(f"<{len(packed) // 4}f", packed))


def pack_entries(vectors: Mapping[bytes, bytes]) -> bytes:
    """Hashes and packed vectors, one after the other."""
    return b"".join(digest + vector for digest, vector in vectors.items())


def unpack_entries(packed: bytes, *, dimensions: int) -> Iterator[tuple[bytes, bytes]]:
    """The `(hash, packed vector)` pairs of `pack_entries`, for vectors in half precision."""
    width = HASH_BYTES + HALF_BYTES * dimensions
    for start in range(0, len(packed) - width + 1, width):
        yield packed[start : start + HASH_BYTES], packed[start + HASH_BYTES : start + width]
