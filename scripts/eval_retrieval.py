"""`make eval-retrieval`: XQuAD through the running Worker, in both languages and every mode; then what floors cost.

240 whole paragraphs a language are ingested as documents, and the 1,190 questions asked. A question counts by the rank
of its paragraph among the documents of the answer. Floors are chosen on one half of the questions and judged on the
other, with each question asked twice: of the articles it is about, and of the other half of the articles.
"""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import requests

from local.platform import LocalPlatform
from scripts.data import Language, Passage, Question, find_data, load_xquad
from scripts.floors import Best, Floors, choose_floors, passing

LANGUAGES: tuple[Language, ...] = ("en", "es")
MODES: Mapping[str, dict[str, Any]] = {
    "dense": {"mode": "dense"},
    "lexical": {"mode": "lexical"},
    "hybrid (rrf)": {"mode": "hybrid"},
    "hybrid (normalised)": {"mode": "hybrid", "fusion": {"method": "normalised"}},
}
DEPTH = 10
CANDIDATES = 20
CHUNKING = {"chunk_size": 2_000, "overlap": 0}
"""As whole as the embedding model allows: the longest paragraphs make two or three chunks."""
BATCH = 40
TIMEOUT_SECONDS = 300
THREADS = 2
TARGET_SHARE = 0.965
"""Answerable questions that must keep a chunk where the floors are chosen. It is .95 and 1.65 standard errors of
the 595 questions there, so that .95 hold for other questions too, 19 times in 20."""
CHOICES = (("min_score",), ("min_coverage",), ("min_score", "min_coverage"), ("min_evidence", "min_coverage"))
"""Floors that are tried together; a chunk stays when it reaches the floor of one leg. The last are proposed."""


@dataclass(frozen=True, slots=True)
class Worker:
    """A running Worker, and a token for it."""

    url: str
    token: str
    session: requests.Session

    def post(self, path: str, body: Mapping[str, object]) -> dict[str, Any]:
        headers = {"authorization": f"Bearer {self.token}"}
        answer = self.session.post(self.url + path, json=body, headers=headers, timeout=TIMEOUT_SECONDS)
        answer.raise_for_status()
        content: dict[str, Any] = answer.json()
        return content

    def ingest(self, namespace: str, passages: Sequence[Passage]) -> None:
        documents = [{"id": passage.id, "text": passage.text} for passage in passages]
        for start in range(0, len(documents), BATCH):
            body = {"namespace": namespace, "documents": documents[start : start + BATCH], "chunking": CHUNKING}
            outcomes = self.post("/ingest", body)["documents"]
            if failed := [outcome["id"] for outcome in outcomes if outcome["status"] == "failed"]:
                raise SystemExit(f"not ingested: {', '.join(failed)}")

    def retrieve(self, namespace: str, query: str, options: Mapping[str, object]) -> dict[str, Any]:
        return self.post("/retrieve", {"namespace": namespace, "query": query, "candidates": CANDIDATES, **options})


def document_rank(answer: Mapping[str, Any], document_id: str) -> int | None:
    """The place, from 1, of a document among those of the answer."""
    documents = list(dict.fromkeys(chunk["document_id"] for chunk in answer["chunks"]))
    return documents.index(document_id) + 1 if document_id in documents else None


def evaluate_modes(worker: Worker, language: Language, questions: Sequence[Question]) -> None:
    namespace = f"xquad-{language}"
    worker.ingest(namespace, passages_of(questions))
    for mode, options in MODES.items():

        def ask(question: Question, options: Mapping[str, object] = options) -> int | None:
            answer = worker.retrieve(namespace, question.text, {**options, "top_k": 2 * DEPTH})
            return document_rank(answer, question.passage.id)

        with ThreadPoolExecutor(THREADS) as threads:
            ranks = list(threads.map(ask, questions))
        found = [rank for rank in ranks if rank is not None]
        recall = sum(rank <= 5 for rank in found) / len(ranks)
        reciprocal = sum(1 / rank for rank in found if rank <= DEPTH) / len(ranks)
        print(f"  {language}  {mode:<20} R@5 {recall:.3f}   MRR@{DEPTH} {reciprocal:.3f}", flush=True)


