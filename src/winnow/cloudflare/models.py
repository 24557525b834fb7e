"""The embedding models of Workers AI that Winnow knows: what their documentation and model cards promise."""

from dataclasses import dataclass
from typing import Literal

BGE_QUERY_INSTRUCTION = "Represent this sentence for searching relevant passages: "
"""The BGE English models want it before a query and never before a passage (FlagEmbedding's README)."""


@dataclass(frozen=True, slots=True)
class EmbeddingModel:
    """`pooling` None: the model takes no such input. The price is Workers AI's list price of 2026, in US dollars."""

    name: str
    dimensions: int
    query_prefix: str
    pooling: Literal["cls", "mean"] | None
    usd_per_million_tokens: float


EMBEDDING_MODELS = {
    model.name: model
    for model in (
        # cls is what BGE was trained with, and what its card uses; Workers AI's default is mean.
        EmbeddingModel("@cf/baai/bge-small-en-v1.5", 384, BGE_QUERY_INSTRUCTION, "cls", 0.020),
        EmbeddingModel("@cf/baai/bge-base-en-v1.5", 768, BGE_QUERY_INSTRUCTION, "cls", 0.067),
        EmbeddingModel("@cf/baai/bge-large-en-v1.5", 1024, BGE_QUERY_INSTRUCTION, "cls", 0.204),
        EmbeddingModel("@cf/baai/bge-m3", 1024, "", None, 0.012),
    )
}
