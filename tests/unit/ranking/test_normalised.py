"""Min-max-normalised weighted sum, with its degenerate cases."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnow.ranking.normalised import ScoredRanking, normalised_fusion

SCORES = st.dictionaries(st.sampled_from("abcdefgh"), st.floats(-1e6, 1e6), max_size=8)


def fuse(dense: dict[str, float], lexical: dict[str, float], *, weight: float = 1.0) -> list[tuple[str, float]]:
    rankings = {"dense": ScoredRanking(dense, weight), "lexical": ScoredRanking(lexical)}
    return normalised_fusion(rankings, tie_break="dense")


@pytest.mark.parametrize(
    ("dense", "lexical", "expected"),
    [
        pytest.param(
            {"a": 0.9, "b": 0.85, "c": 0.8}, {"b": 12.0, "d": 2.0},
            [("b", 0.75), ("a", 0.5), ("c", 0.0), ("d", 0.0)],
            id="each stands between its leg's best and worst",
        ),
        pytest.param({"a": 0.3}, {}, [("a", 0.5)], id="one candidate is the best, and missing is nothing"),
        pytest.param({"a": 0.3, "b": 0.3}, {}, [("a", 0.5), ("b", 0.5)], id="equal scores are all the best"),
        pytest.param({}, {}, [], id="nothing"),
    ],
)  # fmt: skip
def test_cases(dense: dict[str, float], lexical: dict[str, float], expected: list[tuple[str, float]]) -> None:
    fused = fuse(dense, lexical)
    assert [identifier for identifier, _ in fused] == [identifier for identifier, _ in expected]
    assert [value for _, value in fused] == pytest.approx([value for _, value in expected])


def test_a_leg_counts_by_its_share_of_the_weights() -> None:
    assert dict(fuse({"a": 1.0}, {"b": 1.0}, weight=3.0)) == {"a": 0.75, "b": 0.25}


def test_a_tie_goes_to_the_better_dense_place_then_to_the_id() -> None:
    fused = fuse({"z": 0.5, "a": 0.5}, {"m": 1.0, "k": 1.0})
    assert [identifier for identifier, _ in fused] == ["z", "a", "k", "m"]


@given(SCORES, SCORES, st.floats(0.001, 1000))
def test_values_lie_between_0_and_1_in_order(dense: dict[str, float], lexical: dict[str, float], weight: float) -> None:
    values = [value for _, value in fuse(dense, lexical, weight=weight)]
    assert all(0.0 <= value <= 1.0 for value in values)
    assert values == sorted(values, reverse=True)
    assert len(values) == len({*dense, *lexical})
