"""The last draws of a game for two: the likeliest plays are tried in imagined worlds that are played out to the end."""

from __future__ import annotations

from math import exp

from lettrix.draw import Stream
from lettrix.plays import Action, Pass
from lettrix.state import Game

from .playout import lead, play, play_out
from .valuing import Valuer
from .worlds import imagine

TRIED = 6
"""Actions that are tried, the best by equity."""
MARGIN = 2_500
"""In hundredths of a point: what is worth so much less than the best is not tried."""
TURNS = 14
"""Turns that a world is played on for at most; it nearly always ends before."""
SCALE = 12.0
"""Points of lead that make an end rather a win than a loss; smooths the count over few worlds."""


def before_the_end(game: Game, seat: int, valuer: Valuer, chance: Stream, nodes: int) -> Action:
    """The action that wins most often, over worlds drawn from `chance`; about `nodes` positions are searched."""
    ranked = valuer.best(game, TRIED)
    if not ranked:
        return Pass()
    tried = [action for action in ranked if action.equity >= ranked[0].equity - MARGIN]
    if len(tried) == 1:
        return tried[0].action
    worlds = max(1, nodes // (len(tried) * (2 + len(game.bag))))
    totals = [0.0] * len(tried)
    for _ in range(worlds):
        world = imagine(game, seat, chance)
        for number, candidate in enumerate(tried):
            end = play_out(play(world, candidate.action), valuer, TURNS)
            totals[number] += 1 / (1 + exp(-lead(end, seat) / SCALE))
    return tried[max(range(len(tried)), key=lambda number: totals[number])].action
