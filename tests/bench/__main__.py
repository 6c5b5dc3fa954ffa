"""`make bench`: speed and cost as a table, and in build/bench.json. These are measurements, not tests.

A bench is a function in a module of its own here that yields `Row`s; it is run when it stands in `BENCHES`.
`python -m tests.bench WORD...` runs only those whose name holds one of the words, and leaves the file alone.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from tests.bench import dictionary, engine, imports, native, plain, robot, stack
from tests.bench.measuring import Bench, Row, table, write

BENCHES: Sequence[Bench] = (
    engine.plays,
    engine.whole_games,
    plain.plays,
    dictionary.opening,
    dictionary.memory,
    dictionary.looking_up,
    dictionary.searching,
    native.in_c,
    native.from_python,
    native.many_blanks,
    native.anagrams_of_seven,
    imports.cold,
    imports.engine,
    imports.layer,
    robot.moves,
    robot.matches,
    stack.local_stack_at_work,
)

RESULTS = Path("build/bench.json")


def main(words: Sequence[str]) -> int:
    rows: list[Row] = []
    for bench in BENCHES:
        name = f"{bench.__module__.removeprefix('tests.bench.')}.{bench.__name__}"
        if words and not any(word in name for word in words):
            continue
        print(f"bench: {name}", flush=True)
        rows += bench()
    if not rows:
        print(f"bench: nothing is called {' or '.join(words)}", file=sys.stderr)
        return 2
    print(table(rows))
    if not words:
        write(rows, RESULTS)
        print(f"bench: written to {RESULTS}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
