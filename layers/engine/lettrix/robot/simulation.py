"""What a play is worth after likely replies: Monte Carlo over worlds that agree with what the player knows.

Every candidate is tried in the same worlds (common random numbers), so that differences between them show sooner than
each one's own mean does. Replies are the best plays by equity of whoever is to move in that world.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from lettrix.draw import Stream
from lettrix.lexicon import Lexicon
from lettrix.plays import Action
from lettrix.state import Game

from .playout import lead, play
from .valuing import Valuer
from .worlds import imagine

PLIES = 2
"""Turns that follow the play."""


@dataclass(frozen=True)
class Simulated:
    """How one action did."""

    action: Action
    samples: int
    """Worlds in which it was tried."""
    mean: float
    """Points by which the player's lead (over the best of the others) changed from now to the end of the last turn
    looked at, what the last play of his own left on his rack counted too."""
    deviation: float
    """Standard deviation of a single sample."""

    @property
    def error(self) -> float:
        """Standard error of the mean."""
        return self.deviation / sqrt(self.samples) if self.samples else 0.0


def simulate(
    game: Game, seat: int, actions: Sequence[Action], lexicon: Lexicon, *, budget: int, seed: bytes, plies: int = PLIES
) -> list[Simulated]:
    """The actions, the best mean first; level ones in the order given.

    `budget`: samples in all; every action is tried in `budget // len(actions)` worlds, in one at least. `seat` is to
    move. The same seed gives the same worlds.
    """
    valuer, chance = Valuer(game.rules, lexicon), Stream(seed, "robot", game.turn - 1)
    samples: list[list[float]] = [[] for _ in actions]
    for _ in range(max(1, budget // max(1, len(actions)))):
        world = imagine(game, seat, chance)
        for action, results in zip(actions, samples, strict=True):
            results.append(_follow(play(world, action), seat, valuer, plies) - lead(game, seat))
    simulated = [_summary(action, results) for action, results in zip(actions, samples, strict=True)]
    return sorted(simulated, key=lambda one: -one.mean)


def _follow(game: Game, seat: int, valuer: Valuer, plies: int) -> float:
    """The lead of the seat after so many more turns, and what its last play among them kept."""
    kept = 0.0
    for _ in range(plies):
        if game.is_over:
            return float(lead(game, seat))
        best = valuer.quick(game)
        if game.to_move == seat:
            kept = best.equity / 100 - best.points
        game = play(game, best.action)
    return lead(game, seat) + (0.0 if game.is_over else kept)


def _summary(action: Action, results: Sequence[float]) -> Simulated:
    count = len(results)
    mean = sum(results) / count
    variance = sum((result - mean) ** 2 for result in results) / (count - 1) if count > 1 else 0.0
    return Simulated(action, count, mean, sqrt(variance))
