"""A tiny data set, in each form that is read."""

import json
from pathlib import Path
from typing import Any

TIDES = "The moon raises the tides. Bakers rise early to knead the dough."
LEAVE = "Everyone has thirty days of leave. The office closes in winter."


def write_squad(folder: Path, *, impossible: bool = True) -> Path:
    """Two articles of a paragraph each; one question that its paragraph does not answer."""

    def entry(identifier: str, question: str, context: str, answer: str) -> dict[str, Any]:
        return {
            "id": identifier,
            "question": question,
            "answers": [{"text": answer, "answer_start": context.index(answer)}],
        }

    tides = [entry("q1", "What raises the tides?", TIDES, "The moon")]
    if impossible:
        tides.append({"id": "q2", "question": "Who painted the moon?", "answers": [], "is_impossible": True})
    leave = [entry("q3", "How many days of leave are there?", LEAVE, "thirty days")]
    articles = [
        {"title": "The_sea", "paragraphs": [{"context": TIDES, "qas": tides}]},
        {"title": "Work", "paragraphs": [{"context": LEAVE, "qas": leave}]},
    ]
    file = folder / "squad.json"
    file.write_text(json.dumps({"data": articles}), encoding="utf-8")
    return file


def write_beir(folder: Path) -> Path:
    """Two documents, two judged queries, and one without a judgement above 0."""
    root = folder / "beir"
    (root / "qrels").mkdir(parents=True)
    _write_lines(
        root / "corpus.jsonl",
        [{"_id": "d1", "title": "The sea", "text": TIDES}, {"_id": "d2", "title": "", "text": LEAVE}],
    )
    _write_lines(
        root / "queries.jsonl",
        [
            {"_id": "q1", "text": "What raises the tides?"},
            {"_id": "q2", "text": "How many days of leave are there?"},
            {"_id": "q3", "text": "Who painted the moon?"},
        ],
    )
    (root / "qrels" / "test.tsv").write_text(
        "query-id\tcorpus-id\tscore\nq1\td1\t2\nq2\td2\t1\nq3\td1\t0\n", encoding="utf-8"
    )
    return root


def write_table(folder: Path) -> Path:
    """The second question has no answer, and the third's stands in its document in other words."""
    file = folder / "table.csv"
    file.write_text(
        "Question,Answer,Document\n"
        f'What raises the tides?,The moon,"{TIDES}"\n'
        "Who painted the moon?,,\n"
        f'How many days of leave are there?,30,"{LEAVE}"\n',
        encoding="utf-8",
    )
    return file


def write_qed(folder: Path) -> Path:
    """One question that the first sentence answers, one that nothing does, and one that takes several sentences."""

    def entry(number: int, question: str, kind: str) -> dict[str, Any]:
        annotation: dict[str, Any] = {"explanation_type": kind}
        if kind == "single_sentence":
            annotation["selected_sentence"] = {"start": 0, "end": TIDES.index(" Bakers")}
        return {
            "example_id": number,
            "title_text": "The sea",
            "question_text": question,
            "paragraph_text": TIDES,
            "annotation": annotation,
        }

    file = folder / "qed.jsonlines"
    _write_lines(
        file,
        [
            entry(1, "what raises the tides", "single_sentence"),
            entry(2, "who painted the moon", "none"),
            entry(3, "why do bakers rise", "multi_sentence"),
        ],
    )
    return file


def _write_lines(file: Path, rows: list[dict[str, Any]]) -> None:
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
