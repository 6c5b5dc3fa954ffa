"""Tiles: alphabets, values, counts, casing by table, and the text form of racks and bags.

A tile is one character everywhere in the engine:

- on a rack or in the bag an upper-case letter, or `?` for a blank;
- on the board an upper-case letter, or a lower-case letter for a blank that stands for it.

So a rack is a string, a bag is a string in the order in which it will be drawn, and nothing needs unpacking.
Casing goes by the alphabet's own table and never by `str.upper`, because Turkish i/İ and ı/I are four letters.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

BLANK = "?"
EMPTY = "."
_LIGATURES = str.maketrans({"œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE", "ß": "ss", "ẞ": "SS"})


@dataclass(frozen=True)
class Alphabet:
    """The letters of a language, at most 31, in order; letter i (from 1) is bit i in masks and word graphs."""

    language: str
    """Two-letter code: `fr`, `en`, `de`, `tr`."""
    upper: str
    lower: str

    def __post_init__(self) -> None:
        if len(self.upper) != len(self.lower) or not 1 <= len(self.upper) <= 31:
            raise ValueError("an alphabet has 1 to 31 letters, each with both cases")
        if len(set(self.upper + self.lower)) != 2 * len(self.upper) or {BLANK, EMPTY} & set(self.upper + self.lower):
            raise ValueError("letters must be distinct, and neither '?' nor '.'")

    @cached_property
    def index(self) -> dict[str, int]:
        """Letter (upper case) -> its number, counted from 1."""
        return {letter: i for i, letter in enumerate(self.upper, 1)}

    @cached_property
    def to_upper(self) -> dict[int, str]:
        """A `str.translate` table from this alphabet's lower case to its upper case."""
        return dict(zip(map(ord, self.lower), self.upper, strict=True))

    @cached_property
    def to_lower(self) -> dict[str, str]:
        """Letter (upper case) -> lower case, the form of a blank on the board."""
        return dict(zip(self.upper, self.lower, strict=True))

    def fold(self, text: str) -> str:
        """`text` in this alphabet's upper case; characters that are not letters of it stay as they are."""
        return text.translate(self.to_upper)

    def spell(self, text: str) -> str:
        """A word as people write it, in this alphabet's upper case.

        Ligatures are taken apart, and accents that the alphabet does not have fall away. What is still no letter of
        it stays, so that the result is no word.
        """
        letters = []
        for character in unicodedata.normalize("NFC", text).translate(_LIGATURES):
            letter = self.fold(character)
            if letter not in self.index:
                bare = "".join(c for c in unicodedata.normalize("NFD", character) if not unicodedata.combining(c))
                letter = self.fold(bare)
            letters.append(letter)
        return "".join(letters)


_A_TO_Z = ("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")
ALPHABETS: Mapping[str, Alphabet] = {
    alphabet.language: alphabet
    for alphabet in (
        Alphabet("fr", *_A_TO_Z),
        Alphabet("en", *_A_TO_Z),
        Alphabet("de", "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ", "abcdefghijklmnopqrstuvwxyzäöü"),
        Alphabet("tr", "ABCÇDEFGĞHIİJKLMNOÖPRSŞTUÜVYZ", "abcçdefgğhıijklmnoöprsştuüvyz"),
    )
}


@dataclass(frozen=True)
class TileSet:
    """What the bag holds at the start, and what each letter is worth."""

    alphabet: Alphabet
    counts: Mapping[str, int]
    """Tiles of each letter, blanks under `?`."""
    points: Mapping[str, int]
    """Points of each letter; a blank is 0 for ever."""
    values: Mapping[str, int] = field(init=False, repr=False, compare=False)
    """Points of any tile character, lower case (a blank laid) and `?` included."""

    def __post_init__(self) -> None:
        if unknown := (set(self.counts) | set(self.points)) - set(self.alphabet.upper) - {BLANK}:
            raise ValueError(f"not letters of this alphabet: {sorted(unknown)}")
        values = dict.fromkeys(self.alphabet.upper + self.alphabet.lower + BLANK, 0)
        values.update(self.points)
        object.__setattr__(self, "values", values)

    @classmethod
    def parse(cls, alphabet: Alphabet, text: str, blanks: int) -> TileSet:
        """Read lines of `POINTS LETTERcount LETTERcount ...`, as tile sets are printed in rule books."""
        counts: dict[str, int] = {}
        points: dict[str, int] = {}
        for line in text.strip().splitlines():
            worth, *entries = line.split()
            for entry in entries:
                counts[entry[0]] = int(entry[1:])
                points[entry[0]] = int(worth)
        counts[BLANK] = blanks
        return cls(alphabet, counts, points)

    @property
    def size(self) -> int:
        """Number of tiles."""
        return sum(self.counts.values())

    def tiles(self) -> str:
        """Every tile once, in the order of the alphabet, blanks last: the bag before it is shuffled."""
        return "".join(letter * self.counts.get(letter, 0) for letter in self.alphabet.upper + BLANK)

    def total(self, tiles: Iterable[str]) -> int:
        """Points of these tiles, without any premium."""
        return sum(self.values[tile] for tile in tiles)


def take(rack: str, tiles: Iterable[str]) -> str | None:
    """The rack without these tiles (`?` for a blank), or None when it does not hold them all."""
    for tile in tiles:
        if tile not in rack:
            return None
        rack = rack.replace(tile, "", 1)
    return rack
