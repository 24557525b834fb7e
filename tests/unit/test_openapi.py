"""The committed descriptions are those that the schemas and routes make, and valid by a public validator."""

from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

from scripts import openapi
from scripts.operations import OPERATIONS
from winnow.http.mcp.endpoint import tool_definitions

MADE = {"openapi.json": openapi.openapi, "tools.json": openapi.tools}


@pytest.mark.parametrize("name", MADE)
def test_what_is_committed_is_what_is_made(name: str) -> None:
    committed = Path("src/winnow", name).read_text(encoding="utf-8")
    assert committed == openapi.as_text(MADE[name]()), "run `make openapi`"


def test_the_description_is_valid() -> None:
    validate(openapi.openapi())


def test_every_route_is_described_and_nothing_else() -> None:
    served = {(method, path) for path, methods in openapi.routes().items() for method in methods}
    assert OPERATIONS.keys() == served


def test_every_example_is_what_its_schema_says() -> None:
    document = openapi.openapi()
    examples = 0
    for methods in document["paths"].values():
        for operation in methods.values():
            for content in operation.get("requestBody", {}).get("content", {}).values():
                schema = content["schema"] | {"components": document["components"]}
                Draft202012Validator(schema).validate(content["example"])
                examples += 1
    assert examples >= 4


def test_the_schemas_of_tools_are_valid() -> None:
    for tool in tool_definitions():
        for schema in (tool["inputSchema"], tool["outputSchema"]):
            Draft202012Validator.check_schema(schema)
            assert schema["type"] == "object"


def test_operations_are_named_as_programs_can_name_them() -> None:
    methods = [operation for of_path in openapi.openapi()["paths"].values() for operation in of_path.values()]
    names = [operation["operationId"] for operation in methods]
    assert all(name.isidentifier() for name in names)
    assert len(set(names)) == len(names)
