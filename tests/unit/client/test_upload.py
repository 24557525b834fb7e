"""Batches go out several at once, and every document has a result."""

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.stub_server import Answer, StubServer, answer_json, answer_problem, serving
from tests.unit.client.fake_winnow import FakeWinnow
from winnow_client import NO_RETRIES, NotAllowed, ServerFault, Unavailable, UnexpectedAnswer, WinnowClient
from winnow_client.command.exit_codes import ExitCode
from winnow_client.command.reading.documents import Prepared
from winnow_client.command.uploading.batches import Batch, in_batches
from winnow_client.command.uploading.outcomes import Failure, Result
from winnow_client.command.uploading.upload import Upload


@pytest.fixture
def winnow() -> FakeWinnow:
    return FakeWinnow()


@pytest.fixture
def server(winnow: FakeWinnow) -> Iterator[StubServer]:
    with serving(winnow.respond) as server:
        yield server


def upload(server: StubServer, *, concurrency: int = 3) -> Upload:
    return Upload(lambda: WinnowClient(server.url, "token", retry=NO_RETRIES), concurrency)


def batches(count: int, *, size: int = 4, text: Callable[[int], str] = str) -> list[Batch]:
    items = [Prepared(f"{i}", f"{i}", 10, {"id": f"{i}", "text": text(i)}, {}) for i in range(count)]
    return list(in_batches(items, max_documents=size))


def failing(status: int, *bad: str) -> Callable[[list[dict[str, Any]]], Answer | None]:
    """Refuses, as a whole, each request that holds one of the documents."""

    def fail(documents: list[dict[str, Any]]) -> Answer | None:
        hit = any(document["id"] in bad for document in documents)
        return answer_problem(status, "why") if hit else None

    return fail


def by_status(results: list[Result]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for result in sorted(results, key=lambda result: int(result.file)):
        found.setdefault(result.status, []).append(result.file)
    return found


def test_all_is_stored_and_the_second_time_nothing_changes(winnow: FakeWinnow, server: StubServer) -> None:
    names = [str(i) for i in range(30)]
    assert by_status(list(upload(server).run(batches(30)))) == {"created": names}
    assert by_status(list(upload(server).run(batches(30)))) == {"unchanged": names}
    assert sorted(winnow.stored) == sorted(names)
    assert sorted(winnow.sizes) == [2, 2] + [4] * 14


def test_requests_run_side_by_side_and_no_more_than_asked(winnow: FakeWinnow) -> None:
    running, most, together = 0, 0, threading.Barrier(3, timeout=20)
    lock = threading.Lock()

    def respond(asked: Any) -> Answer:  # noqa: ANN401
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        together.wait()  # passes only when three are here at once
        with lock:
            running -= 1
        return winnow.respond(asked)

    with serving(respond) as server:
        results = list(upload(server, concurrency=3).run(batches(24)))
    assert (len(results), most) == (24, 3)


@pytest.mark.parametrize("status", [400, 413, 422])
def test_a_document_that_spoils_its_batch_fails_alone(winnow: FakeWinnow, server: StubServer, status: int) -> None:
    winnow.fail = failing(status, "1", "6")
    results = list(upload(server).run(batches(8)))
    assert by_status(results) == {"created": ["0", "2", "3", "4", "5", "7"], "failed": ["1", "6"]}
    assert {result.failure for result in results} == {
        None,
        Failure("1", "why", ExitCode.REFUSED),
        Failure("6", "why", ExitCode.REFUSED),
    }


def test_a_document_that_the_server_fails_has_its_own_reason(server: StubServer) -> None:
    results = list(upload(server).run(batches(3, text=lambda i: "" if i == 1 else "x")))
    assert [result.failure for result in results] == [None, Failure("1", "the text is empty", ExitCode.REFUSED), None]


@pytest.mark.parametrize(("status", "kind"), [(401, NotAllowed), (403, NotAllowed), (503, Unavailable)])
def test_what_would_fail_every_batch_ends_the_upload(
    winnow: FakeWinnow, server: StubServer, status: int, kind: type[Exception]
) -> None:
    winnow.fail = failing(status, "0")
    run = upload(server, concurrency=1)
    results = list(run.run(batches(40)))
    assert type(run.stopped_by) is kind
    assert by_status(results)["failed"] == ["0", "1", "2", "3"]
    assert len(results) <= 12  # what was on its way


def test_one_batch_that_the_server_chokes_on_does_not_end_the_upload(winnow: FakeWinnow, server: StubServer) -> None:
    winnow.fail = failing(500, "0", "9")
    run = upload(server, concurrency=1)
    results = list(run.run(batches(16)))
    assert by_status(results)["failed"] == ["0", "1", "2", "3", "8", "9", "10", "11"]
    assert (run.stopped_by, len(results)) == (None, 16)


def test_a_server_that_chokes_on_all_ends_the_upload(winnow: FakeWinnow, server: StubServer) -> None:
    winnow.fail = lambda _: answer_problem(500, "why")
    run = upload(server, concurrency=1)
    results = list(run.run(batches(40)))
    assert type(run.stopped_by) is ServerFault
    assert 3 <= len(winnow.sizes) <= 5
    assert {result.status for result in results} == {"failed"}


@pytest.mark.parametrize("ids", [["1", "0"], ["0"], ["0", "1", "2"]], ids=["other order", "too few", "too many"])
def test_outcomes_of_other_documents_are_not_believed(winnow: FakeWinnow, server: StubServer, ids: list[str]) -> None:
    winnow.fail = lambda _: answer_json({"documents": [{"id": name, "status": "created"} for name in ids]})
    run = upload(server)
    assert by_status(list(run.run(batches(2)))) == {"failed": ["0", "1"]}
    assert type(run.stopped_by) is UnexpectedAnswer


def test_stopping_keeps_what_was_on_its_way_and_sends_no_more(winnow: FakeWinnow, server: StubServer) -> None:
    run = upload(server, concurrency=2)
    results = run.run(batches(100, size=1))
    first = next(results)
    run.stop.set()
    done = [first, *results]
    assert {result.status for result in done} == {"created"}
    assert sorted(result.file for result in done) == sorted(winnow.stored)
    assert len(done) < 10


def test_queued_documents_leave_their_jobs(winnow: FakeWinnow, server: StubServer) -> None:
    winnow.queue = True
    run = upload(server, concurrency=1)
    assert by_status(list(run.run(batches(8)))) == {"queued": [str(i) for i in range(8)]}
    assert run.jobs == ["job0", "job1"]
