"""The engine in plain Python: judging, counting and making plays, over plays of games with the French dictionary."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

from tests.bench.measuring import Row, interleaved, seconds

from lettrix.clock import MINUTE
from lettrix.draw import make_seed
from lettrix.game import apply, replay, start
from lettrix.generation import Position, best_plays
from lettrix.legality import look_up, place
from lettrix.lexicon import Lexicon
from lettrix.plays import Pass, Play
from lettrix.proof import make_proof, verify
from lettrix.scoring import breakdown, total
from lettrix.state import Game, Turn
from lettrix.variants import find_variant
from lettrix.view import view

FRENCH = Path("build/lexicon/fr.lxg")
RULES = find_variant("lettrix").rules()
SECRET, NONCES = bytes(32), [bytes(16), bytes([1]) * 16]
PLAYS = 200
A_POSITION = 5
"""Plays taken from one position."""


class Sample(NamedTuple):
    """A legal play of one to three words, and the game in which it is one."""

    game: Game
    seat: int
    play: Play


@cache
def self_play(number: int) -> tuple[Game, tuple[Turn, ...], tuple[Sample, ...]]:
    """A game of good plays from its start, its records, and plays to measure with: the same at every run."""
    lexicon, random = Lexicon.open(FRENCH), Random(number)
    first = game = start(RULES, make_seed(bytes([number]) * 32, NONCES), 2, 0)
    turns, samples = [], []
    while game.to_move is not None:
        best = best_plays(Position.of(game, game.to_move), lexicon, 4 * A_POSITION, budget=None)
        few_words = [
            play for _, _, play in best if len(place(RULES, game.grid, game.seats[game.to_move].rack, play).words) <= 3
        ]
        samples += [Sample(game, game.to_move, play) for play in few_words[:A_POSITION]]
        action = random.choice(best).play if best else Pass()
        game, turn = apply(game, game.to_move, action, game.began_at + MINUTE, lexicon)
        turns.append(turn)
    return first, tuple(turns), tuple(samples)


def _samples() -> list[Sample]:
    samples: list[Sample] = []
    number = 0
    while len(samples) < PLAYS:
        number += 1
        samples += self_play(number)[2]
    return samples[:PLAYS]


def plays() -> Iterator[Row]:
    """What every move, preview and hint asks for, play by play: the median over the sample."""
    lexicon, samples = Lexicon.open(FRENCH), _samples()
    placements = [place(RULES, game.grid, game.seats[seat].rack, play) for game, seat, play in samples]

    def judge(number: int) -> int:
        game, seat, play = samples[number]
        placement = place(RULES, game.grid, game.seats[seat].rack, play)
        look_up(RULES, placement, lexicon)
        return total(RULES.valuation, placement)

    def make(number: int) -> object:
        game, seat, play = samples[number]
        return apply(game, seat, play, game.began_at, lexicon)

    def over_all(work: Callable[[int], object]) -> Callable[[], float]:
        return lambda: median(seconds(partial(work, number), 5) for number in range(len(samples)))

    found = interleaved(
        {
            "judge": over_all(judge),
            "breakdown": over_all(lambda number: breakdown(RULES.valuation, placements[number])),
            "make": over_all(make),
        }
    )
    yield Row("a play: legality, look-ups and total", found["judge"] * 1e6, "us", 25)
    yield Row("a play: breakdown", found["breakdown"] * 1e6, "us", 100)
    yield Row("a play: the whole turn (apply)", found["make"] * 1e6, "us")


def whole_games() -> Iterator[Row]:
    """What a whole game costs."""
    lexicon = Lexicon.open(FRENCH)
    first, turns, _ = self_play(1)
    game = replay(first, turns)
    proof = make_proof(
        game,
        turns,
        game_id="",
        secret=bytes([1]) * 32,
        nonces=NONCES,
        players=["A", "B"],
        seats_offered=2,
        dictionary_hash=lexicon.hash,
    )

    found = interleaved(
        {
            "replay": lambda: seconds(lambda: replay(first, turns)),
            "verify": lambda: seconds(lambda: verify(proof, lexicon)),
            "view": lambda: seconds(lambda: view(game, 0), 5),
        }
    )
    yield Row(f"a game of {len(turns)} turns: replay", found["replay"] * 1e3, "ms")
    yield Row(f"a game of {len(turns)} turns: verify", found["verify"] * 1e3, "ms")
    yield Row("a player's view of a full board", found["view"] * 1e6, "us")
