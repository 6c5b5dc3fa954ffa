"""The most that plays can bring: what lets a search for the best leave whole starts out.

The dearest tiles of the rack on the heaviest squares, whether they make a word or not; never too low, as long as no
letter counts below zero (`Rack.is_ordinary`).
"""

from __future__ import annotations

from .lines import Start, ends_of
from .rack import Rack


class Bounds:
    """Upper bounds for one rack, in hundredths of a point."""

    def __init__(self, rack: Rack, bonus: list[int], most_leave: list[int]) -> None:
        self._dearest, self._bonus, self._most_leave = rack.dearest, bonus, most_leave
        self._known: dict[tuple[int, ...], int] = {}

    def most(self, start: Start) -> int:
        """The most that a play from this start brings, with what the best letters kept are worth."""
        line, anchor, first, _ = start
        letter_factors, cross_factors = tuple(line.letter_factors), tuple(line.cross_factors)
        return max(
            fixed
            + factor * self._heaviest(letter_factors[first : at + 1])
            + self._heaviest(cross_factors[first : at + 1])
            + self._most_leave[at + 1 - first]
            for at, (fixed, factor) in enumerate(ends_of(start, self._bonus), first)
            if at >= anchor
        )

    def _heaviest(self, weights: tuple[int, ...]) -> int:
        """The dearest tile on the heaviest weight, and so on down. The same few stretches of squares come again and
        again."""
        most = self._known.get(weights)
        if most is None:
            most = sum(map(int.__mul__, sorted(weights, reverse=True), self._dearest))
            self._known[weights] = most
        return most
