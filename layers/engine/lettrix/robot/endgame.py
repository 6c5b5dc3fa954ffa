"""Two players, an empty bag: both racks are known, so the rest of the game is searched (alpha-beta).

Positions are whole games and plays are carried out by the engine, so every game's own ending counts exactly. Where the
tree is small enough for the budget it is searched to its end; else the best plays are searched a few turns deep, ever
deeper and narrower, and what follows is played out by the best play of each turn. The budget is the number of positions
looked at.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from lettrix.generation import Position, all_plays, best_plays
from lettrix.plays import Action, Pass
from lettrix.state import Game

from .playout import lead, play
from .valuing import Valuer, rest_after
from .worlds import mover

STAGES = ((1, 16), (2, 10), (3, 7), (4, 6), (6, 5))
"""(turns deep, plays tried a turn), one after the other while the budget lasts."""
MOST = 16
"""Plays of a position that are kept where not everything is searched."""
FEW_TILES = 9
"""Tiles on both racks up to which searching everything is thought of."""
SMALL = 1_500
"""Plays of the one times plays of the other up to which searching everything is tried."""
MOST_TURNS = 24
"""No endgame is played out for longer."""
FAR = 1_000_000


class OutOfBudget(Exception):
    """The number of positions allowed has been searched."""


class Move(NamedTuple):
    """A play or a pass, with what it seems worth, for the order in which they are tried."""

    worth: int
    action: Action


class Endgame:
    """One search, from one position."""

    def __init__(self, valuer: Valuer, nodes: int) -> None:
        self.valuer = valuer
        self.left = nodes
        self.known: dict[tuple[str, str, int | None], list[Move]] = {}
        """(board, rack, how many) -> plays, best first."""
        self.exact = True
        """Whether what was found is proved."""

    def best(self, game: Game) -> Action:
        """The action of the player to move that leads to the best end."""
        order = self._search(game, mover(game), MOST)
        try:
            if self.is_small(game):
                return self.root(game, [*self.moves(game, None), PASS], MOST_TURNS, None)[0].action
        except OutOfBudget:
            pass
        self.exact = False
        for depth, width in STAGES:
            try:
                order = self.root(game, order[:width], depth, width) + order[width:]
            except OutOfBudget:
                break
        return order[0].action if order else Pass()

    def is_small(self, game: Game) -> bool:
        """Whether a search of everything may fit in the budget."""
        seats = game.seats
        if sum(len(seat.rack) for seat in seats) > FEW_TILES:
            return False
        other = replace(game, to_move=1 - mover(game))
        return len(self.moves(game, None)) * len(self.moves(other, None)) <= SMALL

    def root(self, game: Game, moves: list[Move], depth: int, width: int | None) -> list[Move]:
        """The moves, the best first; raises `OutOfBudget`."""
        seat = mover(game)
        best, ranked = -FAR, []
        for move in moves:
            value = self.value(play(game, move.action), seat, depth - 1, width, best, FAR)
            # A value at or below the best so far is a bound only; it must not pass before what was tried first.
            ranked.append((value if value > best else best - 1, move))
            best = max(best, value)
        ranked.sort(key=lambda pair: -pair[0])
        return [move for _, move in ranked]

    def value(self, game: Game, seat: int, depth: int, width: int | None, low: int, high: int) -> int:
        """Final lead of `seat` under best play of both, between `low` and `high`."""
        self._spend()
        if game.is_over:
            return lead(game, seat)
        if depth <= 0:
            return lead(self.play_out(game), seat)
        tried = [*self.moves(game, None), PASS] if width is None else self.moves(game, MOST)[:width] or [PASS]
        if game.to_move == seat:
            best = -FAR
            for move in tried:
                best = max(best, self.value(play(game, move.action), seat, depth - 1, width, max(low, best), high))
                if best >= high:
                    break
            return best
        worst = FAR
        for move in tried:
            worst = min(worst, self.value(play(game, move.action), seat, depth - 1, width, low, min(high, worst)))
            if worst <= low:
                break
        return worst

    def play_out(self, game: Game) -> Game:
        """The end of the game when everybody takes what seems best."""
        for _ in range(MOST_TURNS):
            if game.is_over:
                break
            self._spend()
            moves = self.moves(game, MOST)
            game = play(game, moves[0].action if moves else Pass())
        return game

    def _spend(self) -> None:
        if self.left <= 0:
            raise OutOfBudget
        self.left -= 1

    def moves(self, game: Game, most: int | None) -> list[Move]:
        """The plays of the player to move, the most promising first: the best `most`, or all of them."""
        seat = mover(game)
        rack = game.seats[seat].rack
        key = game.grid.text, rack, most
        moves = self.known.get(key)
        if moves is None:
            self.known[key] = moves = self._search(game, seat, most)
        return moves

    def _search(self, game: Game, seat: int, most: int | None) -> list[Move]:
        position, ending, lexicon = Position.of(game, seat), self.valuer.ending, self.valuer.lexicon
        gift = -ending.value(game.seats[1 - seat].rack)
        if most is None:
            found = all_plays(position, lexicon, budget=None)
            ordered = sorted(found, key=lambda candidate: candidate.play.tiles)
            moves = [self._move(c.points, rest_after(position.rack, c.play), c.play, gift) for c in ordered]
        else:
            found = best_plays(position, lexicon, most, by="equity", leaves=ending, budget=None)
            whole = len(position.rack)
            moves = [Move(c.equity + (gift if len(c.play.tiles) == whole else 0), c.play) for c in found]
        moves.sort(key=lambda move: -move.worth)
        return moves

    def _move(self, points: int, rest: str, action: Action, gift: int) -> Move:
        return Move(100 * points + (self.valuer.ending.value(rest) if rest else gift), action)


PASS = Move(0, Pass())
