"""The native generator's Python half: positions become arrays, records become plays.

The same functions as in `plain`, by `_native.c`. Whatever is constant for the rules of a game and a dictionary is
prepared once and kept with the lexicon; a list of all plays is a sequence that makes a play when it is asked for one.
A position beyond the native generator's ranges (racks of more than eight, values above 255, more than eight zones and
the like) is an OverflowError, upon which `lettrix.generation` asks the plain one.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import Literal, TypeVar, cast, overload

from lettrix import _native
from lettrix.lexicon import Lexicon
from lettrix.plays import Laid, Play
from lettrix.tiles import BLANK, EMPTY
from lettrix.valuation import Valuation

from .leaves import Leaves
from .plain import BUDGET
from .position import Candidate, Found, FoundList, Position

LIMIT = 5_000_000
"""Plays that `all_plays` lists at most, 16 bytes each, unless told otherwise."""

# As in `_native.c`.
_LIST, _COUNT, _BEST = range(3)
_COUNTS_ACROSS, _IS_OPEN, _WHOLE_RACK_ONLY = 1, 2, 4
_IS_EMPTY, _IS_LETTER, _IS_LAID_BLANK, _IS_BLANK = range(1, 5)
_FOREIGN = 32
_BLANK_BIT = 32
_MAX_RACK = 8
_MAX_LETTERS = 31
_BIAS = 1 << 31
_POINTS_MASK = 0xFFFF_FFFF


def all_plays(position: Position, lexicon: Lexicon, *, budget: float | None = BUDGET, limit: int = LIMIT) -> Records:
    """Every legal play, in no promised order, each once; at most `limit` of them, and within `budget` seconds."""
    records, _, complete = _search(position, lexicon, _LIST, budget=budget, limit=limit)
    return Records(position, lexicon, records, complete=complete)


def count_plays(position: Position, lexicon: Lexicon, *, budget: float | None = BUDGET) -> tuple[int, bool]:
    """How many legal plays there are, and whether all were counted."""
    _, count, complete = _search(position, lexicon, _COUNT, budget=budget)
    return count, complete


def best_plays(
    position: Position,
    lexicon: Lexicon,
    count: int = 1,
    *,
    by: Literal["points", "equity"] = "points",
    leaves: Leaves | None = None,
    budget: float | None = BUDGET,
) -> Found:
    """The `count` best plays, best first; level ones in board order (their tiles compared as tuples)."""
    if count < 1:
        return FoundList()
    by_equity = by == "equity" and leaves is not None
    records, found, complete = _search(
        position, lexicon, _BEST, wanted=count, leaves=leaves if by_equity else None, budget=budget
    )
    words = memoryview(records).cast("q")
    play_of = _decoder(position, lexicon)
    scale = 1 if by_equity else 100
    best = FoundList(
        Candidate((words[at] & _POINTS_MASK) - _BIAS, scale * words[at + 2], play_of(words[at], words[at + 1]))
        for at in range(0, 3 * found, 3)
    )
    best.complete = complete
    return best


class Records(Sequence[Candidate]):
    """Plays found, as the generator wrote them."""

    def __init__(self, position: Position, lexicon: Lexicon, records: bytes, *, complete: bool) -> None:
        self._words = memoryview(records).cast("Q")
        self._play_of = _decoder(position, lexicon)
        self.complete = complete

    def __len__(self) -> int:
        return len(self._words) // 2

    @overload
    def __getitem__(self, at: int) -> Candidate: ...
    @overload
    def __getitem__(self, at: slice) -> list[Candidate]: ...
    def __getitem__(self, at: int | slice) -> Candidate | list[Candidate]:
        if isinstance(at, slice):
            return [self._candidate(number) for number in range(*at.indices(len(self)))]
        number = at + len(self) if at < 0 else at
        if not 0 <= number < len(self):
            raise IndexError("there are not so many plays")
        return self._candidate(number)

    def __iter__(self) -> Iterator[Candidate]:
        return map(self._candidate, range(len(self)))

    def points(self) -> list[int]:
        """The points of the plays, in their order, without making the plays."""
        return [(head & _POINTS_MASK) - _BIAS for head in self._words[::2]]

    def _candidate(self, number: int) -> Candidate:
        head = self._words[2 * number]
        points = (head & _POINTS_MASK) - _BIAS
        return Candidate(points, 100 * points, self._play_of(head, self._words[2 * number + 1]))


def _decoder(position: Position, lexicon: Lexicon) -> Callable[[int, int], Play]:
    """What makes a play of the two words of a record (see `Record` in `_native.c`)."""
    text, size, alphabet = position.grid.text, position.grid.size, lexicon.alphabet

    def play_of(head: int, tiles: int) -> Play:
        line, place = head >> 33 & 31, head >> 38 & 31
        square, step = (place * size + line, size) if head >> 32 & 1 else (line * size + place, 1)
        laid = []
        for _ in range(head >> 43):
            while text[square] != EMPTY:
                square += step
            row, col = divmod(square, size)
            laid.append(Laid(row, col, alphabet[(tiles & 31) - 1], bool(tiles & _BLANK_BIT)))
            tiles >>= 8
            square += step
        return Play(tuple(laid))

    return play_of


def _search(
    position: Position,
    lexicon: Lexicon,
    asked: int,
    *,
    budget: float | None,
    wanted: int = 0,
    leaves: Leaves | None = None,
    limit: int = LIMIT,
) -> tuple[bytes, int, bool]:
    """(records, how many, whether they are all)."""
    graph = lexicon.graph
    if graph is None:
        raise OverflowError("the lexicon was opened without the native generator")
    rules, valuation = position.rules, position.valuation
    flags = _COUNTS_ACROSS if valuation.counts_across else 0
    if position.anywhere:
        flags |= _IS_OPEN
    if valuation.whole_rack_only:
        flags |= _WHOLE_RACK_ONLY
    return _native.search(
        graph,
        _setting(position, lexicon),
        position.grid.text,
        position.rack,
        dict(valuation.worth) if valuation.worth else None,
        dict(valuation.flat) if valuation.flat else None,
        _zones(valuation, position.grid.size) if valuation.doubling else None,
        flags,
        rules.min_tiles,
        rules.rack_size,
        rules.no_hook,
        asked,
        wanted,
        None if leaves is None else _kept(lexicon, (id(leaves),), (leaves,), lambda: leave_model(leaves, lexicon)),
        limit,
        -1.0 if budget is None else budget,
    )


Prepared = TypeVar("Prepared")


def _kept(lexicon: Lexicon, key: tuple[int, ...], owners: tuple[object, ...], make: Callable[[], Prepared]) -> Prepared:
    """What was made for these owners before, else made now; `key` holds their ids, so they are kept alive with it."""
    prepared = lexicon.prepared
    found = prepared.get(key)
    if found is None:
        if len(prepared) >= 64:
            prepared.clear()
        found = prepared[key] = (make(), owners)
    return cast(Prepared, found[0])


def _setting(position: Position, lexicon: Lexicon) -> _native.Setting:
    rules, valuation = position.rules, position.valuation
    owners = (
        rules.board,
        rules.tiles.alphabet,
        valuation.values,
        valuation.letter_factors,
        valuation.word_factors,
        valuation.bonuses,
    )
    return _kept(lexicon, tuple(map(id, owners)), owners, lambda: _make_setting(position, lexicon))


def _make_setting(position: Position, lexicon: Lexicon) -> _native.Setting:
    rules, valuation = position.rules, position.valuation
    alphabet, numbers = rules.tiles.alphabet, lexicon.letter_numbers
    tiles = alphabet.upper + alphabet.lower + BLANK + EMPTY
    count = len(alphabet.upper)
    letters = [numbers.get(letter, _FOREIGN) for letter in alphabet.upper]
    values = [valuation.values[tile] for tile in tiles[:-1]]
    bonuses = [valuation.bonuses.get(laid, 0) for laid in range(_MAX_RACK + 1)]
    return _native.Setting(
        position.grid.size,
        rules.board.start_square,
        bytes(map(_byte, valuation.letter_factors)),
        bytes(map(_byte, valuation.word_factors)),
        lexicon.alphabet,
        tiles,
        bytes([_IS_LETTER] * count + [_IS_LAID_BLANK] * count + [_IS_BLANK, _IS_EMPTY]),
        bytes([*letters, *letters, _FOREIGN, 0]),
        array("h", [*values, 0]).tobytes(),
        array("i", bonuses).tobytes(),
    )


def _byte(factor: int) -> int:
    if not 0 <= factor <= 255:
        raise OverflowError("a factor is out of the range of the native generator")
    return factor


def _zones(valuation: Valuation, size: int) -> bytes:
    """By square, the zones that it lies in, as bits."""
    if len(valuation.doubling) > 8:
        raise OverflowError("more zones than the native generator knows")
    zones = bytearray(size * size)
    for number, zone in enumerate(valuation.doubling):
        for square in zone:
            zones[square] |= 1 << number
    return bytes(zones)


def leave_model(leaves: Leaves, lexicon: Lexicon) -> bytes:
    """The model of `fill_leaves` in `_native.c`, as 32-bit numbers. A letter that the dictionary does not have is on
    no rack that gets here."""
    numbers: dict[str, int] = {**lexicon.letter_numbers, BLANK: 0}
    nobody = _MAX_LETTERS
    if len(lexicon.alphabet) == nobody or BLANK in leaves.vowels:
        raise OverflowError("leaves out of the range of the native generator")
    model = array("i")
    for worth in (leaves.first, leaves.repeat):
        by_number = [0] * 32
        for tile, number in numbers.items():
            by_number[number] = worth.get(tile, 0)
        model.extend(by_number)
    for vowels in range(9):
        row = leaves.balance[vowels] if vowels < len(leaves.balance) else ()
        model.extend([*row[:9], *[0] * (9 - len(row))])
    model.append(sum(1 << numbers[letter] for letter in leaves.vowels if letter in numbers))
    for (tile, partner), worth_without in leaves.without.items():
        if tile in numbers:
            model.extend((numbers[tile], numbers.get(partner, nobody), worth_without))
    return model.tobytes()
