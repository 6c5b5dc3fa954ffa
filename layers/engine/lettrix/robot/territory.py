"""Fundox: letters are territory, one rack serves all, the next player answers with what a play leaves on it.

A play is worth the letters that it wins, once more those that it takes from the others, and the reply of the next
player is taken off, in worlds in which the tiles drawn differ. Reaching the target wins at once; so does keeping
everybody else from it. What clearing the board banks, and what a bonus square lends, is counted by the engine itself.
"""

from __future__ import annotations

from lettrix.draw import Stream
from lettrix.generation import Candidate, Position, best_plays
from lettrix.lexicon import Lexicon
from lettrix.plays import Action, Pass
from lettrix.state import Game

from .playout import lead, play
from .worlds import imagine

LOOKED_AT = 40
"""Plays whose letters won are counted, those with the most points."""
TRIED = 10
"""Plays whose replies are looked at."""
WORLDS = 3
WIN = 1_000
"""Points for an end of the game in one's favour."""


def best_territory(game: Game, seat: int, lexicon: Lexicon, chance: Stream, *, ahead: bool) -> Action:
    """The play with the best lead after it; with `ahead`, after the next player's reply to it."""
    found = best_plays(Position.of(game, seat), lexicon, LOOKED_AT, budget=None)
    if not found:
        return Pass()
    world = imagine(game, seat, chance)
    after = [(play(world, candidate.play), candidate) for candidate in found]
    ranked = sorted(after, key=lambda pair: -_standing(pair[0], seat))
    if not ahead:
        return ranked[0][1].play
    tried = [candidate for _, candidate in ranked[:TRIED]]
    totals = [0] * len(tried)
    for _ in range(WORLDS):
        world = imagine(game, seat, chance)
        for number, candidate in enumerate(tried):
            totals[number] += _after_reply(world, seat, candidate, lexicon)
    return tried[max(range(len(tried)), key=lambda number: totals[number])].play


def _after_reply(world: Game, seat: int, candidate: Candidate, lexicon: Lexicon) -> int:
    """The standing after the play and the next player's play with the most points."""
    after = play(world, candidate.play)
    if after.is_over or after.to_move is None:
        return _standing(after, seat)
    replies = best_plays(Position.of(after, after.to_move), lexicon, 1, budget=None)
    return _standing(play(after, replies[0].play) if replies else after, seat)


def _standing(game: Game, seat: int) -> int:
    """The lead, and whether the game is won or lost."""
    if game.result is None or len(game.result.winners) == len(game.seats):
        return lead(game, seat)
    return lead(game, seat) + (WIN if seat in game.result.winners else -WIN)
