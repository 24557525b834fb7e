"""QED: questions people typed, each with a paragraph; some paragraphs do not answer theirs."""

from collections.abc import Sequence
from typing import Any

from winnow_client.command.evaluation.questions import Answer, Passage, Question, QuestionSet


def is_qed(entry: object) -> bool:
    return isinstance(entry, dict) and {"paragraph_text", "question_text", "annotation"} <= entry.keys()


def read_qed(name: str, entries: Sequence[dict[str, Any]]) -> QuestionSet:
    """The answer is the one sentence that implies it. Questions that need several sentences are left out.

    Raises KeyError or TypeError where the form is broken.
    """
    passages: dict[str, Passage] = {}
    questions = []
    for entry in entries:
        text, title = entry["paragraph_text"], entry["title_text"]
        passage = passages.setdefault(text, Passage(str(entry["example_id"]), title, text, title))
        question = Question(str(entry["example_id"]), entry["question_text"], title)
        match entry["annotation"]["explanation_type"]:
            case "none":
                questions.append(question)
            case "single_sentence":
                sentence = entry["annotation"]["selected_sentence"]
                answer = Answer(passage.id, sentence["start"], sentence["end"])
                questions.append(Question(question.id, question.text, title, {passage.id: 1}, answer))
    return QuestionSet(name, list(passages.values()), questions)
