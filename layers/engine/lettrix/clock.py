"""Clocks: from the state of a game to its next due moment. All times are milliseconds since the epoch, UTC.

A clock says when a turn is due, when the whole game is, and what is left of a player's own time. It does not know
what happens then: that is `Policy.time_out`.
"""

from __future__ import annotations

from dataclasses import dataclass

SECOND = 1_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR


@dataclass(frozen=True)
class Clock:
    """The same time for every turn, and a limit for the whole game: correspondence."""

    turn: int = 48 * HOUR
    """For one turn."""
    game: int | None = 15 * DAY
    """From the start to the end, whatever happens; None: no limit."""
    filling: int = 48 * HOUR
    """For all seats to be taken after a game was created."""
    timeouts_to_forfeit: int | None = 3
    """The automatic pass of one player that makes him forfeit; a play in between does not reset the count. None:
    he never does."""
    remind_before: int = 12 * HOUR
    """A reminder comes this long before the due moment..."""
    remind_from: int = 24 * HOUR
    """...but never in a turn shorter than this."""
    grace: int = 15 * SECOND
    """Time settles this much later than due, so that a move which was in time has been written by then."""

    def describe(self) -> dict[str, int | None]:
        """For `/api/rules`, in seconds; `turn` is None where each has time of his own (`each`) for the whole game."""
        bank = self.bank()
        return {
            "turn": self.turn // SECOND if bank is None else None,
            "each": None if bank is None else bank // SECOND,
            "game": None if self.game is None else self.game // SECOND,
            "filling": self.filling // SECOND,
            "remind_before": self.remind_before // SECOND,
            "timeouts_to_forfeit": self.timeouts_to_forfeit,
        }

    @property
    def is_correspondence(self) -> bool:
        """Turns of days; otherwise the players sit at the table together."""
        return self.bank() is None and self.turn >= DAY

    def bank(self) -> int | None:
        """A player's own time at the start of the game; None where turns are timed one by one."""
        return None

    def deadline(self, bank: int | None, began: int) -> int:
        """The due moment of a turn that begins at `began` for a player with this much time of his own."""
        del bank
        return began + self.turn

    def spend(self, bank: int | None, began: int, now: int) -> int | None:
        """A player's own time after a turn that ran from `began` to `now`."""
        del began, now
        return bank

    def remind_at(self, began: int, due_at: int) -> int | None:
        """When to remind the player to move, or None for a turn too short for it."""
        return due_at - self.remind_before if due_at - began >= self.remind_from else None


@dataclass(frozen=True)
class ChessClock(Clock):
    """Each player has `each` for the whole game; his time runs while he is to move."""

    each: int = 25 * MINUTE
    grace: int = SECOND

    def bank(self) -> int | None:
        return self.each

    def deadline(self, bank: int | None, began: int) -> int:
        return began + (bank or 0)

    def spend(self, bank: int | None, began: int, now: int) -> int | None:
        return max(0, (bank or 0) - (now - began))
