"""The generator in plain Python over 50 midgame boards of its own self-play: 30 racks without a blank, 12 with one, 8
with two; every second one holds seven tiles, the others eight."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from random import Random
from statistics import median

from tests.bench.measuring import Row, interleaved, seconds

from lettrix.boards import SUPER21
from lettrix.generation import Position
from lettrix.generation.plain import BUDGET, all_plays, best_plays
from lettrix.grid import Grid
from lettrix.legality import place
from lettrix.lexicon import Lexicon
from lettrix.rules import Rules
from lettrix.tiles import BLANK
from lettrix.variants import find_variant

FRENCH = Path("build/lexicon/fr.lxg")
LETTRIX = find_variant("lettrix").rules()
RACKS = {"no blank": (0, 30), "one blank": (1, 12), "two blanks": (2, 8)}
"""Name -> (blanks, boards)."""
BOUNDS = {"no blank": 10, "one blank": 60}
"""Milliseconds for the best play."""
ROUNDS = 3


def midgame(rules: Rules, random: Random, rack_size: int, blanks: int, plays: int) -> Position:
    """A board after so many of the best plays of racks of seven, and a rack from what is left in the bag."""
    lexicon = Lexicon.open(FRENCH)
    bag = [tile for tile in rules.tiles.tiles() if tile != BLANK]
    random.shuffle(bag)
    grid, rack = Grid.blank(rules.board.size), ""
    for turn in range(1, plays + 1):
        while len(rack) < 7:
            rack += bag.pop()
        best = best_plays(Position.bare(rules, grid, rack), lexicon, budget=None)
        if best:
            placement = place(rules, grid, rack, best[0].play)
            grid, rack = grid.put(placement.new, turn, 0), placement.rest
        else:
            rack = ""
    return Position.bare(rules, grid, "".join(bag[-(rack_size - blanks) :]) + BLANK * blanks)


@cache
def positions(name: str) -> tuple[Position, ...]:
    """The same at every run."""
    blanks, boards = RACKS[name]
    random = Random(name)
    return tuple(midgame(LETTRIX, random, 7 + n % 2, blanks, random.randint(4, 14)) for n in range(boards))


def plays() -> Iterator[Row]:
    """Best play and all plays, each the median over the boards; and that no search outlasts its budget."""
    lexicon = Lexicon.open(FRENCH)

    def over_all(search: Callable[..., object], name: str) -> Callable[[], float]:
        return lambda: median(seconds(partial(search, position, lexicon, budget=None)) for position in positions(name))

    works = {f"best {name}": over_all(best_plays, name) for name in RACKS}
    works |= {f"all {name}": over_all(all_plays, name) for name in RACKS}
    found = interleaved(works, ROUNDS)
    for name in RACKS:
        yield Row(f"plain Python: best play, {name}", found[f"best {name}"] * 1e3, "ms", BOUNDS.get(name))
    for name in RACKS:
        yield Row(f"plain Python: all plays, {name}", found[f"all {name}"] * 1e3, "ms")
    grand = midgame(replace(LETTRIX, board=SUPER21), Random(21), 8, 4, 12)
    for title, search in (("best play", best_plays), ("all plays", all_plays)):
        longest = seconds(partial(search, grand, lexicon))
        yield Row(f"plain Python: {title} of four blanks on 21x21, with a budget", longest, "s", BUDGET)
