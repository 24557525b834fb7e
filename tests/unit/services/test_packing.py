"""Vectors as bytes, and how little half precision moves a cosine."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnow.errors import BrokenContract
from winnow.ranking.cosine import cosines
from winnow.services.packing import (
    HASH_BYTES,
    pack_entries,
    pack_half,
    pack_single,
    text_hash,
    unpack_entries,
    unpack_half,
    unpack_single,
)

DIRECTIONS = st.lists(st.floats(-1, 1), min_size=32, max_size=32).filter(lambda row: math.hypot(*row) > 0.1)


@given(DIRECTIONS, DIRECTIONS)
def test_half_precision_moves_a_cosine_by_less_than_a_thousandth(query: list[float], row: list[float]) -> None:
    exact, halved = cosines(query, row), cosines(query, unpack_half(pack_half(row)))
    assert halved[0] == pytest.approx(exact[0], abs=1e-3)


@given(DIRECTIONS)
def test_a_packed_vector_unpacks_to_what_packs_to_the_same(row: list[float]) -> None:
    assert pack_half(unpack_half(pack_half(row))) == pack_half(row)
    assert pack_single(unpack_single(pack_single(row))) == pack_single(row)


def test_a_number_that_does_not_fit_is_not_an_embedding() -> None:
    with pytest.raises(BrokenContract):
        pack_half([1e6])


def test_entries_come_back_as_they_were_packed() -> None:
    vectors = {text_hash("model", text): pack_half([1.0, 2.0, -0.5]) for text in ("one", "two")}
    packed = pack_entries(vectors)
    assert len(packed) == 2 * (HASH_BYTES + 3 * 2)
    assert dict(unpack_entries(packed, dimensions=3)) == vectors
    assert dict(unpack_entries(packed[:-1], dimensions=3)) == dict([*vectors.items()][:1])


def test_a_hash_tells_texts_and_models_apart() -> None:
    assert len({text_hash(model, text) for model in ("a", "b") for text in ("a", "b", "")}) == 6
