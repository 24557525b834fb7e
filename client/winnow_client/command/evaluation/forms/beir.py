"""BEIR: a folder of corpus.jsonl, queries.jsonl and qrels/*.tsv."""

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from winnow_client.command.evaluation.questions import DataError, Passage, Question, QuestionSet

CORPUS = "corpus.jsonl"


def read_beir(folder: Path) -> QuestionSet:
    """Judgements are those of qrels/test.tsv, else of all its files; queries without any are not asked.

    Raises DataError, OSError, KeyError or ValueError where the form is broken.
    """
    passages = [
        Passage(str(row["_id"]), row.get("title") or "", row["text"], str(row["_id"]))
        for row in _lines(folder / CORPUS)
        if row["text"].strip()
    ]
    known = frozenset(passage.id for passage in passages)
    judged = _judgements(folder / "qrels")
    questions = []
    for row in _lines(folder / "queries.jsonl"):
        relevant = {document: grade for document, grade in judged.get(str(row["_id"]), {}).items() if document in known}
        if relevant:
            questions.append(Question(str(row["_id"]), row["text"], next(iter(relevant)), relevant))
    return QuestionSet(folder.name, passages, questions)


def _judgements(folder: Path) -> dict[str, dict[str, int]]:
    test = folder / "test.tsv"
    files = [test] if test.is_file() else sorted(folder.glob("*.tsv"))
    if not files:
        raise DataError(f"{folder} holds no judgements (*.tsv)")
    judged: dict[str, dict[str, int]] = {}
    for file in files:
        with file.open(encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
                if int(row["score"]) > 0:
                    judged.setdefault(row["query-id"], {})[row["corpus-id"]] = int(row["score"])
    return judged


def _lines(file: Path) -> Iterator[dict[str, Any]]:
    with file.open(encoding="utf-8") as lines:
        yield from (json.loads(line) for line in lines if line.strip())
