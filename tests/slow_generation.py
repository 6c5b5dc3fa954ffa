"""The plays of a position found the slow and obvious way, as an oracle for the generators.

From every square where a word may begin, tile by tile through the word graph; the tiles that make no word across are
left out as they come. Nothing is shared, ordered or bounded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from lettrix.generation import Candidate, Leaves, Position
from lettrix.lexicon import Lexicon
from lettrix.plays import Laid, Play
from lettrix.tiles import BLANK, EMPTY, take


def every_play(position: Position, lexicon: Lexicon) -> list[Candidate]:
    """Every legal play once."""
    found: list[Candidate] = []
    for down in (False, True):
        for line in range(position.grid.size):
            found.extend(_LineSearch(position, lexicon, line, down=down))
    return found


def best_of(candidates: list[Candidate], count: int, rack: str, leaves: Leaves | None = None) -> list[Candidate]:
    """The best by equity, then in board order."""
    if leaves is not None:
        candidates = [
            found._replace(equity=found.equity + leaves.value(_rest(rack, found.play))) for found in candidates
        ]
    return sorted(candidates, key=lambda found: (-found.equity, found.play.tiles))[:count]


def _rest(rack: str, play: Play) -> str:
    return take(rack, (BLANK if tile.blank else tile.letter for tile in play.tiles)) or ""


class _LineSearch:
    """The plays along one row or column."""

    def __init__(self, position: Position, lexicon: Lexicon, line: int, *, down: bool) -> None:
        rules, grid, rack, valuation = position.rules, position.grid, position.rack, position.valuation
        size = grid.size
        self.rules, self.grid, self.lexicon, self.down = rules, grid, lexicon, down
        self.valuation = valuation
        self.squares = range(line, size * size, size) if down else range(line * size, (line + 1) * size)
        self.across = 1 if down else size
        """From a square to the next one of the word across."""
        index, fold = lexicon.letter_numbers, rules.tiles.alphabet.fold
        text = "".join(grid.text[square] for square in self.squares)
        self.letters = [0 if tile == EMPTY else index.get(fold(tile), 0) for tile in text]
        self.values = [
            0 if tile == EMPTY else valuation.worth.get(square, valuation.values[tile])
            for square, tile in zip(self.squares, text, strict=True)
        ]
        self.filled = [tile != EMPTY for tile in text]
        self.no_hook = sum(1 << index[letter] for letter in rules.no_hook if letter in index)
        """Mask of the letters that may not be laid alone at the end of a word."""
        self.rack = Counter(rack)
        self.rack_size = len(rack)
        self.most = min(len(rack), rules.rack_size)
        self.anchors = [self._is_anchor(square, anywhere=position.anywhere) for square in self.squares]
        self.to_anchor = self._tiles_to_anchor()
        every = (1 << (len(lexicon.alphabet) + 1)) - 2
        self.fits = [every] * size
        """Mask of the letters that fit the word across, by place in the line."""
        self.crossing: list[int | None] = [None] * size
        """Value of the tiles of the word across that lie there already, None where there is no such word."""
        for place, square in enumerate(self.squares):
            if not self.filled[place]:
                self._look_across(place, square)
        self.found: list[Candidate] = []

    def __iter__(self) -> Iterator[Candidate]:
        if any(self.anchors) and self.rack_size:
            for place in range(len(self.letters)):
                if place == 0 or not self.filled[place - 1]:
                    self._go_on(place, self.lexicon.root, [], 0, 1, 0, anchored=False, ended=False)
        return iter(self.found)

    def _tiles_to_anchor(self) -> list[int]:
        """By place, the tiles that it takes to lay one on the next anchor, from there on; too many where none is."""
        tiles = [len(self.anchors) + 1] * (len(self.anchors) + 1)
        for place in range(len(self.anchors) - 1, -1, -1):
            tiles[place] = 1 if self.anchors[place] else tiles[place + 1] + (not self.filled[place])
        return tiles

    def _is_anchor(self, square: int, *, anywhere: bool) -> bool:
        text, size = self.grid.text, self.grid.size
        if text[square] != EMPTY:
            return False
        if self.grid.is_empty:
            return anywhere or square == self.rules.board.start_square
        row, col = divmod(square, size)
        return (
            (col > 0 and text[square - 1] != EMPTY)
            or (col < size - 1 and text[square + 1] != EMPTY)
            or (row > 0 and text[square - size] != EMPTY)
            or (row < size - 1 and text[square + size] != EMPTY)
        )

    def _look_across(self, place: int, square: int) -> None:
        """Cross-set and cross-sum of an empty square."""
        text, size, step = self.grid.text, self.grid.size, self.across
        ends = (square - square % size, square - square % size + size - 1) if step == 1 else (0, size * size - 1)
        first = last = square
        while first - step >= ends[0] and text[first - step] != EMPTY:
            first -= step
        while last + step <= ends[1] and text[last + step] != EMPTY:
            last += step
        if first == last:
            return
        fold, valuation = self.rules.tiles.alphabet.fold, self.valuation
        before, after = text[first:square:step], text[square + step : last + 1 : step]
        self.crossing[place] = sum(
            valuation.worth.get(at, valuation.values[text[at]]) for at in range(first, last + 1, step) if at != square
        )
        lexicon, numbers = self.lexicon, self.lexicon.letter_numbers
        state = lexicon.walk(fold(before))
        if before and not state:
            self.fits[place] = 0
            return
        if not after:
            self.fits[place] = lexicon.ends(state) & ~(self.no_hook if len(before) > 1 else 0)
            return
        *middle, last_letter = (numbers.get(letter, 0) for letter in fold(after))
        fits = 0
        for letter in _bits(lexicon.letters(state)):
            target = lexicon.child(state, letter)
            for following in middle:
                target = lexicon.child(target, following) if target else 0
            if target and lexicon.ends(target) >> last_letter & 1:
                fits |= 1 << letter
        self.fits[place] = fits

    def _go_on(
        self,
        place: int,
        state: int,
        laid: list[tuple[int, int, bool]],
        points: int,
        factor: int,
        crossed: int,
        *,
        anchored: bool,
        ended: bool,
    ) -> None:
        """One place further along the line: `laid` are (place, letter, blank), `ended` says that a word ends before
        `place`; `points` of the main word before its `factor`, `crossed` those of the words across."""
        at_end = place == len(self.letters)
        if ended and laid and anchored and (at_end or not self.filled[place]):
            self._emit(place, laid, points * factor * self._doubled(laid) + crossed)
        if at_end or not state or (not anchored and self.to_anchor[place] > self.most - len(laid)):
            return
        lexicon = self.lexicon
        if self.filled[place]:
            letter = self.letters[place]
            if lexicon.letters(state) >> letter & 1:
                self._go_on(
                    place + 1,
                    lexicon.child(state, letter),
                    laid,
                    points + self.values[place],
                    factor,
                    crossed,
                    anchored=anchored,
                    ended=bool(lexicon.ends(state) >> letter & 1),
                )
            return
        if len(laid) == self.most:
            return
        square = self.squares[place]
        word_factor = self.valuation.word_factors[square]
        letter_factor = self.valuation.letter_factors[square]
        ends, alphabet, values = lexicon.ends(state), lexicon.alphabet, self.valuation.values
        for letter in _bits(lexicon.letters(state) & self.fits[place]):
            name = alphabet[letter - 1]
            for tile in (name, BLANK):
                if not self.rack[tile]:
                    continue
                value = letter_factor * values[tile]
                across = 0
                if (crossing := self.crossing[place]) is not None:
                    new = value if self.valuation.counts_across else 0
                    across = (crossing + new) * word_factor * self._doubled([(place, letter, False)])
                self.rack[tile] -= 1
                laid.append((place, letter, tile == BLANK))
                self._go_on(
                    place + 1,
                    lexicon.child(state, letter),
                    laid,
                    points + value,
                    factor * word_factor,
                    crossed + across,
                    anchored=anchored or self.anchors[place],
                    ended=bool(ends >> letter & 1),
                )
                laid.pop()
                self.rack[tile] += 1

    def _doubled(self, laid: list[tuple[int, int, bool]]) -> int:
        squares = [self.squares[place] for place, _, _ in laid]
        return 1 << sum(not zone.isdisjoint(squares) for zone in self.valuation.doubling)

    def _emit(self, end: int, laid: list[tuple[int, int, bool]], points: int) -> None:
        count = len(laid)
        start = laid[0][0]
        while start > 0 and self.filled[start - 1]:
            start -= 1
        if end - start < 2 or count < self.rules.min_tiles:
            return
        if count == 1 and end - start > 2 and laid[0][0] == end - 1 and self.no_hook >> laid[0][1] & 1:
            return
        if self.down and count == 1 and self.crossing[laid[0][0]] is not None:
            return  # found along its row already
        points += self.valuation.bonus(count, self.rack_size - count)
        points += sum(self.valuation.flat.get(self.squares[place], 0) for place, _, _ in laid)
        alphabet, size = self.lexicon.alphabet, self.grid.size
        tiles = tuple(
            Laid(*divmod(self.squares[place], size), alphabet[letter - 1], blank) for place, letter, blank in laid
        )
        self.found.append(Candidate(points, 100 * points, Play(tiles)))


def _bits(mask: int) -> Iterator[int]:
    """The numbers of the bits set, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
