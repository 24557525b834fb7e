"""Cosine similarity over flat vectors, without numpy."""

import math
import sys
from collections.abc import Sequence

UNCOMPARABLE = -1.0
"""The score of a zero or non-finite vector: the lowest cosine there is, and never NaN."""

if sys.version_info >= (3, 12):  # the Worker: 14 microseconds for 384 numbers, where a loop takes 60 to 100
    dot = math.sumprod
else:  # tooling and unit tests

    def dot(left: Sequence[float], right: Sequence[float], /) -> float:
        return sum(a * b for a, b in zip(left, right, strict=True))


def cosines(query: Sequence[float], vectors: Sequence[float], lengths: Sequence[float] | None = None) -> list[float]:
    """The cosine of `query` with each row of `vectors`, which is flat and row-major.

    `len(vectors)` is a multiple of `len(query)`; the result has one score in [-1, 1] for each row. A row, or a query,
    that is zero or holds a non-finite number scores `UNCOMPARABLE`. `lengths` are the Euclidean ones of the rows,
    where they are known: to compute them takes as long as all the rest.

    Raises:
        ValueError: `query` is empty, or `vectors` does not divide into rows of its length, one for each of `lengths`.
    """
    dimensions = len(query)
    if dimensions == 0 or len(vectors) % dimensions:
        raise ValueError(
            f"vectors must hold rows of len(query) = {dimensions} >= 1 numbers, not {len(vectors)} numbers"
        )
    own_length = math.sqrt(dot(query, query))
    rows = [vectors[start : start + dimensions] for start in range(0, len(vectors), dimensions)]
    if lengths is None:
        lengths = [math.sqrt(dot(row, row)) for row in rows]
    scales = [own_length * length for length in lengths]
    # Rounding can carry the quotient past 1 by an ulp or two; the range is a promise. NaN is in no range.
    return [
        max(-1.0, min(1.0, dot(query, row) / scale)) if 0.0 < scale < math.inf else UNCOMPARABLE
        for row, scale in zip(rows, scales, strict=True)
    ]
