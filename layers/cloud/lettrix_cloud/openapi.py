"""One OpenAPI 3.1 document of all functions: `python -m lettrix_cloud.openapi functions openapi.json`.

With `--check` nothing is written, and the exit status says whether the file is up to date.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from aws_lambda_powertools.event_handler.openapi.merge import OpenAPIMerge

from lettrix_cloud import problems
from lettrix_cloud.api import Api

VERSION = "1"

SECURITY_SCHEMES: dict[str, Any] = {
    "bearer": {"type": "http", "scheme": "bearer", "description": "Token of POST /api/auth/sessions with `token`."},
    "cookie": {
        "type": "apiKey",
        "in": "cookie",
        "name": "__Host-lettrix",
        "description": "Named `lettrix` where the app is served over plain http. Writes need our Origin.",
    },
}


class OpenApiError(Exception):
    """The functions do not make one document."""


def document(functions: Path) -> dict[str, Any]:
    """The merged document of functions/*/app.py. Raises OpenApiError when two of them contradict each other."""
    merge = OpenAPIMerge(
        title="Lettrix",
        version=VERSION,
        description="The HTTP API of Lettrix. Times are ISO 8601 UTC, durations seconds; ids are ULIDs.",
        on_conflict="error",
    )
    components: dict[str, Any] = {}
    for api in load_apis(functions).values():
        api.resolver.configure_openapi(security_schemes=SECURITY_SCHEMES)
        schema = json.loads(api.resolver.get_openapi_json_schema())
        for name, component in schema.get("components", {}).get("schemas", {}).items():
            if components.setdefault(name, component) != component:
                raise OpenApiError(f"two functions call different things {name}")
        merge.add_schema(schema)
    merged: dict[str, Any] = json.loads(json.dumps(merge.get_openapi_schema()))
    if not merged.get("paths"):
        raise OpenApiError("no function has a door")
    _check_operation_ids(merged)
    _tidy(merged)
    return merged


def text(functions: Path) -> str:
    """The document as it is committed."""
    return json.dumps(document(functions), ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def load_apis(functions: Path) -> dict[str, Api]:
    """The doors of each function that has any, by the function's folder."""
    apis: dict[str, Api] = {}
    for app in sorted(functions.glob("*/app.py")):
        name = f"openapi_{app.parent.name}"
        spec = importlib.util.spec_from_file_location(name, app)
        if spec is None or spec.loader is None:
            raise OpenApiError(f"{app} cannot be loaded")
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module  # pydantic resolves annotations through it
        spec.loader.exec_module(module)
        api = getattr(module, "api", None)  # functions that no client calls have none
        if isinstance(api, Api):
            apis[app.parent.name] = api
    return apis


def _operations(merged: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for item in merged["paths"].values():
        yield from item.values()


def _check_operation_ids(merged: dict[str, Any]) -> None:
    names = [operation["operationId"] for operation in _operations(merged)]
    if doubles := {name for name in names if names.count(name) > 1}:
        raise OpenApiError(f"operation ids must be unique: {sorted(doubles)}")


def _tidy(merged: dict[str, Any]) -> None:
    """Say what is: validation answers 400 as a problem, not the framework's 422, and no body is ever null.

    A door that can answer 304 declares its answer as `Model | None`; None goes out with 304 alone. A body that may be
    left out is declared so too; left out it is, not `null`.
    """
    for operation in _operations(merged):
        for media in operation.get("requestBody", {}).get("content", {}).values():
            models = [schema for schema in media["schema"].get("anyOf", []) if schema != {"type": "null"}]
            if len(models) == 1:
                media["schema"] = models[0]
        for media in operation["responses"].get("200", {}).get("content", {}).values():
            models = [schema for schema in media["schema"].get("anyOf", []) if schema != {"type": "null"}]
            if "304" in operation["responses"] and len(models) == 1:
                media["schema"] = models[0]
        refused = operation["responses"].get("422", {})
        if "HTTPValidationError" in json.dumps(refused):
            del operation["responses"]["422"]
    schemas = merged["components"]["schemas"]
    for name in ("HTTPValidationError", "ValidationError", "ResponseValidationError"):
        schemas.pop(name, None)
    schemas["Problem"] = problems.SCHEMA
    merged["components"]["securitySchemes"] = SECURITY_SCHEMES


def main() -> int:
    """Write or check the document."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("functions", type=Path)
    parser.add_argument("file", type=Path)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    made = text(arguments.functions)
    if arguments.check:
        if arguments.file.exists() and arguments.file.read_text(encoding="utf-8") == made:
            return 0
        print(f"{arguments.file} is out of date: make openapi", file=sys.stderr)
        return 1
    arguments.file.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
