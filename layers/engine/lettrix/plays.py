"""What somebody, or the clock, does in a game; and the notation in which people write plays.

`8H QUaRTZ` starts on row 8, column H and goes across; `H8 QUaRTZ` goes down. A lower-case letter is a blank; a
square that holds a tile already is written as its letter or as `.`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

from .grid import Grid, run_through
from .tiles import EMPTY, Alphabet


class NotationError(ValueError):
    """A play's text form cannot be read; the message says why."""


class Laid(NamedTuple):
    """One tile laid by a play."""

    row: int
    col: int
    letter: str
    """Upper case; for a blank the letter that it stands for, or "" when none was chosen."""
    blank: bool = False


@dataclass(frozen=True, slots=True)
class Play:
    """Lay tiles on the board."""

    kind: ClassVar[str] = "play"
    tiles: tuple[Laid, ...]


@dataclass(frozen=True, slots=True)
class Exchange:
    """Put tiles back into the bag and draw as many."""

    kind: ClassVar[str] = "exchange"
    letters: str = field(repr=False)
    """The tiles given back, `?` for a blank."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing; the turn is over."""

    kind: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the game up; allowed out of turn."""

    kind: ClassVar[str] = "resign"


@dataclass(frozen=True, slots=True)
class Timeout:
    """The deadline of the player to move is over (recorded by the clock, not by a player)."""

    kind: ClassVar[str] = "timeout"
    tiles: tuple[Laid, ...] = ()
    """What he had laid by then, in a game that counts it (`Rules.draft_counts`)."""


@dataclass(frozen=True, slots=True)
class TimeLimit:
    """The whole game's limit is reached (recorded by the clock)."""

    kind: ClassVar[str] = "limit"


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A seat is taken out of the game by the organiser or the system; allowed out of turn."""

    kind: ClassVar[str] = "forfeit"
    reason: str
    """A code, such as `suspended` or `deleted`."""


@dataclass(frozen=True, slots=True)
class Pause:
    """The game's clock stands still until a moment: this seat's player is on vacation (recorded by the system, where
    the rules allow it); also out of turn. Nobody is kept from playing meanwhile."""

    kind: ClassVar[str] = "pause"
    until: int
    """ms UTC."""


Action = Play | Exchange | Pass | Resign | Timeout | TimeLimit | Forfeit | Pause


def square_name(row: int, col: int) -> str:
    """`H8` for (7, 7)."""
    return f"{chr(ord('A') + col)}{row + 1}"


def place_name(row: int, col: int, *, down: bool) -> str:
    """Where a play starts and how it goes: `8H` across, `H8` down."""
    return square_name(row, col) if down else f"{row + 1}{chr(ord('A') + col)}"


_PLACE = re.compile(r"(?:(?P<row>[1-9]\d?)(?P<col>[A-Za-z])|(?P<col2>[A-Za-z])(?P<row2>[1-9]\d?))")


def parse_play(text: str, grid: Grid, alphabet: Alphabet) -> Play:
    """Read `8H QUaRTZ` against the tiles that lie on the grid.

    Raises `NotationError` when it is not such a text, or when a letter written over a tile is another letter.
    Squares off the board are kept, for the rules to refuse.
    """
    place, _, word = text.strip().partition(" ")
    word = word.strip()
    match = _PLACE.fullmatch(place)
    if match is None or not word:
        raise NotationError("a play is written as '8H WORD' (across) or 'H8 WORD' (down)")
    down = match["row"] is None
    row = int(match["row"] or match["row2"]) - 1
    col = ord((match["col"] or match["col2"]).upper()) - ord("A")
    tiles = []
    for letter in word:
        upper = alphabet.fold(letter)
        if letter != EMPTY and upper not in alphabet.index:
            raise NotationError(f"{letter!r} is not a letter of this game")
        inside = row < grid.size and col < grid.size
        there = grid.text[row * grid.size + col] if inside else EMPTY
        if there == EMPTY:
            if letter == EMPTY:
                raise NotationError(f"there is no tile on {square_name(row, col)} to play through")
            tiles.append(Laid(row, col, upper, letter != upper))
        elif letter != EMPTY and upper != alphabet.fold(there):
            raise NotationError(f"another letter lies on {square_name(row, col)}")
        row, col = (row + 1, col) if down else (row, col + 1)
    return Play(tuple(tiles))


def format_play(play: Play, grid: Grid, alphabet: Alphabet) -> str:
    """`8H QUaRTZ`: the whole main word, letters played through included; one tile reads across unless it only
    makes a word down. The play must lie on one line of the grid."""
    size = grid.size
    new = {tile.row * size + tile.col: tile_character(tile, alphabet) for tile in play.tiles}
    text = with_tiles(grid.text, new.items())
    squares = sorted(new)
    if len(squares) > 1:
        step = 1 if squares[0] // size == squares[-1] // size else size
    else:
        first, last = run_through(text, size, squares[0], 1)
        step = 1 if last > first else size
    first, last = run_through(text, size, squares[0], step)
    return f"{place_name(*divmod(first, size), down=step != 1)} {text[first : last + 1 : step]}"


def tile_character(tile: Laid, alphabet: Alphabet) -> str:
    """The tile as it lies on the board: a blank in lower case."""
    return alphabet.to_lower[tile.letter] if tile.blank else tile.letter


def with_tiles(text: str, new: Iterable[tuple[int, str]]) -> str:
    """The grid's text with these (square, tile) pairs on it."""
    cells = list(text)
    for square, tile in new:
        cells[square] = tile
    return "".join(cells)
