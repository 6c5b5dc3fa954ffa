"""What the robot does."""

from __future__ import annotations

from lettrix.generation import Position, best_plays
from lettrix.lexicon import Lexicon
from lettrix.plays import Action, Exchange, Pass
from lettrix.state import Game
from lettrix.view import allowed


def choose(game: Game, seat: int, level: int, lexicon: Lexicon) -> Action:
    """The robot's action for the seat to move."""
    del level
    found = best_plays(Position.of(game, seat), lexicon)
    if found:
        return found[0].play
    if "exchange" in allowed(game, seat):
        return Exchange(game.seats[seat].rack)
    return Pass()
