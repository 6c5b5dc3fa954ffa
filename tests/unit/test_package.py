"""The package's own face: what `import lettrix` offers."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import lettrix


@pytest.mark.parametrize("name", lettrix.__all__)
def test_each_name_is_that_of_its_module(name: str) -> None:
    home = import_module(f"lettrix.{lettrix._MODULES[name]}")
    assert name in dir(lettrix)
    assert name not in lettrix._HOME, "a module of that name would hide it once it is loaded"
    assert vars(home)[name] is getattr(lettrix, name)


def test_type_checkers_are_told_the_same_names() -> None:
    tree = ast.parse(Path(lettrix.__file__).read_text("utf-8"))
    told = {
        alias.asname: node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.level == 1
        for alias in node.names
    }
    assert told == lettrix._MODULES


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="checkmate"):
        lettrix.checkmate  # noqa: B018


def test_importing_the_package_loads_none_of_it() -> None:
    program = "import lettrix, sys; print([name for name in sys.modules if name.startswith('lettrix.')])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
