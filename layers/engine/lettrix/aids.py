"""Help for players: the best plays, a look at a play before it is made, graded hints, and simulation.

All of it knows what the player knows and nothing more: his rack, the board, how tiles count as far as he can tell, and
the tiles unseen as one multiset. Whether a game allows an aid (`allowed`) is the caller's matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .checking import Checked, check
from .generation import Position, best_plays, count_plays
from .lexicon import Lexicon
from .plays import Action, Play, format_play
from .robot.simulation import Simulated
from .robot.simulation import simulate as simulate_actions
from .robot.valuing import Ranked, Valuer
from .rules import AIDS, Rules
from .state import Game

SUGGESTED = 5
SAMPLES = 200
"""Samples of a simulation, all candidates together."""
HINTS = 4
"""Grades of hints."""

__all__ = ["HINTS", "Checked", "Hint", "Ranked", "Simulated", "allowed", "check", "hint", "simulate", "suggest"]


@dataclass(frozen=True)
class Hint:
    """As much of the best play as a grade tells; each grade tells what those before it do."""

    plays: int
    """Grade 1: how many plays there are."""
    points: int | None = None
    """Grade 2: the most points."""
    squares: tuple[tuple[int, int], ...] = ()
    """Grade 3: (row, col) of the squares on which the play with the most points lays tiles."""
    letter: str | None = None
    """Grade 4: the first letter of its main word."""


def allowed(rules: Rules, aid: str) -> bool:
    """Whether a player may use this one of `lettrix.rules.AIDS` in a game of these rules."""
    if aid not in AIDS:
        raise ValueError(f"there is no aid {aid!r}; there are: {', '.join(AIDS)}")
    return aid in rules.aids


def suggest(game: Game, seat: int, lexicon: Lexicon, count: int = SUGGESTED) -> list[Ranked]:
    """The best actions of the seat to move by points and what they leave on the rack, best first.

    A tile counts its plain value as long as it has not shown another (chaos).
    """
    _check_to_move(game, seat)
    return Valuer(game.rules, lexicon).best(game, count, at_face_value=True)


def hint(game: Game, seat: int, lexicon: Lexicon, grade: int) -> Hint:
    """The hint of a grade from 1 to 4; never the word itself. Raises `ValueError` for another grade."""
    if not 1 <= grade <= HINTS:
        raise ValueError(f"hints have grades 1 to {HINTS}")
    position = Position.of(game, seat)
    count, _ = count_plays(position, lexicon, budget=None)
    if grade == 1 or not count:
        return Hint(count)
    best = best_plays(position, lexicon, 1, budget=None)[0]
    if grade == 2:
        return Hint(count, best.points)
    squares = tuple((tile.row, tile.col) for tile in best.play.tiles)
    if grade == 3:
        return Hint(count, best.points, squares)
    return Hint(count, best.points, squares, _first_letter(game, best.play))


def simulate(
    game: Game,
    seat: int,
    lexicon: Lexicon,
    actions: Sequence[Action] | None = None,
    *,
    budget: int = SAMPLES,
    seed: bytes | None = None,
) -> list[Simulated]:
    """What actions are worth after likely replies, best first; those that `suggest` names if none are given.

    `budget`: samples in all; `seed` (the game's own if none is given) decides on the worlds that are tried.
    """
    _check_to_move(game, seat)
    if actions is None:
        actions = [ranked.action for ranked in suggest(game, seat, lexicon)]
    return simulate_actions(game, seat, actions, lexicon, budget=budget, seed=game.seed if seed is None else seed)


def _check_to_move(game: Game, seat: int) -> None:
    if game.is_over or seat != game.to_move:
        raise ValueError("this seat is not to move")


def _first_letter(game: Game, play: Play) -> str:
    """Of the main word."""
    alphabet = game.rules.tiles.alphabet
    _, word = format_play(play, game.grid, alphabet).split()
    return alphabet.fold(word[0])
