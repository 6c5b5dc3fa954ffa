"""What the README shows is what happens."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


def test_the_library_example_runs_as_shown() -> None:
    blocks = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert blocks
    for block in blocks:
        example = doctest.DocTestParser().get_doctest(block, {}, "README.md", "README.md", 0)
        assert example.examples
        assert doctest.DocTestRunner(verbose=False).run(example).failed == 0


def test_every_file_that_it_names_exists() -> None:
    root = Path(__file__).parents[2]
    for link in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (root / link).exists(), link
