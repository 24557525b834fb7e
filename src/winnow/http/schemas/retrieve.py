"""`POST /retrieve`."""

from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, model_validator
from pydantic_core import PydanticCustomError

from winnow.http.schemas.common import Identifier, Off, Query, Strict, Text, Title
from winnow.http.schemas.filters import FilterInput
from winnow.http.schemas.trim import Offsets, TrimSettings
from winnow.services.legs import COVERAGE_SHARE

MAX_AD_HOC_CHUNKS = 200

Weight = Annotated[FiniteFloat, Field(gt=0, le=1_000)]


class DenseInput(Strict):
    min_score: Annotated[FiniteFloat, Field(ge=-1, le=1)] | None = None
    min_evidence: Annotated[FiniteFloat, Field(ge=-1, le=1 + COVERAGE_SHARE)] | None = None
    weight: Weight = 1.0


class LexicalInput(Strict):
    min_coverage: Annotated[FiniteFloat, Field(ge=0, le=1)] | None = None
    weight: Weight = 1.0


class FusionInput(Strict):
    """`k` belongs to rrf, and does nothing to normalised."""

    method: Literal["rrf", "normalised"] = "rrf"
    k: Annotated[int, Field(ge=1, le=10_000)] = 60


class Search(Strict):
    """What is asked and how it is searched: of the stored chunks, unless a request brings its own."""

    namespace: Identifier = "default"
    query: Query
    top_k: Annotated[int, Field(ge=1, le=100)] = 5
    candidates: Annotated[int, Field(ge=1, le=100)] = 20
    filter: FilterInput = Field(default_factory=dict)
    mode: Literal["dense", "lexical", "hybrid"] | None = None
    dense: DenseInput | Off | None = None
    lexical: LexicalInput | Off | None = None
    fusion: FusionInput = FusionInput()
    offsets: Offsets = "code_points"

    @property
    def dense_leg(self) -> DenseInput | None:
        """How the dense leg is asked; None where it is off."""
        if self.dense is False or self.mode == "lexical":
            return None
        return self.dense or DenseInput()

    @property
    def lexical_leg(self) -> LexicalInput | None:
        """How the lexical leg is asked; None where it is off."""
        if self.lexical is False or self.mode == "dense":
            return None
        return self.lexical or LexicalInput()

    @model_validator(mode="after")
    def _legs_agree(self) -> Self:
        if self.dense is False and self.lexical is False:
            raise PydanticCustomError("legs", "dense and lexical cannot both be false")
        wanted = {"dense": self.mode in {"dense", "hybrid"}, "lexical": self.mode in {"lexical", "hybrid"}}
        given = {"dense": self.dense, "lexical": self.lexical}
        for leg, settings in given.items():
            if self.mode is None or settings is None:
                continue
            if (settings is not False) != wanted[leg]:
                raise PydanticCustomError(
                    "mode", "mode {mode} and {leg} contradict each other", {"mode": self.mode, "leg": leg}
                )
        return self


class AdHocChunk(BaseModel):
    """A chunk that is ranked and not stored, and whatever else its owner keeps with it. Without an `id` it is named
    by its position.
    """

    model_config = ConfigDict(extra="allow", strict=True, frozen=True)

    id: Identifier | None = None
    content: Annotated[Text, Field(min_length=1)]
    title: Title = ""


class RetrieveRequest(Search):
    chunks: Annotated[list[AdHocChunk], Field(max_length=MAX_AD_HOC_CHUNKS)] | None = None
    trim: TrimSettings | bool = False

    @model_validator(mode="after")
    def _chunks_are_all(self) -> Self:
        if self.chunks is None:
            return self
        if self.filter:
            raise PydanticCustomError("filter", "filter is for stored chunks, and chunks brings its own")
        ids = [chunk.id or str(position) for position, chunk in enumerate(self.chunks)]
        if len(set(ids)) != len(ids):
            raise PydanticCustomError(
                "duplicate_id", "chunks must have distinct ids; one without is named by its position"
            )
        return self
