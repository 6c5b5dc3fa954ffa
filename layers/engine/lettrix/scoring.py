"""Points of a play, and how they came about, by the `Valuation` of its position.

Letter premiums first, then the word's multipliers multiplied together, then the words are added, then flat
points. A premium counts only for a tile laid on it by this play. A blank is worth nothing and still multiplies.
"""

from __future__ import annotations

from typing import NamedTuple

from .legality import Placement
from .plays import place_name
from .valuation import Valuation


def total(valuation: Valuation, placement: Placement) -> int:
    """Points of a play."""
    values, worth, new = valuation.values, valuation.worth, placement.new
    letter_factors, word_factors = valuation.letter_factors, valuation.word_factors
    if not valuation.counts_across or valuation.doubling or valuation.revealed:
        return breakdown(valuation, placement).points
    points = valuation.bonus(len(new), len(placement.rest))
    for text, square, step in placement.words:
        subtotal, factor = 0, 1
        for tile in text:
            if square in new:
                subtotal += values[tile] * letter_factors[square]
                factor *= word_factors[square]
            elif square in worth:
                subtotal += worth[square]
            else:
                subtotal += values[tile]
            square += step
        points += subtotal * factor
    if valuation.flat:
        points += sum(valuation.flat.get(square, 0) for square in new)
    return points


class LetterPoints(NamedTuple):
    """One letter of a word and what it brought."""

    row: int
    col: int
    letter: str
    """As it lies: a blank in lower case."""
    value: int
    factor: int
    """Letter premium; 1 for a letter that lay there before, 0 for one that does not count in this word."""
    word_factor: int
    new: bool


class WordPoints(NamedTuple):
    """One word of a play and how it was counted: sum of value * factor, times the word's factor."""

    word: str
    where: str
    letters: list[LetterPoints]
    factor: int
    """Word premiums and doubling zones, multiplied."""
    points: int


class Breakdown(NamedTuple):
    """How the points of a play came about."""

    words: list[WordPoints]
    bonus: int
    """For the number of tiles laid."""
    points: int
    squares: tuple[tuple[int, int, int], ...] = ()
    """(row, col, points) of the squares newly covered that bring flat points."""


def breakdown(valuation: Valuation, placement: Placement) -> Breakdown:
    """The same sum as `total`, word by word and square by square; built only when somebody asks."""
    size, new = placement.size, placement.new
    words: list[WordPoints] = []
    for text, start, step in placement.words:
        counts = valuation.counts_across or not words
        letters = []
        for i, tile in enumerate(text):
            square = start + i * step
            row, col = divmod(square, size)
            if square in new:
                value = valuation.revealed.get(square, valuation.values[tile])
                factor = valuation.letter_factors[square] if counts else 0
                word_factor = valuation.word_factors[square]
            else:
                value, factor, word_factor = valuation.worth.get(square, valuation.values[tile]), 1, 1
            letters.append(LetterPoints(row, col, tile, value, factor, word_factor, square in new))
        factor = 1
        for letter in letters:
            factor *= letter.word_factor
        covered = [square for square in range(start, start + len(text) * step, step) if square in new]
        factor <<= sum(not zone.isdisjoint(covered) for zone in valuation.doubling)
        points = factor * sum(letter.value * letter.factor for letter in letters)
        where = place_name(*divmod(start, size), down=step != 1)
        words.append(WordPoints(text, where, letters, factor, points))
    bonus = valuation.bonus(len(new), len(placement.rest))
    squares = tuple((*divmod(square, size), valuation.flat[square]) for square in new if square in valuation.flat)
    flat = sum(points for _, _, points in squares)
    return Breakdown(words, bonus, sum(word.points for word in words) + bonus + flat, squares)
