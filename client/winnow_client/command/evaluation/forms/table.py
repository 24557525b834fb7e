"""A table of question and answer, with or without the document that the answer is in."""

import csv
import io
from collections.abc import Mapping

from winnow_client.command.evaluation.questions import Answer, DataError, Passage, Question, QuestionSet
from winnow_client.command.reading.tables import delimiter_of


def read_table(name: str, text: str) -> QuestionSet:
    """A row without an answer is an unanswerable question. Without documents, the answers are what is stored.

    Raises:
        DataError: a column is missing.
    """
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter_of(text))
    columns = {(column or "").strip().lower(): column for column in reader.fieldnames or []}
    missing = [column for column in ("question", "answer") if column not in columns]
    if missing:
        raise DataError(f"{name} has no column {missing[0]!r}")
    rows = [{column: (row[key] or "").strip() for column, key in columns.items()} for row in reader]
    passages: dict[str, Passage] = {}
    for row in rows:
        if stored := _document(row):
            identifier = f"document-{len(passages)}"
            passages.setdefault(stored, Passage(identifier, "", stored, identifier))
    questions = [_question(place, row, passages) for place, row in enumerate(rows) if row["question"]]
    return QuestionSet(name, list(passages.values()), questions)


def _document(row: Mapping[str, str]) -> str:
    return row.get("document") or row["answer"]


def _question(place: int, row: Mapping[str, str], passages: Mapping[str, Passage]) -> Question:
    identifier, text = f"row-{place}", row["question"]
    if not row["answer"]:
        return Question(identifier, text, identifier)
    passage = passages[_document(row)]
    start = passage.text.find(row["answer"]) if row.get("document") else -1
    answer = Answer(passage.id, start, start + len(row["answer"])) if start >= 0 else None
    return Question(identifier, text, passage.group, {passage.id: 1}, answer)
