"""Text goes in, is found, and comes back trimmed: the Worker in workerd, with a model that knows meaning."""

from pathlib import Path

import pytest

from tests.platform import Client

NAMESPACE = "examples"
DOCUMENTS = Path("examples/documents")


@pytest.fixture(scope="module")
def library(model_client: Client) -> Client:
    """A Worker with the example documents in it."""
    documents = [
        {"id": path.name, "text": path.read_text(encoding="utf-8"), "metadata": {"source": path.stem}}
        for path in sorted(DOCUMENTS.glob("*.md"))
    ]
    outcomes = model_client.ingest(NAMESPACE, *documents, chunking={"chunk_size": 600, "overlap": 80})
    assert [outcome["status"] for outcome in outcomes] == ["created"] * len(documents)
    return model_client


def test_it_runs_in_workerd(model_client: Client) -> None:
    health = model_client.get("/health").json()
    assert health["status"] == "ok"
    assert health["python"].startswith("3.14.")
    assert health["platform"] == "emscripten"


@pytest.mark.parametrize(
    ("question", "document", "answer"),
    [
        ("What should I do when pink streaks show on my starter?", "sourdough.md", "must be thrown away"),
        ("How far does the sea fall at a spring tide?", "tide_pools.md", "4.2 m"),
        ("¿Cuánto mide de ancho una cañada real?", "trashumancia.md", "75,22 m"),
        ("¿Qué pasa si devuelvo un libro con retraso?", "biblioteca.md", "se pierde un día de préstamo"),
    ],
)
def test_a_question_finds_its_document_and_keeps_the_answer(
    library: Client, question: str, document: str, answer: str
) -> None:
    found = library.retrieve(NAMESPACE, question, top_k=1, trim={"relative": 0.97}, lexical={"min_coverage": 0})
    [best] = found["chunks"]
    receipt = found["trim"]["receipt"]
    assert best["document_id"] == document
    assert answer in " ".join(best["content"].split())
    assert receipt["characters_out"] < receipt["characters_in"]
    assert {leg: report["status"] for leg, report in found["legs"].items()} == {"dense": "ok", "lexical": "ok"}


def test_a_chunk_is_a_span_of_its_document(library: Client) -> None:
    [best] = library.retrieve(NAMESPACE, "¿Cuándo se poda el olivo?", top_k=1)["chunks"]
    text = (DOCUMENTS / best["document_id"]).read_text(encoding="utf-8")
    assert text[best["start"] : best["end"]] == best["content"]


def test_a_topic_that_is_absent_finds_nothing(library: Client) -> None:
    """By the floors that were calibrated for the local model."""
    absent = "Which orchestra recorded the symphony in 1962?"
    found = library.retrieve(NAMESPACE, absent, dense={"min_evidence": 0.8625}, lexical={"min_coverage": 0.64})
    assert found["chunks"] == []
    assert {leg: report["status"] for leg, report in found["legs"].items()} == {
        "dense": "floored",
        "lexical": "floored",
    }
    assert library.retrieve(NAMESPACE, absent)["chunks"] != []


def test_a_filter_binds_both_legs(library: Client) -> None:
    everything = {"dense": {"min_score": -1}, "lexical": {"min_coverage": 0}}
    only = {"source": "sourdough"}
    found = library.retrieve(NAMESPACE, "What raises the tides?", filter=only, top_k=20, **everything)
    assert {chunk["document_id"] for chunk in found["chunks"]} == {"sourdough.md"}
    assert {leg for chunk in found["chunks"] for leg in chunk["legs"]} == {"dense", "lexical"}


def test_an_empty_list_in_a_filter_denies(library: Client) -> None:
    found = library.retrieve(NAMESPACE, "What raises the tides?", filter={"source": []})
    assert found["chunks"] == []
    assert found["usage"]["embedding_calls"] == 0


def test_another_namespace_sees_nothing(library: Client) -> None:
    assert library.retrieve("elsewhere", "What raises the tides?")["chunks"] == []


def test_trim_keeps_the_answer_and_every_field_of_the_chunk(library: Client) -> None:
    content = "The moon raises the tides. Bread is made of flour. Cats sleep all day."
    chunk = {"id": 7, "content": content, "score": 0.5, "url": "https://example.org/"}
    answer = library.answer("/trim", {"query": "What raises the tides?", "chunks": [chunk], "relative": 0.97})
    assert answer["chunks"] == [chunk | {"content": "The moon raises the tides."}]
    assert answer["details"][0]["kept"] == [[0, 26]]
    assert answer["usage"]["embedding_calls"] == 1


def test_the_same_document_again_is_not_embedded_again(library: Client) -> None:
    document = {"id": "twice", "text": "A sentence that stands here. And another one."}
    library.ingest("twice", document)
    [again] = library.ingest("twice", document)
    assert (again["status"], again["embedded"], again["reused"]) == ("unchanged", 0, 1)
