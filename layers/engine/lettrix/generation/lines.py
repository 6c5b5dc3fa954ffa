"""The board as a generator reads it: lines of empty squares with the tiles between them, anchors, cross-sets, sums.

A play lays its tiles on empty squares of one line that follow one another, so a line is told by its empty squares
alone, in order. An anchor is an empty square next to a tile, or a start square of an empty board; a play covers one
at least. All sums are in hundredths of a point.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from lettrix.tiles import EMPTY

from .graph import Graph
from .position import Position

_RUN = re.compile(r"[^.]+")


class Line(NamedTuple):
    """One row or column; each list but the sums has an entry for each empty square."""

    down: bool
    squares: list[int]
    fits: list[int]
    """Mask of the letters that fit the word across."""
    runs: list[tuple[int, ...]]
    """Numbers of the tiles that follow before the next empty square."""
    before: list[str]
    """The tiles right before the square, upper case."""
    crossed: list[bool]
    """A tile there makes a word across too."""
    letter_factors: list[int]
    word_factors: list[int]
    cross_factors: list[int]
    """What a new tile's value counts with in the word across; 0 where it does not."""
    zones: list[int]
    """Mask of the doubling zones that the square lies in."""
    tile_sums: list[int]
    """[i + 1]: sum of the tiles that lie before empty square i; then that of the whole line. [0] is 0."""
    fixed_sums: list[int]
    """[i]: sum over the empty squares before i of what covering them brings whatever the letter."""
    anchors: list[tuple[int, int]]
    """(index, free squares right before it that are no anchors); -1 free where a tile stands right before it."""


class Start(NamedTuple):
    """Where plays begin: their first tile lies on `first`, the first anchor that they cover is `anchor`, and `last` is
    the last empty square that they can cover; all are indexes of the line."""

    line: Line
    anchor: int
    first: int
    last: int


def ends_of(start: Start, bonus: list[int]) -> list[tuple[int, int]]:
    """For the plays that cover the squares from `first` to each one on to `last`: their points without the letters
    laid, and the factor of the main word. `bonus`: by tiles laid."""
    line, _, first, last = start
    tile_sums, fixed_sums, word_factors, zones_of = line.tile_sums, line.fixed_sums, line.word_factors, line.zones
    tiles, fixed = tile_sums[first], fixed_sums[first]
    factor, zones = 1, 0
    ends = []
    for at in range(first, last + 1):
        factor *= word_factors[at]
        zones |= zones_of[at]
        whole = factor << zones.bit_count()
        ends.append(((tile_sums[at + 2] - tiles) * whole + fixed_sums[at + 1] - fixed + bonus[at + 1 - first], whole))
    return ends


def lines_of(position: Position, graph: Graph, letters: int) -> list[Line]:
    """The lines with an anchor, rows first. `letters`: mask of those that can be laid at all."""
    return _Board(position, graph, letters).lines()


class _Run(NamedTuple):
    tiles: str
    points: int


_NONE = _Run("", 0)


class _Board:
    def __init__(self, position: Position, graph: Graph, letters: int) -> None:
        self.position, self.graph, self.letters = position, graph, letters
        rules, grid, self.valuation = position.rules, position.grid, position.valuation
        self.size = grid.size
        self.text = rules.tiles.alphabet.fold(grid.text)
        values, worth = self.valuation.values, self.valuation.worth
        self.points = [
            0 if tile == EMPTY else 100 * worth.get(square, values[tile]) for square, tile in enumerate(grid.text)
        ]
        self.numbers = graph.numbers
        self.no_hook = sum(1 << self.numbers[letter] for letter in rules.no_hook if letter in self.numbers)
        # By direction, square -> the run of tiles right before it, and right after it, on that line.
        self.before: list[dict[int, _Run]] = [{}, {}]
        self.after: list[dict[int, _Run]] = [{}, {}]
        for down in (False, True):
            for line in range(self.size):
                self._find_runs(down, self._squares(down, line))
        self.starts: set[int] = set()
        if grid.is_empty:
            self.starts = set(range(self.size**2)) if position.anywhere else {rules.board.start_square}

    def _squares(self, down: bool, line: int) -> range:
        size = self.size
        return range(line, size * size, size) if down else range(line * size, line * size + size)

    def _find_runs(self, down: bool, squares: range) -> None:
        text = self.text[squares.start : squares.stop : squares.step]
        points = self.points[squares.start : squares.stop : squares.step]
        before, after = self.before[down], self.after[down]
        for match in _RUN.finditer(text):
            first, end = match.span()
            run = _Run(match[0], sum(points[first:end]))
            if first:
                after[squares[first - 1]] = run
            if end < len(text):
                before[squares[end]] = run

    def lines(self) -> list[Line]:
        anchors = self.starts.union(*self.before, *self.after)
        lines = []
        for down in (False, True):
            for number in range(self.size):
                squares = self._squares(down, number)
                if not anchors.isdisjoint(squares):
                    lines.append(self._line(down, squares, anchors))
        return lines

    def _line(self, down: bool, squares: range, anchors: set[int]) -> Line:
        valuation, text, numbers = self.valuation, self.text, self.numbers
        flat, doubling = valuation.flat, valuation.doubling
        letter_factors, word_factors = valuation.letter_factors, valuation.word_factors
        before, after = self.before[down], self.after[down]
        across_before, across_after = self.before[not down], self.after[not down]
        line = Line(down, [], [], [], [], [], [], [], [], [], [0], [0], [])
        tiles = fixed = 0
        free = 0
        for square in squares:
            if text[square] != EMPTY:
                continue
            index = len(line.squares)
            run_before, run_after = before.get(square, _NONE), after.get(square, _NONE)
            cross_before, cross_after = across_before.get(square, _NONE), across_after.get(square, _NONE)
            crossed = bool(cross_before.tiles or cross_after.tiles)
            letter_factor, word_factor = letter_factors[square], word_factors[square]
            zones = 0
            for zone, members in enumerate(doubling):
                zones |= (square in members) << zone
            fits, cross_factor = self.letters, 0
            if flat:
                fixed += 100 * flat.get(square, 0)
            if crossed:
                fits &= self.graph.crossing(cross_before.tiles, cross_after.tiles)
                if self.no_hook and len(cross_before.tiles) > 1 and not cross_after.tiles:
                    fits &= ~self.no_hook
                factor = word_factor << zones.bit_count()
                fixed += factor * (cross_before.points + cross_after.points)
                cross_factor = factor * letter_factor if valuation.counts_across else 0
            tiles += run_before.points
            line.squares.append(square)
            line.fits.append(fits)
            line.runs.append(tuple([numbers.get(tile, 0) for tile in run_after.tiles]))
            line.before.append(run_before.tiles)
            line.crossed.append(crossed)
            line.letter_factors.append(letter_factor)
            line.word_factors.append(word_factor)
            line.cross_factors.append(cross_factor)
            line.zones.append(zones)
            line.tile_sums.append(tiles)
            line.fixed_sums.append(fixed)
            if square in anchors:
                line.anchors.append((index, -1 if run_before.tiles else free))
                free = 0
            else:
                free += 1
        last = after.get(line.squares[-1], _NONE)
        line.tile_sums.append(tiles + last.points)
        return line
