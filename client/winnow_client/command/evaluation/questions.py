"""Documents, and questions of which it is known what answers them."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace


class DataError(Exception):
    """The data is of no known form, or breaks it; nothing was sent."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A document to store. Those of one `group` are about one thing, as the paragraphs of an article are."""

    id: str
    title: str
    text: str
    group: str


@dataclass(frozen=True, slots=True)
class Answer:
    """`text[start:end]` of a document."""

    document_id: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Question:
    """`relevant` has the grade of each document that answers it, above 0; none for an unanswerable question.

    `group` is that of its document. `answer` is there where the data marks it.
    """

    id: str
    text: str
    group: str
    relevant: Mapping[str, int] = field(default_factory=dict)
    answer: Answer | None = None

    @property
    def answerable(self) -> bool:
        return bool(self.relevant)


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """`has_groups`: the groups come from the data, and are not just one for each document."""

    name: str
    passages: Sequence[Passage]
    questions: Sequence[Question]
    has_groups: bool = False

    @property
    def answerable(self) -> list[Question]:
        return [question for question in self.questions if question.answerable]

    @property
    def unanswerable(self) -> list[Question]:
        return [question for question in self.questions if not question.answerable]

    @property
    def namespace(self) -> str:
        """Named by what is stored, so that another run finds it, and other data never mixes with it."""
        rows = sorted((passage.id, passage.title, passage.text) for passage in self.passages)
        return "evaluate-" + hashlib.sha256(json.dumps(rows).encode()).hexdigest()[:16]

    def sampled(self, count: int | None) -> "QuestionSet":
        """At most `count` questions, spread evenly; the documents all stay."""
        if count is None or count >= len(self.questions):
            return self
        places = [place * len(self.questions) // count for place in range(count)]
        return replace(self, questions=[self.questions[place] for place in places])

    def halves(self) -> tuple["QuestionSet", "QuestionSet"]:
        """Every other group, and the rest, each with the questions that are answered there and nowhere else.

        Raises:
            DataError: there is but one group.
        """
        groups = list(dict.fromkeys(passage.group for passage in self.passages))
        if len(groups) < 2:
            raise DataError(f"{self.name} cannot be halved: it has only one article")
        even = frozenset(groups[::2])
        in_first = {passage.id: passage.group in even for passage in self.passages}
        return self._half(in_first, first=True), self._half(in_first, first=False)

    def _half(self, in_first: Mapping[str, bool], *, first: bool) -> "QuestionSet":
        def is_here(document_id: str) -> bool:
            return in_first[document_id] is first

        passages = [passage for passage in self.passages if is_here(passage.id)]
        questions = [question for question in self.answerable if all(map(is_here, question.relevant))]
        return QuestionSet(f"{self.name}, {'first' if first else 'second'} half", passages, questions, self.has_groups)
