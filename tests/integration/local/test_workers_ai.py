"""The local Workers AI answers like production's: shapes, limits, error names and texts."""

import json
import math
from array import array
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from local.host import HostServer
from local.host.embedding import QUERY_PREFIX
from local.host.ngram import embed_ngrams
from tests.integration.local.simulators import CallFailedError, RawResponse, Simulators

SCHEMA = "5006: Error: oneOf at '/' not met, 0 matches: "
SMALL = "@cf/baai/bge-small-en-v1.5"
TOO_MANY = SCHEMA + "oneOf at '/text' not met, 0 matches: Length of '/text' must be <= 100"


def failure(simulators: Simulators, binding: str, model: str, inputs: object, *options: object) -> tuple[str, str]:
    with pytest.raises(CallFailedError) as caught:
        simulators.call(binding, "run", model, inputs, *options)
    return caught.value.name, caught.value.message


def test_a_batch_gives_one_unit_vector_per_text_in_order(simulators: Simulators) -> None:
    reply = simulators.call("AI", "run", SMALL, {"text": ["one text", "another text"], "pooling": "cls"})
    assert (reply["shape"], reply["pooling"]) == ([2, 384], "cls")
    assert [len(vector) for vector in reply["data"]] == [384, 384]
    for text, vector in zip(["one text", "another text"], reply["data"], strict=True):
        assert math.hypot(*vector) == pytest.approx(1, abs=1e-6)
        assert vector == pytest.approx(embed_ngrams(text), abs=1e-6)


def test_a_single_string_is_a_batch_of_one_and_pooling_is_mean_by_default(simulators: Simulators) -> None:
    reply = simulators.call("AI", "run", SMALL, {"text": "one text"})
    assert (reply["shape"], len(reply["data"]), reply["pooling"]) == ([1, 384], 1, "mean")


@pytest.mark.parametrize(
    ("model", "dimensions"),
    [
        (SMALL, 384),
        ("@cf/baai/bge-base-en-v1.5", 768),
        ("@cf/baai/bge-large-en-v1.5", 1024),
        ("@cf/baai/bge-m3", 1024),
    ],
)
def test_every_model_has_its_width(simulators: Simulators, model: str, dimensions: int) -> None:
    reply = simulators.call("AI", "run", model, {"text": ["word"]})
    assert reply["shape"] == [1, dimensions]
    assert reply["data"][0] == pytest.approx(embed_ngrams("word", dimensions=dimensions), abs=1e-6)


@given(st.lists(st.text(st.characters(max_codepoint=0x2FFF), min_size=1, max_size=40), min_size=1, max_size=20))
@settings(max_examples=25, deadline=None)
def test_ngrams_in_javascript_equal_those_in_python(simulators: Simulators, texts: list[str]) -> None:
    vectors = simulators.call("AI", "run", SMALL, {"text": texts})["data"]
    assert len(vectors) == len(texts)
    for text, vector in zip(texts, vectors, strict=True):
        assert vector == pytest.approx(embed_ngrams(text), abs=1e-6)


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        pytest.param({"text": ["a"] * 101}, TOO_MANY, id="101 texts"),
        pytest.param(
            {"text": ["a", ""]},
            SCHEMA + "Length of '/text/1' must be >= 1",
            id="empty text in a batch",
        ),
        pytest.param(
            {"text": ""},
            SCHEMA + "Length of '/text' must be >= 1",
            id="empty text",
        ),
        pytest.param(
            {"text": ["a", 7]},
            SCHEMA + "Type mismatch of '/text/1', 'number' not in 'string'",
            id="a number for a text",
        ),
        pytest.param(
            {},
            SCHEMA + "required properties at '/' are 'text'",
            id="no text",
        ),
        pytest.param(
            {"text": "a", "pooling": "max"},
            SCHEMA + "Value of '/pooling' must be one of 'mean,cls'",
            id="unknown pooling",
        ),
        pytest.param({"text": ["x" * 10_001] * 100}, "3006: Request is too large", id="above one megabyte"),
    ],
)
def test_bad_input_is_refused_in_the_services_words(
    simulators: Simulators, inputs: dict[str, object], message: str
) -> None:
    assert failure(simulators, "AI", SMALL, inputs) == ("AiError", message)


def test_exactly_one_hundred_texts_pass(simulators: Simulators) -> None:
    assert simulators.call("AI", "run", SMALL, {"text": ["a"] * 100})["shape"] == [100, 384]


def test_an_unknown_model_is_5007(simulators: Simulators) -> None:
    assert failure(simulators, "AI", "@cf/none", {"text": "a"}) == (
        "AiError",
        "5007: No such model @cf/none or task",
    )


