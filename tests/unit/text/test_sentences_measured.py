"""The measured promises: quality on the development sets, whole answers, nothing lost of the worst texts."""

from itertools import pairwise

import pytest

from scripts.text_measures import DATA, LANGUAGES, boundary_f1, cut_answers
from scripts.text_probe import WORST_CASES, worst_text
from winnow.text.sentences import split_sentences

needs_data = pytest.mark.skipif(not DATA.is_dir(), reason=f"no data at {DATA}: set WINNOW_DATA")


@needs_data
@pytest.mark.parametrize(("name", "floor"), [("en_ewt_dev.jsonl", 94.5), ("es_gsd_dev.jsonl", 99.2)])
def test_boundaries_of_the_development_sets_are_found(name: str, floor: float) -> None:
    assert boundary_f1(name, split_sentences) >= floor


@needs_data
@pytest.mark.parametrize("language", LANGUAGES)
def test_at_most_one_answer_is_cut_in_two(language: str) -> None:
    assert cut_answers(language, split_sentences) <= 1


@pytest.mark.parametrize("index", range(len(WORST_CASES)), ids=[name for name, _, _ in WORST_CASES])
def test_a_worst_case_is_split_whole(index: int) -> None:
    """Of a size at which a quadratic step would not come to an end; `make bench-text` tells the seconds."""
    text = worst_text(index, factor=1)
    bounds = [(0, 0), *split_sentences(text), (len(text), len(text))]
    assert not any(text[end:start].strip() for (_, end), (start, _) in pairwise(bounds))
