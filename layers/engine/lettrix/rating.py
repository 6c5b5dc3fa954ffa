"""Elo ratings: what a rated game changes, and which games are rated. Pure; times are ms UTC.

With n players the one ranked r has the result (n - r) / (n - 1), and those who share a rank share the results of the
places that they take up. His expectation is the mean of those against each of the others,

    1 / (1 + 10 ** ((other's rating - his) / 400))

and his rating changes by K times the difference, to the nearest whole point. Ratings and K are those of the game's
start, and what comes out is a difference: so it does not matter in which order games end, or are counted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from .clock import DAY
from .rules import Rules

START = 1200
"""The rating of a new player."""
K, K_MASTER, MASTER = 40, 20, 2400
"""K, and the smaller one from this rating on."""
MOST, PERIOD = 3, 7 * DAY
"""Rated games between the same two in any time so long, by their starts (ours)."""


class Pinned(NamedTuple):
    """A player's rating and K when a game starts."""

    rating: int
    k: int


class Rated(NamedTuple):
    """A rated game of the past."""

    players: frozenset[str]
    started_at: int


def pin(rating: int) -> Pinned:
    """What a game that starts now counts with."""
    return Pinned(rating, K_MASTER if rating >= MASTER else K)


def is_rated(
    rules: Rules, players: Collection[str], now: int, history: Iterable[Rated], *, robots: bool = False
) -> bool:
    """Whether a game that starts now with these players is rated; a game that is cancelled never starts.

    `history`: rated games of any of them. One pair that has had its games leaves the whole game unrated.
    """
    if not rules.rated or robots:
        return False
    lately = [game.players for game in history if now - PERIOD < game.started_at <= now]
    return all(sum({one, other} <= game for game in lately) < MOST for one, other in combinations(players, 2))


def expectation(rating: int, others: Sequence[int]) -> float:
    """The mean of the results that are to be expected against each of the others."""
    return sum(1 / (1 + 10 ** ((other - rating) / 400)) for other in others) / len(others)


def results(ranks: Sequence[int]) -> list[float]:
    """From 1 for the first to 0 for the last, shared by those who share a rank; `ranks` as in `state.Result`."""
    n = len(ranks)
    return [(n - rank - (ranks.count(rank) - 1) / 2) / (n - 1) for rank in ranks]


def changes(pinned: Sequence[Pinned], ranks: Sequence[int], used_suggestion: Collection[int] = ()) -> list[int]:
    """By seat, what a finished rated game adds to the rating.

    `used_suggestion`: seats whose player let a play be suggested to him. For them nothing changes, and the ratings of
    the others can then only rise (ours). Raises `ValueError` for fewer than two players.
    """
    if len(pinned) < 2 or len(pinned) != len(ranks):
        raise ValueError("a rated game has two players or more, and each of them a rank")
    ratings = [player.rating for player in pinned]
    found = []
    for seat, (player, result) in enumerate(zip(pinned, results(ranks), strict=True)):
        others = ratings[:seat] + ratings[seat + 1 :]
        change = _nearest(player.k * (result - expectation(player.rating, others)))
        if seat in used_suggestion:
            change = 0
        elif used_suggestion:
            change = max(0, change)
        found.append(change)
    return found


def _nearest(change: float) -> int:
    """The nearest whole number, halves away from zero, so that a gain and a loss of the same size are."""
    return int(change + 0.5) if change >= 0 else -int(0.5 - change)
