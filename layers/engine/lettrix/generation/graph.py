"""The word graph as a walk in plain Python wants it: states decoded when first touched, and cross-sets, both kept.

A decoded state costs some 0.5 KB and saves a quarter of a microsecond a step; what is kept is bounded.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary

from lettrix.lexicon import LETTERS_MASK, TARGET_MASK, Lexicon, LexiconError

MAX_STATES = 20_000
MAX_CROSSINGS = 20_000
MAX_MASKS = 50_000

Edge = tuple[int, int, int]
"""Of a letter: whether a word ends with it (0 or 1), the mask of the letters that go on from there, the state there."""
DEAD: Edge = (0, 0, 0)


class Graph(dict[int, dict[int, Edge]]):
    """State -> letter number -> edge, for one lexicon; `graph[state]` decodes a state that is not there yet."""

    def __init__(self, lexicon: Lexicon) -> None:
        super().__init__()
        self._cells = lexicon.cells
        self.numbers = lexicon.letter_numbers
        self._crossings: dict[tuple[str, str], int] = {}
        self.start: Edge = (0, self._header(lexicon.root) & LETTERS_MASK, lexicon.root)
        """Before the first letter."""

    def __missing__(self, state: int) -> dict[int, Edge]:
        if len(self) >= MAX_STATES:
            self.clear()
        edges: dict[int, Edge] = {}
        cells = self._cells
        try:
            for place, letter in enumerate(letters_of[self._header(state) & LETTERS_MASK], state + 1):
                edge = cells[place]
                target, following = edge & TARGET_MASK, edge >> 32
                # The walk trusts this mask: on a damaged file it would look for edges that are not there.
                if following != self._header(target) & LETTERS_MASK:
                    raise LexiconError("the word graph is damaged")
                edges[letter] = (edge >> 31 & 1, following, target)
        except IndexError:
            raise LexiconError("the word graph is damaged") from None
        self[state] = edges
        return edges

    def _header(self, state: int) -> int:
        return self._cells[state] if state else 0

    def walk(self, edge: Edge, tiles: str) -> Edge:
        """Where the tiles (upper case) lead from an edge's state; `DEAD` when no word goes on so."""
        for tile in tiles:
            number = self.numbers.get(tile, 0)
            if not edge[1] >> number & 1:
                return DEAD
            edge = self[edge[2]][number]
        return edge

    def crossing(self, before: str, after: str) -> int:
        """Mask of the letters that make a word between the tiles before and after (upper case, not both empty)."""
        key = (before, after)
        fits = self._crossings.get(key)
        if fits is None:
            fits = 0
            _, following, state = self.walk(self.start, before)
            for number in letters_of[following]:
                if self.walk(self[state][number], after)[0]:
                    fits |= 1 << number
            if len(self._crossings) >= MAX_CROSSINGS:
                self._crossings.clear()
            self._crossings[key] = fits
        return fits


class _LettersOf(dict[int, tuple[int, ...]]):
    """Mask -> the numbers of its letters, ascending."""

    def __missing__(self, mask: int) -> tuple[int, ...]:
        if len(self) >= MAX_MASKS:
            self.clear()
        numbers = self[mask] = tuple(number for number in range(mask.bit_length()) if mask >> number & 1)
        return numbers


letters_of = _LettersOf()
_graphs: WeakKeyDictionary[Lexicon, Graph] = WeakKeyDictionary()


def graph_of(lexicon: Lexicon) -> Graph:
    """The decoded graph of a lexicon, one as long as the lexicon lives."""
    graph = _graphs.get(lexicon)
    if graph is None:
        graph = _graphs[lexicon] = Graph(lexicon)
    return graph
