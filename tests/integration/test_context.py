"""`POST /context`: one text for a prompt, within its budget, that can be traced back to the documents."""

from typing import Any

import pytest

from tests.platform import Client
from winnow.text.tokens import estimate_tokens

TIDES = (
    "The moon raises the tides. The sun helps a little. \U0001f30a Fishermen know this well. "
    "Twice a day the water comes and goes. At a spring tide the sea falls furthest. "
    "The moon raises the tides in every sea. Nobody can hold the water back."
)
DOCUMENTS = [
    {"id": "tides", "title": "Tides", "text": TIDES},
    {"id": "bread", "text": "Bread is made of flour and water. The dough must rest all night."},
    {
        "id": "cats",
        "title": "Cats [and {text}]",
        "text": "Cats sleep all day. Cats hunt at night, when the moon is up.",
    },
]
TEXTS = {document["id"]: document["text"] for document in DOCUMENTS}
QUERY = "What raises the tides?"


@pytest.fixture
def library(client: Client, namespace: str) -> str:
    body = {"documents": DOCUMENTS, "namespace": namespace, "chunking": {"chunk_size": 120, "overlap": 40}}
    client.post("/ingest", body).raise_for_status()
    return namespace


def build(client: Client, namespace: str, query: str = QUERY, **options: Any) -> dict[str, Any]:  # noqa: ANN401 - as JSON has them
    answer = client.post("/context", {"namespace": namespace, "query": query, **options})
    assert answer.status_code == 200, answer.text
    content: dict[str, Any] = answer.json()
    return content


def cited(built: dict[str, Any]) -> list[tuple[str, list[str]]]:
    """Each citation as its document and the texts that its spans cut out of it."""
    return [
        (citation["document_id"], [TEXTS[citation["document_id"]][start:end] for start, end in citation["spans"]])
        for citation in built["citations"]
    ]


def test_it_is_numbered_titled_and_cited(client: Client, library: str) -> None:
    built = build(client, library, top_k=3, trim={"threshold": 0.3})
    passages = built["context"].split("\n\n")
    assert [passage.split("\n")[0] for passage in passages] == [
        f"[{citation['n']}] {citation['title'] or citation['document_id']}" for citation in built["citations"]
    ]
    for passage, (_, parts) in zip(passages, cited(built), strict=True):
        assert passage.split("\n", 1)[1] == " [...] ".join(parts)


def test_documents_stand_by_their_best_rank_and_passages_by_their_place(client: Client, library: str) -> None:
    built = build(client, library, top_k=10, trim={"threshold": -1})
    assert cited(built)[0][0] == "tides"
    starts = [citation["spans"][0][0] for citation in built["citations"] if citation["document_id"] == "tides"]
    assert starts == sorted(starts)


def test_overlapping_chunks_are_joined_so_that_nothing_is_said_twice(client: Client, library: str) -> None:
    built = build(client, library, top_k=10, trim={"threshold": -1})
    tides = [citation for citation in built["citations"] if citation["document_id"] == "tides"]
    assert len(tides[0]["chunk_ids"]) > 1
    assert built["context"].count("Twice a day") == 1
    assert dict(cited(built))["tides"] == [TIDES]


@pytest.mark.parametrize("max_tokens", [1, 5, 11, 12, 20, 35, 60, 1000])
@pytest.mark.parametrize(
    "options", [{}, {"trim": {"threshold": -1, "window": 1}}, {"template": {"prefix": "Sources:\n"}}], ids=str
)
def test_the_budget_holds_for_the_whole_text(
    client: Client, library: str, max_tokens: int, options: dict[str, Any]
) -> None:
    built = build(client, library, max_tokens=max_tokens, top_k=10, **options)
    assert estimate_tokens(built["context"]) <= max_tokens
    assert bool(built["context"]) == bool(built["citations"]) == ("reason" not in built)


def test_a_small_budget_goes_to_the_best(client: Client, library: str) -> None:
    built = build(client, library, max_tokens=20, top_k=10)
    assert cited(built)[0] == ("tides", ["The moon raises the tides."])


def test_the_same_question_gets_the_same_answer(client: Client, library: str) -> None:
    first, again = (build(client, library, max_tokens=60) for _ in range(2))
    assert (first["context"], first["citations"]) == (again["context"], again["citations"])


def test_nothing_found_is_an_empty_context_with_the_reason(client: Client, library: str) -> None:
    built = build(client, library, dense={"min_score": 0.99}, lexical={"min_coverage": 1.0})
    assert (built["context"], built["citations"]) == ("", [])
    assert built["reason"].startswith("dense: best cosine ")
    assert built["receipt"]["worth_it"] is False


def test_a_template_is_filled_once(client: Client, library: str) -> None:
    template = {"prefix": "<sources>", "separator": "|", "passage": "<{n} {title}>{text}</{n}>"}
    built = build(client, library, "Cats hunt at night", top_k=1, template=template, trim={"threshold": -1})
    assert built["context"] == f"<sources><1 Cats [and {{text}}]>{TEXTS['cats']}</1>"


@pytest.mark.parametrize(
    "options",
    [
        {"template": {"passage": "{n}"}},
        {"template": {"passage": "{text} {evil}"}},
        {"trim": {"max_tokens": 5}},
        {"max_tokens": 0},
        {"chunks": []},
    ],
    ids=str,
)
def test_what_it_does_not_take_is_refused(client: Client, namespace: str, options: dict[str, object]) -> None:
    assert client.post("/context", {"namespace": namespace, "query": QUERY, **options}).status_code == 422


def test_spans_can_be_those_of_javascript(client: Client, library: str) -> None:
    query = "Fishermen know this well"
    plain = build(client, library, query, top_k=1, trim={"threshold": 0.5})
    built = build(client, library, query, offsets="utf16", top_k=1, trim={"threshold": 0.5})
    [citation] = built["citations"]
    units = TEXTS[citation["document_id"]].encode("utf-16-le")
    parts = [units[2 * start : 2 * end].decode("utf-16-le") for start, end in citation["spans"]]
    assert built["context"].split("\n", 1)[1] == " [...] ".join(parts)
    assert citation["spans"] == [[start + 1, end + 1] for start, end in plain["citations"][0]["spans"]]


def test_the_receipt_compares_with_what_was_retrieved(client: Client, library: str) -> None:
    receipt = build(client, library, max_tokens=30)["receipt"]
    assert receipt["tokens_out"] <= 30 < receipt["tokens_in"]
    assert receipt["sentences_kept"] < receipt["sentences_in"]
    assert receipt["worth_it"] is True
