"""Boards: layouts as rows of text, one character a square.

    T  word x3     D  word x2     Q  word x4
    t  letter x3   d  letter x2   q  letter x4
    P  pink (Fundox: clears the board)   O  orange (Fundox: one more point while owned)
    .  plain

A square is one integer, `row * size + col`; rows and columns count from 0. People write the column as a letter
and the row as a number from 1: square 112 of a 15x15 board is H8.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

WORD_FACTORS = {"D": 2, "T": 3, "Q": 4}
LETTER_FACTORS = {"d": 2, "t": 3, "q": 4, "O": 2}
"""Orange is a factor because every letter of Fundox is worth 1."""
KINDS = frozenset({*WORD_FACTORS, *LETTER_FACTORS, "P", "."})

LABELS = {
    "fr": {"d": "LD", "t": "LT", "q": "LQ", "D": "MD", "T": "MT", "Q": "MQ", "O": "+1", "P": "VIDE"},
    "en": {"d": "DL", "t": "TL", "q": "QL", "D": "DW", "T": "TW", "Q": "QW", "O": "+1", "P": "CLR"},
    "de": {"d": "B×2", "t": "B×3", "q": "B×4", "D": "W×2", "T": "W×3", "Q": "W×4", "O": "+1", "P": "LEER"},
    "tr": {"d": "H2", "t": "H3", "q": "H4", "D": "K2", "T": "K3", "Q": "K4", "O": "+1", "P": "SİL"},
}
"""By language, what is written on a premium square of each kind. German has x, because "2B" reads as a coordinate."""
START_LABEL = "★"


@dataclass(frozen=True)
class Board:
    """A layout of premium squares and the square through which the first play goes."""

    name: str
    start: tuple[int, int]
    """(row, col) of the start square."""
    rows: tuple[str, ...]

    def __post_init__(self) -> None:
        size = len(self.rows)
        if not 1 <= size <= 26 or any(len(row) != size for row in self.rows):
            raise ValueError("a board is square, with 1 to 26 rows")
        if unknown := set("".join(self.rows)) - KINDS:
            raise ValueError(f"unknown kinds of square: {sorted(unknown)}")
        if not all(0 <= at < size for at in self.start):
            raise ValueError("the start square lies off the board")

    @property
    def size(self) -> int:
        """Squares in a row."""
        return len(self.rows)

    @cached_property
    def kinds(self) -> str:
        """The kind of every square, by square number."""
        return "".join(self.rows)

    @cached_property
    def start_square(self) -> int:
        """The square through which the first play goes."""
        return self.start[0] * self.size + self.start[1]

    def labels(self, language: str) -> dict[str, str]:
        """What is written on the kinds of premium square that this board has, in a language."""
        return {kind: label for kind, label in LABELS[language].items() if kind in self.kinds}

    @cached_property
    def word_factors(self) -> tuple[int, ...]:
        """By square, what a new tile there multiplies its words by (1 to 4)."""
        return tuple(WORD_FACTORS.get(kind, 1) for kind in self.kinds)

    @cached_property
    def letter_factors(self) -> tuple[int, ...]:
        """By square, what a new tile there multiplies its own value by (1 to 4)."""
        return tuple(LETTER_FACTORS.get(kind, 1) for kind in self.kinds)


STANDARD15 = Board(
    "standard15",
    (7, 7),
    (
        "T..d...T...d..T",
        ".D...t...t...D.",
        "..D...d.d...D..",
        "d..D...d...D..d",
        "....D.....D....",
        ".t...t...t...t.",
        "..d...d.d...d..",
        "T..d...D...d..T",
        "..d...d.d...d..",
        ".t...t...t...t.",
        "....D.....D....",
        "d..D...d...D..d",
        "..D...d.d...D..",
        ".D...t...t...D.",
        "T..d...T...d..T",
    ),
)

KELIME15 = Board(
    "kelime15",
    (7, 7),
    (
        "..T..d...d..T..",
        ".t....d.d....t.",
        "T......D......T",
        "...D.......D...",
        "....t.....t....",
        "d....d...d....d",
        ".d....d.d....d.",
        "..D....D....D..",
        ".d....d.d....d.",
        "d....d...d....d",
        "....t.....t....",
        "...D.......D...",
        "T......D......T",
        ".t....d.d....t.",
        "..T..d...d..T..",
    ),
)
"""Four public readings of this layout differ on eight squares; only this one is symmetric in the diagonal (found)."""

SUPER21 = Board(
    "super21",
    (10, 10),
    (
        "Q..d...T..d..T...d..Q",
        ".D..t...D...D...t..D.",
        "..D..q...D.D...q..D..",
        "d..T..d...T...d..T..d",
        ".t..D...t...t...D..t.",
        "..q..D...d.d...D..q..",
        "...d..D...d...D..d...",
        "T......D.....D......T",
        ".D..t...t...t...t..D.",
        "..D..d...d.d...d..D..",
        "d..T..d...D...d..T..d",
        "..D..d...d.d...d..D..",
        ".D..t...t...t...t..D.",
        "T......D.....D......T",
        "...d..D...d...D..d...",
        "..q..D...d.d...D..q..",
        ".t..D...t...t...D..t.",
        "d..T..d...T...d..T..d",
        "..D..q...D.D...q..D..",
        ".D..t...D...D...t..D.",
        "Q..d...T..d..T...d..Q",
    ),
)
"""Three independent open sources agree square for square (found)."""

FUNDOX13 = Board(
    "fundox13",
    (6, 6),
    (
        "P.....P.....P",
        "....O...O....",
        "..O.......O..",
        "......O......",
        ".O..O...O..O.",
        ".............",
        "P..O.....O..P",
        ".............",
        ".O..O...O..O.",
        "......O......",
        "..O.......O..",
        "....O...O....",
        "P.....P.....P",
    ),
)
"""Pink in the corners and the middles of the edges; where orange lies is ours, symmetric in both axes and diagonals."""

WHITE13 = Board("white13", (6, 6), ("." * 13,) * 13)
"""Fundox without clearing."""
