"""Requests, retries and errors, against a server that answers as ordered."""

import json
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.stub_server import Answer, Respond, StubServer, answer_json, answer_problem, in_turn, serving
from winnow_client import (
    CallerError,
    FieldProblem,
    InvalidRequest,
    NotAllowed,
    NotFound,
    RateLimited,
    RetryPolicy,
    ServerFault,
    TemporaryError,
    TooLarge,
    Unavailable,
    UnexpectedAnswer,
    Unreachable,
    WinnowClient,
    WinnowError,
)

HEALTH = {"status": "ok", "version": "1", "python": "3.14.2", "platform": "emscripten"}


class Waits(list[float]):
    """A sleep that only remembers."""

    def __call__(self, seconds: float) -> None:
        self.append(seconds)


@pytest.fixture
def stub() -> Iterator[StubServer]:
    with serving(in_turn()) as server:
        yield server


@pytest.fixture
def waits() -> Waits:
    return Waits()


@pytest.fixture
def client(stub: StubServer, waits: Waits) -> Iterator[WinnowClient]:
    with WinnowClient(stub.url, "secret", sleep=waits) as client:
        yield client


def raised(client: WinnowClient, stub: StubServer, respond: Respond) -> WinnowError:
    stub.respond = respond
    with pytest.raises(WinnowError) as caught:
        client.health()
    return caught.value


def test_a_request_carries_the_token_and_asks_for_json(client: WinnowClient, stub: StubServer) -> None:
    stub.respond = in_turn(answer_json(HEALTH))
    client.health()
    [asked] = stub.asked
    assert (asked.headers["authorization"], asked.headers["accept"]) == ("Bearer secret", "application/json")
    assert asked.headers["user-agent"].startswith("winnow-client/")


def test_the_token_is_not_replaced_by_what_netrc_holds(
    client: WinnowClient, stub: StubServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login somebody password else\n", encoding="utf-8")
    monkeypatch.setenv("NETRC", str(netrc))
    stub.respond = in_turn(answer_json(HEALTH))
    client.health()
    assert stub.asked[0].headers["authorization"] == "Bearer secret"


@pytest.mark.parametrize("status", [429, 503, 504])
def test_a_temporary_answer_is_asked_again_when_the_server_says(
    client: WinnowClient, stub: StubServer, waits: Waits, status: int
) -> None:
    stub.respond = in_turn(
        answer_problem(status, "busy", headers={"retry-after": "7"}),
        answer_problem(status, "busy", headers={"retry-after": "9"}),
        answer_json(HEALTH),
    )
    assert client.health().status == "ok"
    assert (waits, len(stub.asked)) == ([7, 9], 3)


def test_tries_are_bounded_and_the_last_error_is_raised(client: WinnowClient, stub: StubServer, waits: Waits) -> None:
    error = raised(client, stub, lambda _: answer_problem(503, "out of capacity", headers={"retry-after": "2"}))
    assert isinstance(error, Unavailable)
    assert (str(error), error.retry_after_seconds, waits, len(stub.asked)) == ("out of capacity", 2, [2, 2, 2], 4)


def test_a_wait_beyond_the_bound_is_not_begun(client: WinnowClient, stub: StubServer, waits: Waits) -> None:
    error = raised(client, stub, in_turn(answer_problem(429, "slow down", headers={"retry-after": "3600"})))
    assert isinstance(error, RateLimited)
    assert (error.retry_after_seconds, waits) == (3600, [])


@pytest.mark.parametrize("header", ["", "soon", "-1", "nan", "inf", "Mon, 30 Nov 2026 21:00:00 GMT"])
def test_an_unreadable_retry_after_counts_as_untold(
    client: WinnowClient, stub: StubServer, waits: Waits, header: str
) -> None:
    stub.respond = in_turn(answer_problem(503, "busy", headers={"retry-after": header}), answer_json(HEALTH))
    client.health()
    assert waits == [0.5]


@pytest.mark.parametrize(
    ("status", "kind", "group"),
    [
        (400, InvalidRequest, CallerError),
        (401, NotAllowed, CallerError),
        (403, NotAllowed, CallerError),
        (404, NotFound, CallerError),
        (405, InvalidRequest, CallerError),
        (413, TooLarge, CallerError),
        (415, InvalidRequest, CallerError),
        (422, InvalidRequest, CallerError),
        (500, ServerFault, ServerFault),
        (502, ServerFault, ServerFault),
        (418, UnexpectedAnswer, ServerFault),
    ],
)
def test_a_final_answer_is_raised_at_once(
    client: WinnowClient, stub: StubServer, waits: Waits, status: int, kind: type[WinnowError], group: type[WinnowError]
) -> None:
    error = raised(client, stub, in_turn(answer_problem(status, "why", headers={"x-request-id": "r1"})))
    assert (type(error), str(error), error.status, error.request_id) == (kind, "why", status, "r1")
    assert isinstance(error, group)
    assert waits == []


def test_wrong_fields_are_named(client: WinnowClient, stub: StubServer) -> None:
    errors = [{"loc": ["documents", 0, "text"], "msg": "Field required"}]
    error = raised(client, stub, in_turn(answer_problem(422, "the request has invalid fields", errors=errors)))
    assert isinstance(error, InvalidRequest)
    assert error.problems == (FieldProblem(("documents", 0, "text"), "Field required"),)
    assert str(error) == "the request has invalid fields; documents.0.text: Field required"


@pytest.mark.parametrize(
    "answer",
    [
        Answer(500, b"<html>oops</html>", {"content-type": "text/html"}),
        Answer(500, b"{", {"content-type": "application/problem+json"}),
        Answer(500, b"[]", {"content-type": "application/problem+json"}),
        Answer(500),
    ],
    ids=["html", "not JSON", "not an object", "empty"],
)
def test_an_error_that_gives_no_reason_is_named_by_its_status(
    client: WinnowClient, stub: StubServer, answer: Answer
) -> None:
    error = raised(client, stub, in_turn(answer))
    assert type(error) is ServerFault
    assert str(error) == "the server answered 500 and gave no reason: is Winnow really there?"


def test_a_redirect_is_told_and_not_followed(client: WinnowClient, stub: StubServer) -> None:
    error = raised(client, stub, in_turn(Answer(301, headers={"location": "https://else.where/"})))
    assert type(error) is UnexpectedAnswer
    assert str(error) == "the server redirects to https://else.where/: use that address"


@pytest.mark.parametrize("body", [b"", b"<html>", b"[]", b'{"status": 1}'])
def test_a_good_status_with_a_wrong_body_is_no_answer_of_winnows(
    client: WinnowClient, stub: StubServer, body: bytes
) -> None:
    assert type(raised(client, stub, in_turn(Answer(200, body)))) is UnexpectedAnswer


def test_a_server_that_is_not_there_is_tried_again(waits: Waits) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unused.getsockname()[1]}"
        with WinnowClient(url, sleep=waits) as client, pytest.raises(Unreachable) as caught:
            client.health()
    assert str(caught.value) == f"{url} cannot be reached (ConnectionError)"
    assert (caught.value.status, waits) == (None, [0.5, 1, 2])


