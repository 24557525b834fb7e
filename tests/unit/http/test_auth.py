"""Who is let in."""

import hashlib
from http import HTTPStatus

import pytest

from winnow.errors import Refused
from winnow.http.auth import Grant, authenticate
from winnow.http.problems import HttpError


def grant_for(token: str, **options: frozenset[str] | None) -> Grant:
    namespaces = options.get("namespaces")
    return Grant(hashlib.sha256(token.encode()).hexdigest(), frozenset({"read"}), namespaces)


GRANTS = (grant_for("first"), grant_for("second"))


@pytest.mark.parametrize("header", ["Bearer second", "bearer second", "BEARER  second "])
def test_a_known_token_gets_its_own_grant(header: str) -> None:
    assert authenticate({"authorization": header}, GRANTS) is GRANTS[1]


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"authorization": ""},
        {"authorization": "Bearer"},
        {"authorization": "Bearer "},
        {"authorization": "Bearer unknown"},
        {"authorization": "Basic second"},
        {"authorization": "second"},
        {"authorization": f"Bearer {GRANTS[0].sha256}"},
        {"authorization": "Bearer \ud800"},
    ],
    ids=[
        "missing",
        "empty",
        "no token",
        "blank token",
        "unknown",
        "other scheme",
        "no scheme",
        "the hash",
        "surrogate",
    ],
)
def test_all_else_is_refused_in_the_same_words(headers: dict[str, str]) -> None:
    with pytest.raises(HttpError) as refusal:
        authenticate(headers, GRANTS)
    assert refusal.value.status is HTTPStatus.UNAUTHORIZED
    assert str(refusal.value) == "a valid bearer token is required"
    assert refusal.value.headers == {"www-authenticate": "Bearer"}


def test_no_configured_token_lets_nobody_in() -> None:
    with pytest.raises(HttpError):
        authenticate({"authorization": "Bearer first"}, ())


def test_a_grant_refuses_a_scope_that_it_lacks() -> None:
    GRANTS[0].require("read")
    with pytest.raises(Refused, match="lacks the scope 'write'"):
        GRANTS[0].require("write")


def test_a_grant_without_namespaces_opens_all_and_one_with_them_only_those() -> None:
    GRANTS[0].require_namespace("anything")
    restricted = grant_for("third", namespaces=frozenset({"a"}))
    restricted.require_namespace("a")
    with pytest.raises(Refused, match="does not open that namespace"):
        restricted.require_namespace("b")
