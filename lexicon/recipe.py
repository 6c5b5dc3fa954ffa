"""What a language gives to the build, and what all languages have in common."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from lettrix.tiles import ALPHABETS, Alphabet

SHORTEST, LONGEST = 2, 21
"""Letters of a word: the widest board has 21 squares in a row."""

Files = Mapping[str, bytes]
"""Content of files by `package/path inside the package`."""
Lemmas = dict[str, set[str]]
"""Form, in the letters of the tiles -> the dictionary entries that it can come from, as people write them."""


class RecipeError(ValueError):
    """A source that is not as the recipe knows it; one line for a person."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How the list of a language is made."""

    language: str
    """Two-letter code."""
    licence: str
    """SPDX expression of the licence under which the list stands."""
    notice: str
    """What goes first in XX.LICENSE.txt; `{sources}` is where the packages and their versions go."""
    members: Mapping[str, tuple[str, ...]]
    """Package -> its files that are read, licences included."""
    licences: tuple[str, ...]
    """What follows the notice: keys of `Files`, or names of files beside the recipe's module."""
    forms: Callable[[Files], Lemmas]
    """The list before the override file is applied. Raises RecipeError, HunspellError."""

    @property
    def alphabet(self) -> str:
        """The letters of the tiles, in order."""
        return ALPHABETS[self.language].upper


class _Letters(dict[int, str]):
    """A `str.translate` table that asks the alphabet once for each character."""

    def __init__(self, alphabet: Alphabet) -> None:
        super().__init__()
        self.alphabet = alphabet

    def __missing__(self, point: int) -> str:
        self[point] = spelt = self.alphabet.spell(chr(point))
        return spelt


class Speller:
    """Puts words as people write them into the letters of the tiles: `Alphabet.spell`, for a million words."""

    def __init__(self, language: str) -> None:
        self._table = _Letters(ALPHABETS[language])
        self._letters = frozenset(ALPHABETS[language].upper)

    def spell(self, text: str) -> str | None:
        """The letters of a word, capitals as they come; None if it is empty or anything in it is no letter."""
        word = unicodedata.normalize("NFC", text).translate(self._table)
        return word if word and self._letters.issuperset(word) else None

    def spell_lower(self, text: str) -> str | None:
        """The same for languages in which a capital makes a name: None if the word has one."""
        return self.spell(text) if text == text.lower() else None


def fits(word: str) -> bool:
    """Whether a word is neither too short nor too long."""
    return SHORTEST <= len(word) <= LONGEST
