"""The clock of a game that is played against one."""

from __future__ import annotations

import time

from lettrix_cli.play.session import Session


class Watch:
    """The time of a game with a clock: it runs from the moment at which a player sees the table."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._turn = 0
        self._at = self._since = 0.0
        self.begin()

    def begin(self) -> None:
        """The player to move sees the table; a second time in the same turn changes nothing."""
        game = self._session.game
        if game.turn_began != self._turn:
            self._turn, self._at, self._since = game.turn_began, game.began_at, time.monotonic()

    def now(self) -> int:
        """The game's time, ms."""
        return int(self._at + (time.monotonic() - self._since) * 1000)

    def left(self) -> str:
        """The time left to the player to move."""
        due_at = self._session.game.due_at or 0
        seconds = max(0, due_at - self.now()) // 1000
        return f"{seconds // 60}:{seconds % 60:02} left"
