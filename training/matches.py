"""Measure the robot's levels: every match of docs/robot.md, or those whose name holds one of the words.

    python training/matches.py               # all of them: some hours on one core
    python training/matches.py kelime        # those of one game
    python training/matches.py --games 100   # quicker, and vaguer

Each line is a row of the table there: wins, draws and losses of the first level, its share (draws count half) with its
standard error, and the points a game of both.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from lettrix.lexicon import Lexicon
from lettrix.robot import GREEDY, LEVELS, Level
from lettrix.robot.selfplay import play_match
from lettrix.variants import find_variant

ROOT = Path(__file__).resolve().parent.parent
SEED = 2026


class Match(NamedTuple):
    """One match: the first level against the second."""

    rules: str
    language: str
    first: str
    second: str
    games: int
    seats: int = 2
    options: Sequence[tuple[str, str]] = ()

    @property
    def name(self) -> str:
        """As it stands in the table."""
        options = "".join(f" {name}={value}" for name, value in self.options)
        seats = f" ({self.seats} players)" if self.seats != 2 else ""
        return f"{self.rules} {self.language}{options}{seats}: {self.first} - {self.second}"


MATCHES = (
    Match("lettrix", "fr", "6", "greedy", 4_000),
    Match("lettrix", "fr", "6", "5", 1_000),
    Match("lettrix", "fr", "5", "4", 1_000),
    Match("lettrix", "fr", "4", "3", 1_000),
    Match("lettrix", "fr", "3", "2", 1_000),
    Match("lettrix", "fr", "2", "1", 1_000),
    Match("classic", "en", "6", "greedy", 400),
    Match("classic", "fr", "6", "greedy", 400),
    Match("classic", "de", "6", "greedy", 400),
    Match("kelime", "tr", "6", "greedy", 400),
    Match("fundox", "fr", "6", "5", 1_000),
    Match("fundox", "fr", "5", "4", 200),
    Match("fundox", "fr", "6", "greedy", 200),
    Match("fundox", "fr", "6", "greedy", 200, options=(("vidage", "allowed"),)),
    Match("chaos", "fr", "6", "greedy", 200),
    Match("grand", "fr", "6", "greedy", 200),
    Match("duo", "fr", "6", "greedy", 200, seats=4),
    Match("lettrix", "fr", "6", "greedy", 200, seats=3),
)


def level_of(name: str) -> Level:
    """A level by its number, or `greedy`."""
    return GREEDY if name == "greedy" else LEVELS[int(name)]


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=str(__doc__).split("\n\n")[0])
    parser.add_argument("words", nargs="*", help="parts of the names of matches; all if there are none")
    parser.add_argument("--games", type=int, help="a match, instead of those of the table")
    parser.add_argument("--seed", type=int, default=SEED)
    options = parser.parse_args()
    for match in MATCHES:
        if options.words and not any(word in match.name for word in options.words):
            continue
        rules = find_variant(match.rules).rules(match.language, options=dict(match.options), seats=match.seats)
        lexicon = Lexicon.open(ROOT / f"build/lexicon/{match.language}.lxg")
        levels = level_of(match.first), level_of(match.second)
        tally = play_match(rules, lexicon, levels, options.games or match.games, options.seed, seats=match.seats)
        first, second = (points / tally.games for points in tally.points)
        lost = tally.games - tally.wins - tally.draws
        print(
            f"| {match.name} | {tally.games} | {tally.wins} / {tally.draws} / {lost} "
            f"| {100 * tally.share:.1f} % ± {100 * tally.error:.1f} | {first:.1f} : {second:.1f} |",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
