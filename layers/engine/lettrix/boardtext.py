"""Positions as text, both ways: rows of squares, and the slash form that programs exchange.

    rows        one line a row: `....QUaRTZ.....`
    slash form  rows from the top, separated by slashes, empty squares counted: `15/15/4QUaRTZ5/...`

An upper-case letter is a tile, a lower-case letter a blank that stands for it, `.` an empty square, a number so many
empty squares. Reading takes any mixture of the two and passes over spaces between squares. Letters and their cases
are those of the game's alphabet, so a Turkish i is a blank İ.
"""

from __future__ import annotations

import re
import unicodedata

from .grid import Grid
from .plays import square_name
from .tiles import BLANK, EMPTY, Alphabet

MAX_TEXT = 10_000
"""Characters of a board's text; the largest board written with spaces takes about a tenth of it."""
_SQUARES = re.compile(r"[0-9]{1,4}|\S")


class BoardTextError(ValueError):
    """A board or a rack that cannot be read; the message, one line, says where."""


def parse_board(text: str, size: int, alphabet: Alphabet) -> Grid:
    """The grid of `size` rows that a text shows; raises `BoardTextError`, which names the row (from 1)."""
    if len(text) > MAX_TEXT:
        raise BoardTextError("the text is too long to be a board")
    rows = re.split(r"/|\r?\n", unicodedata.normalize("NFC", text).strip())
    if rows == [""]:
        raise BoardTextError("the board is empty text; an empty board is written with its squares")
    if len(rows) != size:
        raise BoardTextError(f"the board has {len(rows)} row{'s' * (len(rows) != 1)} instead of {size}")
    return Grid.from_rows([_row(row, number, size, alphabet) for number, row in enumerate(rows)])


def _row(text: str, number: int, size: int, alphabet: Alphabet) -> str:
    squares = ""
    for found in _SQUARES.findall(text):
        if found == EMPTY:
            squares += EMPTY
        elif found.isascii() and found.isdigit():
            if not 1 <= int(found) <= size:
                raise BoardTextError(f"row {number + 1}: {found} empty squares do not fit a row of {size}")
            squares += EMPTY * int(found)
        elif alphabet.fold(found) in alphabet.index:
            squares += found
        else:
            where = f" ({square_name(number, len(squares))})" if len(squares) < size else ""
            raise BoardTextError(f"row {number + 1}{where}: {found!r} is no letter of this game")
    if len(squares) != size:
        raise BoardTextError(f"row {number + 1} has {len(squares)} squares instead of {size}")
    return squares


def format_rows(grid: Grid) -> str:
    """The grid as lines of text."""
    return "\n".join(grid.rows())


def format_slashes(grid: Grid) -> str:
    """The grid in the slash form."""
    return "/".join(re.sub(r"\.+", lambda empty: str(len(empty[0])), row) for row in grid.rows())


def parse_rack(text: str, alphabet: Alphabet, size: int) -> str:
    """A rack of at most `size` tiles as people write it, `?` for a blank, in either case; raises `BoardTextError`."""
    rack = alphabet.fold(unicodedata.normalize("NFC", text.strip()))
    for tile in rack:
        if tile != BLANK and tile not in alphabet.index:
            raise BoardTextError(f"the rack holds {tile!r}, which is no tile of this game (a blank is ?)")
    if not 1 <= len(rack) <= size:
        raise BoardTextError(f"the rack has {len(rack)} tiles, and a rack of this game 1 to {size}")
    return rack
