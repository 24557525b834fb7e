"""Recall@k, MRR@10 and nDCG@10, by ir-measures: trec_eval's own definitions."""

from collections.abc import Mapping, Sequence

import ir_measures

from winnow_client.command.evaluation.questions import Question

MEASURES = ("R@1", "R@5", "R@10", "RR@10", "nDCG@10")


def measure(questions: Sequence[Question], rankings: Mapping[str, Sequence[str]]) -> dict[str, list[float]]:
    """By measure, a value for each question, in their order. `rankings` are documents by question id, best first."""
    judged = {question.id: dict(question.relevant) for question in questions}
    run = {
        question.id: {document: -float(place) for place, document in enumerate(rankings[question.id])}
        for question in questions
    }
    measures = [ir_measures.parse_measure(name) for name in MEASURES]
    values = {
        (str(entry.measure), entry.query_id): float(entry.value)
        for entry in ir_measures.iter_calc(measures, judged, run)
    }
    return {name: [values.get((name, question.id), 0.0) for question in questions] for name in MEASURES}