def test_a_server_that_stays_silent_is_unreachable(waits: Waits) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        policy = RetryPolicy(max_tries=2)
        client = WinnowClient(url, timeout_seconds=0.05, retry=policy, sleep=waits)
        with client, pytest.raises(Unreachable) as caught:
            client.health()
    assert isinstance(caught.value, TemporaryError)
    assert (str(caught.value), waits) == (f"{url} did not answer in time", [0.5])


def test_an_export_arrives_line_by_line(client: WinnowClient, stub: StubServer) -> None:
    stub.respond = in_turn(Answer(200, b'{"id": "a\xe2\x80\xa8"}\n\n{"id": "b"}\n'))
    assert list(client.export()) == [{"id": "a\u2028"}, {"id": "b"}]
    assert stub.lines == [("GET", "/admin/export?namespace=default")]


def test_an_export_that_is_cut_off_says_so_after_what_was_good(client: WinnowClient, stub: StubServer) -> None:
    first = {"id": "a" * 1_000}
    stub.respond = in_turn(Answer(200, json.dumps(first).encode() + b'\n{"id": "' + b"b" * 2_000, cut_short=True))
    lines = client.export()
    assert next(lines) == first
    with pytest.raises(Unreachable, match="broke off in the middle of its answer"):
        next(lines)


@pytest.mark.parametrize(
    "url", ["", "winnow.example", "ftp://winnow.example", "http://", "https://a/?x=1", "https://a/#x"]
)
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="url must be the address of a server"):
        WinnowClient(url)


@pytest.mark.parametrize("token", ["", "two words", "new\nline", "señal"])
def test_a_token_that_cannot_be_one_is_refused_and_not_shown(token: str) -> None:
    with pytest.raises(ValueError, match=r"^token must be one word of ASCII characters$"):
        WinnowClient("https://winnow.example", token)


def test_nothing_shows_the_token(client: WinnowClient) -> None:
    assert "secret" not in repr(client) + repr(vars(client))
