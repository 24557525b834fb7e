"""Chunks that share characters of their document become one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnow.text.chunking import chunk_text
from winnow.trimming.merging import MergedPassage, Passage, merge_overlaps

TEXT = "abcdefghijklmnopqrstuvwxyz"


def passage(start: int, end: int, document_id: str = "d") -> Passage:
    return Passage(document_id, start, end, TEXT[start:end])


def test_overlapping_passages_become_one_where_the_first_stood() -> None:
    assert merge_overlaps([passage(20, 24), passage(4, 8), passage(0, 5), passage(7, 12)]) == [
        MergedPassage(passage(20, 24), (0,)),
        MergedPassage(passage(0, 12), (1, 2, 3)),
    ]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (passage(0, 5), passage(5, 9)),
        (passage(0, 5), passage(3, 9, "other")),
        (passage(0, 5), Passage("d", 3, 9, "another version"[:6])),
        (passage(0, 5), Passage("d", 3, 9, "[Doc: Alphabet]\ndefghi")),
        (Passage("d", 0, 5, "[Doc: Alphabet]\nabcde"), passage(3, 9)),
    ],
    ids=["touching", "of two documents", "that disagree", "second prefixed", "first prefixed"],
)
def test_passages_that_share_no_characters_stay_apart(first: Passage, second: Passage) -> None:
    assert merge_overlaps([second, first]) == [MergedPassage(second, (0,)), MergedPassage(first, (1,))]


def test_a_passage_within_another_and_a_repeated_one_are_absorbed() -> None:
    assert merge_overlaps([passage(2, 9), passage(3, 5), passage(2, 9)]) == [MergedPassage(passage(2, 9), (0, 1, 2))]


def test_a_prefixed_passage_does_not_part_those_around_it() -> None:
    prefixed = Passage("d", 2, 6, "[Doc: x]\ncdef")
    assert merge_overlaps([passage(0, 5), prefixed, passage(3, 9)]) == [
        MergedPassage(passage(0, 9), (0, 2)),
        MergedPassage(prefixed, (1,)),
    ]


def test_the_chunks_of_a_document_merge_back_into_it() -> None:
    text = " ".join(f"This is sentence number {number}." for number in range(200))
    passages = [Passage("d", chunk.start, chunk.end, chunk.content) for chunk in chunk_text(text)]
    assert len(passages) > 5
    assert merge_overlaps(passages) == [MergedPassage(Passage("d", 0, len(text), text), tuple(range(len(passages))))]


STARTS, LENGTHS = st.integers(0, 20), st.integers(1, 6)


PASSAGES = st.builds(
    lambda start, length, document_id: passage(start, start + length, document_id),
    STARTS,
    LENGTHS,
    st.sampled_from("de"),
)


@given(st.lists(PASSAGES, max_size=8))
def test_every_passage_is_in_one_merged_passage_and_none_of_these_overlap(passages: list[Passage]) -> None:
    merged = merge_overlaps(passages)
    assert sorted(member for item in merged for member in item.members) == list(range(len(passages)))
    assert [item.members[0] for item in merged] == sorted(item.members[0] for item in merged)
    covered: set[tuple[str, int]] = set()
    for item in merged:
        whole = item.passage
        assert whole == passage(whole.start, whole.end, whole.document_id)
        for member in item.members:
            part = passages[member]
            assert part.document_id == whole.document_id
            assert whole.start <= part.start < part.end <= whole.end
        characters = {(whole.document_id, position) for position in range(whole.start, whole.end)}
        assert not characters & covered
        covered |= characters
