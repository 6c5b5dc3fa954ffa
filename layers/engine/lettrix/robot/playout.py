"""Play a game on to its end, both sides by equity: what a position is worth, roughly and quickly."""

from __future__ import annotations

from lettrix.game import AnyWord, apply
from lettrix.plays import Action
from lettrix.state import Game

from .valuing import Valuer

ANY_WORD = AnyWord()
"""Plays that the generator made need not be looked up again."""


def play(game: Game, action: Action) -> Game:
    """The game after this action of the player to move, at once."""
    return apply(game, game.to_move, action, game.began_at, ANY_WORD)[0]


def play_out(game: Game, valuer: Valuer, turns: int) -> Game:
    """The game after so many more turns, or at its end."""
    for _ in range(turns):
        if game.is_over:
            break
        game = play(game, valuer.quick(game).action)
    return game


def lead(game: Game, seat: int) -> int:
    """Points of the seat's side less those of the best other side."""
    sides: dict[int, int] = {}
    for number, other in enumerate(game.seats):
        side = game.rules.side(number)
        sides[side] = sides.get(side, 0) + other.score
    own = sides.pop(game.rules.side(seat))
    return own - max(sides.values(), default=0)
