"""The Worker's settings: variables and secrets of its environment, parsed once, and refused loudly when wrong."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, Json, TypeAdapter, ValidationError

import winnow
from winnow.cloudflare.models import EMBEDDING_MODELS, EmbeddingModel
from winnow.errors import Misconfigured
from winnow.http.access import AccessSettings
from winnow.http.auth import Grant, Scope
from winnow.http.defaults import Defaults
from winnow.ports import FieldType, IndexDefinition
from winnow.services.legs import COVERAGE_SHARE
from winnow.trimming.options import THRESHOLD_DEFAULT

DEFAULT_QUEUE_ABOVE_BYTES = 1_000_000
"""A request to ingest that is larger is put off: about 1,300 chunks, 13 embedding calls."""
DEFAULT_LEASE_SECONDS = 60.0
"""Longer than any call of the vector index can still be under way."""
DEFAULT_MAX_BODY_BYTES = 8_000_000
"""A request's body. The platform takes 100 MB; an isolate of 128 MB cannot parse that."""

Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


Origin = Annotated[str, Field(pattern=r"^https?://[^/\s*]+$")]
Issuer = Annotated[str, Field(pattern=r"^(https://[^/\s]+|http://127\.0\.0\.1:\d+)$")]
"""Over TLS, or on this very machine for tests: whoever can answer for it decides who comes in."""


class _TokenGrant(BaseModel):
    model_config = ConfigDict(extra="forbid")

    scopes: frozenset[Scope]
    namespaces: frozenset[str] | None = None


class _Variables(BaseModel):
    """The environment as wrangler hands it over: texts."""

    model_config = ConfigDict(extra="ignore")

    MODEL: Literal[tuple(EMBEDDING_MODELS)]  # type: ignore[valid-type]
    TOKENS: Json[dict[Sha256, _TokenGrant]]
    MAX_BODY_BYTES: Annotated[int, Field(ge=1_000, le=100_000_000)] = DEFAULT_MAX_BODY_BYTES
    QUEUE_ABOVE_BYTES: Annotated[int, Field(ge=0)] = DEFAULT_QUEUE_ABOVE_BYTES
    LEASE_SECONDS: Annotated[float, Field(ge=1, le=3_600)] = DEFAULT_LEASE_SECONDS
    ALLOWED_ORIGINS: Json[frozenset[Origin]] = frozenset()
    ACCESS_ISSUER: Issuer | None = None
    ACCESS_AUDIENCE: Annotated[str, Field(min_length=1)] | None = None
    ACCESS_SCOPES: Json[frozenset[Scope]] = frozenset({"read"})
    ACCESS_NAMESPACES: Json[frozenset[str]] | None = None
    TRIM_THRESHOLD: Annotated[float, Field(ge=-1, le=1)] = THRESHOLD_DEFAULT
    TRIM_RELATIVE: Annotated[float, Field(gt=0, le=1)] | None = None
    MIN_SCORE: Annotated[float, Field(ge=-1, le=1)] | None = None
    MIN_EVIDENCE: Annotated[float, Field(ge=-1, le=1 + COVERAGE_SHARE)] | None = None
    MIN_COVERAGE: Annotated[float, Field(ge=0, le=1)] | None = None


class _IndexFile(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: str
    dimensions: int
    metric: Literal["cosine"]
    filterable: dict[str, FieldType]


@dataclass(frozen=True, slots=True)
class Settings:
    model: EmbeddingModel
    index: IndexDefinition
    grants: tuple[Grant, ...]
    max_body_bytes: int
    queue_above_bytes: int
    lease_seconds: float
    allowed_origins: frozenset[str]
    defaults: Defaults
    access: AccessSettings | None = None


VARIABLES = tuple(_Variables.model_fields)


def load_settings(variables: Mapping[str, str]) -> Settings:
    """Raises Misconfigured, naming the variable but never its value, which may be a secret."""
    try:
        parsed = _Variables.model_validate(variables)
    except ValidationError as error:
        wrong = "; ".join(f"{entry['loc'][0]}: {entry['msg']}" for entry in error.errors(include_input=False))
        raise Misconfigured(f"settings are missing or wrong: {wrong}") from None
    access = _access(parsed)
    if not parsed.TOKENS and access is None:
        raise Misconfigured("TOKENS holds no token: nothing is served without one")
    model = EMBEDDING_MODELS[parsed.MODEL]
    index = load_index_definition()
    if index.dimensions != model.dimensions:
        raise Misconfigured(f"{model.name} makes {model.dimensions} numbers, the index takes {index.dimensions}")
    return Settings(
        model=model,
        index=index,
        grants=tuple(Grant(digest, grant.scopes, grant.namespaces) for digest, grant in parsed.TOKENS.items()),
        max_body_bytes=parsed.MAX_BODY_BYTES,
        queue_above_bytes=parsed.QUEUE_ABOVE_BYTES,
        lease_seconds=parsed.LEASE_SECONDS,
        allowed_origins=parsed.ALLOWED_ORIGINS,
        defaults=Defaults(
            threshold=parsed.TRIM_THRESHOLD,
            relative=parsed.TRIM_RELATIVE,
            min_score=parsed.MIN_SCORE,
            min_evidence=parsed.MIN_EVIDENCE,
            min_coverage=parsed.MIN_COVERAGE,
        ),
        access=access,
    )


def _access(parsed: _Variables) -> AccessSettings | None:
    if parsed.ACCESS_ISSUER is None and parsed.ACCESS_AUDIENCE is None:
        return None
    if parsed.ACCESS_ISSUER is None or parsed.ACCESS_AUDIENCE is None:
        raise Misconfigured("ACCESS_ISSUER and ACCESS_AUDIENCE belong together: one is missing")
    return AccessSettings(parsed.ACCESS_ISSUER, parsed.ACCESS_AUDIENCE, parsed.ACCESS_SCOPES, parsed.ACCESS_NAMESPACES)


def load_index_definition() -> IndexDefinition:
    """`vectorize/index.json`, which stands beside this package's modules."""
    text = Path(winnow.__file__).with_name("index.json").read_text(encoding="utf-8")
    parsed = TypeAdapter(_IndexFile).validate_python(json.loads(text))
    return IndexDefinition(parsed.name, parsed.dimensions, parsed.metric, parsed.filterable)
