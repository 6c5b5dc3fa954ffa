"""What becomes of the words that a search finds: which tiles may be blanks, points and equity, all plays or the best.

A search hands over words of letters; a word that needs no blank can still be laid with one. Points and equity are in
hundredths of a point.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable
from functools import lru_cache
from itertools import combinations

from lettrix.plays import Laid, Play

from .leaves import Leaves
from .position import Candidate, FoundList, Position
from .rack import Rack

Word = tuple[int, str, int]
"""(points as if every letter of which the rack holds a tile were a tile, letters, sub-rack left)."""
NO_FLOOR = -(1 << 60)


Lacking = tuple[tuple[frozenset[int], int], ...]
"""For each letter of a word that has fewer tiles than the word needs: its places, and how many of them are blanks."""


@lru_cache(maxsize=10_000)
def choices(length: int, blanks: int, lacking: Lacking) -> list[tuple[int, ...]]:
    """Every choice of the places, out of `length`, where blanks lie: at most `blanks`, and where tiles are lacking."""
    return [
        places
        for number in range(min(blanks, length) + 1)
        for places in combinations(range(length), number)
        if all(len(same.intersection(places)) >= least for same, least in lacking)
    ]


class Collector:
    """Takes words in; `floor` is what a play must reach to be of interest."""

    ordered = False
    """Only the best are wanted: what may bring most had better come first."""

    def __init__(self, rack: Rack, position: Position, work: Callable[[int], None]) -> None:
        self.rack, self.work, self.size = rack, work, position.grid.size
        self.to_lower = position.rules.tiles.alphabet.to_lower
        self.upper = {tile: letter for letter, tile in self.to_lower.items()}
        self.floor = NO_FLOOR
        self.most_leave = [0] * (rack.size + 1)
        """By tiles laid, the most that the letters kept are worth."""
        self._laid: dict[tuple[int, str], Laid] = {}

    def take(self, words: list[Word], squares: list[int], weights: list[int]) -> None:
        """Words laid on these squares; `weights`: what the value of a tile on each counts with in all."""
        rack, to_lower = self.rack, self.to_lower
        if not rack.blanks:
            self.work(len(words))
            for points, letters, _ in words:
                self.add(points, letters, squares)
            return
        for points, letters, left in words:
            possible = choices(len(letters), rack.blanks, self._lacking(letters, left))
            self.work(len(possible))
            for places in possible:
                tiles, less = letters, 0
                for place in places:
                    letter = letters[place]
                    less += rack.loss[letter] * weights[place]
                    tiles = f"{tiles[:place]}{to_lower[letter]}{tiles[place + 1 :]}"
                self.add(points - less, tiles, squares)

    def _lacking(self, letters: str, left: int) -> Lacking:
        copies = self.rack.copies
        if self.rack.blanks_left(left) == self.rack.blanks:
            return ()
        return tuple(
            (frozenset(place for place, other in enumerate(letters) if other == letter), least)
            for letter in dict.fromkeys(letters)
            if (least := letters.count(letter) - copies.get(letter, 0)) > 0
        )

    def add(self, points: int, tiles: str, squares: list[int]) -> None:
        """One play: tiles (a blank in lower case) on squares."""
        raise NotImplementedError

    def lay(self, tiles: str, squares: list[int]) -> tuple[Laid, ...]:
        """The tiles as a play has them."""
        laid, known = [], self._laid
        for square, tile in zip(squares, tiles, strict=True):
            key = (square, tile)
            one = known.get(key)
            if one is None:
                row, col = divmod(square, self.size)
                letter = self.upper.get(tile, tile)
                one = known[key] = Laid(row, col, letter, letter != tile)
            laid.append(one)
        return tuple(laid)


class Every(Collector):
    """All plays."""

    def __init__(self, rack: Rack, position: Position, work: Callable[[int], None]) -> None:
        super().__init__(rack, position, work)
        self.found = FoundList()

    def add(self, points: int, tiles: str, squares: list[int]) -> None:
        self.found.append(Candidate(points // 100, points, Play(self.lay(tiles, squares))))


class Best(Collector):
    """The so many best plays: by equity, then in board order."""

    def __init__(
        self, rack: Rack, position: Position, work: Callable[[int], None], count: int, leaves: Leaves | None
    ) -> None:
        super().__init__(rack, position, work)
        self.ordered = rack.is_ordinary
        self.count, self.leaves = count, leaves
        if leaves is not None:
            self._find_leaves(leaves)
        self._best: list[tuple[int, tuple[Laid, ...], int]] = []

    def add(self, points: int, tiles: str, squares: list[int]) -> None:
        equity = points
        if self.leaves is not None:
            equity += self._leaves[self.rack.whole - sum(map(self.rack.stride.__getitem__, tiles))]
        if equity < self.floor or not self.count:
            return
        insort(self._best, (-equity, self.lay(tiles, squares), points))
        if len(self._best) > self.count:
            self._best.pop()
        if len(self._best) == self.count and self.ordered:
            self.floor = -self._best[-1][0]

    def _find_leaves(self, leaves: Leaves) -> None:
        rest_of = self.rack.rest_of
        self._leaves = [leaves.value(rest_of(state)) for state in range(self.rack.whole + 1)]
        for laid in range(self.rack.size + 1):
            self.most_leave[laid] = max(
                (worth for state, worth in enumerate(self._leaves) if len(rest_of(state)) == self.rack.size - laid),
                default=0,
            )

    @property
    def found(self) -> FoundList:
        """Best first."""
        return FoundList(Candidate(points // 100, -equity, Play(tiles)) for equity, tiles, points in self._best)
