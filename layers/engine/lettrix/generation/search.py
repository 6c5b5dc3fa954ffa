"""The search of the plain generator: from each anchor rightwards through the word graph, square by square.

All beginnings that stand before one empty square go on to the next one together, a batch at a time, so that what
belongs to the square is looked at once (after Appel and Jacobson, "The World's Fastest Scrabble Program", 1988).
"""

from __future__ import annotations

from collections.abc import Iterator

from lettrix.lexicon import Lexicon

from .bounds import Bounds
from .budget import Budget
from .collect import Collector, Word
from .graph import Edge, graph_of, letters_of
from .lines import Start, ends_of, lines_of
from .position import Position
from .prefixes import BATCH, Prefix, Prefixes
from .rack import Rack

NEVER = 1 << 60
"""More than any play brings."""

State = tuple[dict[int, Edge], int, int, int, int, str]
"""A beginning before an empty square: (edges of its state, letters to try there, points of the main word so far, those
of the words across, sub-rack left, letters laid)."""


class Search:
    """One search of a position; what it finds goes to the collector."""

    def __init__(self, position: Position, lexicon: Lexicon, rack: Rack, collector: Collector, budget: Budget) -> None:
        self.position, self.rack, self.collector, self.budget = position, rack, collector, budget
        self.graph = graph_of(lexicon)
        self.names = " " + lexicon.alphabet
        self.prefixes = Prefixes(rack, self.graph, lexicon.alphabet, budget.work)
        self.min_tiles = max(1, position.rules.min_tiles)
        valuation = position.valuation
        self.bonus = [100 * valuation.bonus(laid, rack.size - laid) for laid in range(rack.size + 1)]
        self.no_hook = set(position.rules.no_hook)

    def run(self) -> None:
        """Hand every word to the collector that may interest it; raises `OutOfTime`."""
        starts = self._starts()
        if self.collector.ordered:
            bounds = Bounds(self.rack, self.bonus, self.collector.most_leave)
            by_bound = sorted((-bounds.most(start), number, start) for number, start in enumerate(starts))
            for bound, _, start in by_bound:
                if -bound < self.collector.floor:
                    break
                self._begin(start)
        else:
            for start in starts:
                self._begin(start)

    def _starts(self) -> Iterator[Start]:
        rack = self.rack
        letters = rack.letters[rack.whole]
        if not letters or not rack.most:
            return
        for line in lines_of(self.position, self.graph, letters):
            fits = line.fits
            for anchor, free in line.anchors:
                if not fits[anchor]:
                    continue
                reach, end = anchor, min(len(fits), anchor + rack.most)
                while reach + 1 < end and fits[reach + 1]:
                    reach += 1
                for first in range(anchor, anchor - 1 - max(0, min(free, rack.most - 1)), -1):
                    yield Start(line, anchor, first, min(reach, first + rack.most - 1))

    def _begin(self, start: Start) -> None:
        line, anchor, first, _ = start
        rack, graph = self.rack, self.graph
        if before := line.before[anchor]:
            _, following, state = graph.walk(graph.start, before)
            if todo := following & line.fits[anchor] & rack.letters[rack.whole]:
                self._enter(start)
                self._advance(anchor, [(graph[state], todo, 0, 0, rack.whole, "")])
            return
        length = self.prefixes.reach(anchor - first + 1)
        if first + length <= anchor:
            self._begin_before(start, length)
            return
        run = line.runs[anchor]
        last_letters = line.fits[anchor] if line.crossed[anchor] else 0
        if prefixes := self.prefixes.fitting(length, last_letters, run[0] if run else 0):
            self._enter(start)
            for begin in range(0, len(prefixes), BATCH):
                self._begin_at(start, prefixes[begin : begin + BATCH])

    def _begin_at(self, start: Start, prefixes: list[Prefix]) -> None:
        """Go on from prefixes whose last letter lies on the anchor."""
        line, anchor, first, last = start
        rack, graph, numbers = self.rack, self.graph, self.graph.numbers
        self.budget.work(len(prefixes))
        run = line.runs[anchor]
        premiums = [
            (at, rack.gains(factor - 1)) for at, factor in enumerate(line.letter_factors[first:anchor]) if factor != 1
        ]
        main, cross = rack.gains(line.letter_factors[anchor]), rack.gains(line.cross_factors[anchor])
        fixed, factor = self.ends[anchor - first]
        floor, letters = self._floor(anchor), rack.letters
        fits_next = line.fits[anchor + 1] if anchor < last else 0
        words: list[Word] = []
        states: list[State] = []
        for end, following, state, left, laid, points, letter in prefixes:
            for tile in run:
                if not following >> tile & 1:
                    break
                end, following, state = graph[state][tile]
            else:
                along, across = points + main[letter], cross[letter]
                for at, more in premiums:
                    along += more[numbers[laid[at]]]
                if end and fixed + factor * along + across >= floor:
                    words.append((fixed + factor * along + across, laid, left))
                if todo := following & fits_next & letters[left]:
                    states.append((graph[state], todo, along, across, left, laid))
        if words:
            self._hand_over(anchor, words)
        if states:
            self._advance(anchor + 1, states)

    def _begin_before(self, start: Start, length: int) -> None:
        """Go on from prefixes that end before the anchor, where longer ones are not kept."""
        line, _, first, _ = start
        rack, graph, numbers = self.rack, self.graph, self.graph.numbers
        self._enter(start)
        at = first + length
        gains = [rack.gains(factor) for factor in line.letter_factors[first:at]]
        states: list[State] = []
        for _, following, state, left, laid, _, _ in self.prefixes.by_length[length]:
            if todo := following & line.fits[at] & rack.letters[left]:
                points = sum(gain[numbers[letter]] for gain, letter in zip(gains, laid, strict=True))
                states.append((graph[state], todo, points, 0, left, laid))
        self._advance(at, states)

    def _enter(self, start: Start) -> None:
        self.start = start
        self.ends = ends_of(start, self.bonus)

    def _floor(self, at: int) -> int:
        """What a word that ends after covering the square must bring to be handed over."""
        line, anchor, first, _ = self.start
        laid = at + 1 - first
        if laid < self.min_tiles or at < anchor:
            return NEVER
        # A single tile alone on the line makes no word; one that makes two was found along its row.
        if laid == 1 and ((line.down and line.crossed[at]) or not (line.before[at] or line.runs[at])):
            return NEVER
        return self.collector.floor - self.collector.most_leave[laid]

    def _hand_over(self, at: int, words: list[Word]) -> None:
        line, _, first, _ = self.start
        factor = self.ends[at - first][1]
        if at == first and self.no_hook and len(line.before[at]) > 1 and not line.runs[at]:
            words = [word for word in words if word[1] not in self.no_hook]
        span = slice(first, at + 1)
        weights = [
            factor * along + across
            for along, across in zip(line.letter_factors[span], line.cross_factors[span], strict=True)
        ]
        self.collector.take(words, line.squares[span], weights)

    def _advance(self, at: int, states: list[State]) -> None:
        """All beginnings of `states` one empty square further, and on from there, a batch at a time."""
        line, _, first, last = self.start
        graph, rack, names = self.graph, self.rack, self.names
        run = line.runs[at]
        main, cross = rack.gains(line.letter_factors[at]), rack.gains(line.cross_factors[at])
        fixed, factor = self.ends[at - first]
        fits_next = line.fits[at + 1] if at < last else 0
        letters, after_of = rack.letters, rack.after
        for begin in range(0, len(states), BATCH):
            self.budget.work(BATCH)
            floor = self._floor(at)
            words: list[Word] = []
            further: list[State] = []
            for edges, todo, points, across, left, laid in states[begin : begin + BATCH]:
                after = after_of[left]
                for letter in letters_of[todo]:
                    end, following, state = edges[letter]
                    for tile in run:
                        if not following >> tile & 1:
                            break
                        end, following, state = graph[state][tile]
                    else:
                        rest = after[letter]
                        along = points + main[letter]
                        over = across + cross[letter]
                        if end and fixed + factor * along + over >= floor:
                            words.append((fixed + factor * along + over, laid + names[letter], rest))
                        if on := following & fits_next & letters[rest]:
                            further.append((graph[state], on, along, over, rest, laid + names[letter]))
            if words:
                self._hand_over(at, words)
            if further:
                self.budget.work(len(further))
                self._advance(at + 1, further)
