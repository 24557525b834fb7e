"""Cloudflare Access: who comes in through an identity provider bears a token that Access has signed (RS256).

The header of the request is no proof of anything: what counts is the signature by one of the team's keys, and that
the token was made by this team (`iss`) for this application (`aud`) and is in force (`exp`, `nbf`).
"""

import base64
import binascii
import hashlib
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, TypeGuard

from winnow.http.auth import Grant, Scope
from winnow.http.messages import JsonValue
from winnow.http.problems import HttpError
from winnow.http.schemas.common import parse_json
from winnow.ports.identity import Identity, SigningKey

ASSERTION_HEADER = "cf-access-jwt-assertion"

LEEWAY_SECONDS = 60
"""How far two clocks may stand apart."""
KEYS_MAX_AGE_SECONDS = 3_600
"""Access rotates its keys every six weeks and announces the next ones before; a day old would do too."""
KEYS_MIN_AGE_SECONDS = 30
"""Tokens with made-up key ids do not make us ask for keys more often than this."""
MAX_ASSERTION_CHARACTERS = 16_384


@dataclass(frozen=True, slots=True)
class AccessSettings:
    """`issuer` as in `https://TEAM.cloudflareaccess.com`; what everybody who comes through it may do."""

    issuer: str
    audience: str
    scopes: frozenset[Scope]
    namespaces: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class Assertion:
    """A token taken apart: nothing of it is proven. `signed` is what `signature` is over."""

    key_id: str
    claims: Mapping[str, JsonValue]
    signed: bytes
    signature: bytes


def parse_assertion(token: str) -> Assertion:
    """Raises HttpError (401) when the text is no token, or not signed in the one way that is taken."""
    parts = token.split(".")
    if len(parts) != 3 or len(token) > MAX_ASSERTION_CHARACTERS or not token.isascii():
        raise _unauthorized()
    header, claims, signature = (_decoded(part) for part in parts)
    match _object(header):
        case {"alg": "RS256", "kid": str() as key_id, **others} if "crit" not in others:
            signed = f"{parts[0]}.{parts[1]}".encode()
            return Assertion(key_id, _object(claims), signed, signature)
    raise _unauthorized()


def check_claims(claims: Mapping[str, JsonValue], settings: AccessSettings, *, now: float) -> str:
    """The subject, when the token was made by this team, for this application, and is in force at `now`.

    `now` is in seconds since 1970. Raises HttpError (401).
    """
    audience = claims.get("aud")
    meant = audience if isinstance(audience, list) else [audience]
    # A person has a subject, a service token (for programs) a common name.
    subject = claims.get("sub") or claims.get("common_name")
    good = (
        claims.get("iss") == settings.issuer
        and settings.audience in meant
        and _in_force(claims.get("nbf", 0), claims.get("exp"), now)
    )
    if not good or not isinstance(subject, str):
        raise _unauthorized()
    return subject


@dataclass(slots=True)
class AccessVerifier:
    """Remembers the team's keys for as long as the isolate lives, or until they are too old."""

    settings: AccessSettings
    identity: Identity
    clock: Callable[[], float] = time.time
    _keys: Mapping[str, SigningKey] = field(default_factory=dict, init=False)
    _fetched: float = field(default=float("-inf"), init=False)

    async def grant(self, token: str) -> Grant:
        """What the bearer of an Access token may do.

        Raises:
            HttpError: 401, in the same words whatever is wrong.
            IdentityUnavailable: the team's keys cannot be had now.
        """
        assertion = parse_assertion(token)
        subject = check_claims(assertion.claims, self.settings, now=self.clock())
        key = await self._key(assertion.key_id)
        if key is None or not await self.identity.verify(key, assertion.signed, assertion.signature):
            raise _unauthorized()
        digest = hashlib.sha256(f"access:{subject}".encode()).hexdigest()
        return Grant(digest, self.settings.scopes, self.settings.namespaces)

    async def _key(self, key_id: str) -> SigningKey | None:
        """A key that is not known may be a new one: ask again, but not for every made-up id."""
        age = self.clock() - self._fetched
        if age > KEYS_MAX_AGE_SECONDS or (key_id not in self._keys and age > KEYS_MIN_AGE_SECONDS):
            self._keys = await self.identity.keys()
            self._fetched = self.clock()
        return self._keys.get(key_id)


def _decoded(part: str) -> bytes:
    """Base64 for URLs, unpadded, as tokens have it."""
    if set(part) & set("=+/"):
        raise _unauthorized()
    try:
        return base64.b64decode(part + "=" * (-len(part) % 4), altchars=b"-_", validate=True)
    except binascii.Error as error:
        raise _unauthorized() from error


def _object(text: bytes) -> dict[str, Any]:
    try:
        value = parse_json(text)
    except HttpError as error:
        raise _unauthorized() from error
    if not isinstance(value, dict):
        raise _unauthorized()
    return value


def _in_force(begins: JsonValue, expires: JsonValue, now: float) -> bool:
    if not (_is_time(begins) and _is_time(expires)):
        return False
    return begins - LEEWAY_SECONDS <= now < expires + LEEWAY_SECONDS


def _is_time(value: JsonValue) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _unauthorized() -> HttpError:
    detail = "a valid Cloudflare Access token is required"
    return HttpError(HTTPStatus.UNAUTHORIZED, detail, headers={"www-authenticate": "Bearer"})
