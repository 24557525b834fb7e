"""`make openapi`: write the descriptions of the API that the Worker serves, from the schemas and the routes.

`src/winnow/openapi.json` describes the routes, `src/winnow/tools.json` the tools that agents call.
"""

import json
import re
import sys
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue, models_json_schema

from scripts.operations import OPERATIONS, Operation
from winnow import __version__
from winnow.app import build_app
from winnow.http.problems import PROBLEM_TYPE, title_of
from winnow.http.router import Route, Routes
from winnow.http.schemas import responses, responses_mcp
from winnow.http.schemas.mcp import SearchKnowledge, TrimText

PACKAGE = Path("src/winnow")
REFERENCE = "#/components/schemas/{model}"

_DESCRIPTION = """\
The retrieval half of RAG: documents go in, and a model gets only the sentences that matter.

Every route but the open ones needs `authorization: Bearer TOKEN`. Errors are problem documents (RFC 9457) that name
the field at fault. Offsets are Unicode code points, `[start, end)`. The camelCase names of fields are accepted too.
"""
_PROBLEM_MEANINGS = {
    400: "The body is not JSON, or the path not UTF-8",
    401: "No valid token",
    403: "The token lacks the scope or the namespace",
    404: "It does not exist",
    409: "It is in a state that does not allow this",
    413: "The body is too large",
    422: "A field is wrong: `errors` names it",
    429: "Too many requests with this token",
    500: "The service is misconfigured or at fault",
    502: "A service behind this one answered something unusable",
    503: "A service behind this one cannot answer now",
}
_RETRY_LATER = (429, 503)


class _Schemas(GenerateJsonSchema):
    """JSON Schema without what only repeats the names of fields."""

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ANN401, ARG002 - as pydantic declares it
        return False

    def default_schema(self, schema: Any) -> JsonSchemaValue:  # noqa: ANN401 - as pydantic declares it
        described = super().default_schema(schema)
        return {key: value for key, value in described.items() if (key, value) != ("default", None)}


class _NoBindings:
    """An environment in which a Worker can be put together, and do nothing."""

    MODEL = "@cf/baai/bge-small-en-v1.5"
    TOKENS = json.dumps({"0" * 64: {"scopes": ["read"]}})

    def __getattr__(self, name: str) -> None:
        return None


def main() -> int:
    for name, document in {"openapi.json": openapi(), "tools.json": tools()}.items():
        (PACKAGE / name).write_text(as_text(document), encoding="utf-8")
        print(f"wrote {PACKAGE / name}")
    return 0


def as_text(document: object) -> str:
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def routes() -> Routes:
    return build_app(_NoBindings()).api.routes


