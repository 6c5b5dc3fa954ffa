"""Robots against robots: the measure of their levels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from lettrix.draw import Stream
from lettrix.game import AnyWord, apply, start
from lettrix.lexicon import Lexicon
from lettrix.rules import Rules
from lettrix.state import Game

from .choosing import NODES, choose
from .levels import Level

MOST_TURNS = 400
"""A game of robots that is not over by then counts by its scores (games without an end of their own)."""


@dataclass
class Tally:
    """How the first of two levels did against the second."""

    games: int = 0
    wins: int = 0
    draws: int = 0
    points: tuple[int, int] = (0, 0)
    """All points of either."""
    turns: int = 0

    @property
    def share(self) -> float:
        """Games won, draws counted half, of 1."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.0

    @property
    def error(self) -> float:
        """Standard error of `share`, as of independent games."""
        return (self.share * (1 - self.share) / self.games) ** 0.5 if self.games else 0.0


def play_match(
    rules: Rules,
    lexicon: Lexicon,
    levels: Sequence[int | Level],
    games: int,
    seed: int,
    *,
    seats: int = 2,
    nodes: int = NODES,
    told: Callable[[Tally], None] | None = None,
) -> Tally:
    """So many games of the first level against the second, from a seed; `told` is called after each game.

    Seats alternate: each deal is played twice, and the second time the second level begins. With more than two seats
    the levels sit by turns; a level counts the best score of its seats, or where seats play together their sum. The
    same score is a draw.
    """
    first, second = levels
    tally = Tally()
    for number in range(games):
        drawn = Stream(seed.to_bytes(32, "big"), f"selfplay/{rules.id}/{rules.language}", number // 2)
        game = start(rules, bytes(drawn.below(256) for _ in range(32)), seats, 0, ends_at=None)
        places = [(seat + number) % 2 for seat in range(seats)]
        end = play_game(game, [(first, second)[place] for place in places], lexicon, nodes=nodes)
        count = max if rules.sides is None else sum
        best = [count(end.seats[seat].score for seat in range(seats) if places[seat] == side) for side in (0, 1)]
        tally.games += 1
        tally.wins += best[0] > best[1]
        tally.draws += best[0] == best[1]
        tally.points = tally.points[0] + best[0], tally.points[1] + best[1]
        tally.turns += end.turn - 1
        if told is not None:
            told(tally)
    return tally


def play_game(game: Game, levels: Sequence[int | Level], lexicon: Lexicon, *, nodes: int = NODES) -> Game:
    """A game played by robots, by seat, to its end."""
    words = AnyWord()
    while (seat := game.to_move) is not None and game.turn <= MOST_TURNS:
        action = choose(game, seat, levels[seat], lexicon, nodes=nodes)
        game, _ = apply(game, seat, action, game.began_at, words)
    return game
