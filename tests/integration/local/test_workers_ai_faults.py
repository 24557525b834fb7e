"""Each way in which Workers AI can fail can be ordered, strikes the call it was ordered for, and no other."""

import json
import time

import pytest

from local.host import Call, Fault, HostServer
from tests.integration.local.simulators import NO_HOST, CallFailedError, RawResponse, Simulators

SMALL = "@cf/baai/bge-small-en-v1.5"
TEXTS = {"text": ["one", "two", "three"]}
QUOTA = "have used up your daily free allocation of 10,000 neurons"
UPGRADE = "upgrade to Cloudflare's Workers Paid plan if you would like to continue usage."
CAPACITY = "Capacity temporarily exceeded, please try again."


def run(simulators: Simulators, *options: object) -> object:
    """Return the reply, the Response or the message of what was thrown."""
    try:
        return simulators.call("AI", "run", SMALL, TEXTS, *options)
    except CallFailedError as failed:
        return failed.message


@pytest.mark.parametrize(
    ("code", "status", "description"),
    [
        (3040, 429, CAPACITY),
        (3036, 429, f"You {QUOTA}. Please {UPGRADE}"),
        (4006, 429, f"you {QUOTA}, please {UPGRADE}"),
        (3006, 413, "Request is too large"),
        (3007, 408, "Request timeout"),
        (3008, 408, "Request was aborted"),
        (5004, 400, "Invalid data type for base64 input: undefined"),
    ],
)
def test_a_coded_error_is_thrown_or_given_as_a_response(
    simulators: Simulators, host: HostServer, code: int, status: int, description: str
) -> None:
    host.faults.order(Fault("ai", "error", code=code, times=2))
    assert run(simulators) == f"{code}: {description}"
    raw = run(simulators, {"returnRawResponse": True})
    assert isinstance(raw, RawResponse)
    assert (raw.status, raw.content_type) == (status, "application/json")
    assert json.loads(raw.body) == {
        "internalCode": code,
        "name": "AiError",
        "message": description,
        "description": description,
    }
    assert host.faults.orders() == ()


def test_a_reply_that_is_not_json_is_thrown_whole(simulators: Simulators, host: HostServer) -> None:
    host.faults.order(Fault("ai", "status", status=500, times=2))
    body = "<html><body><h1>500</h1></body></html>"
    with pytest.raises(CallFailedError) as caught:
        simulators.call("AI", "run", SMALL, TEXTS)
    assert (caught.value.name, caught.value.message) == ("InferenceUpstreamError", body)
    assert run(simulators, {"returnRawResponse": True}) == RawResponse(500, "text/html", body)


def test_replies_can_be_successes_with_wrong_content(simulators: Simulators, host: HostServer) -> None:
    good = simulators.call("AI", "run", SMALL, TEXTS)
    spoiled = {}
    for fault in (Fault("ai", "short"), Fault("ai", "narrow"), Fault("ai", "not_finite")):
        host.faults.order(fault)
        spoiled[fault.kind] = simulators.call("AI", "run", SMALL, TEXTS)
    vectors = good["data"]
    assert spoiled == {
        "short": {**good, "shape": [2, 384], "data": vectors[:2]},
        "narrow": {**good, "shape": [3, 383], "data": [vector[:383] for vector in vectors]},
        "not_finite": {**good, "data": [[None, *vector[1:]] for vector in vectors]},
    }


def test_slowness_delays_a_good_reply(simulators: Simulators, host: HostServer) -> None:
    host.faults.order(Fault("ai", "slow", milliseconds=400))
    started = time.monotonic()
    reply = simulators.call("AI", "run", SMALL, TEXTS)
    assert time.monotonic() - started >= 0.4
    assert reply == simulators.call("AI", "run", SMALL, TEXTS)


def test_orders_wait_strike_and_end_as_they_say(simulators: Simulators, host: HostServer) -> None:
    host.faults.order(
        Fault("vectorize", "error", code=40006),
        Fault("ai", "error", method="run", code=3040, after=1, times=2),
    )
    outcomes = [run(simulators) for _ in range(4)]
    assert [outcome if isinstance(outcome, str) else "reply" for outcome in outcomes] == [
        "reply",
        f"3040: {CAPACITY}",
        f"3040: {CAPACITY}",
        "reply",
    ]
    assert host.faults.orders() == (Fault("vectorize", "error", code=40006),)


def test_every_call_is_counted_with_its_texts_also_the_failed(simulators: Simulators, host: HostServer) -> None:
    host.faults.order(Fault("ai", "error", code=3040))
    run(simulators)
    simulators.call("AI", "run", SMALL, {"text": "one"})
    assert host.faults.calls() == (Call("ai", "run", 3), Call("ai", "run", 1))


def test_an_absent_host_is_named_and_not_taken_for_a_fault(simulators: Simulators) -> None:
    with pytest.raises(CallFailedError) as caught:
        simulators.call("AI_ALONE", "run", SMALL, TEXTS)
    assert caught.value.message.startswith(f"local host: {NO_HOST}/faults/take does not answer (")
