"""What an import costs: of `functions/move` beside the four things that it cannot do without, and of the engine.

Each import runs in a fresh process that has what a function has: its folder, the two layers and the runtime's botocore.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from infra.layers import built_layers
from tests.bench.measuring import Row, interleaved
from tests.runtime import link_runtime

ROOT = Path(__file__).resolve().parents[2]
ENGINE = ROOT / "layers/engine"
MOVE = "import app"
FOUR = """
import pydantic
import pynamodb.models
from aws_lambda_powertools import Logger
from aws_lambda_powertools.event_handler import APIGatewayHttpResolver

pydantic.BaseModel
APIGatewayHttpResolver(enable_validation=True)
"""
"""pydantic names its parts lazily, and the resolver loads its validation when it is made."""
_TIMED = """
import json, sys
from time import process_time
sys.path[:0] = json.loads(sys.argv[1])
begin = process_time()
exec(sys.argv[2])
print(process_time() - begin)
"""


def cold() -> Iterator[Row]:
    """From the first import to the last, without the start of Python. Processor time: importing waits for nothing once
    the files are in the memory of the system, and the machine's other work does not count."""
    with tempfile.TemporaryDirectory() as folder, built_layers("host") as layers:
        runtime = link_runtime(Path(folder))
        paths = [str(ROOT / "functions/move"), *(str(layers / f"{name}/python") for name in ("engine", "cloud"))]
        paths.append(str(runtime))
        found = interleaved(
            {
                "move": lambda: _imported(MOVE, paths),
                "four": lambda: _imported(FOUR, paths),
                "four, no garbage": lambda: _imported(f"import gc; gc.disable()\n{FOUR}", paths),
            }
        )
    yield Row("import functions/move, in imports of what it needs most", found["move"] / found["four"], "x", 1.3)
    # `move` collects no garbage while it loads (cold_start.py); the four do, as they come. So also like for like:
    same = found["move"] / found["four, no garbage"]
    yield Row("the same, when those collect no garbage either", same, "x")
    yield Row("import functions/move", found["move"] * 1e3, "ms")
    yield Row("import pynamodb, pydantic, the powertools logger and resolver", found["four"] * 1e3, "ms")


def _imported(program: str, paths: Sequence[str]) -> float:
    command = [sys.executable, "-S", "-E", "-c", _TIMED, json.dumps(paths), program]
    environment = {"GAME_TABLE": "games", "POWERTOOLS_SERVICE_NAME": "move"}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    return float(done.stdout)


def engine() -> Iterator[Row]:
    """The engine as a library, beside the four modules of the standard library that any such code imports."""
    paths = [str(ENGINE)]
    found = interleaved(
        {
            "four": lambda: _imported("import dataclasses, enum, mmap, json", paths),
            "package": lambda: _imported("import lettrix", paths),
            "game": lambda: _imported("import lettrix; lettrix.find_variant, lettrix.start, lettrix.Lexicon", paths),
        }
    )
    yield Row(
        "import lettrix, in imports of dataclasses, enum, mmap and json", found["package"] / found["four"], "x", 2
    )
    yield Row("the same, with all that a game loads", found["game"] / found["four"], "x")
    yield Row("import all that a game loads", found["game"] * 1e3, "ms")


def layer() -> Iterator[Row]:
    """The part of the engine's layer that every function has, as it is unpacked, byte code included."""
    with built_layers("host") as layers:
        parts = [*(layers / "engine/python").rglob("*"), *(layers / "engine/lexicon").glob("fr.*")]
        size = sum(part.stat().st_size for part in parts if part.is_file())
    yield Row("the engine's layer with the French dictionary", size / 1024**2, "MB", 3)
