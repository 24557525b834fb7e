"""Many texts to vectors: one that fails takes no other with it."""

from collections.abc import Sequence

import pytest

from tests.fakes.embedder import REFUSED, FakeEmbedder
from tests.fakes.house import RETRY, run
from winnow.errors import BrokenContract, InvalidRequest, Misconfigured, ModelUnavailable, TextsTooLarge, WinnowError
from winnow.services.embedding import MAX_REFUSED_TEXTS, Embedded, batches, embed_each, embed_rows
from winnow.services.metering import Meter
from winnow.text.tokens import EMBEDDING_TOKENS_MAX, max_embedding_tokens

BUSY = ModelUnavailable("out of capacity", again=True)
QUOTA = ModelUnavailable("the daily quota is used up", retry_after_seconds=3_600)


def embed(embedder: FakeEmbedder, texts: Sequence[str]) -> Embedded:
    return run(embed_each(embedder, texts, retry=RETRY, meter=Meter()))


def sizes(embedder: FakeEmbedder) -> list[int]:
    return [len(batch) for batch in embedder.batches]


def test_batches_keep_to_both_limits() -> None:
    assert list(batches([1] * 250)) == [range(100), range(100, 200), range(200, 250)]
    assert [len(batch) for batch in batches([900] * 50)] == [22, 22, 6]
    assert list(batches([90_000, 1])) == [range(1), range(1, 2)]
    assert list(batches([])) == []


def test_a_refused_text_is_searched_out_by_halving() -> None:
    embedder = FakeEmbedder()
    texts = [f"text {number}" for number in range(100)]
    texts[37] += REFUSED
    embedded = embed(embedder, texts)
    assert embedded.vectors.keys() == set(range(100)) - {37}
    assert embedded.errors.keys() == {37}
    assert isinstance(embedded.errors[37], InvalidRequest)
    assert sizes(embedder) == [100, 50, 25, 25, 12, 13, 6, 3, 1, 2, 3, 7, 50]


def test_a_model_that_refuses_all_is_not_asked_for_each() -> None:
    embedder = FakeEmbedder()
    embedded = embed(embedder, [REFUSED] * 1_000)
    assert embedded.errors.keys() == set(range(1_000))
    assert len(embedder.batches) < 3 * MAX_REFUSED_TEXTS + 40


def test_each_vector_stands_at_its_text() -> None:
    embedder = FakeEmbedder()
    texts = [f"text number {number}" for number in range(150)]
    together, alone = embed(embedder, texts), embed(embedder, [texts[149]])
    assert together.vectors[149] == alone.vectors[0] != together.vectors[148]


@pytest.mark.parametrize(
    ("errors", "calls", "failed"),
    [
        ([BUSY, BUSY], [100, 100, 100, 50], set()),
        ([BUSY, BUSY, BUSY], [100, 100, 100, 50], set(range(100))),
        ([BUSY, BUSY, BUSY, BUSY], [100, 100, 100, 50], set(range(150))),
        ([QUOTA], [100], set(range(150))),
        ([Misconfigured("no such model")], [100, 50], set(range(100))),
        ([BrokenContract("a vector short")], [100, 50], set(range(100))),
        ([TextsTooLarge("413")], [100, 50, 50, 50], set()),
    ],
    ids=["twice busy", "busy for good", "busy for all", "quota", "refused", "broken reply", "too large"],
)
def test_a_call_fails_for_its_own_texts(errors: list[WinnowError], calls: list[int], failed: set[int]) -> None:
    embedder = FakeEmbedder(errors=list(errors))
    embedded = embed(embedder, ["text"] * 150)
    assert sizes(embedder) == calls
    assert embedded.errors.keys() == failed
    assert embedded.vectors.keys() == set(range(150)) - failed


def test_every_call_is_counted() -> None:
    meter = Meter()
    run(embed_each(FakeEmbedder(errors=[BUSY]), ["text"] * 150, retry=RETRY, meter=meter))
    assert (meter.embedding_calls, meter.texts) == (3, 250)


def test_no_text_is_longer_than_the_model_reads() -> None:
    embedder = FakeEmbedder()
    texts = ["A short one.", "no full stop " * 1_000, "\ufdfa" * 500]
    rows = run(embed_rows(embedder, texts, meter=Meter()))
    assert len(rows.lengths) == 3
    assert len(rows.numbers) == 3 * embedder.dimensions
    [sent] = embedder.batches
    assert sent[0] == texts[0]
    for text, cut in zip(texts, sent, strict=True):
        assert text.startswith(cut)
        assert max_embedding_tokens(cut) <= EMBEDDING_TOKENS_MAX
