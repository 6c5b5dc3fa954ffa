"""The state of a game, the record of a turn, and the working copy that an action is carried out on.

What nobody may see is left out of every `repr`, so that no traceback or log line can show it.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from .draw import Stream
from .grid import Grid

if TYPE_CHECKING:
    from .rules import Rules

Fact = dict[str, Any]
"""One thing that an action caused, JSON-able, with a `kind`."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One player's part of a game."""

    rack: str = field(repr=False)
    score: int = 0
    passes: int = 0
    """Turns passed running; an automatic pass counts."""
    timeouts: int = 0
    """Automatic passes in this game; a play in between does not reset them."""
    state: Literal["playing", "forfeited", "resigned"] = "playing"
    left_turn: int = 0
    """The turn at which the player left, 0 while he plays."""
    bank: int | None = None
    """Own time left in milliseconds, where the clock gives any."""

    @property
    def is_playing(self) -> bool:
        """Still in the game."""
        return self.state == "playing"


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended."""

    reason: Literal["played_out", "all_passed", "time_limit", "last_player"] | str
    """`played_out`: bag and a rack empty; `all_passed`; `time_limit`; `last_player`: the others left."""
    winners: tuple[int, ...]
    """Seats; more than one when level at the top (a draw)."""
    ranks: tuple[int, ...]
    """By seat, 1 the best; level seats share a rank."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game that has started: everything that the rules need to go on; immutable."""

    rules: Rules
    seed: bytes = field(repr=False)
    order: tuple[int, ...]
    """By seat, the place of its player in the order of joining."""
    seats: tuple[Seat, ...]
    grid: Grid
    bag: str = field(repr=False)
    """Tiles not drawn yet, in the order in which they will be."""
    turn: int
    """The number that the next action will bear, from 1."""
    to_move: int | None
    turn_began: int
    """The number of the turn at which the player to move came to it (out-of-turn actions do not change it)."""
    began_at: int
    """When his turn began, ms UTC."""
    deadline: int | None
    """When his turn is due, ms UTC; None once the game is over."""
    started_at: int
    ends_at: int | None
    """The limit of the whole game, ms UTC."""
    finished_at: int | None = None
    result: Result | None = None
    paused_until: int | None = None
    """Until then the clock stands or stood still, ms UTC."""
    stopped: int = 0
    """Milliseconds for which it did so far: the limit has been moved by that much."""
    extra: Mapping[str, Any] = field(default_factory=dict, repr=False)
    """What only one variant needs, JSON-able (zones, traps, ...); filled by `Policy.opening`."""

    @property
    def due_at(self) -> int | None:
        """The next due moment, ms UTC: the turn's deadline or the game's limit; None once it is over."""
        if self.deadline is None:
            return None
        return self.deadline if self.ends_at is None else min(self.deadline, self.ends_at)

    @property
    def first_ends_at(self) -> int | None:
        """The limit as it was at the start, ms UTC."""
        return None if self.ends_at is None else self.ends_at - self.stopped

    @property
    def remind_at(self) -> int | None:
        """When the player to move is to be reminded, ms UTC; None when there is no reminder in this turn."""
        due_at = self.due_at
        return None if due_at is None else self.rules.clock.remind_at(self.began_at, due_at)

    @property
    def is_over(self) -> bool:
        """No action is possible any more."""
        return self.result is not None


@dataclass(frozen=True, slots=True)
class Turn:
    """The record of one action: what was done, and all that it caused. Some facts are not for everybody's eyes:
    only `lettrix.view` shows turns to people."""

    number: int
    seat: int | None
    """Whose action it was; None for the game's limit."""
    action: str
    """The action's kind: play, exchange, pass, resign, timeout, limit, forfeit, pause."""
    facts: tuple[Fact, ...] = field(repr=False)
    """The first one bears the action's own content."""
    scores: tuple[int, ...]
    """By seat, after this turn."""
    at: int
    """When it was judged, ms UTC."""

    @property
    def is_automatic(self) -> bool:
        """Recorded by the clock or the organiser, not by the player."""
        return self.action in ("timeout", "limit", "forfeit", "pause")

    def to_json(self) -> dict[str, Any]:
        """The stored form; `from_json` reads it."""
        return {
            "turn": self.number,
            "seat": self.seat,
            "action": self.action,
            "facts": [dict(fact) for fact in self.facts],
            "scores": list(self.scores),
            "at": self.at,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Turn:
        """Read the stored form; raises `ValueError` when it is not one."""
        try:
            return cls(
                number=int(data["turn"]),
                seat=None if data["seat"] is None else int(data["seat"]),
                action=str(data["action"]),
                facts=tuple(dict(fact) for fact in data["facts"]),
                scores=tuple(int(score) for score in data["scores"]),
                at=int(data["at"]),
            )
        except (KeyError, TypeError) as error:
            raise ValueError(f"not the record of a turn: {error}") from None


@dataclass(slots=True)
class Working:
    """A game while an action is carried out on it: policies change it and write down what they did."""

    game: Game
    """As it was before."""
    now: int
    seats: list[Seat]
    grid: Grid
    bag: str = field(repr=False)
    extra: dict[str, Any] = field(repr=False)
    facts: list[Fact] = field(default_factory=list, repr=False)
    turn_over: bool = False
    """The turn goes on to the next player; known once the action is done."""
    paused_until: int | None = None
    stopped: int = 0
    """Milliseconds by which this action stops the clock."""

    @classmethod
    def on(cls, game: Game, now: int) -> Working:
        """A working copy; nothing that is changed in it reaches the game."""
        extra = deepcopy(dict(game.extra))
        return cls(game, now, list(game.seats), game.grid, game.bag, extra, paused_until=game.paused_until)

    @property
    def rules(self) -> Rules:
        """The game's rules."""
        return self.game.rules

    def change(self, seat: int, **changes: Any) -> None:
        """Replace fields of a seat."""
        self.seats[seat] = replace(self.seats[seat], **changes)

    def add_points(self, seat: int, points: int) -> None:
        """Add to a seat's score."""
        self.change(seat, score=self.seats[seat].score + points)

    def set_rack(self, seat: int, rack: str) -> None:
        """Replace a seat's rack, and everybody's where all share one."""
        for number in range(len(self.seats)) if self.rules.shared_rack else (seat,):
            self.change(number, rack=rack)

    def draw(self, seat: int, count: int) -> str:
        """Take the next tiles out of the bag, fewer when it holds no more, and write them down."""
        drawn, self.bag = self.bag[:count], self.bag[count:]
        if drawn:
            self.note("draw", seat=seat, letters=list(drawn))
        return drawn

    def stream(self, label: str) -> Stream:
        """This turn's stream of chance under a label."""
        return Stream(self.game.seed, label, self.game.turn - 1)

    def leave(self, seat: int, state: Literal["forfeited", "resigned"]) -> None:
        """Take a seat out of the game, and with it all that play on its side; scores and letters stay as they are."""
        side = self.rules.side(seat)
        for number in self.playing():
            if self.rules.side(number) == side:
                self.change(number, state=state, left_turn=self.game.turn)

    def note(self, kind: str, **facts: Any) -> None:
        """Write a fact down."""
        self.facts.append({"kind": kind, **facts})

    def playing(self) -> list[int]:
        """Seats still in the game."""
        return [number for number, seat in enumerate(self.seats) if seat.is_playing]
