"""The grid: which tiles lie on which squares, and the words that run through new tiles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .tiles import EMPTY


class Word(NamedTuple):
    """A word on the board: its squares are start, start + step, ... (step 1 across, `size` down)."""

    text: str
    """As it lies, a blank in lower case."""
    start: int
    step: int


@dataclass(frozen=True, slots=True)
class Grid:
    """Tiles on squares; immutable."""

    size: int
    text: str
    """size * size characters by square: `.` or the tile (a blank in lower case)."""
    turns: tuple[int, ...]
    """By square, the number of the turn that laid the tile, 0 where there is none."""
    seats: tuple[int, ...]
    """By square, whose tile it is (who laid it; in Fundox who owns it now), -1 where there is none."""

    @classmethod
    def blank(cls, size: int) -> Grid:
        """A grid without tiles."""
        squares = size * size
        return cls(size, EMPTY * squares, (0,) * squares, (-1,) * squares)

    @classmethod
    def from_rows(cls, rows: Sequence[str]) -> Grid:
        """A position without history, from rows of text; every tile is of turn 1 and seat 0."""
        text = "".join(rows)
        size = len(rows)
        if len(text) != size * size:
            raise ValueError("a grid is square")
        return cls(
            size,
            text,
            tuple(int(tile != EMPTY) for tile in text),
            tuple(0 if tile != EMPTY else -1 for tile in text),
        )

    @property
    def is_empty(self) -> bool:
        """No tile lies on the board."""
        return not self.text.strip(EMPTY)

    def squares(self) -> Iterable[int]:
        """The squares with a tile, in order."""
        return (square for square, tile in enumerate(self.text) if tile != EMPTY)

    def put(self, tiles: Mapping[int, str], turn: int, seat: int) -> Grid:
        """A grid with these tiles (square -> tile) laid too."""
        text, turns, seats = list(self.text), list(self.turns), list(self.seats)
        for square, tile in tiles.items():
            text[square], turns[square], seats[square] = tile, turn, seat
        return Grid(self.size, "".join(text), tuple(turns), tuple(seats))

    def without(self, squares: Iterable[int]) -> Grid:
        """A grid without the tiles of these squares."""
        text, turns, seats = list(self.text), list(self.turns), list(self.seats)
        for square in squares:
            text[square], turns[square], seats[square] = EMPTY, 0, -1
        return Grid(self.size, "".join(text), tuple(turns), tuple(seats))

    def rows(self) -> list[str]:
        """Rows of text, for people and tests."""
        return [self.text[at : at + self.size] for at in range(0, len(self.text), self.size)]


def run_through(text: str, size: int, square: int, step: int) -> tuple[int, int]:
    """(first, last) square of the run of tiles through `square`, which holds one, along `step`."""
    row, col = divmod(square, size)
    line, at = (text[square - col : square - col + size], col) if step == 1 else (text[col::size], row)
    before = at - 1 - line.rfind(EMPTY, 0, at)
    end = line.find(EMPTY, at)
    after = (size if end < 0 else end) - 1 - at
    return square - before * step, square + after * step


def words_formed(text: str, size: int, squares: Sequence[int], step: int) -> list[Word]:
    """The words of two letters or more that hold a new tile: the one along `step` first, then the cross words.

    `text` is the grid with the new tiles on it, `squares` where they lie, in order, all on one line along `step`.
    """
    words = []
    first, last = run_through(text, size, squares[0], step)
    if last > first:
        words.append(Word(text[first : last + 1 : step], first, step))
    # Most new tiles have no neighbour across: two looks at the grid spare them the rest.
    across = size if step == 1 else 1
    line = squares[0] // size if step == 1 else squares[0] % size
    has_before, has_after = line > 0, line < size - 1
    for square in squares:
        if (has_before and text[square - across] != EMPTY) or (has_after and text[square + across] != EMPTY):
            first, last = run_through(text, size, square, across)
            words.append(Word(text[first : last + 1 : across], first, across))
    return words
