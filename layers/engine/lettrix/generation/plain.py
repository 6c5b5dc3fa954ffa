"""Every legal play of a position, and the best of them, in plain Python.

From each anchor rightwards through the word graph, square by square, all beginnings at once (after Appel and
Jacobson, "The World's Fastest Scrabble Program", 1988). What the rack can lay left of an anchor is found once a rack
(`prefixes`); letters are walked, and which of them are blanks is settled when a word is found (`collect`); for the
best plays the starts come in the order of what they may bring at most (`bounds`), and what cannot reach the best
found so far is left out.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Literal

from lettrix.lexicon import Lexicon

from .bounds import Heaviest
from .budget import Budget, OutOfTime
from .collect import NO_FLOOR, Best, Collector, Every, Word
from .graph import Edge, Graph, graph_of, letters_of
from .leaves import Leaves
from .lines import Line, lines_of
from .position import Found, FoundList, Position
from .prefixes import BATCH, Prefixes
from .rack import Rack

BUDGET = 1.0
"""Seconds that a search may take unless it is told otherwise."""


def all_plays(
    position: Position,
    lexicon: Lexicon,
    *,
    budget: float | None = BUDGET,
    counter: Callable[[], float] = perf_counter,
) -> Found:
    """Every legal play, in no promised order, each once.

    A play of one tile that makes a word both ways is one play. After `budget` seconds by the `counter` (None: no
    limit) what was found by then is returned, marked as not complete.
    """
    rack, limit = Rack(position, lexicon), Budget(budget, counter)
    every = Every(rack, position, limit.work)
    complete = _search(position, lexicon, rack, every, limit)
    found = FoundList(every.found)
    found.complete = complete
    return found


def best_plays(
    position: Position,
    lexicon: Lexicon,
    count: int = 1,
    *,
    by: Literal["points", "equity"] = "points",
    leaves: Leaves | None = None,
    budget: float | None = BUDGET,
    counter: Callable[[], float] = perf_counter,
) -> Found:
    """The `count` best plays, best first; level ones in board order, so always the same.

    `by`: equity adds to the points what the letters kept are worth after `leaves`. After `budget` seconds the best
    found so far are returned, marked as not complete.
    """
    rack, limit = Rack(position, lexicon), Budget(budget, counter)
    best = Best(rack, position, limit.work, count, leaves if by == "equity" else None)
    complete = _search(position, lexicon, rack, best, limit)
    found = FoundList(best.found)
    found.complete = complete
    return found


def _search(position: Position, lexicon: Lexicon, rack: Rack, collector: Collector, budget: Budget) -> bool:
    try:
        _Search(position, lexicon, rack, collector, budget).run()
    except OutOfTime:
        return False
    return True


State = tuple[dict[int, Edge], int, int, int, int, str]
"""A beginning before an empty square: (edges of its state, letters to try there, points of the main word so far, those
of the words across, sub-rack left, letters laid)."""


class _Search:
    def __init__(self, position: Position, lexicon: Lexicon, rack: Rack, collector: Collector, budget: Budget) -> None:
        self.position, self.rack, self.collector, self.budget = position, rack, collector, budget
        self.graph: Graph = graph_of(lexicon)
        self.names = " " + lexicon.alphabet
        self.prefixes = Prefixes(rack, self.graph, lexicon.alphabet, budget.work)
        self.heaviest = Heaviest(rack)
        self.min_tiles = max(1, position.rules.min_tiles)
        valuation = position.valuation
        self.bonus = [100 * valuation.bonus(laid, rack.size - laid) for laid in range(rack.size + 1)]
        self.no_hook = set(position.rules.no_hook)

    def run(self) -> None:
        rack = self.rack
        if not rack.most or not rack.letters[rack.whole]:
            return
        ordered = self.collector.ordered
        starts: list[tuple[int, int, Line, int, int, int]] = []
        for line in lines_of(self.position, self.graph, rack.letters[rack.whole]):
            for anchor, free in line.anchors:
                if not line.fits[anchor]:
                    continue
                last = self._reach(line, anchor)
                for left in range(max(0, min(free, rack.most - 1)) + 1):
                    if not ordered:
                        self._start(line, anchor, left, last)
                    else:
                        starts.append((-self._bound(line, anchor, left, last), len(starts), line, anchor, left, last))
        starts.sort()
        for bound, _, line, anchor, left, last in starts:
            if -bound < self.collector.floor:
                break
            self._start(line, anchor, left, last)

    def _reach(self, line: Line, anchor: int) -> int:
        """The last empty square that a play through the anchor, from there on, can cover."""
        last, fits = anchor, line.fits
        end = min(len(fits), anchor + self.rack.most)
        while last + 1 < end and fits[last + 1]:
            last += 1
        return last

    def _ends(self, line: Line, first: int, last: int) -> list[tuple[int, int]]:
        """For the plays that cover the squares from `first` to each on to `last`: (points without those of the
        letters laid, factor of the main word)."""
        ends = []
        factor, zones = 1, 0
        tiles, fixed = line.tile_sums[first], line.fixed_sums[first]
        tile_sums, fixed_sums, word_factors, zones_of = line.tile_sums, line.fixed_sums, line.word_factors, line.zones
        for at in range(first, last + 1):
            factor *= word_factors[at]
            zones |= zones_of[at]
            whole = factor << zones.bit_count() if zones else factor
            ends.append(
                ((tile_sums[at + 2] - tiles) * whole + fixed_sums[at + 1] - fixed + self.bonus[at + 1 - first], whole)
            )
        return ends

    def _bound(self, line: Line, anchor: int, left: int, last: int) -> int:
        first = anchor - left
        last = min(last, first + self.rack.most - 1)
        heaviest, best = self.heaviest, NO_FLOOR
        letter_factors, cross_factors, most_leave = line.letter_factors, line.cross_factors, self.collector.most_leave
        for at, (fixed, factor) in enumerate(self._ends(line, first, last), first):
            if at < anchor:
                continue
            most = (
                fixed
                + factor * heaviest(tuple(letter_factors[first : at + 1]))
                + heaviest(tuple(cross_factors[first : at + 1]))
                + most_leave[at + 1 - first]
            )
            if most > best:
                best = most
        return best

    def _start(self, line: Line, anchor: int, left: int, last: int) -> None:
        """Plays that cover the anchor and `left` free squares before it, and no anchor before."""
        rack, graph, prefixes = self.rack, self.graph, self.prefixes
        first = anchor - left
        last = min(last, first + rack.most - 1)
        before = line.before[anchor]
        if before:
            _, following, state = graph.walk(graph.start, before)
            todo = following & line.fits[anchor] & rack.letters[rack.whole]
            if todo:
                self._enter(line, first, anchor, last)
                self._advance(anchor, [(graph[state], todo, 0, 0, rack.whole, "")])
            return
        length = prefixes.reach(left + 1)
        if length <= left:
            self._start_on_foot(line, anchor, first, last, length)
            return
        run = line.runs[anchor]
        crossed = line.crossed[anchor]
        found = prefixes.fitting(left + 1, line.fits[anchor] if crossed else 0, run[0] if run else 0)
        if not found:
            return
        self._enter(line, first, anchor, last)
        premiums = [
            (at, [value * (factor - 1) for value in rack.value])
            for at, factor in enumerate(line.letter_factors[first:anchor])
            if factor != 1
        ]
        numbers = graph.numbers
        main = rack.gains(line.letter_factors[anchor])
        cross = rack.gains(line.cross_factors[anchor])
        fixed, factor = self.ends[left]
        floor = self._floor(anchor)
        fits_next = line.fits[anchor + 1] if anchor < last else 0
        words: list[Word] = []
        states: list[State] = []
        letters = rack.letters
        for end, following, state, rest, laid, points, letter in found:
            for tile in run:
                if not following >> tile & 1:
                    break
                end, following, state = graph[state][tile]
            else:
                points += main[letter]
                for at, more in premiums:
                    points += more[numbers[laid[at]]]
                across = cross[letter]
                if end and fixed + factor * points + across >= floor:
                    words.append((fixed + factor * points + across, laid, rest))
                todo = following & fits_next & letters[rest]
                if todo:
                    states.append((graph[state], todo, points, across, rest, laid))
        if words:
            self._hand_over(anchor, words)
        if states:
            self._advance(anchor + 1, states)

    def _start_on_foot(self, line: Line, anchor: int, first: int, last: int, length: int) -> None:
        """The same from prefixes that end before the anchor, where longer ones are not kept."""
        rack, graph, numbers = self.rack, self.graph, self.graph.numbers
        self._enter(line, first, anchor, last)
        at = first + length
        states: list[State] = []
        gains = [rack.gains(factor) for factor in line.letter_factors[first:at]]
        for _, following, state, rest, laid, _, _ in self.prefixes.by_length[length]:
            if todo := following & line.fits[at] & rack.letters[rest]:
                points = sum(gain[numbers[letter]] for gain, letter in zip(gains, laid, strict=True))
                states.append((graph[state], todo, points, 0, rest, laid))
        self._advance(at, states)

    def _enter(self, line: Line, first: int, anchor: int, last: int) -> None:
        self.line, self.first, self.anchor, self.last = line, first, anchor, last
        self.ends = self._ends(line, first, last)

    def _floor(self, at: int) -> int:
        """What a word that ends after covering the square must bring to be handed over."""
        laid = at + 1 - self.first
        line = self.line
        if laid < self.min_tiles or at < self.anchor:
            return 1 << 60
        if laid == 1 and ((line.down and line.crossed[at]) or not (line.before[at] or line.runs[at])):
            return 1 << 60
        return self.collector.floor - self.collector.most_leave[laid]

    def _hand_over(self, at: int, words: list[Word]) -> None:
        line, first = self.line, self.first
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
        line, last, graph, rack, names = self.line, self.last, self.graph, self.rack, self.names
        run = line.runs[at]
        main = rack.gains(line.letter_factors[at])
        cross = rack.gains(line.cross_factors[at])
        fixed, factor = self.ends[at - self.first]
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
                        todo_next = following & fits_next & letters[rest]
                        if todo_next:
                            further.append((graph[state], todo_next, along, over, rest, laid + names[letter]))
            if words:
                self._hand_over(at, words)
            if further:
                self._advance(at + 1, further)
