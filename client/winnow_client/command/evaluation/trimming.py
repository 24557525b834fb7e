"""Trims what the questions found, in every setting of a small grid."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from winnow_client.client import WinnowClient
from winnow_client.command.evaluation.asking import Asker, Stopwatch
from winnow_client.command.evaluation.findings import ChunkPlace, Cut, Found, SentenceScores, Trims
from winnow_client.command.evaluation.grid import KEEP_ALL, TrimSetting
from winnow_client.command.evaluation.questions import Question, QuestionSet
from winnow_client.results.common import Span

QUERIES_IN_A_REQUEST = 100
PILOT_CHUNKS = 40
"""Whose sentences' cosines say where the grid's settings lie; of a model not known before, nothing else does."""


@dataclass(frozen=True, slots=True)
class Work:
    """A chunk, and the questions that found it."""

    chunk: ChunkPlace
    content: str
    questions: tuple[Question, ...]

    def key(self, settings: Sequence[TrimSetting]) -> str:
        parts = [
            self.chunk.id,
            *(question.id for question in self.questions),
            *(setting.label for setting in settings),
        ]
        return "trim " + hashlib.sha256("\n".join(parts).encode()).hexdigest()

    def trim(self, client: WinnowClient, settings: Sequence[TrimSetting]) -> Trims:
        cuts, milliseconds = {}, []
        for setting in settings:
            watch = Stopwatch()
            results = client.trim_for_each(self._queries, self._chunks, **setting.as_request()).results
            milliseconds.append(watch.milliseconds)
            cuts[setting.label] = tuple(
                Cut(
                    result.receipt.tokens_in,
                    result.receipt.tokens_out,
                    self._keeps_answer(question, result.details[0].kept),
                )
                for question, result in zip(self.questions, results, strict=True)
            )
        return Trims(cuts, tuple(milliseconds))

    def scores(self, client: WinnowClient) -> SentenceScores:
        results = client.trim_for_each(self._queries, self._chunks, **KEEP_ALL.as_request()).results
        return SentenceScores(tuple(result.details[0].scores for result in results))

    @property
    def _queries(self) -> list[str]:
        return [question.text for question in self.questions]

    @property
    def _chunks(self) -> list[dict[str, str]]:
        """Under its id, by which the server remembers its sentences."""
        return [{"id": self.chunk.id, "content": self.content}]

    def _keeps_answer(self, question: Question, kept: Sequence[Span]) -> bool | None:
        answer = question.answer
        if answer is None or answer.document_id != self.chunk.document_id:
            return None
        if not self.chunk.start <= answer.start <= answer.end <= self.chunk.end:
            return None
        wanted = (answer.start - self.chunk.start, answer.end - self.chunk.start)
        return any(start <= wanted[0] and wanted[1] <= end for start, end in kept)


def sentence_scores(asker: Asker, data: QuestionSet, found: Mapping[str, Found]) -> list[Sequence[float]]:
    """Of some chunks, spread evenly: a row for each, for each question that found it."""
    work = list(_work(data, found))
    pilots = {item.key([KEEP_ALL]): item.scores for item in work[:: max(1, len(work) // PILOT_CHUNKS)]}
    scores = asker.ask(SentenceScores, pilots, title=f"{data.name}: cosines of sentences")
    return [row for record in scores.values() for row in record.rows]


def trim_found(
    asker: Asker, data: QuestionSet, found: Mapping[str, Found], settings: Sequence[TrimSetting]
) -> list[tuple[Work, Trims]]:
    """What each setting made of each chunk."""
    work = list(_work(data, found))
    jobs = {item.key(settings): partial(item.trim, settings=settings) for item in work}
    trims = asker.ask(Trims, jobs, title=f"{data.name}: chunks trimmed in {len(settings)} settings")
    return [(item, trims[item.key(settings)]) for item in work]


def _work(data: QuestionSet, found: Mapping[str, Found]) -> Iterator[Work]:
    texts = {passage.id: passage.text for passage in data.passages}
    asked: dict[ChunkPlace, list[Question]] = {}
    for question in data.answerable:
        for chunk in found[question.id].chunks:
            asked.setdefault(chunk, []).append(question)
    for chunk, questions in asked.items():
        content = texts[chunk.document_id][chunk.start : chunk.end]
        for start in range(0, len(questions), QUERIES_IN_A_REQUEST):
            yield Work(chunk, content, tuple(questions[start : start + QUERIES_IN_A_REQUEST]))