def evaluate_floors(worker: Worker, language: Language, questions: Sequence[Question]) -> None:
    """Each question of the one half of the articles, and of the other, where its topic is absent."""
    halves = split_by_article(questions)
    for number, half in enumerate(halves):
        worker.ingest(f"xquad-{language}-{number}", passages_of(half))
    asked = [(question, number) for number, half in enumerate(halves) for question in half]

    def best(case: tuple[Question, int], *, absent: bool) -> Best:
        question, number = case
        namespace = f"xquad-{language}-{1 - number if absent else number}"
        options = {"top_k": 2 * CANDIDATES, "dense": {"min_evidence": -1.0}}
        return best_of(worker.retrieve(namespace, question.text, options))

    with ThreadPoolExecutor(THREADS) as threads:
        answerable = list(threads.map(lambda case: best(case, absent=False), asked))
        absent = list(threads.map(lambda case: best(case, absent=True), asked))
    candidates = {
        " + ".join(names): choose_floors(answerable[::2], absent[::2], share=TARGET_SHARE, names=names)
        for names in CHOICES
    }
    for floors in candidates.values():
        kept, leaked = passing(answerable[1::2], floors), passing(absent[1::2], floors)
        print(f"  {language}  {floors!s:<42} answerable {kept:.3f}   absent {leaked:.3f}", flush=True)
    confirm(worker, language, asked[1::2], candidates[" + ".join(CHOICES[-1])])


def confirm(worker: Worker, language: Language, asked: Sequence[tuple[Question, int]], floors: Floors) -> None:
    """The chosen floors, asked of the Worker itself."""

    def share(*, absent: bool) -> float:
        def has_chunk(case: tuple[Question, int]) -> bool:
            question, number = case
            namespace = f"xquad-{language}-{1 - number if absent else number}"
            return bool(worker.retrieve(namespace, question.text, {"top_k": 1, **floors.as_request()})["chunks"])

        with ThreadPoolExecutor(THREADS) as threads:
            return sum(threads.map(has_chunk, asked)) / len(asked)

    print(f"  {language}  through the Worker:  answerable {share(absent=False):.3f}   absent {share(absent=True):.3f}")


def best_of(answer: Mapping[str, Any]) -> Best:
    """The best score of each leg, whatever the rank of its chunk."""
    legs = [chunk["legs"] for chunk in answer["chunks"]]
    return Best(
        cosine=max((leg["dense"]["cosine"] for leg in legs if "dense" in leg), default=-1.0),
        evidence=max((leg["dense"]["evidence"] for leg in legs if "dense" in leg), default=-1.0),
        coverage=max((leg["lexical"]["coverage"] for leg in legs if "lexical" in leg), default=0.0),
    )


def split_by_article(questions: Sequence[Question]) -> tuple[list[Question], list[Question]]:
    articles = list(dict.fromkeys(question.passage.article for question in questions))
    even = frozenset(articles[::2])
    halves: tuple[list[Question], list[Question]] = ([], [])
    for question in questions:
        halves[question.passage.article not in even].append(question)
    return halves


def passages_of(questions: Sequence[Question]) -> list[Passage]:
    return list({question.passage.id: question.passage for question in questions}.values())


@contextmanager
def running_worker(url: str | None, token: str) -> Iterator[Worker]:
    """The Worker at `url`, else one of our own with an empty store."""
    with requests.Session() as session:
        session.trust_env = False
        if url is not None:
            yield Worker(url, token, session)
            return
        with LocalPlatform(embedder="e5") as platform:
            yield Worker(platform.url, platform.token, session)


def main() -> int:
    arguments = _parser().parse_args()
    data = find_data()
    if data is None:
        print("skipped: no data (set WINNOW_DATA, or put it in ../shared/data)")
        return 0
    questions = {language: load_xquad(data, language)[:: arguments.every] for language in LANGUAGES}
    with running_worker(arguments.url, arguments.token) as worker:
        if arguments.only != "floors":
            print("Retrieval: the question's paragraph among the documents of the answer", flush=True)
            for language in LANGUAGES:
                evaluate_modes(worker, language, questions[language])
        if arguments.only != "modes":
            print(
                "Floors, chosen on half of the questions, judged on the other: the share that keeps a chunk", flush=True
            )
            for language in LANGUAGES:
                evaluate_floors(worker, language, questions[language])
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="eval-retrieval", description=__doc__)
    parser.add_argument("--url", default=None, help="of a running Worker (default: one is started)")
    parser.add_argument("--token", default="local", help="for --url (default: %(default)s)")
    parser.add_argument("--every", type=int, default=1, help="ask only each n-th question (default: all)")
    parser.add_argument("--only", choices=("modes", "floors"), default=None, help="one part (default: both)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
