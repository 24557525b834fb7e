"""The calls of bindings that Winnow made, as a plan to make them again."""

from typing import Any

from scripts.bench.counted import plan

MAIN, DENSE, LEXICAL = 1, 2, 3


def call(name: str, task: int) -> dict[str, Any]:
    return {"binding": name, "task": task}


def test_tasks_side_by_side_stand_between_what_the_main_one_asked_before_and_after() -> None:
    before, after = call("DB", MAIN), call("DB", MAIN)
    embed, search, query = call("AI", DENSE), call("DB", LEXICAL), call("VECTORIZE", DENSE)
    assert plan([before, embed, search, query, after], main=MAIN) == [[[before]], [[embed, query], [search]], [[after]]]


def test_without_other_tasks_there_is_one_lane() -> None:
    calls = [call("AI", MAIN), call("DB", MAIN)]
    assert plan(calls, main=MAIN) == [[calls]]
    assert plan([], main=MAIN) == []


def test_without_a_call_of_the_main_task_there_is_one_stage() -> None:
    embed, search = call("AI", DENSE), call("DB", LEXICAL)
    assert plan([embed, search], main=MAIN) == [[[embed], [search]]]
