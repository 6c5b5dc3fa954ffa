"""Where games are kept: what a repository does, whichever store is behind it.

A write is one step from one `StoredGame` to the next, all of it or nothing: the game, the records of its turns,
and all that follows from the two values for the players (places taken and given back, invitations, the list of
finished games). It happens only while its `Fence` holds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from lettrix.state import Turn
from lettrix_cloud.stored import StoredGame

FRIENDLY_LIMIT = 5
"""Games of Lettrix at a time, waiting ones counted."""
OTHERS_LIMIT = 20
"""Games of all other rule sets together at a time."""
REQUEST_DAYS = 7
"""How long a request id is remembered where nothing else remembers it."""


@dataclass(frozen=True, slots=True)
class Fence:
    """What must be true of the stored game at the moment of a write. Of the last three at most one is set."""

    status: str
    revision: int
    turn: int | None
    """Of a started game."""
    played_at: int | None = None
    """The gateway time of a player's action: not after `due_at`."""
    joined_at: int | None = None
    """The time of a change to a waiting game: before `cancel_at`."""
    settled_by: int | None = None
    """Now less the grace: `due_at`, or `cancel_at` of a waiting game, is not after it."""

    @classmethod
    def on(
        cls,
        stored: StoredGame,
        *,
        played_at: int | None = None,
        joined_at: int | None = None,
        settled_by: int | None = None,
    ) -> Fence:
        """The fence of a write that goes out from `stored`. Times are ms UTC."""
        turn = None if stored.game is None else stored.game.turn
        return cls(stored.status, stored.revision, turn, played_at, joined_at, settled_by)


@dataclass(frozen=True, slots=True)
class TurnEntry:
    """The record of a turn as it is kept, with who asked for it under which id (neither for what time did)."""

    turn: Turn
    player: str | None = None
    request_id: str | None = None


@dataclass(frozen=True, slots=True)
class Write:
    """A step from one value of a game to the next. The stored revision becomes that of `before` plus 1."""

    before: StoredGame
    after: StoredGame
    fence: Fence
    turns: tuple[TurnEntry, ...] = ()

    @property
    def takes(self) -> list[str]:
        """Players who take a place by it."""
        return sorted(self.after.holders - self.before.holders)

    @property
    def releases(self) -> list[str]:
        """Players who give theirs back."""
        return sorted(self.before.holders - self.after.holders)

    @property
    def invites(self) -> list[str]:
        """Players who are invited by it."""
        return sorted(self.after.invited - self.before.invited)

    @property
    def withdraws(self) -> list[str]:
        """Players whose invitation is over by it."""
        return sorted(self.before.invited - self.after.invited)

    @property
    def finishes(self) -> tuple[str, ...]:
        """Players for whom the game goes into the list of finished ones."""
        ends = self.after.status == "finished" and self.before.status != "finished"
        return self.after.players if ends else ()


class FenceLost(Exception):
    """The stored game is no longer what the write went out from; nothing was written."""


class NoFreePlace(Exception):
    """A player has as many games as he may; nothing was written."""

    def __init__(self, player: str) -> None:
        super().__init__(player)
        self.player = player


class RequestSeen(Exception):
    """This request has created a game before; nothing was written."""

    def __init__(self, game_id: str) -> None:
        super().__init__(game_id)
        self.game_id = game_id


@dataclass(frozen=True, slots=True)
class Listed:
    """A game in a list, and where the list goes on behind it."""

    game_id: str
    at: int
    """What the list is ordered by: ms UTC of creation, invitation or end."""


@dataclass(frozen=True, slots=True)
class Around:
    """What a view shows that is not in the game itself."""

    turns: list[Turn]
    """The records of the last round."""
    names: Mapping[str, str]
    """By id, of everybody seated or invited who exists."""
    word_check: bool
    """The organiser's switch."""

    def after(self, stored: StoredGame, turn: Turn) -> Around:
        """The same once `turn` has been carried out, which made the game `stored`."""
        numbers = last_numbers(stored)
        return replace(self, turns=[record for record in (*self.turns, turn) if record.number in numbers])


class GameRepository(Protocol):
    """Games and what players hold of them. Every method may raise `store.StoreBusy`."""

    def load(self, game_id: str) -> StoredGame | None:
        """The game as it is now, never older."""

    def load_many(self, game_ids: Collection[str]) -> dict[str, StoredGame]:
        """Those of them that exist, as they are now; at most 100."""

    def create(self, stored: StoredGame, request_id: str) -> None:
        """Keep a new game. Raises `RequestSeen`, `NoFreePlace`."""

    def write(self, write: Write) -> None:
        """Do it. Raises `FenceLost`, `NoFreePlace`."""

    def mark(self, stored: StoredGame, *, check_at: int, reminded_turn: int | None = None) -> bool:
        """Move `check_at`, and note the turn that the player to move was reminded of; False when the fence of
        status, turn and revision was lost."""

    def skip(self, game_id: str, check_at: int) -> None:
        """Keep a game that cannot be read out of the agenda until then; nothing else of it changes."""

    def turn(self, game_id: str, number: int) -> TurnEntry | None:
        """The record of one turn."""

    def turns(self, game_id: str, numbers: Iterable[int] | None = None) -> list[Turn]:
        """Records in order: all, or those of these numbers that exist (at most 90)."""

    def around(self, stored: StoredGame) -> Around:
        """What a view of the game shows besides it: one read."""

    def load_around(self, game_id: str, turn: int) -> tuple[StoredGame, Around | None] | None:
        """The game as `load`, and what `around` says of it, or None where that takes a read of its own.
        turn: the one that the game is thought to be at; at another one it does take one."""

    def names(self, player_ids: Collection[str]) -> dict[str, str]:
        """By id, the names of those players who exist; at most 100."""

    def places(self, player: str) -> set[str]:
        """Ids of the games that take a place of the player now."""

    def invitations(self, player: str, before: str | None, count: int) -> list[str]:
        """Ids of the games that the player is invited to, newest game first, behind the id `before`."""

    def finished(self, player: str, before: Listed | None, count: int) -> list[Listed]:
        """Games that the player finished, the last one first, behind `before`."""

    def open_games(self, keys: Sequence[str], before: Listed | None, count: int) -> list[Listed]:
        """Games under these keys of the open list, newest first, behind `before`. Candidates: the list may be a
        moment old, so load each and look."""

    def due(self, shard: str, by: int, after: Listed | None, count: int) -> list[Listed]:
        """Games of a shard of the agenda whose `check_at` is not after `by`, the earliest first, behind `after`.
        Candidates, as `open_games`. An entry that is no game's has an id that is no ULID."""

    def word_check(self) -> bool:
        """The organiser's switch: words may be checked during friendlies."""

    def hold_until(self) -> int:
        """Nothing is settled before this moment, ms UTC; 0 when time runs."""


def last_numbers(stored: StoredGame) -> range:
    """Numbers of the turns of the last round: as many as there are seats."""
    return range(0) if stored.game is None else last_round(stored.game.turn, len(stored.players))


def last_round(turn: int, seats: int) -> range:
    """Numbers of the turns of the last round of a game that is at `turn`."""
    return range(max(1, turn - seats), turn)
