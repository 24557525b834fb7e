"""An evaluation as tables for people and as JSON for programs."""

import dataclasses
from collections.abc import Sequence
from typing import Any

from winnow_client.command.evaluation.measures import MEASURES
from winnow_client.command.evaluation.results import PLACES, SetResult
from winnow_client.command.output import print_table, say

LATENCY_COLUMNS = tuple(f"p{place}" for place in PLACES)


def print_results(results: Sequence[SetResult]) -> None:
    for result in results:
        say(f"\n{result.name}: {result.questions} questions, {result.documents} documents", style="bold")
        print_table(["leg", *MEASURES], ranking_rows(result), right=MEASURES)
        print_table(["trim setting", "answers kept", "tokens kept"], trim_rows(result))
        if result.populations is not None:
            print_table(["score", "area under the curve"], separation_rows(result))
        print_table(["milliseconds", *LATENCY_COLUMNS], latency_rows(result), right=LATENCY_COLUMNS)


def ranking_rows(result: SetResult) -> list[list[str]]:
    return [[leg, *(str(measures[name]) for name in MEASURES)] for leg, measures in result.ranking.items()]


def trim_rows(result: SetResult) -> list[list[str]]:
    return [
        [entry.setting.label, "no answers marked" if entry.retention is None else str(entry.retention), str(entry.kept)]
        for entry in result.trimming
    ]


def separation_rows(result: SetResult) -> list[list[str]]:
    """How well each best score tells answerable questions from the others."""
    areas = {} if result.populations is None else result.populations.separation()
    return [[name, f"{area:.3f}"] for name, area in areas.items()]


def latency_rows(result: SetResult) -> list[list[str]]:
    return [[stage, *(f"{value:.1f}" for value in values)] for stage, values in result.latency().items()]


def as_json(result: SetResult) -> dict[str, Any]:
    populations = result.populations
    return {
        "name": result.name,
        "namespace": result.namespace,
        "documents": result.documents,
        "questions": result.questions,
        "ranking": {
            leg: {name: dataclasses.asdict(estimate) for name, estimate in measures.items()}
            for leg, measures in result.ranking.items()
        },
        "answers": result.answers,
        "answers_found": result.answers_found and dataclasses.asdict(result.answers_found),
        "trimming": [dataclasses.asdict(entry) for entry in result.trimming],
        "absent": populations
        and {
            "from": populations.absent_from,
            "questions": len(populations.absent),
            "area_under_curve": populations.separation(),
        },
        "latency_ms": {
            stage: dict(zip(LATENCY_COLUMNS, values, strict=True)) for stage, values in result.latency().items()
        },
    }
