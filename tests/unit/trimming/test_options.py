"""A wish out of its range is refused by name."""

import math

import pytest

from winnow.trimming.options import TrimOptions


@pytest.mark.parametrize("threshold", [math.nan, math.inf, -math.inf, 1.01, -1.01])
def test_threshold(threshold: float) -> None:
    with pytest.raises(ValueError, match=rf"^threshold must be in \[-1, 1\], not {threshold}$"):
        TrimOptions(threshold=threshold)


def test_min_sentences() -> None:
    with pytest.raises(ValueError, match=r"^min_sentences must be 0 or more, not -1$"):
        TrimOptions(min_sentences=-1)


def test_window() -> None:
    with pytest.raises(ValueError, match=r"^window must be 0 or more, not -1$"):
        TrimOptions(window=-1)


@pytest.mark.parametrize("relative", [math.nan, math.inf, 0, -0.5, 1.01])
def test_relative(relative: float) -> None:
    with pytest.raises(ValueError, match=rf"^relative must be in \(0, 1\], not {relative}$"):
        TrimOptions(relative=relative)


@pytest.mark.parametrize("max_tokens", [0, -1])
def test_max_tokens(max_tokens: int) -> None:
    with pytest.raises(ValueError, match=rf"^max_tokens must be 1 or more, not {max_tokens}$"):
        TrimOptions(max_tokens=max_tokens)


def test_both_ends_of_each_range_are_allowed() -> None:
    assert TrimOptions(threshold=-1, min_sentences=0, window=0, relative=1, max_tokens=1) == TrimOptions(
        threshold=-1.0, min_sentences=0, relative=1.0, max_tokens=1
    )
    assert TrimOptions(threshold=1).threshold == 1
