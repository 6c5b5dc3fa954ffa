"""A skipped test fails a run in continuous integration, and only there."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("body", "in_ci", "status"),
    [
        ("pytest.skip('no compiler here')", True, 1),
        ("pytest.skip('no compiler here')", False, 0),
        ("pass", True, 0),
        ("raise AssertionError", True, 1),
    ],
)
@pytest.mark.parametrize("at_module_level", [False, True])
def test_a_skip_fails_in_continuous_integration_alone(
    tmp_path: Path, body: str, status: int, *, in_ci: bool, at_module_level: bool
) -> None:
    if at_module_level and "skip" in body:
        body = body.replace(")", ", allow_module_level=True)")
        program = f"import pytest\n{body}\n"
    else:
        program = f"import pytest\ndef test_it():\n    {body}\n"
    (tmp_path / "test_it.py").write_text(program, "utf-8")
    (tmp_path / "conftest.py").write_text("from tests.no_skips import pytest_sessionfinish\n", "utf-8")
    (tmp_path / "test_another.py").write_text("def test_another():\n    pass\n", "utf-8")
    environment = {name: value for name, value in os.environ.items() if name != "CI"} | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-ra", "-p", "no:cacheprovider", "--rootdir", tmp_path, tmp_path],
        env=environment | ({"CI": "1"} if in_ci else {}),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == status, done.stdout
    assert ("no test may be skipped" in done.stdout) == (in_ci and "skip" in body)
