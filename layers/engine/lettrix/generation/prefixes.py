"""The beginnings of words that the rack alone can make, by length: the same at every anchor, so found once a rack."""

from __future__ import annotations

from collections.abc import Callable

from .graph import Graph, letters_of
from .rack import Rack

Prefix = tuple[int, int, int, int, str, int, int]
"""(a word ends here, letters that go on, state, sub-rack left, letters, points but the last letter's, last letter)."""
BATCH = 200
MOST = 100_000
"""Prefixes kept. Where a rack makes more (of four blanks and up), the longer ones are walked at each anchor."""


class Prefixes:
    """Prefixes of 0, 1, 2... letters, each length found when first asked for."""

    def __init__(self, rack: Rack, graph: Graph, alphabet: str, work: Callable[[int], None]) -> None:
        self._rack, self._graph, self._alphabet, self._work = rack, graph, alphabet, work
        _, following, state = graph.start
        self.by_length: list[list[Prefix]] = [[(0, following, state, rack.whole, "", 0, 0)]]
        self._by_last: list[dict[int, list[Prefix]]] = [{}]
        self._by_next: dict[tuple[int, int], list[Prefix]] = {}
        self._kept = 0

    def reach(self, length: int) -> int:
        """Make prefixes up to this length; the longest length that there is."""
        while len(self.by_length) <= length and self._kept <= MOST:
            self._grow()
        return min(length, len(self.by_length) - 1)

    def fitting(self, length: int, last: int, next_letter: int) -> list[Prefix]:
        """Those of a length that end with a letter of the mask `last` and that `next_letter` can follow; 0 means any
        in both."""
        if not last:
            if not next_letter:
                return self.by_length[length]
            key = (length, next_letter)
            found = self._by_next.get(key)
            if found is None:
                found = self._by_next[key] = [p for p in self.by_length[length] if p[1] >> next_letter & 1]
            return found
        by_last = self._by_last[length]
        found = []
        for letter in letters_of[last]:
            if letter in by_last:
                found += by_last[letter]
        if next_letter:
            return [p for p in found if p[1] >> next_letter & 1]
        return found

    def _grow(self) -> None:
        graph, letters, after, value = self._graph, self._rack.letters, self._rack.after, self._rack.value
        names = " " + self._alphabet
        by_last: dict[int, list[Prefix]] = {}
        longer: list[Prefix] = []
        shorter = self.by_length[-1]
        counted = 0
        for at in range(0, len(shorter), BATCH):
            self._work(BATCH + len(longer) - counted)
            counted = len(longer)
            for _, following, state, left, laid, points, last in shorter[at : at + BATCH]:
                if todo := following & letters[left]:
                    edges, rest, points = graph[state], after[left], points + value[last]
                    for letter in letters_of[todo]:
                        end, going_on, target = edges[letter]
                        longer.append((end, going_on, target, rest[letter], laid + names[letter], points, letter))
        for prefix in longer:
            by_last.setdefault(prefix[6], []).append(prefix)
        self.by_length.append(longer)
        self._by_last.append(by_last)
        self._kept += len(longer)
