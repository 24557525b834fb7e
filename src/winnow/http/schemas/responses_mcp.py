"""What `POST /mcp` and its tools answer, for the description of the API alone."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from winnow.http.schemas.responses import Answer, Citation, Optional, Receipt, Span


class Findings(Answer):
    context: Annotated[str, Field(description="Numbered passages; cite them by their numbers.")]
    citations: list[Citation]
    reason: Annotated[str, Field(description="Why nothing was found.")] | Optional = None


class TrimmedText(Answer):
    text: str
    changed: bool
    kept: Annotated[list[Span], Field(description="What of the text was kept.")]
    scores: Annotated[list[float], Field(description="The cosine of each sentence with the query.")]
    receipt: Receipt


class RpcRequest(BaseModel):
    """A JSON-RPC request of the Model Context Protocol, or without `id` a notification."""

    model_config = ConfigDict(extra="allow")

    jsonrpc: Literal["2.0"]
    method: str
    id: str | int | Optional = None
    params: dict[str, Any] | Optional = None


class RpcResult(Answer):
    jsonrpc: Literal["2.0"]
    id: str | int
    result: dict[str, Any]


class RpcProblem(Answer):
    code: int
    message: str
    data: Any = None


class RpcFailure(Answer):
    jsonrpc: Literal["2.0"]
    id: str | int | None
    error: RpcProblem
