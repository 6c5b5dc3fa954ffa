"""What letters kept on the rack are worth: a linear model, in hundredths of a point, so that every generator adds the
same whole numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Leaves:
    """Weights of a linear leave, all in hundredths of a point."""

    first: Mapping[str, int]
    """By tile (`?` for a blank): for the first one kept."""
    repeat: Mapping[str, int]
    """By tile: for each further one."""
    without: Mapping[tuple[str, str], int]
    """(tile, partner) -> for keeping the tile without its partner: Q without U."""
    vowels: frozenset[str]
    balance: tuple[tuple[int, ...], ...]
    """By the number of vowels kept, then of consonants; blanks are neither. Nine by nine."""

    def value(self, rest: str) -> int:
        """What this rest of a rack is worth, in hundredths of a point."""
        counts = Counter(rest)
        worth = sum(self.first.get(tile, 0) + (n - 1) * self.repeat.get(tile, 0) for tile, n in counts.items())
        worth += sum(w for (tile, partner), w in self.without.items() if counts[tile] and not counts[partner])
        vowels = sum(n for tile, n in counts.items() if tile in self.vowels)
        return worth + self.balance[vowels][len(rest) - counts["?"] - vowels]
