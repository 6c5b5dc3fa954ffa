"""Rules as data: one frozen dataclass of knobs, and one small object for what really differs in behaviour.

A variant (see `variants/`) fills the knobs in; only where a game does something that no knob says does it give a
`Policy` of its own. Nothing else in the engine asks which game is being played.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from .boards import Board
from .clock import Clock
from .draw import canonical_json
from .policy import STANDARD, Policy
from .tiles import TileSet
from .valuation import Valuation

AIDS = ("suggest", "check", "simulate", "hints")
"""What helps a player while he plays: the best plays; whether a play is legal and what it brings; what it is worth
after likely replies; how many plays there are, how good and where, never the word itself at first."""


@dataclass(frozen=True)
class Rules:
    """Everything that one game is played by: a variant's data with its language and options filled in."""

    id: str
    """The variant: `lettrix`."""
    version: int
    """Raised when the same record would be judged differently; a game keeps the one it was created with."""
    language: str
    options: Mapping[str, bool | int | str]
    """The options chosen at creation, all of them, defaults included."""
    board: Board
    tiles: TileSet
    rack_size: int
    bonuses: Mapping[int, int]
    """Flat points for laying exactly this many tiles in one play; blanks count as tiles."""
    clock: Clock
    bonus_for_whole_rack_only: bool = False
    """The bonus is only for emptying the rack, so seven of eight bring none."""
    shared_rack: bool = False
    """One rack for all seats (it stands in every seat's place)."""
    min_tiles: int = 1
    """New tiles that a play needs."""
    no_hook: str = ""
    """Letters of which no play may lay a single one at the end of a run of two tiles or more and so take the word:
    `S` for Fundox's `no_s`. It holds for the main word and for the words across, and for a blank too."""
    exchange: Literal["any", "whole_rack", "no"] = "any"
    exchange_bag_min: int = 1
    """Tiles that the bag must hold for an exchange to be allowed."""
    passes_to_end: int | None = 2
    """The game is over when every player still in has passed this many turns running; None: passing alone ends none,
    or by a count of the game's own."""
    leftovers: Literal["deduct", "finisher", "keep"] = "deduct"
    """At the end the value of the letters left is taken off, or also given to who finished, or neither."""
    refusal_costs_turn: bool = False
    """A refused play is a turn over (Fundox) and not an error."""
    draft_counts: bool = False
    """What the player to move has laid when his time is over is his play (`Timeout.tiles`)."""
    counts_across: bool = True
    """A new tile counts in the word across too."""
    draw_seats: bool = True
    """The order of the seats is drawn; otherwise it is the order of joining."""
    sides: tuple[int, ...] | None = None
    """By seat, its side, where seats play together; None: everybody for himself."""
    lookups: Literal["always", "switch", "never"] = "always"
    """Whether the dictionary may be asked during a game; `switch`: in friendlies, while the organiser allows it."""
    aids: frozenset[str] = frozenset({"check"})
    """Which of `AIDS` a player may use in a game; `check` only as far as `lookups` lets him ask the dictionary."""
    rated: bool = False
    """Whether the result changes ratings (`lettrix.rating`)."""
    vacation: bool = False
    """Whether a player's vacation stops this game's clock; never one that runs at the table."""
    policy: Policy = field(default=STANDARD, repr=False)

    @cached_property
    def valuation(self) -> Valuation:
        """How tiles count on an ordinary board: by the premiums of its squares."""
        return Valuation(
            values=self.tiles.values,
            letter_factors=self.board.letter_factors,
            word_factors=self.board.word_factors,
            bonuses=self.bonuses,
            whole_rack_only=self.bonus_for_whole_rack_only,
            counts_across=self.counts_across,
        )

    def side(self, seat: int) -> int:
        """The side that a seat plays for."""
        return seat if self.sides is None else self.sides[seat]


def canonical_rules(rules: Rules, seats: int) -> str:
    """The canonical string of a game's public settings that its commitment binds.

    `seats` is the number of seats at creation; a host who later plays with fewer leaves it as it was.
    """
    return canonical_json({"id": rules.id, "language": rules.language, "options": dict(rules.options), "seats": seats})
