"""The committed OpenAPI document is that of the code, whole and sound."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from schemathesis.core.result import Ok
from tests.tables import template

from lettrix_cloud import openapi

ROOT = Path(__file__).parents[2]
METHODS = {"get", "post", "put", "patch", "delete"}


@pytest.fixture(scope="module")
def made() -> dict[str, Any]:
    return openapi.document(ROOT / "functions")


def test_it_is_up_to_date(made: dict[str, Any]) -> None:
    committed = json.loads((ROOT / "openapi.json").read_text(encoding="utf-8"))
    assert committed == made, "openapi.json is out of date: make openapi"


def test_every_operation_can_be_read(made: dict[str, Any]) -> None:
    schema = schemathesis.openapi.from_dict(made)
    operations = list(schema.get_all_operations())
    assert all(isinstance(operation, Ok) for operation in operations)
    assert len(operations) == sum(len(item) for item in made["paths"].values())


def test_every_reference_leads_somewhere(made: dict[str, Any]) -> None:
    def references(value: Any) -> set[str]:
        if isinstance(value, dict):
            own = {value["$ref"]} if isinstance(value.get("$ref"), str) else set()
            return own.union(*(references(inner) for inner in value.values()))
        if isinstance(value, list):
            return set().union(*(references(inner) for inner in value))
        return set()

    schemas = {f"#/components/schemas/{name}" for name in made["components"]["schemas"]}
    assert references(made["paths"]) <= schemas
    assert references(made["components"]) <= schemas


def test_every_operation_says_how_it_fails(made: dict[str, Any]) -> None:
    for path, item in made["paths"].items():
        for method, operation in item.items():
            responses = operation["responses"]
            assert {"400", "403", "429", "503"} <= set(responses), (method, path)
            assert ("401" in responses) == bool(operation.get("security")), (method, path)
            assert "500" not in responses
            for status, response in responses.items():
                if int(status) >= 400:
                    assert list(response["content"]) == ["application/problem+json"], (method, path, status)
                elif status not in ("204", "304"):
                    assert response["content"]["application/json"]["schema"], (method, path, status)
            assert operation["summary"]


def test_every_door_has_a_route_to_its_own_function() -> None:
    """A door without a route would be answered 404 by the catch-all, and a route without a door as well."""
    routed = {}
    for resource in template()["Resources"].values():
        for event in resource.get("Properties", {}).get("Events", {}).values():
            if event["Type"] == "HttpApi":
                properties = event["Properties"]
                function = Path(resource["Properties"]["CodeUri"]).name
                # Without method and path it is what no other route takes.
                routed[properties.get("Method"), _nameless(properties.get("Path", "$default"))] = function
    for function, api in openapi.load_apis(ROOT / "functions").items():
        for method, path in api.doors:
            door = (method, _nameless(path))
            found = routed.get(door) or routed.get((method, door[1].replace("/current", "/{}")))
            assert found == function, door


def test_no_body_of_a_request_or_an_answer_is_null() -> None:
    """Left out, or empty with 304, but never the JSON text null, which the doors refuse."""
    document = json.loads((ROOT / "openapi.json").read_text(encoding="utf-8"))
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            for body in (operation.get("requestBody", {}), *operation["responses"].values()):
                for media in body.get("content", {}).values():
                    assert {"type": "null"} not in media["schema"].get("anyOf", []), (method, path)


def _nameless(path: str) -> str:
    return re.sub(r"<\w+>|{\w+}", "{}", path)