@pytest.mark.parametrize(
    ("arguments", "place"),
    [
        (({"$map": [["text", "a"]]},), "inputs"),
        (({"text": "a"}, {"$map": [["returnRawResponse", True]]}), "options"),
        (({"text": "a", "extra": [{"$map": []}]},), "inputs.extra[0]"),
    ],
    ids=["inputs", "options", "nested"],
)
def test_a_map_is_refused_where_production_would_lose_it(
    simulators: Simulators, arguments: tuple[object, ...], place: str
) -> None:
    name, message = failure(simulators, "AI", SMALL, *arguments)
    assert name == "TypeError"
    assert message == (
        f"{place} is a JS Map, which production would send as {{}} and lose: convert it with Object.fromEntries"
    )


def test_forms_that_are_not_simulated_say_so(simulators: Simulators) -> None:
    name, message = failure(simulators, "AI", "@cf/baai/bge-m3", {"contexts": [{"text": "a"}]})
    assert (name, message) == (
        "Error",
        "local Workers AI: only the {text} form is simulated, not {requests} or {contexts}",
    )


def test_a_raw_response_carries_the_reply_as_json(simulators: Simulators) -> None:
    raw = simulators.call("AI", "run", SMALL, {"text": ["a"]}, {"returnRawResponse": True})
    assert (raw.status, raw.content_type) == (200, "application/json")
    assert json.loads(raw.body) == simulators.call("AI", "run", SMALL, {"text": ["a"]})


def test_a_raw_response_carries_the_error_and_nothing_is_thrown(simulators: Simulators) -> None:
    raw = simulators.call("AI", "run", "@cf/none", {"text": ["a"]}, {"returnRawResponse": True})
    text = "No such model @cf/none or task"
    assert raw == RawResponse(
        400,
        "application/json",
        json.dumps(
            {"internalCode": 5007, "name": "AiError", "message": text, "description": text},
            separators=(",", ":"),
        ),
    )


def test_the_real_model_answers_with_the_hosts_vectors(simulators: Simulators, host: HostServer) -> None:
    texts = ["La lluvia cae en abril.", QUERY_PREFIX + "¿Cuándo llueve?", "nul\0here", "a" * 5000]
    reply = simulators.call("AI_E5", "run", SMALL, {"text": texts, "pooling": "cls"})
    flat = [number for vector in reply["data"] for number in vector]
    assert flat == array("f", host.embed(texts)).tolist()
    assert (reply["shape"], reply["pooling"]) == ([4, 384], "cls")


def test_the_real_model_finds_the_answer_across_languages(simulators: Simulators) -> None:
    question = QUERY_PREFIX + "When does it rain?"
    texts = [question, "Las lluvias llegan en abril y mayo.", "El motor necesita aceite cada año."]
    asked, rain, engine = simulators.call("AI_E5", "run", SMALL, {"text": texts})["data"]
    near, far = (sum(a * b for a, b in zip(asked, text, strict=True)) for text in (rain, engine))
    assert near > far


def test_the_real_model_has_one_width_and_says_so(simulators: Simulators) -> None:
    name, message = failure(simulators, "AI_E5", "@cf/baai/bge-m3", {"text": "a"})
    assert name == "Error"
    assert message == (
        "local Workers AI: the real model has 384 dimensions, this one 1024: "
        'use bge-small-en-v1.5, or EMBEDDER = "ngram"'
    )


def test_the_instant_embedder_tells_texts_apart_and_nothing_more(simulators: Simulators) -> None:
    texts = ["a", "b", "a", "¿Cuándo llueve? \U0001f327"]
    reply = simulators.call("AI_INSTANT", "run", "@cf/baai/bge-m3", {"text": texts})
    first, other, again, rain = reply["data"]
    assert (reply["shape"], again) == ([4, 1024], first)
    assert [math.hypot(*vector) for vector in (first, other, rain)] == pytest.approx([1, 1, 1], abs=1e-12)
    assert abs(sum(a * b for a, b in zip(first, other, strict=True))) < 0.2


def test_calls_at_the_same_time_get_their_own_vectors(simulators: Simulators, host: HostServer) -> None:
    batches = [[f"batch {batch}, text {text}" for text in range(3)] for batch in range(12)]
    with ThreadPoolExecutor(6) as pool:
        replies = list(pool.map(lambda texts: simulators.call("AI_E5", "run", SMALL, {"text": texts}), batches))
    for texts, reply in zip(batches, replies, strict=True):
        flat = [number for vector in reply["data"] for number in vector]
        assert flat == array("f", host.embed(texts)).tolist()
