"""A token of Cloudflare Access opens the door only when all of it is right, and its keys are asked for seldom."""

import asyncio
import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

import pytest

from winnow.errors import IdentityUnavailable
from winnow.http.access import (
    KEYS_MAX_AGE_SECONDS,
    KEYS_MIN_AGE_SECONDS,
    LEEWAY_SECONDS,
    AccessSettings,
    AccessVerifier,
    Assertion,
    check_claims,
    parse_assertion,
)
from winnow.http.auth import Grant
from winnow.http.problems import HttpError
from winnow.ports.identity import SigningKey

SETTINGS = AccessSettings("https://team.cloudflareaccess.com", "the-application", frozenset({"read"}), frozenset({"a"}))
NOW = 1_800_000_000.0
HEADER = {"alg": "RS256", "kid": "first", "typ": "JWT"}
CLAIMS = {"iss": SETTINGS.issuer, "aud": [SETTINGS.audience], "sub": "user-1", "iat": NOW, "nbf": NOW, "exp": NOW + 60}


def encoded(value: object) -> str:
    data = value if isinstance(value, bytes) else json.dumps(value).encode()
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def token(header: object = HEADER, claims: object = CLAIMS, signature: bytes = b"first") -> str:
    return f"{encoded(header)}.{encoded(claims)}.{encoded(signature)}"


@dataclass(slots=True)
class Team:
    """An `Identity` whose signature is the id of the key."""

    ids: list[str] = field(default_factory=lambda: ["first"])
    asked: int = 0

    async def keys(self) -> Mapping[str, SigningKey]:
        self.asked += 1
        if not self.ids:
            raise IdentityUnavailable("gone")
        return {key_id: SigningKey(key_id, "AQAB") for key_id in self.ids}

    async def verify(self, key: SigningKey, signed: bytes, signature: bytes) -> bool:
        assert signed.count(b".") == 1
        return signature == key.modulus.encode()


@dataclass(slots=True)
class Door:
    """A verifier with a clock that is set by hand."""

    team: Team = field(default_factory=Team)
    now: float = NOW
    verifier: AccessVerifier = field(init=False)

    def __post_init__(self) -> None:
        self.verifier = AccessVerifier(SETTINGS, self.team, clock=lambda: self.now)

    def knock(self, text: str) -> Grant:
        return asyncio.run(self.verifier.grant(text))

    def refuses(self, text: str) -> bool:
        with pytest.raises(HttpError) as refusal:
            self.knock(text)
        return refusal.value.status == HTTPStatus.UNAUTHORIZED


def test_a_good_token_gets_what_is_configured() -> None:
    grant = Door().knock(token())
    assert (grant.scopes, grant.namespaces) == (SETTINGS.scopes, SETTINGS.namespaces)


def test_everybody_is_counted_apart() -> None:
    door = Door()
    grants = [door.knock(token(claims=CLAIMS | {"sub": name})) for name in ("user-1", "user-2", "user-1")]
    assert grants[0] == grants[2] != grants[1]


def test_a_token_is_taken_apart() -> None:
    text = token()
    assert parse_assertion(text) == Assertion("first", CLAIMS, text.rpartition(".")[0].encode(), b"first")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a.b",
        "a.b.c.d",
        "....",
        token() + "=",
        token().replace(".", "+.", 1),
        token(b"not json"),
        token(b"[" * 10_000),
        token(["RS256"]),
        token({}),
        token(HEADER | {"alg": "none"}, signature=b""),
        token(HEADER | {"alg": "HS256"}),
        token(HEADER | {"alg": ["RS256"]}),
        token({"alg": "RS256"}),
        token(HEADER | {"kid": 1}),
        token(HEADER | {"crit": ["exp"]}),
        token(claims=b"\xff"),
        token(claims="text"),
        token(HEADER | {"pad": "x" * 20_000}),
        "é" + token(),
    ],
)
def test_what_is_no_token_is_refused_before_any_key_is_asked_for(text: str) -> None:
    door = Door()
    assert door.refuses(text)
    assert door.team.asked == 0


@pytest.mark.parametrize(
    "changes",
    [
        {"iss": "https://other.cloudflareaccess.com"},
        {"iss": None},
        {"aud": "another"},
        {"aud": []},
        {"aud": [["the-application"]]},
        {"aud": None},
        {"exp": None},
        {"exp": "9999999999"},
        {"exp": True},
        {"exp": NOW - LEEWAY_SECONDS},
        {"nbf": NOW + LEEWAY_SECONDS + 1},
        {"nbf": "now"},
        {"sub": ""},
        {"sub": 7},
    ],
    ids=str,
)
def test_a_claim_that_is_wrong_is_refused_before_any_key_is_asked_for(changes: dict[str, Any]) -> None:
    door = Door()
    assert door.refuses(token(claims=CLAIMS | changes))
    assert door.team.asked == 0


@pytest.mark.parametrize(
    ("changes", "subject"),
    [
        ({"aud": "the-application"}, "user-1"),
        ({"aud": ["another", "the-application"]}, "user-1"),
        ({"exp": NOW - LEEWAY_SECONDS + 1}, "user-1"),
        ({"nbf": NOW + LEEWAY_SECONDS}, "user-1"),
        ({"sub": "", "common_name": "a-program"}, "a-program"),
    ],
    ids=str,
)
def test_claims_that_are_right(changes: dict[str, Any], subject: str) -> None:
    assert check_claims(CLAIMS | changes, SETTINGS, now=NOW) == subject


def test_a_token_without_nbf_is_in_force() -> None:
    claims = {name: value for name, value in CLAIMS.items() if name != "nbf"}
    assert check_claims(claims, SETTINGS, now=NOW) == "user-1"


def test_a_wrong_signature_is_refused() -> None:
    assert Door().refuses(token(signature=b"forged"))


def test_keys_are_remembered_until_they_are_old() -> None:
    door = Door()
    lasting = token(claims=CLAIMS | {"exp": NOW + 10 * KEYS_MAX_AGE_SECONDS})
    for _ in range(3):
        door.knock(lasting)
    assert door.team.asked == 1
    door.now += KEYS_MAX_AGE_SECONDS + 1
    door.knock(lasting)
    assert door.team.asked == 2


def test_a_new_key_is_found_and_an_old_one_forgotten() -> None:
    door = Door()
    door.knock(token())
    door.team.ids = ["second"]
    door.now += KEYS_MIN_AGE_SECONDS + 1
    door.knock(token(HEADER | {"kid": "second"}, signature=b"second"))
    assert door.refuses(token())


def test_made_up_key_ids_do_not_ask_each_time() -> None:
    door = Door()
    door.knock(token())
    for number in range(20):
        assert door.refuses(token(HEADER | {"kid": f"made-up-{number}"}))
    assert door.team.asked == 1


def test_keys_that_cannot_be_had_are_a_temporary_failure() -> None:
    with pytest.raises(IdentityUnavailable):
        Door(Team(ids=[])).knock(token())
