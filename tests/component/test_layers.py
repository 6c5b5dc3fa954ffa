"""Each function starts with what Lambda gives it and nothing else: its folder, the two layers, boto3.

The emulator does not show what is missing: its functions see its own packages too.
"""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path

import pytest
from infra.layers import built_layers
from infra.local import template as templates
from tests.runtime import IN_THE_RUNTIME, link_runtime

ROOT = Path(__file__).resolve().parents[2]
PROBE = """
import gc, importlib, json, os, sys
paths, handler = json.loads(sys.argv[1]), sys.argv[2]
sys.path[1:] = [path for path in sys.path[1:] if path and "site-packages" not in path]
sys.path += paths
module, name = handler.split(".")
assert callable(getattr(importlib.import_module(module), name))
assert gc.isenabled()
print(json.dumps(sorted(name for name in sys.modules if "." not in name)))
"""


def handlers() -> list[tuple[str, str]]:
    functions = templates.load(ROOT / "template.yaml")
    default = functions["Globals"]["Function"]["Handler"]
    return [
        (resource["Properties"]["CodeUri"], resource["Properties"].get("Handler", default))
        for resource in functions["Resources"].values()
        if resource["Type"] == "AWS::Serverless::Function"
    ]


@pytest.fixture(scope="module")
def paths(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[str]]:
    runtime = link_runtime(tmp_path_factory.mktemp("runtime"))
    with built_layers("host") as layers:
        yield [str(layers / "engine/python"), str(layers / "cloud/python"), str(runtime)]


def modules_of(folder: str, handler: str, paths: list[str]) -> set[str]:
    """Top-level modules that are loaded once the function's handler is."""
    command = [sys.executable, "-S", "-E", "-c", PROBE, json.dumps([str(ROOT / folder), *paths]), handler]
    run = subprocess.run(command, capture_output=True, text=True, check=False, env={"GAME_TABLE": "games"})
    assert run.returncode == 0, run.stderr
    return set(json.loads(run.stdout))


@pytest.mark.parametrize(("folder", "handler"), handlers())
def test_it_starts_with_its_layers_and_the_runtime_alone(folder: str, handler: str, paths: list[str]) -> None:
    modules = modules_of(folder, handler, paths)
    assert "lettrix_cloud" in modules
    assert not modules & {"moto", "pytest", "samtranslator", "lettrix_cli", "starlette"}


@pytest.mark.parametrize("app", sorted((ROOT / "functions").glob("*/app.py")), ids=lambda app: app.parent.name)
def test_a_door_leaves_the_store_to_the_repositories(app: Path) -> None:
    """import-linter looks at packages only, and a function is none."""
    nodes = list(ast.walk(ast.parse(app.read_text(encoding="utf-8"))))
    imported = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    imported |= {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    assert not {name.partition(".")[0] for name in imported} & {"pynamodb", "botocore", "boto3"}
    assert not imported & {"lettrix_cloud.game_items", "lettrix_cloud.packing"}


def test_a_move_does_not_pay_for_boto3(paths: list[str]) -> None:
    modules = modules_of("functions/move", "app.handler", paths)
    assert "botocore" in modules
    assert not modules & {"boto3", "s3transfer"}


def test_the_engine_layer_has_the_french_dictionary_with_its_licence_and_no_other(paths: list[str]) -> None:
    lexicon = Path(paths[0]).parent / "lexicon"
    names = {path.name for path in lexicon.iterdir()}
    assert {"fr.lxg", "fr.LICENSE.txt"} <= names
    assert {name[:2] for name in names} == {"fr"}


def test_the_cloud_layer_holds_what_is_pinned_and_nothing_that_the_runtime_has(paths: list[str]) -> None:
    cloud = Path(paths[1])
    held = {path.name.removesuffix(".py") for path in cloud.iterdir() if path.suffix != ".dist-info"}
    assert {"lettrix_cloud", "pydantic", "pydantic_core", "pynamodb", "aws_lambda_powertools"} <= held
    assert not held & set(IN_THE_RUNTIME)
    for pinned in (ROOT / "layers/cloud/requirements.txt").read_text(encoding="utf-8").split():
        name, version = pinned.split("==")
        assert distribution(name).version == version, f"{name}: .venv and the layer differ"
