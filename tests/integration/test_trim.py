"""`POST /trim`: batches, scorers, offsets and receipts."""

from typing import Any

import pytest

from tests.platform import Client

CONTENT = "\U0001f30a The moon raises the tides. Bread is made of flour. Cats sleep all day. Bread must rest."
CHUNKS = [{"content": CONTENT, "url": "https://example.org/"}, {"content": "Only one sentence here."}]


def trim(client: Client, **options: object) -> dict[str, Any]:
    answer = client.post("/trim", {"chunks": CHUNKS, **options})
    assert answer.status_code == 200, answer.text
    content: dict[str, Any] = answer.json()
    return content


def test_a_batch_embeds_every_sentence_once(client: Client, namespace: str) -> None:
    queries = [f"{word} {namespace}" for word in ("moon", "bread", "cats", "moon")]
    answer = trim(client, queries=queries)
    assert (answer["usage"]["embedding_calls"], answer["usage"]["texts"]) == (1, 3 + 5)
    assert [result["receipt"]["embedding_calls"] for result in answer["results"]] == [1, 1, 1, 1]
    alone = [trim(client, query=query) for query in queries]
    assert [(result["chunks"], result["details"]) for result in answer["results"]] == [
        (single["chunks"], single["details"]) for single in alone
    ]


def test_the_hybrid_scorer_keeps_as_many_and_may_keep_others(client: Client) -> None:
    query = "What must bread do: rest?"
    by_cosine, by_both = (trim(client, query=query, scorer=scorer) for scorer in ("cosine", "hybrid"))
    assert by_both["chunks"][0]["content"] == "Bread must rest."
    assert by_both["receipt"]["sentences_kept"] == by_cosine["receipt"]["sentences_kept"]
    assert by_both["details"][0]["scores"] == by_cosine["details"][0]["scores"]


def test_a_title_is_scored_with_each_sentence_and_stays_out_of_the_text(client: Client) -> None:
    chunk = {"title": "Sourdough", "content": "It must rest. It must not freeze."}
    plain, titled = (
        client.post("/trim", {"query": "sourdough rest", "chunks": [chunk], "with_titles": titles}).json()
        for titles in (False, True)
    )
    assert titled["chunks"][0]["content"] == "It must rest."
    assert max(titled["details"][0]["scores"]) > max(plain["details"][0]["scores"])


def test_kept_offsets_can_be_those_of_javascript(client: Client) -> None:
    answer = trim(client, query="Bread is made of flour", offsets="utf16", threshold=0.5)
    units = CONTENT.encode("utf-16-le")
    [[start, end]] = answer["details"][0]["kept"]
    assert units[2 * start : 2 * end].decode("utf-16-le") == answer["chunks"][0]["content"] == "Bread is made of flour."


def test_a_vector_has_no_words_to_score_with(client: Client) -> None:
    body = {"query_vector": [1.0] * 384, "chunks": CHUNKS, "scorer": "hybrid"}
    assert client.post("/trim", body).status_code == 422
    assert client.post("/trim", body | {"scorer": "cosine"}).status_code == 200


@pytest.mark.parametrize(
    ("options", "verdict"),
    [
        ({"threshold": -1}, (False, "nothing was saved")),
        ({"threshold": 1, "min_sentences": 0}, (False, "nothing was kept")),
        ({"threshold": 1, "min_sentences": 1}, (True, None)),
    ],
    ids=str,
)
def test_a_receipt_says_whether_it_was_worth_it(
    client: Client, options: dict[str, object], verdict: tuple[bool, str | None]
) -> None:
    receipt = trim(client, query="moon", **options)["receipt"]
    assert (receipt["worth_it"], receipt.get("reason")) == verdict
