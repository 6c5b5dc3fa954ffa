"""What a generator is asked about (`Position`) and what it answers (`Candidate`, `Found`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Protocol, overload

from lettrix.grid import Grid
from lettrix.plays import Play
from lettrix.rules import Rules
from lettrix.valuation import Valuation

if TYPE_CHECKING:
    from lettrix.state import Game


@dataclass(frozen=True)
class Position:
    """A board and a rack to lay tiles from: all that the legality and the points of plays depend on."""

    rules: Rules
    grid: Grid
    rack: str = field(repr=False)
    """Upper-case letters, `?` for a blank, in any order."""
    valuation: Valuation = field(repr=False)
    anywhere: bool = False
    """A play on an empty board need not cover the start square."""

    @classmethod
    def of(cls, game: Game, seat: int) -> Position:
        """What this seat of a game could play if it were to move, counted as its player knows it."""
        policy = game.rules.policy
        return cls(
            game.rules,
            game.grid,
            game.seats[seat].rack,
            policy.valuation(game, seat),
            policy.may_open_anywhere(game),
        )

    @classmethod
    def bare(cls, rules: Rules, grid: Grid, rack: str) -> Position:
        """A position without a game, on an ordinary board."""
        return cls(rules, grid, rack, rules.valuation)


class Candidate(NamedTuple):
    """A legal play."""

    points: int
    equity: int
    """In hundredths of a point: 100 * points and the value of the letters kept; 100 * points without leaves."""
    play: Play


class Found(Protocol):
    """Plays found: a sequence of candidates, and whether it is all that was asked for."""

    @property
    def complete(self) -> bool:
        """False when the budget ended the search: the plays are then the best found so far."""

    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, at: int) -> Candidate: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Candidate]: ...
    def __iter__(self) -> Iterator[Candidate]: ...
    def points(self) -> list[int]:
        """The points of the plays, in their order, which may cost less than the plays themselves."""


class FoundList(list[Candidate]):
    """`Found` as a plain list."""

    complete = True

    def points(self) -> list[int]:
        """The points of the plays, in their order."""
        return [candidate.points for candidate in self]
