"""The way of every request: route, token, rate limit, handler; and of every answer: headers, log."""

import asyncio
import hashlib
import json
from collections.abc import Mapping

import pytest

from winnow.errors import Misconfigured, ModelUnavailable
from winnow.http.api import Api
from winnow.http.auth import Grant
from winnow.http.cors import Cors
from winnow.http.messages import Request, Response, json_response
from winnow.http.router import Call, Route

TOKEN = {"authorization": "Bearer right"}
GRANT = Grant(hashlib.sha256(b"right").hexdigest(), frozenset({"read"}), frozenset({"mine"}))
PAGE = "https://app.example.org"


class Limiter:
    """Allows `left` requests, and remembers by which keys it was asked."""

    def __init__(self, left: int = 1_000) -> None:
        self.left = left
        self.keys: list[str] = []

    async def allow(self, key: str) -> bool:
        self.keys.append(key)
        self.left -= 1
        return self.left >= 0


async def no_body() -> bytes:
    return b""


async def succeed(call: Call) -> Response:
    call.enter("mine")
    with call.meter.stage("embed"):
        pass
    return json_response({"ok": True})


async def trespass(call: Call) -> Response:
    call.enter("theirs")
    return json_response({})


async def fail_in_an_unexpected_way(_call: Call) -> Response:
    message = "the query was: who am I"
    raise KeyError(message)


async def fail_for_now(_call: Call) -> Response:
    message = "Workers AI is unavailable (3040)"
    raise ModelUnavailable(message, retry_after_seconds=7)


async def fail_for_the_operator(_call: Call) -> Response:
    message = "D1 refuses a statement"
    raise Misconfigured(message)


ROUTES = {
    "/open": {"GET": Route(succeed, None)},
    "/read": {"POST": Route(succeed, "read")},
    "/write": {"POST": Route(succeed, "write")},
    "/theirs": {"POST": Route(trespass, "read")},
    "/unexpected": {"POST": Route(fail_in_an_unexpected_way, "read")},
    "/busy": {"POST": Route(fail_for_now, "read")},
    "/misconfigured": {"POST": Route(fail_for_the_operator, "read")},
}


def ask(
    path: str,
    headers: Mapping[str, str] = TOKEN,
    *,
    method: str = "POST",
    limiter: Limiter | None = None,
    origins: frozenset[str] = frozenset(),
) -> Response:
    api = Api(ROUTES, [GRANT], limiter or Limiter(), Cors(origins))
    return asyncio.run(api.answer(Request(method, path, headers, no_body)))


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/read", 200),
        ("/write", 403),
        ("/theirs", 403),
        ("/nowhere", 404),
        ("/open", 405),
        ("/unexpected", 500),
        ("/misconfigured", 500),
        ("/busy", 503),
    ],
)
def test_every_outcome_has_its_status(path: str, status: int) -> None:
    assert ask(path).status == status


def test_an_open_route_asks_for_no_token_and_counts_nobody() -> None:
    limiter = Limiter(0)
    assert ask("/open", {}, method="GET", limiter=limiter).status == 200
    assert limiter.keys == []


def test_a_token_over_its_limit_waits_and_an_unknown_one_is_not_counted() -> None:
    limiter = Limiter(1)
    assert ask("/read", limiter=limiter).status == 200
    refused = ask("/read", limiter=limiter)
    assert (refused.status, refused.headers["retry-after"]) == (429, "60")
    assert ask("/read", {"authorization": "Bearer wrong"}, limiter=limiter).status == 401
    assert limiter.keys == [GRANT.sha256] * 2


def test_a_temporary_failure_says_when_to_come_back() -> None:
    assert ask("/busy").headers["retry-after"] == "7"


def test_every_answer_carries_the_security_headers_and_an_id() -> None:
    for path in ("/read", "/nowhere", "/unexpected"):
        headers = ask(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"
        assert len(headers["x-request-id"]) == 32


@pytest.mark.parametrize(("given", "kept"), [("abcd-1234", True), ("short", False), ("with space 1", False)])
def test_a_request_id_is_taken_from_the_caller_only_if_it_looks_right(given: str, *, kept: bool) -> None:
    assert (ask("/read", TOKEN | {"x-request-id": given}).headers["x-request-id"] == given) is kept


def test_stages_are_told_in_server_timing() -> None:
    assert ask("/read").headers["server-timing"].startswith("embed;dur=")


def test_the_log_tells_what_happened_and_no_text(capsys: pytest.CaptureFixture[str]) -> None:
    ask("/read")
    ask("/unexpected")
    served, failure, failed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert (served["route"], served["status"], served["namespace"]) == (
        "/read",
        200,
        hashlib.sha256(b"mine").hexdigest()[:12],
    )
    assert (failure["level"], failure["error"], failed["status"]) == ("error", "KeyError", 500)
    assert failure["request_id"] == failed["request_id"]
    assert any("fail_in_an_unexpected_way" in line for line in failure["trace"])
    assert "who am I" not in json.dumps(failure)


def test_a_page_may_call_only_from_a_configured_origin() -> None:
    headers = TOKEN | {"origin": PAGE}
    assert "access-control-allow-origin" not in ask("/read", headers).headers
    assert "access-control-allow-origin" not in ask("/read", headers, origins=frozenset({"https://other"})).headers
    assert ask("/read", headers, origins=frozenset({PAGE})).headers["access-control-allow-origin"] == PAGE


def test_a_preflight_is_answered_for_a_configured_origin_alone() -> None:
    headers = {"origin": PAGE, "access-control-request-method": "POST"}
    allowed = ask("/read", headers, method="OPTIONS", origins=frozenset({PAGE}))
    assert (allowed.status, allowed.headers["access-control-allow-origin"]) == (204, PAGE)
    assert ask("/read", headers, method="OPTIONS").status == 405
