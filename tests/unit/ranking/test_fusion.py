"""Reciprocal rank fusion, exactly."""

from hypothesis import given
from hypothesis import strategies as st

from winnow.ranking.fusion import Ranking, reciprocal_rank_fusion

IDS = st.lists(st.sampled_from("abcdefghijklmnopqrstuvwxyz"), max_size=20, unique=True)
LEGS = st.fixed_dictionaries({"dense": IDS, "lexical": IDS})


def fuse(dense: list[str], lexical: list[str]) -> list[tuple[str, float]]:
    rankings = {"dense": Ranking(dense), "lexical": Ranking(lexical)}
    return reciprocal_rank_fusion(rankings, tie_break="dense")


def test_each_rank_is_worth_its_share() -> None:
    assert fuse(["a", "b"], ["b", "c"]) == [("b", 1 / 62 + 1 / 61), ("a", 1 / 61), ("c", 1 / 62)]


def test_a_leg_counts_by_its_weight() -> None:
    rankings = {"dense": Ranking(["a"], 0.5), "lexical": Ranking(["b"], 2.0)}
    assert reciprocal_rank_fusion(rankings, tie_break="dense") == [("b", 2 / 61), ("a", 0.5 / 61)]


def test_a_repeated_id_counts_once_at_its_best_rank_and_takes_no_place() -> None:
    assert fuse(["a", "a", "b"], []) == [("a", 1 / 61), ("b", 1 / 62)]


def test_a_tie_goes_to_the_better_dense_rank() -> None:
    assert [identifier for identifier, _ in fuse(["z", "a"], ["a", "z"])] == ["z", "a"]


def test_a_tie_without_dense_ranks_goes_by_id() -> None:
    rankings = {"one": Ranking(["z"]), "two": Ranking(["a"])}
    assert [identifier for identifier, _ in reciprocal_rank_fusion(rankings, tie_break="dense")] == ["a", "z"]


@given(LEGS)
def test_values_lie_in_the_documented_range(legs: dict[str, list[str]]) -> None:
    values = [value for _, value in fuse(**legs)]
    assert all(1 / 80 <= value <= 2 / 61 for value in values)
    assert values == sorted(values, reverse=True)


def test_both_ends_of_the_range_are_reached() -> None:
    ids = [f"{number:02}" for number in range(20)]
    values = dict(fuse(ids, ids[:1]))
    assert (round(values["00"], 4), values["19"]) == (0.0328, 0.0125)
