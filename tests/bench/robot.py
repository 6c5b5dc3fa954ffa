"""The robot: what a move of each level takes, and how the top level does over a few games."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from time import process_time

from tests.bench.engine import FRENCH, RULES

from lettrix import generation
from lettrix.game import start
from lettrix.lexicon import Lexicon
from lettrix.robot import GREEDY, LEVELS, choose
from lettrix.robot.playout import play
from lettrix.robot.selfplay import play_match

from .measuring import Row

GAMES = 12
MATCH = 60
TOP = max(LEVELS)


def moves() -> Iterator[Row]:
    """Each position of a few games is put to every level; the top level's choice is played."""
    lexicon, taken = Lexicon.open(FRENCH), {level: list[float]() for level in LEVELS}
    for number in range(GAMES):
        game = start(RULES, bytes([number]) * 32, 2, 0)
        while (seat := game.to_move) is not None:
            for level, times in taken.items():
                began = process_time()
                action = choose(game, seat, level, lexicon)
                times.append(process_time() - began)
            game = play(game, action)
    native = generation.BACKEND == "native"
    for level, times in taken.items():
        bound = 5.0 if level == TOP and native else None
        yield Row(f"robot: move of level {level}, median", 1_000 * median(times), "ms", bound)
    yield Row(f"robot: move of level {TOP}, longest of {len(taken[TOP])}", 1_000 * max(taken[TOP]), "ms")


def matches() -> Iterator[Row]:
    """A match too short to prove anything: `make robot` plays the long ones."""
    if generation.BACKEND != "native":
        return
    tally = play_match(RULES, Lexicon.open(FRENCH), (LEVELS[TOP], GREEDY), MATCH, 1)
    yield Row(f"robot: level {TOP} against the most points, {MATCH} games", 100 * tally.share, "%")
