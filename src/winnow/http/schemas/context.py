"""`POST /context`."""

from typing import Annotated, Self

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from winnow.http.schemas.common import Strict, Text
from winnow.http.schemas.retrieve import Search
from winnow.http.schemas.trim import TrimSettings
from winnow.services.template import Template

MAX_TEMPLATE_CHARACTERS = 4_000

TemplateText = Annotated[Text, Field(max_length=MAX_TEMPLATE_CHARACTERS)]


class TemplateInput(Strict):
    """`passage` holds `{text}` once, and may hold `{n}`, `{title}` and `{document_id}`."""

    prefix: TemplateText = Template().prefix
    separator: TemplateText = Template().separator
    passage: TemplateText = Template().passage

    @model_validator(mode="after")
    def _is_a_template(self) -> Self:
        try:
            self.template()
        except ValueError as error:
            raise PydanticCustomError("template", "{reason}", {"reason": str(error)}) from error
        return self

    def template(self) -> Template:
        return Template(self.prefix, self.separator, self.passage)


class ContextTrim(TrimSettings):
    """As elsewhere, but for `max_tokens`, which bounds the whole context and stands beside `trim`, and for the titles,
    which find more answers and are there.
    """

    max_tokens: None = None
    with_titles: bool = True


class ContextRequest(Search):
    top_k: Annotated[int, Field(ge=1, le=100)] = 10
    max_tokens: Annotated[int, Field(ge=1)] | None = None
    trim: ContextTrim = ContextTrim()
    template: TemplateInput = TemplateInput()
