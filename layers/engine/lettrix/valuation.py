"""How tiles count in a position: everything that differs between games about the points of a play, as data.

A generator, the scoring and a client read the same numbers, so they agree on every play of every game. The points
of a play are

    for each word formed:   (sum of its tiles) * (product of the word factors of its new tiles)
                            * 2 for each of the `doubling` zones that one of its new tiles lies in
    plus                    the flat points of the squares newly covered
    plus                    the bonus for the number of tiles laid

where a new tile counts its value times the letter factor of its square, and a tile that lay there before counts
its `worth` if it has one, else its value. Where `counts_across` is off (Fundox) a new tile counts in the main word
alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Valuation:
    """How tiles count in one position, for the player to move."""

    values: Mapping[str, int]
    """Points of any tile character: upper case, lower case (a blank laid) and `?`."""
    letter_factors: Sequence[int]
    """By square, what a new tile there multiplies its own value by (1 to 8)."""
    word_factors: Sequence[int]
    """By square, what a new tile there multiplies its words by (1 to 4)."""
    bonuses: Mapping[int, int]
    """Flat points for laying exactly this many tiles."""
    whole_rack_only: bool = False
    """The bonus is only for emptying the rack."""
    worth: Mapping[int, int] = field(default_factory=dict)
    """Square -> what the tile that lies there counts, where that is not its value; may be below zero."""
    revealed: Mapping[int, int] = field(default_factory=dict)
    """Square -> what a tile laid there by the play at hand turned out to count, instead of its value. Known only once
    the play is made (Chaos): empty for whoever still looks for a play."""
    flat: Mapping[int, int] = field(default_factory=dict)
    """Square -> points for covering it, once a play however many words."""
    doubling: tuple[frozenset[int], ...] = ()
    """Zones: a word with a new tile on one counts twice, once for each such zone."""
    counts_across: bool = True
    """A new tile counts in the word across too."""

    def bonus(self, laid: int, rest: int) -> int:
        """Flat points for laying so many tiles and keeping `rest` on the rack."""
        return 0 if self.whole_rack_only and rest else self.bonuses.get(laid, 0)
