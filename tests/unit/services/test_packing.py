"""Vectors as bytes, and how little what is cut off moves a cosine."""

import math
from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnow.ranking.cosine import cosines
from winnow.services.packing import (
    HASH_BYTES,
    Rows,
    lengthen,
    pack_entries,
    pack_rows,
    shorten,
    text_hash,
    unpack_entries,
    unpack_rows,
    unpack_single,
)

DIRECTIONS = st.lists(st.floats(-1, 1, width=32), min_size=32, max_size=32).filter(lambda row: math.hypot(*row) > 0.1)


def single(*rows: list[float]) -> Rows:
    numbers = [number for row in rows for number in row]
    return Rows(array("f", numbers).tobytes(), [math.hypot(*row) for row in rows])


@given(DIRECTIONS, DIRECTIONS, DIRECTIONS)
def test_what_is_cut_off_moves_no_cosine_by_as_much_as_promised(
    query: list[float], one: list[float], other: list[float]
) -> None:
    kept = unpack_rows(pack_rows(single(one, other)))
    assert cosines(query, kept.numbers, kept.lengths) == pytest.approx(cosines(query, one + other), abs=4e-5)


@given(DIRECTIONS)
def test_a_packed_vector_unpacks_to_what_packs_to_the_same(row: list[float]) -> None:
    [packed] = pack_rows(single(row))
    assert pack_rows(unpack_rows([packed])) == [packed]


@given(DIRECTIONS)
def test_each_number_loses_its_lowest_byte_and_nothing_else(row: list[float]) -> None:
    whole = single(row).packed
    assert lengthen(shorten(whole)) == b"".join(b"\0" + whole[start + 1 : start + 4] for start in range(0, 128, 4))


def test_no_vectors_are_none() -> None:
    assert pack_rows(Rows(b"", [])) == []
    assert list(unpack_rows([]).numbers) == []


@given(DIRECTIONS)
def test_a_vector_that_is_kept_whole_is_what_it_was(row: list[float]) -> None:
    assert unpack_single(single(row).packed) == row


def test_entries_come_back_as_they_were_packed() -> None:
    packed = pack_rows(single([1.0, 2.0, -0.5], [0.25, 0.0, 1.0]))
    vectors = dict(zip((text_hash("model", text) for text in ("one", "two")), packed, strict=True))
    entries = pack_entries(vectors)
    assert len(entries) == 2 * (HASH_BYTES + 4 + 3 * 3)
    assert dict(unpack_entries(entries, dimensions=3)) == vectors
    assert dict(unpack_entries(entries[:-1], dimensions=3)) == dict([*vectors.items()][:1])


def test_a_hash_tells_texts_and_models_apart() -> None:
    assert len({text_hash(model, text) for model in ("a", "b") for text in ("a", "b", "")}) == 6
