"""Which way of scoring sentences keeps the most answers: the table of docs/retrieval.md.

Runs on the host with the model of the local Workers AI; vectors are cached, since the model makes about 40 a second.
"""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from scripts.data import Passage, Question, find_data, load_qed, load_xquad
from scripts.vectors import VectorCache
from winnow.ranking.cosine import cosines
from winnow.ranking.sentences import hybrid_order, reorder, sentence_coverages
from winnow.text.sentences import split_sentences
from winnow.text.spans import Span

KEPT = (1, 2, 3)
"""Sentences kept of each passage."""

Scores: TypeAlias = list[float]


@dataclass(frozen=True, slots=True)
class Case:
    """One question with its passage, cut into sentences; `gold` are the sentences that hold the answer."""

    query: str
    passage: Passage
    spans: Sequence[Span]
    gold: frozenset[int]

    @property
    def sentences(self) -> list[str]:
        return [self.passage.text[start:end] for start, end in self.spans]


def alone(case: Case) -> list[str]:
    return case.sentences


def with_title(case: Case) -> list[str]:
    return [f"{case.passage.title}: {sentence}" for sentence in case.sentences]


def with_previous(case: Case) -> list[str]:
    return _stretched(case, before=1, after=0)


def with_neighbours(case: Case) -> list[str]:
    return _stretched(case, before=1, after=1)


def _stretched(case: Case, *, before: int, after: int) -> list[str]:
    last = len(case.spans) - 1
    return [
        case.passage.text[case.spans[max(0, index - before)].start : case.spans[min(last, index + after)].end]
        for index in range(len(case.spans))
    ]


Context: TypeAlias = Callable[[Case], list[str]]
CONTEXTS: Mapping[str, Context] = {
    "alone": alone,
    "title: sentence": with_title,
    "previous + sentence": with_previous,
    "previous + sentence + next": with_neighbours,
}


QED_CONTEXTS = ("alone", "title: sentence")
"""Neighbours lose by far on XQuAD, and embedding them for QED takes an hour."""


def cosine_scores(vectors: VectorCache, case: Case, context: Context) -> Scores:
    rows = vectors.flat(context(case))
    return cosines(vectors.query(case.query), rows)


def coverage_scores(case: Case) -> Scores:
    return sentence_coverages(case.query, case.sentences)


def fuse_scores(cosines_of: Scores, coverages: Scores) -> Scores:
    """Scores in the order of the rank fusion, as `scorer: "hybrid"` has it."""
    return reorder(cosines_of, hybrid_order(cosines_of, coverages))


def smooth(scores: Scores, *, share: float) -> Scores:
    """Each score mixed with the mean of its neighbours': context that costs no embedding."""
    mixed = []
    for index, score in enumerate(scores):
        around = scores[max(0, index - 1) : index] + scores[index + 1 : index + 2]
        mixed.append((1 - share) * score + share * sum(around) / len(around) if around else score)
    return mixed


def score_table(vectors: VectorCache, cases: Sequence[Case], contexts: Sequence[str]) -> dict[str, list[Scores]]:
    """All scorers over all cases, by name."""
    lexical = [coverage_scores(case) for case in cases]
    table = {"coverage alone": lexical}
    dense = {name: [cosine_scores(vectors, case, CONTEXTS[name]) for case in cases] for name in contexts}
    dense["alone, scores smoothed .25"] = [smooth(scores, share=0.25) for scores in dense["alone"]]
    for name in contexts[1:]:
        dense[f"mean of alone and {name}"] = _means(dense["alone"], dense[name])
    for name, rows in dense.items():
        table[f"cosine, {name}"] = rows
        table[f"hybrid, {name}"] = [fuse_scores(row, words) for row, words in zip(rows, lexical, strict=True)]
    return table


def _means(left: list[Scores], right: list[Scores]) -> list[Scores]:
    return [[(a + b) / 2 for a, b in zip(x, y, strict=True)] for x, y in zip(left, right, strict=True)]


def kept_share(cases: Sequence[Case], scores: Sequence[Scores], *, count: int) -> float:
    """The share of cases whose answer lies wholly in the `count` best sentences (ties: the earlier first)."""
    kept = 0
    for case, row in zip(cases, scores, strict=True):
        best = sorted(range(len(row)), key=lambda index: -row[index])[:count]
        kept += case.gold <= set(best)
    return kept / len(cases)


def cases_of(questions: Sequence[Question]) -> list[Case]:
    spans: dict[str, Sequence[Span]] = {}
    cases = []
    for question in questions:
        passage = question.passage
        if passage.text not in spans:
            spans[passage.text] = passage.sentences or split_sentences(passage.text)
        gold = frozenset(
            index
            for index, (start, end) in enumerate(spans[passage.text])
            if start < question.answer.end and question.answer.start < end
        )
        cases.append(Case(question.text, passage, spans[passage.text], gold))
    return cases


def main() -> int:
    arguments = _parser().parse_args()
    data = find_data()
    if data is None:
        print("skipped: no data (set WINNOW_DATA, or put it in ../shared/data)")
        return 0
    every = tuple(CONTEXTS)
    sets = {
        "XQuAD en": (load_xquad(data, "en"), every),
        "XQuAD es": (load_xquad(data, "es"), every),
        "QED": (load_qed(data)[: arguments.qed], QED_CONTEXTS),
    }
    for name, (questions, contexts) in sets.items():
        cases = cases_of(questions)
        with VectorCache(arguments.cache) as vectors:
            vectors.prepare_queries([case.query for case in cases])
            for context in contexts:
                vectors.prepare([text for case in cases for text in CONTEXTS[context](case)])
            table = score_table(vectors, cases, contexts)
        print(f"\n{name}: {len(cases)} questions; answers wholly kept at {KEPT} sentences of the passage")
        for scorer, scores in table.items():
            shares = "  ".join(f"{kept_share(cases, scores, count=count):.3f}" for count in KEPT)
            print(f"  {scorer:<46} {shares}", flush=True)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="eval-sentences", description=__doc__)
    parser.add_argument("--cache", type=Path, default=None, help="a file that keeps vectors for the next run")
    parser.add_argument("--qed", type=int, default=300, help="questions of QED (default: %(default)s)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
