"""Deploying again: what changed is there at once, what did not change is left alone, and time runs by itself."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from infra.local.deploy import ROOT
from infra.local.stack import LocalStack
from tests.stack import tables
from tests.stack.people import Room, start_game

PATIENCE = 180.0
"""Seconds; the schedule fires each minute."""

COPIED = ("infra", "layers", "functions", "lexicon", "template.yaml")
LINKED = (".venv-stack", "build/lexicon")

SCRIPT = """
import json, sys, httpx
from pathlib import Path
from infra.local.stack import LocalStack

def ask(stack):
    rules, nothing = (httpx.get(stack.url + path, timeout=120) for path in ("/api/rules", "/api/nothing"))
    return [rules.headers["cache-control"], nothing.json()["detail"], rules.json() != {}]

def edit(file, old, new):
    text = Path(file).read_text(encoding="utf-8")
    assert old in text, file
    Path(file).write_text(text.replace(old, new), encoding="utf-8")

def deploy(stack):
    found = stack.deploy()
    said.append({"changed": found.changed, "answers": ask(stack)})

said = []
with LocalStack(Path(sys.argv[1])) as stack:
    deploy(stack)
    edit("functions/dictionary/app.py", "RULES_AGE = 300", "RULES_AGE = 299")
    deploy(stack)
    deploy(stack)
    edit("layers/cloud/lettrix_cloud/api.py", "There is nothing here.", "A changed layer.")
    deploy(stack)
print(json.dumps(said))
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the working tree that may be changed."""
    copy = tmp_path / "tree"
    copy.mkdir()
    ignored = shutil.ignore_patterns("__pycache__", "*.egg-info", "node_modules")
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name, ignore=ignored)
        else:
            shutil.copy2(ROOT / name, copy / name)
    for name in LINKED:
        (copy / name).parent.mkdir(exist_ok=True)
        (copy / name).symlink_to(ROOT / name)
    (copy / "build/layers/host").mkdir(parents=True)
    for packages in (ROOT / "build/layers/host").glob("packages-*"):
        shutil.copytree(packages, copy / "build/layers/host" / packages.name)
    return copy


@pytest.mark.usefixtures("stack")  # which has the packages of the layers built
def test_a_changed_function_and_a_changed_layer_are_deployed_and_nothing_twice(tree: Path, tmp_path: Path) -> None:
    """On a copy of the tree; the engine and the cloud layer that answer are the copy's."""
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(tmp_path / "stack")],
        cwd=tree,
        env=os.environ | {"PYTHONPATH": str(tree)},
        check=False,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    unchanged, function, again, layer = json.loads(run.stdout)
    assert unchanged == {"changed": False, "answers": ["public, max-age=300", "There is nothing here.", True]}
    assert function == {"changed": True, "answers": ["public, max-age=299", "There is nothing here.", True]}
    assert again == function | {"changed": False}
    assert layer == {"changed": True, "answers": ["public, max-age=299", "A changed layer.", True]}


def test_the_schedule_settles_what_is_due_without_being_asked(stack: LocalStack, room: Room) -> None:
    """The clock is moved past a deadline behind the dev door's back: no sweep but the minute's own comes."""
    people = room.people(2)
    game = start_game(*people)
    due = tables.load(stack, game).due_at
    assert due is not None
    sweeps = (stack.log_folder / "sweep.log").read_text(encoding="utf-8").count('"swept"')
    offset = float(stack.clock_file.read_text(encoding="ascii")) + 48 * 3_600 + 20
    new = stack.clock_file.with_suffix(".new")
    new.write_text(f"{offset:.3f}", encoding="ascii")
    os.replace(new, stack.clock_file)
    deadline = time.monotonic() + PATIENCE
    while tables.started(stack, game).turn == 1:
        assert time.monotonic() < deadline, "no sweep came"
        time.sleep(1)
    assert (stack.log_folder / "sweep.log").read_text(encoding="utf-8").count('"swept"') > sweeps
    turn = tables.turns(stack, game)[0]
    assert turn.is_automatic
    assert turn.at >= due + 15_000
