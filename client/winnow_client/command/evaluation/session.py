"""One run over all sets: store, ask, trim, measure."""

import hashlib
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from rich.progress import Progress

from winnow_client.command.evaluation.asking import Asker, asking_progress
from winnow_client.command.evaluation.cache import AnswerCache
from winnow_client.command.evaluation.findings import Found, Trims
from winnow_client.command.evaluation.grid import TrimSetting, settings_for
from winnow_client.command.evaluation.options import RunOptions
from winnow_client.command.evaluation.questions import QuestionSet
from winnow_client.command.evaluation.results import (
    SetResult,
    answers_found,
    latencies,
    populations_of,
    rank_all,
    trim_results,
)
from winnow_client.command.evaluation.retrieving import ask_questions
from winnow_client.command.evaluation.storing import remove, store
from winnow_client.command.evaluation.trimming import Work, sentence_scores, trim_found
from winnow_client.command.output import say


@dataclass(frozen=True, slots=True)
class Session:
    options: RunOptions

    def run(self, sets: Sequence[QuestionSet]) -> list[SetResult]:
        """Raises DataError or WinnowError; what was asked until then is in the cache."""
        with ExitStack() as stack:
            progress = stack.enter_context(asking_progress(quiet=self.options.quiet))
            askers = [self._asker(data, progress, stack) for data in sets]
            for data in sets:
                self._store(data, progress)
            found = [
                ask_questions(asker, data, absent_by_halves=self._by_halves(data))
                for data, asker in zip(sets, askers, strict=True)
            ]
            settings = self._settings(sets, askers, found)
            results = []
            for data, asker, answers in zip(sets, askers, found, strict=True):
                trims = trim_found(asker, data, answers, settings)
                results.append(self._measured(data, answers, settings, trims))
                if asker.cache.taken:
                    say(f"{data.name}: {asker.cache.taken} answers are from an earlier run (--fresh asks again).")
        return results

    def clean(self, sets: Sequence[QuestionSet]) -> None:
        """Delete what the sets stored, and the answers kept. Raises WinnowError."""
        with self.options.make_client() as client:
            for data in sets:
                for part in self._parts(data):
                    remove(part, client)
        self.forget(sets)

    def forget(self, sets: Sequence[QuestionSet]) -> None:
        """Ask everything anew."""
        for data in sets:
            self._cache_path(data).unlink(missing_ok=True)

    def _asker(self, data: QuestionSet, progress: Progress, stack: ExitStack) -> Asker:
        cache = stack.enter_context(AnswerCache(self._cache_path(data)))
        return Asker(self.options.make_client, self.options.concurrency, cache, progress)

    def _store(self, data: QuestionSet, progress: Progress) -> None:
        for part in self._parts(data):
            store(
                part,
                self.options.chunking,
                make_client=self.options.make_client,
                concurrency=self.options.concurrency,
                progress=progress,
            )

    def _settings(
        self, sets: Sequence[QuestionSet], askers: Sequence[Asker], found: Sequence[Mapping[str, Found]]
    ) -> list[TrimSetting]:
        """The same for all sets, so that one of them can be chosen."""
        rows = [
            row
            for data, asker, answers in zip(sets, askers, found, strict=True)
            for row in sentence_scores(asker, data, answers)
        ]
        return settings_for(rows)

    def _measured(
        self,
        data: QuestionSet,
        found: Mapping[str, Found],
        settings: Sequence[TrimSetting],
        trims: Sequence[tuple[Work, Trims]],
    ) -> SetResult:
        return SetResult(
            name=data.name,
            namespace=data.namespace,
            documents=len(data.passages),
            questions=len(data.questions),
            ranking=rank_all(data.answerable, found),
            answers=sum(question.answer is not None for question in data.answerable),
            answers_found=answers_found(data, trims, settings[-1]),
            trimming=trim_results(data, settings, trims),
            populations=populations_of(data, found, absent_by_halves=self._by_halves(data)),
            milliseconds=latencies(found.values(), trims),
        )

    def _by_halves(self, data: QuestionSet) -> bool:
        if self.options.absent_by_halves is not None:
            return self.options.absent_by_halves
        return data.has_groups and not data.unanswerable

    def _parts(self, data: QuestionSet) -> list[QuestionSet]:
        return [data, *(data.halves() if self._by_halves(data) else ())]

    def _cache_path(self, data: QuestionSet) -> Path:
        """Of one server, one way to cut, and one choice of what is asked: other answers are not these."""
        asked = repr((self.options.url, sorted(self.options.chunking.items()), self._by_halves(data)))
        return self.options.cache / f"{data.namespace}-{hashlib.sha256(asked.encode()).hexdigest()[:8]}.jsonl"
