"""A game as a GCG file tells it: players, remarks, and what happened line by line, not judged yet.

The format: https://www.poslfit.com/scrabble/gcg/ (John Chew, version 1.2), with what other programs write too.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class GcgError(ValueError):
    """What cannot be understood, or cannot have happened; the message says where: `line 7, column 12: ...`."""

    def __init__(self, line: int, column: int, what: str) -> None:
        super().__init__(f"line {line}, column {column}: {what}")
        self.line, self.column, self.what = line, column, what
        self.before: tuple[str, ...] = ()
        """What differs in the lines before, when the file was played through: it may be why this cannot have been."""


class Kind(StrEnum):
    """What a line tells."""

    PLAY = "play"
    TAKEN_BACK = "taken back"
    """The player's play just before was challenged or withdrawn: its tiles and points are gone."""
    PASS = "pass"  # noqa: S105
    EXCHANGE = "exchange"
    CHALLENGE = "challenge"
    """Points for, or lost by, a challenge that did not succeed."""
    TIME = "time"
    """Points lost for using too much time."""
    RACK = "rack"
    """Points for letters left at the end: those of others gained, or one's own lost."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who plays."""

    nick: str
    """Without white space; lines name the player so."""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Event:
    """One line of the game."""

    kind: Kind
    player: int
    """His number, from 0."""
    points: int
    """By which his score changes; below zero where it falls."""
    total: int
    """His score afterwards, as the file says."""
    rack: str = ""
    """What he held before, as far as it is known; `?` for a blank."""
    place: str = ""
    """Of a play: `8H` across, `H8` down."""
    text: str = ""
    """Of a play the word, `.` or letters in brackets for tiles that lie there, lower case for a blank. Of an exchange
    the letters, or how many. Of `RACK` the letters left."""
    words: tuple[str, ...] = ()
    """Of a play, the words across that some programs list after the score."""
    note: str = ""
    line: int = field(default=0, compare=False)
    columns: tuple[int, ...] = field(default=(), compare=False, repr=False)
    """Where rack, action, text, points and total stand in the line, from 1."""


@dataclass(frozen=True, slots=True)
class GcgGame:
    """A whole file."""

    players: tuple[Player, ...]
    events: tuple[Event, ...]
    pragmas: tuple[tuple[str, str], ...] = ()
    """(keyword, text) of what is told about the game, in the order of the file: title, description, id, lexicon..."""
    note: str = ""
    """Notes before the first event."""
    racks: tuple[tuple[int, str], ...] = ()
    """(player, tiles) of the racks at the end of the file, where it gives them."""
    is_incomplete: bool = False
    """The file says that the game goes on."""

    def pragma(self, keyword: str) -> str | None:
        """The text of the first pragma of this name."""
        return next((text for name, text in self.pragmas if name == keyword), None)
