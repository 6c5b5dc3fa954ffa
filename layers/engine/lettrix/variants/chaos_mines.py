"""What lies hidden in chaos, and what it does when it shows: malus tiles, traps, bombs.

Which tiles are malus ones is settled before the first is drawn, by their place in the bag, and kept by place: in the
bag, on each rack and on the board. The letters themselves are ordinary everywhere, so nothing that shows letters can
show more. Of equal letters on a rack the one held longest is laid or given back first (of several laid at once, in
the order of the board): a rule that looks at nothing hidden, so that neither its player nor his play decides.

`Game.extra`:

    malus    {bag: places, racks: places by seat, board: squares}
    traps    squares of the letters that explode
    removed  tiles that are out of the game
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, NamedTuple

from lettrix import scoring
from lettrix.draw import Stream
from lettrix.legality import Placement
from lettrix.policy import Policy
from lettrix.rules import Rules
from lettrix.state import Game, Turn, Working
from lettrix.tiles import BLANK, EMPTY
from lettrix.valuation import Valuation

MALUS = 8
"""Tiles that are worth minus their value; never a blank, which is worth nothing."""
TRAP = 10
"""One tile in so many becomes a trap when it is laid."""
BOMB = 6
"""One turn in so many ends with a bomb..."""
BLAST = 3
"""...on an area of this side."""


class _Tile(NamedTuple):
    """A tile off the board with what is hidden of it."""

    letter: str
    malus: bool


def _pile(letters: str, malus: Sequence[int]) -> list[_Tile]:
    return [_Tile(letter, place in malus) for place, letter in enumerate(letters)]


def _letters(pile: Iterable[_Tile]) -> str:
    return "".join(tile.letter for tile in pile)


def _places(pile: Iterable[_Tile]) -> list[int]:
    return [place for place, tile in enumerate(pile) if tile.malus]


def _take(pile: list[_Tile], letter: str) -> _Tile:
    """Take the first tile of this letter: on a rack the one held longest."""
    return pile.pop(next(place for place, tile in enumerate(pile) if tile.letter == letter))


class Chaos(Policy):
    """Malus tiles, traps and bombs."""

    eventful: ClassVar[bool] = True
    public_facts: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "malus": ("tiles",),
        "explosion": ("traps", "tiles"),
        "bomb": ("row", "col", "size", "tiles"),
    }

    def opening(self, rules: Rules, seed: bytes, seats: int) -> dict[str, Any]:
        racks, bag = self.deal(rules, seed, seats)
        dealt = "".join(racks) + bag
        with_points = [place for place, letter in enumerate(dealt) if letter != BLANK]
        chosen = Stream(seed, "malus", 0).shuffled(with_points)[:MALUS]
        pile, size = _pile(dealt, chosen), rules.rack_size
        marked = [_places(pile[size * seat : size * (seat + 1)]) for seat in range(seats)]
        return {
            "malus": {"bag": _places(pile[size * seats :]), "racks": marked, "board": []},
            "traps": [],
            "removed": "",
        }

    def imagine(self, world: Game, chance: Stream) -> Mapping[str, Any]:
        """Any of the tiles off the board may be the malus ones that have not shown, and any letter a trap."""
        piles = [*(seat.rack for seat in world.seats), world.bag]
        with_points = [
            (pile, place) for pile, tiles in enumerate(piles) for place, tile in enumerate(tiles) if tile != BLANK
        ]
        marked: list[list[int]] = [[] for _ in piles]
        for pile, place in sorted(chance.shuffled(with_points)[: self.doubt(world)[0]]):
            marked[pile].append(place)
        return {
            **world.extra,
            "malus": {"bag": marked[-1], "racks": marked[:-1], "board": world.extra["malus"]["board"]},
            "traps": [square for square in world.grid.squares() if not chance.below(TRAP)],
        }

    def doubt(self, game: Game) -> tuple[int, int]:
        """Malus tiles show when they are laid, so everybody can count those that have not."""
        hidden = game.extra["malus"]
        tiles = game.bag + "".join(seat.rack for seat in game.seats)
        return len(hidden["bag"]) + sum(map(len, hidden["racks"])), max(1, len(tiles) - tiles.count(BLANK))

    def valuation(self, game: Game, seat: int) -> Valuation:
        """Malus tiles that lie are known; those on the rack count as what they seem to be."""
        worth = {square: self.worth(game, square) for square in game.extra["malus"]["board"]}
        return replace(super().valuation(game, seat), worth=worth)

    def worth(self, game: Game, square: int) -> int:
        value = super().worth(game, square)
        return -value if square in game.extra["malus"]["board"] else value

    def account(self, before: Game, turn: Turn, placement: Placement) -> scoring.Breakdown:
        size = before.grid.size
        shown = [tile for fact in turn.facts if fact["kind"] == "malus" for tile in fact["tiles"]]
        squares = [tile["row"] * size + tile["col"] for tile in shown]
        return scoring.breakdown(self._true_valuation(before, turn.seat or 0, placement, squares), placement)

    def _true_valuation(self, game: Game, seat: int, placement: Placement, malus: Iterable[int]) -> Valuation:
        """As the tiles of this play turned out: those on the squares `malus` count less than nothing."""
        known = self.valuation(game, seat)
        return replace(known, revealed={square: -known.values[placement.new[square]] for square in malus})

    def score(self, work: Working, seat: int, placement: Placement) -> int:
        """What the tiles really are counts; then the traps that the words run through explode."""
        malus = _lay(work, seat, placement)
        points = scoring.total(self._true_valuation(work.game, seat, placement, malus), placement)
        work.add_points(seat, points)
        if malus:
            values = work.rules.tiles.values
            told = [{**tile, "value": -values[tile["letter"]]} for tile in _tell(work, malus)]
            work.note("malus", tiles=told)
        sprung = _sprung(work, placement)
        stream = work.stream("traps")
        new = [square for square in placement.new if not stream.below(TRAP)]
        work.extra["traps"] = sorted({*work.extra["traps"], *new} - {*sprung})
        if sprung:
            self._explode(work, sprung)
        return points

    def _explode(self, work: Working, traps: list[int]) -> None:
        """All at once: the tiles beside these traps leave the game."""
        size = work.grid.size
        hit = {square for trap in traps for square in _beside(trap, size) if work.grid.text[square] != EMPTY}
        squares = sorted(hit)
        where = [{"row": trap // size, "col": trap % size} for trap in traps]
        work.note("explosion", traps=where, tiles=_tell(work, squares))
        work.extra["removed"] += _letters(_lift(work, squares))

    def refill(self, work: Working, seat: int, rest: str) -> None:
        kept = _pile(rest, work.extra["malus"]["racks"][seat])
        _draw(work, seat, kept, work.rules.rack_size - len(kept))

    def exchange(self, work: Working, seat: int, rest: str, letters: str) -> None:
        kept = _pile(work.seats[seat].rack, work.extra["malus"]["racks"][seat])
        given = [_take(kept, letter) for letter in letters]
        _draw(work, seat, kept, len(given))
        _return(work, work.stream("exchange"), given)

    def after_turn(self, work: Working) -> None:
        """Perhaps a bomb; but none falls on a game that this turn has ended."""
        sides = {work.rules.side(seat) for seat in work.playing()}
        if not work.turn_over or len(sides) < 2 or self.ending(work):
            return
        stream, size = work.stream("bombs"), work.grid.size
        if stream.below(BOMB):
            return
        row, col = stream.below(size - BLAST + 1), stream.below(size - BLAST + 1)
        area = [(row + y) * size + col + x for y in range(BLAST) for x in range(BLAST)]
        hit = [square for square in area if work.grid.text[square] != EMPTY]
        work.note("bomb", row=row, col=col, size=BLAST, tiles=_tell(work, hit))
        if hit:
            _return(work, stream, _lift(work, hit))

    def value_left(self, work: Working, seat: int) -> int:
        values = work.rules.tiles.values
        pile = _pile(work.seats[seat].rack, work.extra["malus"]["racks"][seat])
        return sum(-values[tile.letter] if tile.malus else values[tile.letter] for tile in pile)

    def set_aside(self, game: Game) -> str:
        return str(game.extra["removed"])

    def show(self, game: Game, viewer: int | None) -> dict[str, Any]:
        """What has left the game; once it is over also which letters were hidden traps and malus tiles."""
        shown: dict[str, Any] = {"removed": sorted(game.extra["removed"])}
        if game.is_over:
            size, racks = game.grid.size, game.extra["malus"]["racks"]
            shown["traps"] = [{"row": square // size, "col": square % size} for square in game.extra["traps"]]
            shown["malus"] = [
                [tile.letter for tile in _pile(seat.rack, places) if tile.malus]
                for seat, places in zip(game.seats, racks, strict=True)
            ]
        return shown

    def describe(self, rules: Rules) -> dict[str, Any]:
        return {"malus": {"tiles": MALUS}, "traps": {"one_in": TRAP}, "bombs": {"one_in": BOMB, "size": BLAST}}


def _lay(work: Working, seat: int, placement: Placement) -> list[int]:
    """Take the tiles of a play off the rack; the squares of those that are malus tiles."""
    hidden, lower = work.extra["malus"], work.rules.tiles.alphabet.lower
    rack = _pile(work.seats[seat].rack, hidden["racks"][seat])
    malus = [square for square, tile in placement.new.items() if _take(rack, BLANK if tile in lower else tile).malus]
    hidden["racks"][seat] = _places(rack)
    hidden["board"] = sorted({*hidden["board"], *malus})
    return malus


def _sprung(work: Working, placement: Placement) -> list[int]:
    """The traps of earlier plays that the words of this one run through."""
    through = {start + i * step for text, start, step in placement.words for i in range(len(text))}
    return [square for square in work.extra["traps"] if square in through]


def _draw(work: Working, seat: int, kept: list[_Tile], count: int) -> None:
    """Fill a rack up from the front of the bag."""
    hidden = work.extra["malus"]
    bag = _pile(work.bag, hidden["bag"])
    drawn = len(work.draw(seat, count))
    rack = kept + bag[:drawn]
    work.set_rack(seat, _letters(rack))
    hidden["racks"][seat], hidden["bag"] = _places(rack), _places(bag[drawn:])


def _return(work: Working, stream: Stream, tiles: list[_Tile]) -> None:
    """Put tiles behind the rest of the bag, in code point order, and shuffle all."""
    hidden = work.extra["malus"]
    behind = sorted(tiles, key=lambda tile: tile.letter)
    bag = stream.shuffled(_pile(work.bag, hidden["bag"]) + behind)
    work.bag, hidden["bag"] = _letters(bag), _places(bag)


def _lift(work: Working, squares: Sequence[int]) -> list[_Tile]:
    """Take tiles off the board, in board order, with their traps."""
    hidden, lower = work.extra["malus"], work.rules.tiles.alphabet.lower
    tiles = [work.grid.text[square] for square in squares]
    lifted = [
        _Tile(BLANK if tile in lower else tile, square in hidden["board"])
        for square, tile in zip(squares, tiles, strict=True)
    ]
    work.grid = work.grid.without(squares)
    hidden["board"] = [square for square in hidden["board"] if square not in squares]
    work.extra["traps"] = [square for square in work.extra["traps"] if square not in squares]
    return lifted


def _beside(square: int, size: int) -> list[int]:
    """The four neighbours, fewer at the edge."""
    row, col = divmod(square, size)
    around = ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col))
    return [y * size + x for y, x in around if 0 <= y < size and 0 <= x < size]


def _tell(work: Working, squares: Iterable[int]) -> list[dict[str, Any]]:
    """Tiles on the board, for the record."""
    size, text, fold = work.grid.size, work.grid.text, work.rules.tiles.alphabet.fold
    return [
        {"row": s // size, "col": s % size, "letter": fold(text[s]), "blank": fold(text[s]) != text[s]} for s in squares
    ]
