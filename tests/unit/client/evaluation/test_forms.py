"""Each form of data is read into the same questions."""

import json
from pathlib import Path

import pytest

from tests.unit.client.evaluation.data import LEAVE, TIDES, write_beir, write_qed, write_squad, write_table
from winnow_client.command.evaluation.loading import load_question_sets
from winnow_client.command.evaluation.questions import Answer, DataError, Passage, Question, QuestionSet

QED_ENTRY = {
    "example_id": 1,
    "title_text": "x",
    "question_text": "?",
    "paragraph_text": "x",
    "annotation": {"explanation_type": "single_sentence", "selected_sentence": {"start": 0, "end": 1}},
}


def read(path: Path) -> QuestionSet:
    [loaded] = load_question_sets([path])
    return loaded


def test_squad(tmp_path: Path) -> None:
    assert read(write_squad(tmp_path)) == QuestionSet(
        "squad",
        [Passage("0.0", "The sea", TIDES, "The_sea"), Passage("1.0", "Work", LEAVE, "Work")],
        [
            Question("q1", "What raises the tides?", "The_sea", {"0.0": 1}, Answer("0.0", 0, 8)),
            Question("q2", "Who painted the moon?", "The_sea"),
            Question("q3", "How many days of leave are there?", "Work", {"1.0": 1}, Answer("1.0", 13, 24)),
        ],
        has_groups=True,
    )
    assert LEAVE[13:24] == "thirty days"


def test_beir(tmp_path: Path) -> None:
    assert read(write_beir(tmp_path)) == QuestionSet(
        "beir",
        [Passage("d1", "The sea", TIDES, "d1"), Passage("d2", "", LEAVE, "d2")],
        [
            Question("q1", "What raises the tides?", "d1", {"d1": 2}),
            Question("q2", "How many days of leave are there?", "d2", {"d2": 1}),
        ],
    )


def test_a_table_with_documents(tmp_path: Path) -> None:
    first, second = "document-0", "document-1"
    assert read(write_table(tmp_path)) == QuestionSet(
        "table",
        [Passage(first, "", TIDES, first), Passage(second, "", LEAVE, second)],
        [
            Question("row-0", "What raises the tides?", first, {first: 1}, Answer(first, 0, 8)),
            Question("row-1", "Who painted the moon?", "row-1"),
            Question("row-2", "How many days of leave are there?", second, {second: 1}),
        ],
    )


def test_a_table_without_documents_stores_its_answers(tmp_path: Path) -> None:
    file = tmp_path / "faq.csv"
    file.write_text("question;answer\nWhat raises the tides?;The moon, mostly.\nWho painted it?;\n", encoding="utf-8")
    loaded = read(file)
    assert [passage.text for passage in loaded.passages] == ["The moon, mostly."]
    assert [(question.text, dict(question.relevant), question.answer) for question in loaded.questions] == [
        ("What raises the tides?", {"document-0": 1}, None),
        ("Who painted it?", {}, None),
    ]


def test_qed(tmp_path: Path) -> None:
    assert read(write_qed(tmp_path)) == QuestionSet(
        "qed",
        [Passage("1", "The sea", TIDES, "The sea")],
        [
            Question("1", "what raises the tides", "The sea", {"1": 1}, Answer("1", 0, 26)),
            Question("2", "who painted the moon", "The sea"),
        ],
    )
    assert TIDES[0:26] == "The moon raises the tides."


def test_a_folder_is_each_of_its_files(tmp_path: Path) -> None:
    write_squad(tmp_path)
    write_table(tmp_path)
    (tmp_path / "LICENSE.txt").write_text("free", encoding="utf-8")
    assert [loaded.name for loaded in load_question_sets([tmp_path])] == ["squad", "table"]


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("broken.json", "{", "broken.json is of no known form"),
        ("other.json", '{"rows": []}', "other.json is of no known form: KeyError 'data'"),
        ("other.jsonl", '{"text": "x"}', "its lines are not QED's"),
        ("no.csv", "question,reply\nWhy?,So.\n", "no has no column 'answer'"),
        ("none.csv", "question,answer\nWhy?,\n", "none holds no question with an answer"),
        ("twice.jsonl", 2 * (json.dumps(QED_ENTRY) + "\n"), "twice has two questions of one id"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_said(tmp_path: Path, name: str, text: str, message: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=message):
        load_question_sets([tmp_path / name])


def test_no_data_at_all(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no data in"):
        load_question_sets([tmp_path])
    with pytest.raises(DataError, match="No such file"):
        load_question_sets([tmp_path / "absent.json"])
