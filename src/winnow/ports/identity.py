"""Who people and programs are that come in through an identity provider."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class SigningKey:
    """A public RSA key, its numbers in base64 for URLs as JSON Web Keys have them."""

    modulus: str
    exponent: str


class Identity(Protocol):
    """Who signs the tokens of people and programs that come in through an identity provider."""

    async def keys(self) -> Mapping[str, SigningKey]:
        """The keys in force, by id. Raises IdentityUnavailable."""
        ...

    async def verify(self, key: SigningKey, signed: bytes, signature: bytes) -> bool:
        """Whether `signature` is one by this key over `signed` (RS256). Raises IdentityUnavailable for a broken key."""
        ...
