"""Cuts fall between what a reader sees as characters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnow.text.graphemes import grapheme_start

CLUSTERS = [
    *("a", " ", "\r\n", "\n", "漢", "😀", "e\u0301", "o\u0302\u0323", "❤\ufe0f", "👍🏽", "1\ufe0f\u20e3"),
    *("👨\u200d👩\u200d👧", "🏳\ufe0f\u200d🌈", "🇪🇸", "🇫🇷", "\u1112\u1161\u11ab", "한", "\uac00\u11a8"),
    *(
        "क्षि",
        "ก็",
        "กำ",
        "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
        "a\u200c",
        "\ud800",
    ),
]


@given(st.lists(st.sampled_from(CLUSTERS), min_size=1))
def test_every_position_falls_back_to_the_start_of_its_cluster(clusters: list[str]) -> None:
    text = "".join(clusters)
    starts = [start for start, cluster in _placed(clusters) for _ in cluster]
    assert [grapheme_start(text, position) for position in range(len(text))] == starts


def _placed(clusters: list[str]) -> list[tuple[int, str]]:
    return [(sum(map(len, clusters[:place])), cluster) for place, cluster in enumerate(clusters)]


@pytest.mark.parametrize("cluster", CLUSTERS)
def test_both_ends_of_a_text_are_boundaries(cluster: str) -> None:
    assert (grapheme_start(cluster, 0), grapheme_start(cluster, len(cluster))) == (0, len(cluster))


def test_the_floor_is_taken_as_a_boundary() -> None:
    assert grapheme_start("a" + "\u0301" * 10, 8, floor=5) == 5
