"""What moves and happens in grand: zones whose squares count twice, and events every five tiles.

`Game.extra` holds `zones` (each [top-left square, turns left, turns for which it doubles words]), `laid` (tiles laid
so far) and `last` ([turn, seat, points] of the last play, or None).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from lettrix.draw import Stream
from lettrix.legality import Placement
from lettrix.policy import Policy
from lettrix.rules import Rules
from lettrix.state import Game, Working
from lettrix.tiles import EMPTY
from lettrix.valuation import Valuation

ZONES = 4
SIZE = 3
"""Squares along a zone's side."""
TURNS = 4
"""Turns that a zone stays where it is."""
ROOM = 5
"""Empty squares that a place needs for a zone to appear there."""
STEP = 5
"""An event may come each time that the tiles laid pass a multiple of this..."""
CHANCE = 2
"""...once in so many times."""
DOUBLED = 2
"""Turns for which an event makes a zone double words."""
PRESENTS = (10, 20, 30)


def squares_of(place: int, size: int) -> frozenset[int]:
    """The squares of the zone whose top-left square is `place`."""
    return frozenset(place + row * size + col for row in range(SIZE) for col in range(SIZE))


class Grand(Policy):
    """Zones and events."""

    eventful: ClassVar[bool] = True

    public_facts: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "zone": ("zone", "row", "col"),
        "event": ("event", "zone", "turns", "turn", "seat", "points"),
    }

    def opening(self, rules: Rules, seed: bytes, seats: int) -> dict[str, Any]:
        del seats
        zones: list[list[int]] = []
        stream = Stream(seed, "zones", 0)
        for _ in range(ZONES):
            zones.append([_draw_place(stream, EMPTY * rules.board.size**2, rules.board.size, zones, 0), TURNS, 0])
        return {"zones": zones, "laid": 0, "last": None}

    def valuation(self, game: Game, seat: int) -> Valuation:
        """A new tile on a zone counts twice, however many zones overlap there."""
        usual, zones, size = super().valuation(game, seat), game.extra["zones"], game.grid.size
        factors = list(usual.letter_factors)
        for square in frozenset().union(*(squares_of(place, size) for place, _, _ in zones)):
            factors[square] *= 2
        doubling = tuple(squares_of(place, size) for place, _, doubled in zones if doubled)
        return replace(usual, letter_factors=tuple(factors), doubling=doubling)

    def score(self, work: Working, seat: int, placement: Placement) -> int:
        points = super().score(work, seat, placement)
        before, after = work.extra["laid"], work.extra["laid"] + len(placement.new)
        work.extra["laid"] = after
        if after // STEP > before // STEP:
            self._event(work, seat)
        work.extra["last"] = [work.game.turn, seat, points]
        return points

    def after_turn(self, work: Working) -> None:
        """Zones grow older by a turn; those whose time is over appear elsewhere."""
        if not work.turn_over:
            return
        text, size, zones = work.grid.text, work.grid.size, work.extra["zones"]
        happened = {fact["zone"] for fact in work.facts if fact["kind"] == "event" and "zone" in fact}
        for number, zone in enumerate(zones):
            zone[1] -= 1
            if number not in happened:
                zone[2] = max(0, zone[2] - 1)
        stream = work.stream("zones")
        for number, zone in enumerate(zones):
            if zone[1] == 0:
                zone[:2] = [_draw_place(stream, text, size, zones, zone[0]), TURNS]
                work.note("zone", zone=number, row=zone[0] // size, col=zone[0] % size)

    def _event(self, work: Working, seat: int) -> None:
        stream = work.stream("events")
        if stream.below(CHANCE):
            return
        last = work.extra["last"]
        event = ("zone", "present", "annulled")[stream.below(3 if last else 2)]
        if event == "zone":
            number = stream.below(ZONES)
            work.extra["zones"][number][2] = DOUBLED
            work.note("event", event=event, zone=number, turns=DOUBLED)
        elif event == "present":
            points = PRESENTS[stream.below(len(PRESENTS))]
            work.add_points(seat, points)
            work.note("event", event=event, seat=seat, points=points)
        else:
            turn, whose, points = last
            work.add_points(whose, -points)
            work.note("event", event=event, turn=turn, seat=whose, points=-points)

    def show(self, game: Game, viewer: int | None) -> dict[str, Any]:
        size = game.grid.size
        return {
            "zones": [
                {"row": place // size, "col": place % size, "size": SIZE, "turns_left": left, "doubles_for": doubled}
                for place, left, doubled in game.extra["zones"]
            ],
            "tiles_laid": game.extra["laid"],
        }

    def describe(self, rules: Rules) -> dict[str, Any]:
        return {
            "zones": {"count": ZONES, "size": SIZE, "turns": TURNS, "letter_factor": 2, "word_factor": 2},
            "events": {"tiles": STEP, "one_in": CHANCE, "zone_turns": DOUBLED, "presents": list(PRESENTS)},
        }


def _draw_place(stream: Stream, text: str, size: int, zones: list[list[int]], otherwise: int) -> int:
    """A place with room where no zone is now, each as likely; `otherwise` when there is none."""
    taken = {place for place, _, _ in zones}
    places = [
        place
        for place in (row * size + col for row in range(size - SIZE + 1) for col in range(size - SIZE + 1))
        if place not in taken
        and sum(text.count(EMPTY, place + row * size, place + row * size + SIZE) for row in range(SIZE)) >= ROOM
    ]
    return places[stream.below(len(places))] if places else otherwise
