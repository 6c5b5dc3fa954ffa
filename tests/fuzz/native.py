"""Arbitrary bytes, numbers and failing memory for the native generator, built with ASan and UBSan.

    python -m tests.fuzz.native SECONDS [SEED]

Builds `_native.c` into build/fuzz, and runs itself again with the sanitizer's library loaded first. Every case either
answers or raises one of a few errors; where several questions about a position were answered, the answers agree. A
finding ends the run with the sanitizer's report or with the case's number, which `SEED` runs again.
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import os
import subprocess
import sys
import sysconfig
from array import array
from collections import Counter
from pathlib import Path
from random import Random
from time import perf_counter
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "layers/engine/lettrix/generation/_native.c"
BUILT = ROOT / "build/fuzz/_native.abi3.so"
SANITIZERS = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer")
EXPECTED = (ValueError, OverflowError, TypeError, MemoryError)
CASE = ROOT / "build/fuzz/case"
"""The number of the case at work."""
FIRST_STATE = 25
LIST, COUNT, BEST = range(3)


def compiler() -> str:
    return os.environ.get("CC", "cc")


def runtime() -> str | None:
    """The sanitizer's library, which has to be loaded before Python; None where there is none."""
    try:
        asked = subprocess.run([compiler(), "-print-file-name=libasan.so"], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    path = Path(asked.stdout.strip())
    return str(path.resolve()) if path.is_absolute() and path.exists() else None


def build() -> None:
    """Compile, unless the source has not changed since."""
    if BUILT.exists() and BUILT.stat().st_mtime > SOURCE.stat().st_mtime:
        return
    BUILT.parent.mkdir(parents=True, exist_ok=True)
    include = f"-I{sysconfig.get_path('include')}"
    command = [compiler(), "-O1", "-g", "-shared", "-fPIC", "-DLETTRIX_FAILING_MEMORY", *SANITIZERS, include]
    subprocess.run([*command, str(SOURCE), "-o", str(BUILT)], check=True)


def run(seconds: float, seed: int = 0) -> subprocess.CompletedProcess[str]:
    """Fuzz in a process of its own."""
    library = runtime()
    if library is None:
        raise SystemExit("fuzz: no compiler with libasan here (Debian: apt install gcc)")
    build()
    environment = os.environ | {
        "LD_PRELOAD": library,
        "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1",
        "PYTHONMALLOC": "malloc",  # so that the ends of every buffer are watched
        "LETTRIX_FUZZ": "inside",
    }
    command = [sys.executable, "-m", "tests.fuzz.native", str(seconds), str(seed)]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def load() -> ModuleType:
    loader = importlib.machinery.ExtensionFileLoader("_native", str(BUILT))
    specification = importlib.util.spec_from_file_location("_native", BUILT, loader=loader)
    assert specification is not None
    module = importlib.util.module_from_spec(specification)
    loader.exec_module(module)
    return module


class Damaged(ValueError):
    """Stands for LexiconError."""


def graph_cells(random: Random, letters: int) -> tuple[bytes, int]:
    """Cells and root: noise, a sound graph of random words, one with a few bytes changed, or one that holds nearly
    every string."""
    kind = random.randrange(24)
    if kind == 0:
        count = random.randint(0, 300)
        noise = random.randbytes(8 * count + random.choice((0, 0, 0, 3)))
        return noise, random.choice((0, 25, random.randint(-2, 400)))
    if kind == 1:
        depth = random.randint(1, 10)
        every = (2 << letters) - 2
        cells = array("Q", [0] * FIRST_STATE)
        for level in range(depth):
            cells.append(every | every << 32)
            target = len(cells) + letters if level < depth - 1 else 0
            cells.extend([target | 1 << 31 | (every if target else 0) << 32] * letters)
        return cells.tobytes(), FIRST_STATE
    content = bytearray(_word_graph(random, letters))
    if kind < 6:
        for _ in range(random.randint(1, 6)):
            content[random.randrange(8 * FIRST_STATE, len(content))] = random.randrange(256)
    return bytes(content), FIRST_STATE


def _word_graph(random: Random, letters: int) -> bytes:
    from lettrix.graphbuild import build_graph

    alphabet = "".join(chr(0x410 + number) for number in range(letters))
    some = alphabet[: random.randint(1, letters)]
    words = ["".join(random.choices(some, k=random.randint(1, 10))) for _ in range(random.randint(1, 200))]
    return build_graph(words, alphabet)


def a_setting(native: Any, random: Random, alphabet: str) -> tuple[Any, int]:
    size = random.choice((1, 2, 3, 5, 7, 7, 9, 13, 15, 15, 21, 26, random.randint(-1, 30)))
    squares = max(0, size) ** 2
    letters = len(alphabet)
    numbers = [*range(1, letters + 1)] * 2
    values = [random.choice((0, 1, 1, 2, 3, 10)) for _ in range(letters)]
    if random.random() < 0.1:
        values[0] = random.choice((255, 255, random.randint(-32768, 32767)))
    if random.random() < 0.05:
        numbers[random.randrange(len(numbers))] = random.choice((0, 32, 31, 255))
    most = random.choice((1, 2, 2, 3, 3, 4, 8, random.randint(0, 9)))
    setting = native.Setting(
        size,
        random.randrange(max(1, squares)) if random.random() < 0.98 else random.randint(-5, 1000),
        bytes(random.choices(range(most + 1), k=squares)),
        bytes(random.choices((1, 1, 1, 1, 1, max(1, min(most, 3))), k=squares + (random.random() < 0.02))),
        alphabet,
        alphabet + alphabet.lower() + "?.",
        bytes([2] * letters + [3] * letters + [4, 1]),
        bytes([*numbers, 32, 0]),
        array("h", [*values, *[0] * (letters + 2)]).tobytes(),
        array("i", random.choices((0, 50, -50, 1000, random.choice((0, 0, 0, 0, 10**7))), k=9)).tobytes(),
    )
    return setting, size


def a_case(native: Any, random: Random) -> str:
    """One graph, one board, a few questions; the name of what came of it."""
    native.fail_after(random.randint(0, 12) if random.random() < 0.2 else -1)
    letters = random.choice((1, 3, 26, 31, random.randint(1, 31)))
    alphabet = "".join(chr(0x410 + number) for number in range(letters))
    content, root = graph_cells(random, letters)
    graph = native.Graph(content, root, alphabet, Damaged)
    some = alphabet[: random.randint(1, letters)]
    graph.contains("".join(random.choices(some + "a?", k=random.randint(0, 70))))
    counts = bytes(random.choice((0, 0, 1, 2, 9)) for _ in range(random.randint(0, 33)))
    graph.anagrams(
        counts, bytes(random.choices((0, 0, 0, 1), k=5)), random.choice((0, *range(1, 30))), random.randint(1, 20_000)
    )
    setting, size = a_setting(native, random, alphabet)
    density = random.choice((0, 0.05, 0.3, 0.9))
    tiles = some + some.lower()
    text = "".join(random.choice(tiles) if random.random() < density else "." for _ in range(size * size))
    how_many = random.choice((2, 4, 6, 7, 8, random.randint(0, 9)))
    rack = "".join(random.choices(some + random.choice(("", "?", "???", "@")), k=how_many))
    squares = range(-1 if random.random() < 0.02 else 0, size * size)
    worth = {
        random.choice(squares): random.choice((-20, 0, 3, 50, random.randint(-10_001, 10_001)))
        for _ in range(random.randint(0, 9))
    }
    flat = {random.choice(squares): random.randint(-100, 100) for _ in range(random.randint(0, 9))}
    pairs = random.choice((0, 3, 3, 6, 6, random.randint(0, 7)))
    leaves = array("i", random.choices(range(-2000, 2000), k=146 + pairs))
    if random.random() < 0.8:
        leaves[145] = random.randrange(1 << 31)
        leaves[146:] = array("i", [random.randrange(32) for _ in range(len(leaves) - 146)])
    asked = (
        text,
        rack,
        random.choice((None, worth)),
        random.choice((None, flat)),
        random.choice((None, None, random.randbytes(size * size))),
        random.randrange(8),
        random.choice((0, 1, 1, 2, 9)),
        random.choice((7, 8, 8, -1, 100)),
        random.choice(("", alphabet[:2])),
    )
    budget = 0.03
    limit = random.choice((0, 10, 10**6))
    records, _, complete = native.search(graph, setting, *asked, LIST, 0, None, limit, budget)
    _, count, counted = native.search(graph, setting, *asked, COUNT, 0, None, 0, budget)
    wanted = random.choice((1, 5, 300))
    best, found, settled = native.search(graph, setting, *asked, BEST, wanted, None, 0, budget)
    model = leaves.tobytes() if random.random() < 0.8 else random.randbytes(random.randint(0, 800))
    native.search(graph, setting, *asked, BEST, wanted, model, 0, budget)
    if complete and counted and settled:
        points = sorted((head & 0xFFFF_FFFF for head in memoryview(records).cast("Q")[::2]), reverse=True)
        assert len(points) == count
        assert [head & 0xFFFF_FFFF for head in memoryview(best).cast("Q")[::3]] == points[:wanted]
        assert found == min(wanted, count)
        return "answered in full"
    return "answered within bounds"


def fuzz(seconds: float, seed: int) -> Counter[str]:
    native = load()
    outcomes: Counter[str] = Counter()
    end = perf_counter() + seconds
    number = seed
    while perf_counter() < end:
        CASE.write_text(str(number))
        try:
            outcomes[a_case(native, Random(number))] += 1
        except EXPECTED as error:
            outcomes[f"{type(error).__name__}: {error}"] += 1
        number += 1
    return outcomes


def main(arguments: list[str]) -> int:
    seconds, seed = float(arguments[0]), int(arguments[1]) if len(arguments) > 1 else 0
    if os.environ.get("LETTRIX_FUZZ") == "inside":
        outcomes = fuzz(seconds, seed)
        print(f"fuzz: {outcomes.total()} cases, no finding: {dict(sorted(outcomes.items()))}")
        return 0
    done = run(seconds, seed)
    print(done.stdout, end="")
    if done.returncode:
        print(done.stderr[-6000:], f"fuzz: in case {CASE.read_text()}", file=sys.stderr)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
