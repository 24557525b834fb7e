"""`POST /retrieve`."""

from typing import Annotated, Self

from pydantic import Field, FiniteFloat, model_validator
from pydantic_core import PydanticCustomError

from winnow.http.schemas.common import Identifier, Off, Query, Strict
from winnow.http.schemas.filters import FilterInput
from winnow.http.schemas.trim import TrimSettings

Weight = Annotated[FiniteFloat, Field(gt=0, le=1_000)]


class DenseInput(Strict):
    min_score: Annotated[FiniteFloat, Field(ge=-1, le=1)] | None = None
    weight: Weight = 1.0


class LexicalInput(Strict):
    min_coverage: Annotated[FiniteFloat, Field(ge=0, le=1)] | None = None
    weight: Weight = 1.0


class FusionInput(Strict):
    k: Annotated[int, Field(ge=1, le=10_000)] = 60


class RetrieveRequest(Strict):
    namespace: Identifier = "default"
    query: Query
    top_k: Annotated[int, Field(ge=1, le=100)] = 5
    candidates: Annotated[int, Field(ge=1, le=100)] = 20
    filter: FilterInput = Field(default_factory=dict)
    dense: DenseInput | Off = DenseInput()
    lexical: LexicalInput | Off = LexicalInput()
    fusion: FusionInput = FusionInput()
    trim: TrimSettings | bool = False

    @model_validator(mode="after")
    def _one_leg_at_least(self) -> Self:
        if self.dense is False and self.lexical is False:
            raise PydanticCustomError("legs", "dense and lexical cannot both be false")
        return self
