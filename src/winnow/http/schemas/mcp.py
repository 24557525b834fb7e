"""What an agent may ask of the MCP tools. The descriptions are read by models."""

from typing import Annotated

from pydantic import Field

from winnow.http.schemas.common import Identifier, Query, Strict, Text
from winnow.http.schemas.trim import TrimSettings

MAX_PASSAGES = 20
"""Passages of one search; an agent that wants more asks a better question."""
MAX_PASSAGE_TOKENS = 32_000
"""Tokens of all passages of one search together."""


class SearchKnowledge(Strict):
    query: Annotated[Query, Field(description="What you want to know: a full question works best.")]
    namespace: Annotated[Identifier, Field(description="Which collection of documents to search.")] = "default"
    top_k: Annotated[int, Field(ge=1, le=MAX_PASSAGES, description="How many passages at most.")] = 5
    max_tokens: Annotated[
        int,
        Field(ge=1, le=MAX_PASSAGE_TOKENS, description="How many tokens all passages may take together."),
    ] = 2_000


class TrimText(TrimSettings):
    query: Annotated[Query, Field(description="What you want to know.")]
    text: Annotated[Text, Field(description="The text to cut down to the sentences that matter for it.")]
