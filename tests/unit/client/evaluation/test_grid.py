"""The settings tried lie where the cosines are."""

from hypothesis import given
from hypothesis import strategies as st

from winnow_client.command.evaluation.grid import TrimSetting, settings_for


def test_where_cosines_crowd() -> None:
    rows = [[0.75 + 0.001 * place for place in range(0, 100, 10)] for _ in range(20)]
    assert [setting.label for setting in settings_for(rows)] == [
        "threshold 0.775", "threshold 0.795", "threshold 0.81", "threshold 0.82", "threshold 0.83",
        "relative 0.925", "relative 0.945", "relative 0.97", "relative 0.99",
        "min_sentences 3", "min_sentences 2", "min_sentences 1",
    ]  # fmt: skip


def test_what_each_asks_of_the_server() -> None:
    assert TrimSetting(threshold=0.8).as_request() == {"threshold": 0.8, "min_sentences": 1}
    assert TrimSetting(relative=0.9).as_request() == {"threshold": -1.0, "min_sentences": 1, "relative": 0.9}
    assert TrimSetting(threshold=1.0, min_sentences=2).as_request() == {"threshold": 1.0, "min_sentences": 2}


@given(st.lists(st.lists(st.floats(-1, 1), max_size=8), max_size=8))
def test_any_cosines_give_settings_that_a_server_takes(rows: list[list[float]]) -> None:
    settings = settings_for(rows)
    assert len({setting.label for setting in settings}) == len(settings) >= 3
    for setting in settings:
        assert -1 <= setting.threshold <= 1
        assert setting.relative is None or 0 < setting.relative <= 1
