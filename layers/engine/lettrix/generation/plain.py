"""Every legal play of a position, and the best of them, in plain Python.

The board becomes lines of empty squares (`lines`) and the word graph a walk over decoded states (`graph`). What the
rack can lay left of an anchor is found once a rack (`rack`, `prefixes`); from the anchor on all beginnings go square
by square (`search`). Letters are walked, and which of them are blanks is settled when a word is found (`collect`). For
the best plays the starts come in the order of what they may bring at most (`bounds`), and none is begun that cannot
reach the best found so far. docs/generation.md says what each of these is worth.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Literal

from lettrix.lexicon import Lexicon

from .budget import Budget, OutOfTime
from .collect import Best, Collector, Every
from .leaves import Leaves
from .position import Found, Position
from .rack import Rack
from .search import Search

BUDGET = 1.0
"""Seconds that a search may take unless it is told otherwise."""


def all_plays(
    position: Position,
    lexicon: Lexicon,
    *,
    budget: float | None = BUDGET,
    counter: Callable[[], float] = perf_counter,
) -> Found:
    """Every legal play, in no promised order, each once.

    A play of one tile that makes a word both ways is one play. After `budget` seconds by the `counter` (None: no
    limit) what was found by then is returned, marked as not complete.
    """
    rack, limit = Rack(position, lexicon), Budget(budget, counter)
    every = Every(rack, position, limit.work)
    complete = _search(position, lexicon, rack, every, limit)
    every.found.complete = complete
    return every.found


def best_plays(
    position: Position,
    lexicon: Lexicon,
    count: int = 1,
    *,
    by: Literal["points", "equity"] = "points",
    leaves: Leaves | None = None,
    budget: float | None = BUDGET,
    counter: Callable[[], float] = perf_counter,
) -> Found:
    """The `count` best plays, best first; level ones in board order, so always the same.

    `by`: equity adds to the points what the letters kept are worth after `leaves`. After `budget` seconds the best
    found so far are returned, marked as not complete.
    """
    rack, limit = Rack(position, lexicon), Budget(budget, counter)
    best = Best(rack, position, limit.work, count, leaves if by == "equity" else None)
    complete = _search(position, lexicon, rack, best, limit)
    found = best.found
    found.complete = complete
    return found


def _search(position: Position, lexicon: Lexicon, rack: Rack, collector: Collector, budget: Budget) -> bool:
    try:
        Search(position, lexicon, rack, collector, budget).run()
    except OutOfTime:
        return False
    return True
