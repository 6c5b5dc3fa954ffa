"""Points of a play, and how they came about.

Letter premiums first, then the word's multipliers multiplied together, then the words are added, then the flat
bonus. A premium counts only for a tile laid on it by this play. A blank is worth nothing and still multiplies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .legality import Placement
from .plays import place_name

if TYPE_CHECKING:
    from .rules import Rules


def total(rules: Rules, placement: Placement) -> int:
    """Points of a play under premium-square scoring."""
    values = rules.tiles.values
    letter_factors, word_factors = rules.board.letter_factors, rules.board.word_factors
    new = placement.new
    points = bonus(rules, placement)
    for text, square, step in placement.words:
        subtotal, factor = 0, 1
        for tile in text:
            if square in new:
                subtotal += values[tile] * letter_factors[square]
                factor *= word_factors[square]
            else:
                subtotal += values[tile]
            square += step
        points += subtotal * factor
    return points


def bonus(rules: Rules, placement: Placement) -> int:
    """Flat points for a long play."""
    if rules.bonus_for_whole_rack_only and not placement.is_whole_rack:
        return 0
    return rules.bonuses.get(len(placement.new), 0)


class LetterPoints(NamedTuple):
    """One letter of a word and what it brought."""

    row: int
    col: int
    letter: str
    """As it lies: a blank in lower case."""
    value: int
    factor: int
    """Letter premium; 1 for a letter that lay there before."""
    word_factor: int
    new: bool


class WordPoints(NamedTuple):
    """One word of a play and how it was counted: sum of value * factor, times the word's factor."""

    word: str
    where: str
    letters: list[LetterPoints]
    factor: int
    points: int


class Breakdown(NamedTuple):
    """How the points of a play came about."""

    words: list[WordPoints]
    bonus: int
    points: int


def breakdown(rules: Rules, placement: Placement) -> Breakdown:
    """The same sum as `total`, word by word and square by square; built only when somebody asks."""
    board, values, size = rules.board, rules.tiles.values, rules.board.size
    words = []
    for text, start, step in placement.words:
        letters = []
        for i, tile in enumerate(text):
            square = start + i * step
            new = square in placement.new
            row, col = divmod(square, size)
            letters.append(
                LetterPoints(
                    row,
                    col,
                    tile,
                    values[tile],
                    board.letter_factors[square] if new else 1,
                    board.word_factors[square] if new else 1,
                    new,
                )
            )
        factor = 1
        for letter in letters:
            factor *= letter.word_factor
        points = factor * sum(letter.value * letter.factor for letter in letters)
        where = place_name(*divmod(start, size), down=step != 1)
        words.append(WordPoints(text, where, letters, factor, points))
    extra = bonus(rules, placement)
    return Breakdown(words, extra, sum(word.points for word in words) + extra)
