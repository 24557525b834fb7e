"""Asks each question, of all documents and of those that do not hold its topic."""

from collections.abc import Iterable, Mapping
from typing import Literal

from winnow_client.client import WinnowClient
from winnow_client.command.evaluation.asking import Asker, Job, Stopwatch
from winnow_client.command.evaluation.findings import LEGS, Best, ChunkPlace, Found
from winnow_client.command.evaluation.questions import Question, QuestionSet
from winnow_client.options import RetrieveOptions
from winnow_client.results.retrieve import Retrieval, RetrievedChunk

CANDIDATES = 20
"""Of each leg: the server's default."""
CHUNKS_TRIMMED = 5
"""The first few, which a reader or a model is given: the server's default `top_k`."""


def ask_questions(asker: Asker, data: QuestionSet, *, absent_by_halves: bool) -> dict[str, Found]:
    """By question id."""
    elsewhere = _elsewhere(data) if absent_by_halves else {}
    jobs = {question.id: _job(question, data.namespace, elsewhere.get(question.id)) for question in data.questions}
    return asker.ask(Found, jobs, title=f"{data.name}: questions")


def _elsewhere(data: QuestionSet) -> dict[str, str]:
    """By question id, the namespace of the half that does not answer it."""
    first, second = data.halves()
    return {
        question.id: other.namespace
        for half, other in ((first, second), (second, first))
        for question in half.questions
    }


def _job(question: Question, namespace: str, elsewhere: str | None) -> Job[Found]:
    """All requests of a question follow one another, so that its vector is still remembered."""

    def ask(client: WinnowClient) -> Found:
        here = client.in_namespace(namespace)
        watch = Stopwatch()
        plain = here.retrieve(question.text, **_options("rrf"))
        milliseconds = watch.milliseconds
        normalised = here.retrieve(question.text, **_options("normalised"))
        absent = None
        if elsewhere is not None:
            absent = best_of(client.in_namespace(elsewhere).retrieve(question.text, **_options("rrf")))
        return found_in(plain, normalised, absent, milliseconds)

    return ask


def _options(method: Literal["rrf", "normalised"]) -> RetrieveOptions:
    """Every floor at its lowest: the deployment's own must not hide what is measured."""
    return {
        "top_k": 2 * CANDIDATES,
        "candidates": CANDIDATES,
        "dense": {"min_evidence": -1.0},
        "lexical": {"min_coverage": 0.0},
        "fusion": {"method": method},
    }


def found_in(plain: Retrieval, normalised: Retrieval, absent: Best | None, milliseconds: float) -> Found:
    """Each leg's ranking stands in the answer of both together, which holds every candidate."""
    dense = {chunk.id: chunk.legs.dense.rank for chunk in plain.chunks if chunk.legs.dense}
    lexical = {chunk.id: chunk.legs.lexical.rank for chunk in plain.chunks if chunk.legs.lexical}
    rankings = (
        _documents(_ranked(plain.chunks, dense)),
        _documents(_ranked(plain.chunks, lexical)),
        _documents(plain.chunks),
        _documents(normalised.chunks),
    )
    return Found(
        rankings=dict(zip(LEGS, rankings, strict=True)),
        best=best_of(plain),
        chunks=tuple(
            ChunkPlace(chunk.id, chunk.document_id, chunk.start, chunk.end) for chunk in plain.chunks[:CHUNKS_TRIMMED]
        ),
        milliseconds={"retrieve": milliseconds, **{f"server: {name}": ms for name, ms in plain.timing_ms.items()}},
        absent=absent,
    )


def best_of(answer: Retrieval) -> Best:
    dense = [chunk.legs.dense for chunk in answer.chunks if chunk.legs.dense]
    lexical = [chunk.legs.lexical for chunk in answer.chunks if chunk.legs.lexical]
    nothing = Best()
    return Best(
        cosine=max((leg.cosine for leg in dense), default=nothing.cosine),
        evidence=max((leg.evidence for leg in dense if leg.evidence is not None), default=nothing.evidence),
        coverage=max((leg.coverage for leg in lexical), default=nothing.coverage),
    )


def _ranked(chunks: Iterable[RetrievedChunk], ranks: Mapping[str, int]) -> list[RetrievedChunk]:
    return sorted((chunk for chunk in chunks if chunk.id in ranks), key=lambda chunk: ranks[chunk.id])


def _documents(chunks: Iterable[RetrievedChunk]) -> tuple[str, ...]:
    """Each once, where its best chunk stands."""
    return tuple(dict.fromkeys(chunk.document_id for chunk in chunks))
