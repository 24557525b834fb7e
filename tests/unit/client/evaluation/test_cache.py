"""Answers outlive the run that asked for them."""

from pathlib import Path

from winnow_client.command.evaluation.cache import AnswerCache
from winnow_client.command.evaluation.findings import Best, ChunkPlace, Cut, Found, Trims

FOUND = Found({"dense": ("a", "b")}, Best(0.5, 0.6, 0.7), (ChunkPlace("c", "a", 0, 9),), {"retrieve": 1.5}, Best())
TRIMS = Trims({"threshold 0.5": (Cut(9, 3, keeps_answer=True), Cut(9, 9))}, (1.0, 2.5))


def test_what_was_put_is_read_by_the_next_run(tmp_path: Path) -> None:
    path = tmp_path / "new" / "answers.jsonl"
    with AnswerCache(path) as cache:
        assert cache.get(Found, "q1") is None
        cache.put("q1", FOUND)
        cache.put("t1", TRIMS)
    with AnswerCache(path) as cache:
        assert (cache.get(Found, "q1"), cache.get(Trims, "t1"), cache.taken) == (FOUND, TRIMS, 2)


def test_a_torn_line_was_never_written(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    with AnswerCache(path) as cache:
        cache.put("q1", FOUND)
        cache.put("q2", FOUND)
    path.write_bytes(path.read_bytes()[:-20])
    with AnswerCache(path) as cache:
        assert (cache.get(Found, "q1"), cache.get(Found, "q2")) == (FOUND, None)
        cache.put("q3", FOUND)
    with AnswerCache(path) as cache:
        assert cache.get(Found, "q3") == FOUND


def test_what_an_older_version_wrote_is_asked_again(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_text('{"key": "q1", "value": {"best": 1}}\n', encoding="utf-8")
    with AnswerCache(path) as cache:
        assert (cache.get(Found, "q1"), cache.taken) == (None, 0)