def openapi() -> dict[str, Any]:
    """The document. Raises KeyError for a route that `OPERATIONS` does not describe."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "Winnow", "version": __version__, "description": _DESCRIPTION},
        "servers": [{"url": "/"}],
        "tags": [{"name": name} for name in dict.fromkeys(operation.tag for operation in OPERATIONS.values())],
        "paths": _paths(routes()),
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "schemas": _component_schemas(),
        },
    }


def tools() -> list[dict[str, Any]]:
    """The tools of `POST /mcp` as `tools/list` tells them."""
    return [
        _tool(
            "search_knowledge",
            "Search the knowledge base",
            "Find passages in the stored documents that answer a question, cut down to the sentences that matter, "
            "numbered for citing.",
            (SearchKnowledge, responses_mcp.Findings),
        ),
        _tool(
            "trim_text",
            "Trim a text",
            "Cut a text that you hold down to the sentences that matter for a question. Gaps are marked [...].",
            (TrimText, responses_mcp.TrimmedText),
        ),
    ]


def _tool(name: str, title: str, description: str, schemas: tuple[type[BaseModel], type[BaseModel]]) -> dict[str, Any]:
    taken, answered = (schema.model_json_schema(by_alias=False, schema_generator=_Schemas) for schema in schemas)
    return {
        "name": name,
        "title": title,
        "description": description,
        "inputSchema": taken,
        "outputSchema": answered,
        "annotations": {"readOnlyHint": True, "openWorldHint": False},
    }


def _paths(served: Routes) -> dict[str, Any]:
    """In the order of `OPERATIONS`."""
    described = {(method, path): route for path, methods in served.items() for method, route in methods.items()}
    order = [key for key in OPERATIONS if key in described] + [key for key in described if key not in OPERATIONS]
    paths: dict[str, Any] = {}
    for method, path in order:
        operation = _operation(OPERATIONS[method, path], described[method, path], f"{method} {path}")
        paths.setdefault(path, {})[method.lower()] = operation
    return paths


def _operation(operation: Operation, route: Route, name: str) -> dict[str, Any]:
    described: dict[str, Any] = {
        "operationId": "_".join(re.findall(r"\w+", name.lower())),
        "summary": operation.summary,
        "tags": [operation.tag],
        "responses": _responses(operation, route),
    }
    if route.scope is not None:
        described["security"] = [{"token": []}]
        described["description"] = f"Needs a token with the scope `{route.scope}`."
    if parameters := [*_path_parameters(name), *_query_parameters(operation.query)]:
        described["parameters"] = parameters
    if operation.request is not None:
        content: dict[str, Any] = {"schema": _reference(operation.request)}
        if operation.example is not None:
            content["example"] = operation.example
        described["requestBody"] = {"required": True, "content": {"application/json": content}}
    return described


def _path_parameters(name: str) -> list[dict[str, Any]]:
    return [
        {"name": found, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
        for found in re.findall(r"\{(\w+)\}", name)
    ]


def _query_parameters(query: type[BaseModel] | None) -> list[dict[str, Any]]:
    if query is None:
        return []
    members = query.model_json_schema(by_alias=False, schema_generator=_Schemas)["properties"]
    return [{"name": name, "in": "query", "schema": schema} for name, schema in members.items()]


def _responses(operation: Operation, route: Route) -> dict[str, Any]:
    statuses = {500, *operation.problems, *((401, 403, 429) if route.scope is not None else ())}
    answers: dict[int, dict[str, Any]] = {
        200: _answer("It is done", operation.media_type, _any_of(operation.answers)),
        **{status: _other(status, model) for status, model in operation.others.items()},
        **{status: _problem(status) for status in statuses},
    }
    return {str(status): answers[status] for status in sorted(answers)}


def _answer(description: str, media_type: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    return {"description": description, "content": {media_type: {"schema": schema}}}


def _other(status: int, model: type[BaseModel] | None) -> dict[str, Any]:
    title = title_of(HTTPStatus(status))
    return {"description": title} if model is None else _answer(title, "application/json", _reference(model))


def _problem(status: int) -> dict[str, Any]:
    described = _answer(_PROBLEM_MEANINGS[status], PROBLEM_TYPE, _reference(responses.Problem))
    headers = {}
    if status in _RETRY_LATER:
        headers["Retry-After"] = {"description": "Seconds to wait", "required": True, "schema": {"type": "integer"}}
    if status == HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = {"required": True, "schema": {"type": "string"}}
    return described | ({"headers": headers} if headers else {})


def _any_of(models: Iterable[type[BaseModel]]) -> dict[str, Any]:
    references = [_reference(model) for model in models]
    return references[0] if len(references) == 1 else {"anyOf": references} if references else {}


def _reference(model: type[BaseModel]) -> dict[str, Any]:
    return {"$ref": REFERENCE.format(model=model.__name__)}


def _component_schemas() -> dict[str, Any]:
    models: dict[type[BaseModel], None] = {responses.Problem: None}
    for operation in OPERATIONS.values():
        others = [model for model in operation.others.values() if model is not None]
        taken = [operation.request] if operation.request is not None else []
        models |= dict.fromkeys([*taken, *operation.answers, *others])
    _, definitions = models_json_schema(
        [(model, "validation") for model in models],
        by_alias=False,
        ref_template=REFERENCE,
        schema_generator=_Schemas,
    )
    schemas: dict[str, Any] = definitions["$defs"]
    return dict(sorted(schemas.items()))


if __name__ == "__main__":
    sys.exit(main())
