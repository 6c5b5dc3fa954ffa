"""Looking ahead: what the next opponent may answer, with racks drawn from what is unseen.

While the bag is full a play is held against the mean of the best replies to it; near the end of a game for two
the likeliest plays are tried in imagined worlds that are played out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from math import exp

from lettrix.draw import Stream
from lettrix.generation import Position, best_plays
from lettrix.grid import Grid
from lettrix.plays import Action, Pass, Play, tile_character
from lettrix.state import Game

from .playout import lead, play, play_out
from .valuing import Ranked, Valuer
from .worlds import imagine, unseen

TRIED = 6
"""Actions that are tried, the best by equity."""
MARGIN = 2_500
"""In hundredths of a point: what is worth so much less than the best is not tried."""
TURNS = 14
"""Turns that a world is played on for at most; it nearly always ends before."""
SCALE = 12.0
"""Points of lead that make an end rather a win than a loss; smooths the count over few worlds."""


CLOSE = 900
"""In hundredths of a point: what is worth so much less than the best is not looked at."""
ROUNDS = ((6, 4), (3, 6), (2, 10))
"""(plays, racks): the best plays so far are held against so many more racks of the opponent."""
TRUST = 90
"""Per cent of the mean reply that are taken off a play's equity: some racks do not tell all."""


def against_replies(game: Game, seat: int, valuer: Valuer, ranked: Sequence[Ranked], chance: Stream) -> Ranked:
    """The best action by equity less what the best reply to it brings, on average over racks of the opponent.

    All plays are held against the same racks (common random numbers).
    """
    near = [action for action in ranked if action.equity >= ranked[0].equity - CLOSE]
    if len(near) < 2:
        return near[0]
    rivals = [number for number in following(game, seat) if game.rules.side(number) != game.rules.side(seat)]
    other, trust = rivals[0], TRUST // len(rivals)
    valuation = game.rules.policy.valuation(game, other)
    racks = _racks(unseen(game, seat), len(game.seats[other].rack), chance)
    grids = [laid(game, action.action) for action in near]
    replies, tried = [0] * len(near), 0
    left = list(range(len(near)))
    for plays, count in ROUNDS:
        left = left[:plays]
        if len(left) < 2:
            break
        tried += count
        for rack in islice(racks, count):
            for number in left:
                position = Position(game.rules, grids[number], rack, valuation)
                found = best_plays(position, valuer.lexicon, 1, budget=None)
                replies[number] += found[0].points if found else 0
        left.sort(key=lambda number: trust * replies[number] // tried - near[number].equity)
    return near[left[0]]


def following(game: Game, seat: int) -> list[int]:
    """The other seats still in the game, in the order in which they will move."""
    count = len(game.seats)
    return [n for n in ((seat + step) % count for step in range(1, count)) if game.seats[n].is_playing]


def _racks(tiles: str, count: int, chance: Stream) -> Iterator[str]:
    """Racks drawn from these tiles: as many as one shuffle holds side by side, then the next shuffle."""
    while True:
        drawn = "".join(chance.shuffled(tiles))
        for at in range(0, len(drawn) - count + 1, count):
            yield drawn[at : at + count]


def laid(game: Game, action: Action) -> Grid:
    """The board after a play, as it is after anything else."""
    if not isinstance(action, Play):
        return game.grid
    size, alphabet = game.grid.size, game.rules.tiles.alphabet
    new = {tile.row * size + tile.col: tile_character(tile, alphabet) for tile in action.tiles}
    return game.grid.put(new, game.turn, 0)


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
