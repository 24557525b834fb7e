"""The keys of a Cloudflare Access team, and RS256 by the runtime's own cryptography."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from winnow.cloudflare.bridge import JsObject, describe_js_error, to_js_bytes, to_js_json
from winnow.errors import IdentityUnavailable
from winnow.ports.identity import SigningKey

FETCH_TIMEOUT_MILLISECONDS = 5_000
MAX_KEYS = 20
MAX_ANSWER_CHARACTERS = 100_000

_ALGORITHM = {"name": "RSASSA-PKCS1-v1_5", "hash": "SHA-256"}


@dataclass(frozen=True, slots=True)
class AccessTeam:
    """See `winnow.ports.identity.Identity`. `issuer` is the team's address, without a slash at the end."""

    issuer: str

    async def keys(self) -> Mapping[str, SigningKey]:
        try:
            answer = await _fetch(f"{self.issuer}/cdn-cgi/access/certs")
            text = str(await answer.text())
        except Exception as error:
            raise IdentityUnavailable(f"Cloudflare Access cannot be asked: {describe_js_error(error)}") from error
        if answer.status != 200 or len(text) > MAX_ANSWER_CHARACTERS:
            raise IdentityUnavailable(f"Cloudflare Access answered {answer.status} when asked for its keys")
        return read_keys(text)

    async def verify(self, key: SigningKey, signed: bytes, signature: bytes) -> bool:
        from js import crypto  # noqa: PLC0415

        jwk = to_js_json({"kty": "RSA", "alg": "RS256", "n": key.modulus, "e": key.exponent})
        algorithm = to_js_json(_ALGORITHM)
        usages = to_js_json(["verify"])
        try:
            imported = await crypto.subtle.importKey("jwk", jwk, algorithm, False, usages)  # noqa: FBT003 - JavaScript's
        except Exception as error:
            raise IdentityUnavailable(f"a key of Cloudflare Access is none: {describe_js_error(error)}") from error
        return bool(await crypto.subtle.verify(algorithm, imported, to_js_bytes(signature), to_js_bytes(signed)))


def read_keys(text: str) -> dict[str, SigningKey]:
    """The RSA keys in an answer, by id. Raises IdentityUnavailable when it is no set of keys."""
    try:
        entries = json.loads(text)["keys"][:MAX_KEYS]
        return {
            str(entry["kid"]): SigningKey(str(entry["n"]), str(entry["e"]))
            for entry in entries
            if entry["kty"] == "RSA" and entry.get("alg", "RS256") == "RS256"
        }
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise IdentityUnavailable("Cloudflare Access answered something that is no set of keys") from error


async def _fetch(url: str) -> JsObject:
    from js import AbortSignal, fetch  # noqa: PLC0415

    options = to_js_json({"redirect": "manual", "headers": {"accept": "application/json"}})
    options.signal = AbortSignal.timeout(FETCH_TIMEOUT_MILLISECONDS)
    return await fetch(url, options)
