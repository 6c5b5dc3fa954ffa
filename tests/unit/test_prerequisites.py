"""What a machine lacks for the set-up is said in one line, before anything is installed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "infra/prerequisites.sh"
OLD = "#!/bin/sh\ncase $2 in *version_info*) exit 1 ;; esac\n"
WITHOUT_VENV = "#!/bin/sh\ncase $2 in *venv*) exit 1 ;; esac\n"
BROKEN = "#!/bin/sh\nexit 1\n"


def ask(python: str, path: Path) -> subprocess.CompletedProcess[str]:
    """The script's answer on a machine that has only what lies in a folder."""
    return subprocess.run(
        ["/bin/sh", str(SCRIPT), python], env={"PATH": str(path)}, capture_output=True, text=True, check=False
    )


def install(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(text)
    (folder / name).chmod(0o755)


@pytest.mark.parametrize(
    ("python", "npm", "said"),
    [
        (None, True, "python3 python3-venv"),
        (BROKEN, True, "does not run"),
        (OLD, True, "older than 3.11"),
        (WITHOUT_VENV, True, "apt install python3-venv"),
        ("#!/bin/sh\n", False, "apt install nodejs npm"),
    ],
    ids=["no Python", "a Python that does not run", "an old Python", "no venv", "no npm"],
)
def test_what_is_missing_is_named(tmp_path: Path, python: str | None, npm: bool, said: str) -> None:
    if python is not None:
        install(tmp_path, "python3", python)
    if npm:
        install(tmp_path, "npm", "#!/bin/sh\n")
    answer = ask("python3", tmp_path)
    assert answer.returncode == 1
    assert answer.stdout == ""
    [line] = answer.stderr.splitlines()
    assert line.startswith("setup: ")
    assert said in line


def test_nothing_is_said_where_nothing_is_missing(tmp_path: Path) -> None:
    install(tmp_path, "npm", "#!/bin/sh\n")
    answer = ask(sys.executable, tmp_path)
    assert (answer.returncode, answer.stdout, answer.stderr) == (0, "", "")
