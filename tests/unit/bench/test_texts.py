"""The texts that are measured with: as many sentences as asked for, for both Workers."""

import re

import pytest

from scripts.bench.texts import Writer, plain_sentences
from winnow.text.sentences import split_sentences


def test_there_are_sentences_of_both_languages() -> None:
    first_words = {match["first"] for match in plain_sentences()}
    assert {"The", "El"} <= first_words


@pytest.mark.parametrize("count", [1, 10, 1_000])
def test_both_splitters_find_what_was_written(count: int) -> None:
    texts = Writer("mark").chunks(count)
    assert sum(len(split_sentences(text)) for text in texts) == count
    assert sum(len(re.split(r"(?<=[.!?])\s+", text)) for text in texts) == count


def test_no_sentence_comes_twice_and_all_hold_the_mark() -> None:
    writer = Writer("mark")
    sentences = [writer.sentence() for _ in range(500)]
    assert len(set(sentences)) == 500
    assert all(" mark " in sentence for sentence in sentences)


def test_a_text_is_as_long_as_it_was_to_be() -> None:
    assert len(Writer("mark").characters(10_000)) == 10_000
