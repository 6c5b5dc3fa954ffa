"""The engine's package builds with a C compiler and without one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ENGINE = Path(__file__).parents[2] / "layers/engine"


def wheel(folder: Path, compiler: str) -> zipfile.ZipFile:
    """The wheel that an ordinary build makes of the sources."""
    source, out = folder / "engine", folder / "wheels"
    shutil.copytree(ENGINE, source, ignore=shutil.ignore_patterns("*.so", "build", "__pycache__", "*.egg-info"))
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-build-isolation"]
    environment = os.environ | {"CC": compiler}
    subprocess.run([*command, "--no-deps", "-w", out, source], check=True, env=environment, capture_output=True)
    (path,) = out.iterdir()
    return zipfile.ZipFile(path)


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler here")
def test_with_a_compiler_one_wheel_serves_all_versions_of_python(tmp_path: Path) -> None:
    built = wheel(tmp_path, "cc")
    assert "-cp311-abi3-" in Path(str(built.filename)).name
    assert "lettrix/_native.abi3.so" in built.namelist()
    assert not [name for name in built.namelist() if name.endswith(".c")], "what it was built of stays in the sources"
    assert [name for name in built.namelist() if name.endswith("/licenses/LICENSE")]


def test_without_a_compiler_plays_are_found_in_plain_python(tmp_path: Path) -> None:
    wheel(tmp_path, "/no/compiler/here").extractall(tmp_path / "installed")
    program = """
from lettrix import generation
from lettrix.graphbuild import build_graph
from lettrix.grid import Grid
from lettrix.lexicon import Lexicon
from lettrix.search import anagrams
from lettrix.variants import find_variant
lexicon = Lexicon.from_bytes(build_graph(["AB", "BA"], "ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
position = generation.Position.bare(find_variant("lettrix").rules(), Grid.blank(15), "AB")
print(generation.BACKEND, len(generation.all_plays(position, lexicon)), generation.count_plays(position, lexicon)[0])
print(lexicon.contains("BA"), lexicon.contains("AA"), anagrams(lexicon, "A?").words)
"""
    environment = {"PYTHONPATH": str(tmp_path / "installed")}
    done = subprocess.run([sys.executable, "-S", "-c", program], capture_output=True, text=True, env=environment)
    assert done.stdout.splitlines() == ["plain 8 8", "True False ['AB', 'BA']"], done.stderr
