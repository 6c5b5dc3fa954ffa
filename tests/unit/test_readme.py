"""What the README shows is what happens."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CALLS = [
    call
    for block in re.findall(r"```console\n(.*?)```", README, re.DOTALL)
    for call in re.split(r"^\$ ", block, flags=re.M)[1:]
]


def test_the_library_example_runs_as_shown() -> None:
    blocks = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert blocks
    for block in blocks:
        example = doctest.DocTestParser().get_doctest(block, {}, "README.md", "README.md", 0)
        assert example.examples
        assert doctest.DocTestRunner(verbose=False).run(example).failed == 0


@pytest.mark.parametrize("call", CALLS, ids=[call.split("\n")[0][-40:] for call in CALLS])
def test_a_command_answers_as_shown(call: str) -> None:
    """A line of three dots stands for any lines."""
    command, _, shown = call.partition("\n")
    environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LETTRIX_LEXICON")}
    environment["PATH"] = f"{Path(sys.executable).parent}:{environment['PATH']}"
    done = subprocess.run(
        ["bash", "-c", command], env=environment, cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )
    expected = r"(?:.*\n)*".join(map(re.escape, shown.strip("\n").split("...\n")))
    assert re.fullmatch(expected, done.stdout.strip("\n")), done.stdout


def test_commands_are_shown() -> None:
    assert len(CALLS) >= 5


def test_every_file_that_it_names_exists() -> None:
    for link in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / link).exists(), link
