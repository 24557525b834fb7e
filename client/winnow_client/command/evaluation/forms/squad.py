"""SQuAD: articles of paragraphs with questions; version 2 marks those that its paragraph does not answer."""

from collections.abc import Iterator, Mapping
from typing import Any

from winnow_client.command.evaluation.questions import Answer, Passage, Question, QuestionSet


def read_squad(name: str, content: Mapping[str, Any]) -> QuestionSet:
    """Raises KeyError, TypeError or ValueError where the form is broken."""
    passages: list[Passage] = []
    questions: list[Question] = []
    for article_number, article in enumerate(content["data"]):
        group = str(article.get("title") or article_number)
        for number, paragraph in enumerate(article["paragraphs"]):
            passage = Passage(f"{article_number}.{number}", group.replace("_", " "), paragraph["context"], group)
            passages.append(passage)
            questions.extend(_questions(passage, paragraph["qas"]))
    return QuestionSet(name, passages, questions, has_groups=True)


def _questions(passage: Passage, entries: list[dict[str, Any]]) -> Iterator[Question]:
    for place, entry in enumerate(entries):
        identifier = str(entry.get("id") or f"{passage.id}.{place}")
        if entry.get("is_impossible"):
            yield Question(identifier, entry["question"], passage.group)
            continue
        start = entry["answers"][0]["answer_start"]
        answer = Answer(passage.id, start, start + len(entry["answers"][0]["text"]))
        yield Question(identifier, entry["question"], passage.group, {passage.id: 1}, answer)
