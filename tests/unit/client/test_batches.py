"""Documents in batches that one request can carry."""

from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnow_client.command.reading.documents import Prepared
from winnow_client.command.uploading.batches import in_batches
from winnow_client.transport import encode_body

_NUMBERS = count()


def item(size: int, chunk_size: int = 400) -> Prepared:
    """A document whose text is `size` characters long."""
    name = str(next(_NUMBERS))
    return Prepared(name, name, size, {"id": name, "text": "x" * size}, {"chunk_size": chunk_size})


def json_bytes(items: tuple[Prepared, ...]) -> int:
    return sum(len(encode_body(item.document)) for item in items)


def test_a_batch_is_full_by_count() -> None:
    items = [item(1) for _ in range(5)]
    assert [list(batch) for batch in in_batches(items, max_documents=2)] == [items[:2], items[2:4], items[4:]]


def test_a_batch_is_full_by_bytes_and_a_large_document_goes_alone() -> None:
    items = [item(100), item(100), item(1_000), item(10)]
    batches = [list(batch) for batch in in_batches(items, max_documents=9, max_bytes=300)]
    assert batches == [items[:2], items[2:3], items[3:]]


def test_documents_that_are_cut_differently_go_apart() -> None:
    items = [item(1, 400), item(1, 800), item(1, 400), item(1, 800)]
    batches = [list(batch) for batch in in_batches(items, max_documents=9)]
    assert batches == [[items[0], items[2]], [items[1], items[3]]]


def test_nothing_is_read_ahead() -> None:
    source = iter([item(1) for _ in range(4)])
    batches = in_batches(source, max_documents=2)
    next(batches)
    assert len(list(source)) == 1  # the third was needed to know that the first two are a batch


def test_no_documents_no_batches() -> None:
    assert list(in_batches([], max_documents=2)) == []


@given(
    st.lists(st.builds(item, st.integers(0, 300), st.sampled_from([400, 800]))),
    st.integers(1, 5),
    st.integers(1, 400),
)
def test_every_document_goes_once_within_the_limits(items: list[Prepared], documents: int, size: int) -> None:
    batches = list(in_batches(items, max_documents=documents, max_bytes=size))
    assert sorted((one for batch in batches for one in batch), key=items.index) == items
    for batch in batches:
        assert 1 <= len(batch) <= documents
        assert len(batch) == 1 or json_bytes(batch) <= size
        assert len({one.chunking["chunk_size"] for one in batch}) == 1


@pytest.mark.parametrize("text", ["ñ", "\ud800", "🌊"])
def test_bytes_are_those_of_the_json_in_utf_8(text: str) -> None:
    one = Prepared("a", "a", 1, {"id": "a", "text": text * 100}, {})
    size = len(b'{"id":"a","text":""}') + 100 * len(text.encode("utf-8", "surrogatepass"))
    other = Prepared("b", "b", 1, {"id": "b", "text": ""}, {})
    pair = list(in_batches([one, other], max_documents=9, max_bytes=size + 20))
    apart = list(in_batches([one, other], max_documents=9, max_bytes=size + 19))
    assert (len(pair), len(apart)) == (1, 2)
