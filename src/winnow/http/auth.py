"""Bearer tokens: who may do what. Only hashes of tokens are configured, and none configured means none served."""

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Literal, TypeAlias

from winnow.errors import Refused
from winnow.http.problems import HttpError

Scope: TypeAlias = Literal["read", "write", "admin"]


@dataclass(frozen=True, slots=True)
class Grant:
    """What one token allows. `sha256` is the hex digest of the token; `namespaces` None allows all."""

    sha256: str
    scopes: frozenset[Scope]
    namespaces: frozenset[str] | None = None

    def require(self, scope: Scope) -> None:
        """Raises Refused when the token lacks the scope."""
        if scope not in self.scopes:
            raise Refused(f"this token lacks the scope {scope!r}")

    def require_namespace(self, namespace: str) -> None:
        """Raises Refused, in the same words whether the namespace exists or not."""
        if self.namespaces is not None and namespace not in self.namespaces:
            raise Refused("this token does not open that namespace")


def authenticate(headers: Mapping[str, str], grants: Sequence[Grant]) -> Grant:
    """The grant of the request's bearer token.

    Every grant is compared, each in constant time, so that the time taken says nothing of the token.

    Raises:
        HttpError: 401, in the same words whether the token is missing, malformed or unknown.
    """
    scheme, _, token = headers.get("authorization", "").partition(" ")
    digest = hashlib.sha256(token.strip().encode("utf-8", "surrogatepass")).hexdigest()
    matching = [grant for grant in grants if hmac.compare_digest(grant.sha256, digest)]
    if scheme.lower() != "bearer" or not matching:
        detail = "a valid bearer token is required"
        raise HttpError(HTTPStatus.UNAUTHORIZED, detail, headers={"www-authenticate": "Bearer"})
    return matching[0]
