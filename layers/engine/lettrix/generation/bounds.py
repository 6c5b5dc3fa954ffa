"""The most that plays can still bring: what lets a search for the best plays leave a start or a branch out.

The tiles of the whole rack, the dearest on the heaviest square, whether they make a word or not. Never too low while
no letter counts below zero.
"""

from __future__ import annotations

from .rack import Rack


class Heaviest:
    """Sums of the rack's dearest tiles on given weights."""

    def __init__(self, rack: Rack) -> None:
        self.values = rack.dearest
        self._known: dict[tuple[int, ...], int] = {}

    def __call__(self, weights: tuple[int, ...]) -> int:
        """Dearest tile times heaviest weight, and so on down."""
        most = self._known.get(weights)
        if most is None:
            most = sum(map(int.__mul__, sorted(weights, reverse=True), self.values))
            self._known[weights] = most
        return most
