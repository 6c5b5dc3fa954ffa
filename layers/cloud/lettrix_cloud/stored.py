"""A game as the platform keeps it: the engine's `Game`, and what the engine does not know of it.

Who holds a place, who is invited, where the game stands in the agenda and among the open games all follow from
these values, so no write can forget one of them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from lettrix.draw import commitment, make_seed
from lettrix.rules import Rules, canonical_rules
from lettrix.state import Game

Status = Literal["waiting", "active", "finished", "cancelled"]

AGENDA_SHARDS = 8
OPEN_SHARDS = 4


@dataclass(frozen=True, slots=True)
class Waiting:
    """What matters until a game starts. Kept when it is cancelled, for those who were in it to see."""

    seats: int
    """How many it takes to start."""
    open: bool
    """Whether anybody may take a seat that is not kept for somebody invited."""
    invited: tuple[str, ...]
    """Players who have not answered, in the order in which they were invited."""
    cancel_at: int
    """When it is cancelled if it has not started, ms UTC."""
    cancelled_at: int | None = None


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game from its creation on; exactly one of `waiting` and `game` is there. Times are ms UTC."""

    id: str
    rules: Rules
    seats_offered: int
    """Seats at creation: part of the commitment."""
    dictionary: str
    """Hex SHA-256 of the word list that the game is played with."""
    created_at: int
    players: tuple[str, ...]
    """Ids in the order of joining, the host first."""
    nonces: tuple[bytes, ...]
    """By player, what he added to the draw."""
    secret: bytes = field(repr=False)
    """Ours, published at the end."""
    waiting: Waiting | None
    game: Game | None
    reminded_turn: int = 0
    """`turn_began` of the turn for which the player to move was reminded."""
    check_at: int | None = None
    """Lower bound of `next_at`, under which the agenda lists the game; None once nothing is due any more."""
    revision: int = 1
    """Added to by every write."""

    def __post_init__(self) -> None:
        if (self.waiting is None) == (self.game is None):
            raise ValueError("a game waits or has started")

    @property
    def status(self) -> Status:
        """What the API calls it."""
        if self.game is not None:
            return "finished" if self.game.is_over else "active"
        return "waiting" if self.waiting is not None and self.waiting.cancelled_at is None else "cancelled"

    @property
    def host(self) -> str:
        """Who created it."""
        return self.players[0]

    @property
    def lobby(self) -> Waiting:
        """`waiting`; raises `ValueError` once the game has started."""
        if self.waiting is None:
            raise ValueError("the game has started")
        return self.waiting

    @property
    def started(self) -> Game:
        """`game`; raises `ValueError` before it starts."""
        if self.game is None:
            raise ValueError("the game has not started")
        return self.game

    @property
    def seated(self) -> tuple[str, ...]:
        """Players by seat; before the start in the order of joining."""
        if self.game is None:
            return self.players
        return tuple(self.players[place] for place in self.game.order)

    def seat_of(self, player: str) -> int | None:
        """The player's seat once the game has started, or None."""
        if self.game is None or player not in self.players:
            return None
        return self.seated.index(player)

    @property
    def free_seats(self) -> int:
        """Seats neither taken nor kept for somebody invited."""
        if self.waiting is None:
            return 0
        return self.waiting.seats - len(self.players) - len(self.waiting.invited)

    @property
    def is_joinable(self) -> bool:
        """Anybody may take a seat."""
        return self.status == "waiting" and self.lobby.open and self.free_seats > 0

    @property
    def holders(self) -> frozenset[str]:
        """Whose places this game takes: who waits in it, or still plays in it."""
        if self.status == "waiting":
            return frozenset(self.players)
        if self.game is None or self.game.is_over:
            return frozenset()
        return frozenset(player for player, seat in zip(self.seated, self.game.seats, strict=True) if seat.is_playing)

    @property
    def invited(self) -> frozenset[str]:
        """Whose invitation is open."""
        return frozenset(self.waiting.invited) if self.waiting is not None and self.status == "waiting" else frozenset()

    @property
    def due_at(self) -> int | None:
        """The moment at which time acts: cancellation, or a turn's or the game's end; None when all is over."""
        if self.game is not None:
            return self.game.due_at
        return self.waiting.cancel_at if self.waiting is not None and self.waiting.cancelled_at is None else None

    @property
    def is_reminder_open(self) -> bool:
        """The player to move has a reminder coming in this turn."""
        return self.game is not None and self.game.remind_at is not None and self.reminded_turn != self.game.turn_began

    @property
    def next_at(self) -> int | None:
        """When there is next something to do: a reminder, or what is due with the grace that settling waits for."""
        if self.due_at is None:
            return None
        settled = self.due_at + self.rules.clock.grace
        if self.game is not None and self.game.remind_at is not None and self.is_reminder_open:
            return min(self.game.remind_at, settled)
        return settled

    @property
    def commitment(self) -> str:
        """Hex SHA-256 that bound us to the secret before anybody took a seat."""
        return commitment(
            secret=self.secret,
            game=self.id,
            rules=canonical_rules(self.rules, self.seats_offered),
            rules_version=self.rules.version,
            dictionary_hash=self.dictionary,
        )

    @property
    def seed(self) -> bytes:
        """The seed of the game's draws: never to leave the server before the end, as the secret."""
        return make_seed(self.secret, self.nonces)

    @property
    def agenda(self) -> str | None:
        """The shard of the agenda that lists it."""
        return None if self.check_at is None else f"A{_shard(self.id, AGENDA_SHARDS)}"

    @property
    def open_key(self) -> str | None:
        """The shard of the list of open games that shows it."""
        if not self.is_joinable:
            return None
        return f"{self.rules.id}#{self.rules.language}#{_shard(self.id, OPEN_SHARDS)}"


def open_keys(rules: str, languages: Sequence[str]) -> list[str]:
    """Every shard of the open games of one rule set in these languages."""
    return [f"{rules}#{language}#{shard}" for language in languages for shard in range(OPEN_SHARDS)]


def agenda_shards() -> list[str]:
    """Every shard of the agenda."""
    return [f"A{shard}" for shard in range(AGENDA_SHARDS)]


def _shard(game: str, shards: int) -> int:
    # Not the id's own characters: a match's id is no chance.
    return hashlib.sha256(game.encode()).digest()[0] % shards
