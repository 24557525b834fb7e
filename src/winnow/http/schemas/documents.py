"""`/documents`."""

from typing import Annotated, Any, Self

from pydantic import AfterValidator, Field, model_validator
from pydantic_core import PydanticCustomError

from winnow.http.schemas.common import Identifier, Strict, Text, Title, storable_json
from winnow.http.schemas.filters import FilterInput

MAX_PAGE = 100
"""Documents in one page of the list."""
MAX_REMOVED_IDS = 1_000
"""Ids in one request to delete."""


class NamespaceQuery(Strict):
    """The query of routes whose requests have no body."""

    namespace: Identifier = "default"


class ListQuery(NamespaceQuery):
    limit: Annotated[int, Field(ge=1, le=MAX_PAGE, strict=False)] = MAX_PAGE
    cursor: Annotated[Text, Field(max_length=4_096)] = ""


class ExportQuery(Strict):
    """`namespace` None: all of them."""

    namespace: Identifier | None = None


class PatchRequest(Strict):
    """A JSON merge patch: null resets a title to nothing, and removes metadata."""

    namespace: Identifier = "default"
    title: Title | None = None
    metadata: Annotated[dict[str, Any], AfterValidator(storable_json)] | None = None


class DeleteRequest(Strict):
    namespace: Identifier = "default"
    ids: Annotated[list[Identifier], Field(min_length=1, max_length=MAX_REMOVED_IDS)] | None = None
    filter: FilterInput | None = None

    @model_validator(mode="after")
    def _ids_or_filter(self) -> Self:
        if (self.ids is None) == (self.filter is None):
            raise PydanticCustomError("selection", "exactly one of ids and filter must be given")
        return self
