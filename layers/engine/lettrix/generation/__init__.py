"""Every legal play of a position, and the best of them.

`all_plays` and `best_plays` take a `Position` and a word graph. The native generator answers where it was built and
for what it has the range for, the plain Python one everywhere else; both find the same plays with the same points, and
the same best ones in the same order.
"""

from __future__ import annotations

from typing import Literal

from lettrix.lexicon import Lexicon

from . import plain
from .leaves import Leaves
from .position import Candidate, Found, Position

try:
    from . import native
except ImportError:
    BACKEND = "plain"
else:
    BACKEND = "native"

__all__ = ["BACKEND", "Candidate", "Found", "Leaves", "Position", "all_plays", "best_plays", "count_plays"]


def all_plays(position: Position, lexicon: Lexicon, *, budget: float | None = plain.BUDGET) -> Found:
    """Every legal play, in no promised order, each once.

    A play of one tile that makes a word both ways is one play. `budget`: seconds after which what was found by then is
    returned, with `complete` False; None for no limit.
    """
    if BACKEND == "native":
        try:
            return native.all_plays(position, lexicon, budget=budget)
        except OverflowError:
            pass
    return plain.all_plays(position, lexicon, budget=budget)


def count_plays(position: Position, lexicon: Lexicon, *, budget: float | None = plain.BUDGET) -> tuple[int, bool]:
    """How many legal plays there are, and whether the budget sufficed to count them all."""
    if BACKEND == "native":
        try:
            return native.count_plays(position, lexicon, budget=budget)
        except OverflowError:
            pass
    found = plain.all_plays(position, lexicon, budget=budget)
    return len(found), found.complete


def best_plays(
    position: Position,
    lexicon: Lexicon,
    count: int = 1,
    *,
    by: Literal["points", "equity"] = "points",
    leaves: Leaves | None = None,
    budget: float | None = plain.BUDGET,
) -> Found:
    """The `count` best plays, best first; level ones in board order, so always the same.

    `by`: equity adds to the points what the letters kept are worth after `leaves`. `budget` as in `all_plays`; the
    plays are then the best of those found.
    """
    if BACKEND == "native":
        try:
            return native.best_plays(position, lexicon, count, by=by, leaves=leaves, budget=budget)
        except OverflowError:
            pass
    return plain.best_plays(position, lexicon, count, by=by, leaves=leaves, budget=budget)
