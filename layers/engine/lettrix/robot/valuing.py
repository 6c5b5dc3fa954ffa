"""What a play is worth beyond its points: equity, in hundredths of a point.

While the bag holds tiles, the letters kept count what `lettrix.robot.weights` says of them. A play after which nothing
can be drawn counts what the letters kept will cost at the end, and one that ends the game also counts what the others
will lose (or hand over) by it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from lettrix import scoring
from lettrix.generation import Candidate, Leaves, Position, best_plays
from lettrix.legality import place
from lettrix.lexicon import Lexicon
from lettrix.plays import Action, Exchange, Pass, Play
from lettrix.rules import Rules
from lettrix.state import Game
from lettrix.tiles import BLANK, take

from .weights import find_leaves
from .worlds import mover, unseen


class Ranked(NamedTuple):
    """An action and what it is worth."""

    equity: int
    """In hundredths of a point, the letters kept included."""
    points: int
    """Of the play itself; 0 for an exchange."""
    action: Action


LEFTOVERS = {"keep": 0, "deduct": 1, "finisher": 2}
"""By the rule for letters left at the end, what a point of them moves the lead by when the other side goes out."""


def rest_after(rack: str, play: Play) -> str:
    """What the play leaves on the rack."""
    return take(rack, (BLANK if tile.blank else tile.letter for tile in play.tiles)) or ""


def ending_leaves(rules: Rules) -> Leaves:
    """What letters kept are worth when nothing is left to draw: what they cost at the end, where they are counted."""
    return _ending_leaves(tuple(rules.tiles.values.items()), LEFTOVERS[rules.leftovers])


@lru_cache(maxsize=32)  # generators keep what they make of leaves by the object
def _ending_leaves(values: tuple[tuple[str, int], ...], share: int) -> Leaves:
    costs = {tile: -100 * share * value for tile, value in values}
    return Leaves(costs, costs, {}, frozenset(), ((0,) * 9,) * 9)


class Valuer:
    """Ranks the actions of a seat; made once for one choice or one line of play."""

    def __init__(self, rules: Rules, lexicon: Lexicon) -> None:
        self.rules, self.lexicon = rules, lexicon
        self.leaves = find_leaves(rules)
        self.ending = ending_leaves(rules)

    def best(self, game: Game, count: int, *, at_face_value: bool = False) -> list[Ranked]:
        """The best actions of the player to move, best first: plays, and an exchange where it may be one of them.

        Empty where nothing but a pass is possible. Level ones keep the order of the generator (board order).
        `at_face_value`: tiles count what they seem to, though some may turn out to be worse.
        """
        seat, bag = mover(game), len(game.bag)
        position = Position.of(game, seat)
        rack = position.rack
        if bag >= len(rack):
            found = best_plays(position, self.lexicon, count, by="equity", leaves=self.leaves, budget=None)
            ranked = [Ranked(play.equity, play.points, play.play) for play in found]
        else:
            ranked = self._near_the_end(game, seat, position, count)
        if not at_face_value:
            ranked = self._expected(game, seat, ranked)
        exchange = self.exchange(rack, bag, ranked[0].equity if ranked else None)
        if exchange is not None:
            ranked = sorted([*ranked, exchange], key=lambda action: -action.equity)
        return ranked[:count]

    def quick(self, game: Game) -> Ranked:
        """What seems best to the player to move, after one search: for playing positions out."""
        bag, position = len(game.bag), Position.of(game, mover(game))
        found = best_plays(
            position, self.lexicon, 1, by="equity", leaves=self.leaves if bag else self.ending, budget=None
        )
        exchange = self.exchange(position.rack, bag, found[0].equity if found else None)
        if exchange is not None:
            return exchange
        return Ranked(found[0].equity, found[0].points, found[0].play) if found else Ranked(0, 0, Pass())

    def _near_the_end(self, game: Game, seat: int, position: Position, count: int) -> list[Ranked]:
        """Plays when some of them, or all, leave nothing to draw."""
        bag, rack = len(game.bag), position.rack
        found: dict[Play, Candidate] = {}
        for leaves in (self.leaves, self.ending) if bag else (self.ending,):
            for candidate in best_plays(position, self.lexicon, count + 8, by="equity", leaves=leaves, budget=None):
                found.setdefault(candidate.play, candidate)
        going_out = 100 * self._for_going_out(game, seat)
        ranked = []
        for play, candidate in found.items():
            rest = rest_after(rack, play)
            kept = self.leaves if len(play.tiles) < bag else self.ending
            worth = kept.value(rest) if rest or len(play.tiles) < bag else going_out
            ranked.append(Ranked(100 * candidate.points + worth, candidate.points, play))
        return sorted(ranked, key=lambda action: -action.equity)

    def _expected(self, game: Game, seat: int, ranked: list[Ranked]) -> list[Ranked]:
        """Where tiles may turn out to count less than nothing, plays by what their points are on average.

        With a share p of such tiles a new one brings (1 - 2p) of its value, so a play brings the points that it has
        with new tiles that count nothing, and that part of the others.
        """
        bad, tiles = self.rules.policy.doubt(game)
        if not bad:
            return ranked
        valuation = self.rules.policy.valuation(game, seat)
        without_new = replace(valuation, letter_factors=(0,) * len(valuation.letter_factors))
        expected = []
        for action in ranked:
            if isinstance(action.action, Play):
                placement = place(self.rules, game.grid, game.seats[seat].rack, action.action, anywhere=True)
                by_new = action.points - scoring.total(without_new, placement)
                action = action._replace(equity=action.equity - 200 * bad * by_new // tiles)
            expected.append(action)
        return sorted(expected, key=lambda action: -action.equity)

    def _for_going_out(self, game: Game, seat: int) -> int:
        """Points by which the others fall back when this seat lays its last tile now, the bag being empty or emptied
        by it: the mean value of what is unseen for each tile that they hold, partners the other way."""
        rules = self.rules
        tiles = unseen(game, seat)
        share = LEFTOVERS[rules.leftovers]
        if not share or not tiles:
            return 0
        others = [n for n, other in enumerate(game.seats) if n != seat and other.is_playing]
        against = sum(len(game.seats[n].rack) * (-1 if rules.side(n) == rules.side(seat) else 1) for n in others)
        rivals = sum(rules.side(n) != rules.side(seat) for n in others)
        return share * rules.tiles.total(tiles) * against // (len(tiles) * max(1, rivals))

    def exchange(self, rack: str, bag: int, at_least: int | None) -> Ranked | None:
        """The best exchange that is worth more than `at_least`; None where there is none."""
        rules = self.rules
        if rules.exchange == "no" or not rack or bag < max(1, rules.exchange_bag_min):
            return None
        if at_least is not None and self._bound(rack) <= at_least:
            return None
        best: tuple[int, str] | None = None
        for kept in [""] if rules.exchange == "whole_rack" else _parts(rack):
            if 0 < len(rack) - len(kept) <= bag:
                worth = self.leaves.value(kept)
                if (at_least is None or worth > at_least) and (best is None or worth > best[0]):
                    best = worth, kept
        if best is None:
            return None
        return Ranked(best[0], 0, Exchange(take(rack, best[1]) or ""))

    def _bound(self, rack: str) -> int:
        """No part of this rack is worth more."""
        leaves = self.leaves
        most = sum(max(0, leaves.first.get(tile, 0), leaves.repeat.get(tile, 0)) for tile in rack)
        return most + max(map(max, leaves.balance))


def _parts(rack: str) -> Iterator[str]:
    """The distinct parts of a rack, without the whole of it."""
    counts = sorted(Counter(rack).items())
    for numbers in product(*(range(count + 1) for _, count in counts)):
        part = "".join(tile * number for (tile, _), number in zip(counts, numbers, strict=True))
        if len(part) < len(rack):
            yield part
