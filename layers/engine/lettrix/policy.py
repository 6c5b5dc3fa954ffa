"""What a game does at the few places where games differ in behaviour and not only in numbers.

`Policy` is the standard: racks of one's own, premium-square scoring, letters left taken off. A variant overrides the
method that its rules change and nothing else. Methods that take a `Working` change it and write facts down.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from . import scoring
from .draw import Stream
from .valuation import Valuation

if TYPE_CHECKING:
    from .legality import Placement
    from .rules import Rules
    from .state import Game, Turn, Working


class Policy:
    """The standard behaviour."""

    public_facts: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """The kinds of fact that this game adds, and which fields of each everybody may see at once. A kind that is not
    listed is shown to nobody before the end, not even to the player whose turn it was."""

    eventful: ClassVar[bool] = False
    """Between turns more changes than the plays and the draws tell (moving zones, bombs, what nobody knows yet), so
    that an end cannot be searched play by play."""

    def deal(self, rules: Rules, seed: bytes, seats: int) -> tuple[list[str], str]:
        """The first racks by seat, and the bag in the order in which it will be drawn."""
        bag = "".join(Stream(seed, "bag", 0).shuffled(rules.tiles.tiles()))
        size = rules.rack_size
        if rules.shared_rack:
            return [bag[:size]] * seats, bag[size:]
        return [bag[size * seat : size * (seat + 1)] for seat in range(seats)], bag[size * seats :]

    def opening(self, rules: Rules, seed: bytes, seats: int) -> dict[str, Any]:
        """`Game.extra` at the start."""
        del rules, seed, seats
        return {}

    def may_open_anywhere(self, game: Game) -> bool:
        """Whether a play on an empty board need not cover the start square."""
        del game
        return False

    def valuation(self, game: Game, seat: int) -> Valuation:
        """How tiles count in a play that this seat makes now, as far as the player may know it."""
        del seat
        return game.rules.valuation

    def score(self, work: Working, seat: int, placement: Placement) -> int:
        """Add the points of a play to the scores; return those of the player who made it."""
        points = scoring.total(self.valuation(work.game, seat), placement)
        work.add_points(seat, points)
        return points

    def breakdown(self, game: Game, seat: int, placement: Placement) -> scoring.Breakdown:
        """How the points of a play that this seat could make come about, as far as its player may know."""
        return scoring.breakdown(self.valuation(game, seat), placement)

    def account(self, before: Game, turn: Turn, placement: Placement) -> scoring.Breakdown:
        """How the points of a play that was made came about, with what it showed; `before`: the game until then."""
        return self.breakdown(before, turn.seat or 0, placement)

    def refill(self, work: Working, seat: int, rest: str) -> None:
        """Fill the rack up after a play that left `rest` on it."""
        work.set_rack(seat, rest + work.draw(seat, work.rules.rack_size - len(rest)))

    def exchange(self, work: Working, seat: int, rest: str, letters: str) -> None:
        """New tiles are drawn first; then the old ones go back, and the bag is shuffled."""
        work.set_rack(seat, rest + work.draw(seat, len(letters)))
        work.bag = "".join(work.stream("exchange").shuffled(work.bag + "".join(sorted(letters))))

    def after_turn(self, work: Working) -> None:
        """What happens by itself after an action, before the endings are looked at; `work.turn_over` tells whether
        the turn goes on to the next player, which resigning out of turn does not do."""

    def time_out(self, work: Working, seat: int) -> None:
        """The deadline of the player to move is over: an automatic pass, and a forfeit at the last one allowed."""
        count = work.seats[seat].timeouts + 1
        work.change(seat, timeouts=count, passes=work.seats[seat].passes + 1)
        work.note("timeout", number=count)
        allowed = work.rules.clock.timeouts_to_forfeit
        if allowed is not None and count >= allowed:
            work.leave(seat, "forfeited")
            work.note("forfeit", seat=seat, reason="timeouts")

    def ending(self, work: Working) -> str | None:
        """The reason for which the game is over now, if it is. One side left has been looked at before."""
        if not work.bag and any(not work.seats[seat].rack for seat in work.playing()):
            return "played_out"
        enough = work.rules.passes_to_end
        if enough is not None and all(work.seats[seat].passes >= enough for seat in work.playing()):
            return "all_passed"
        return None

    def close(self, work: Working, reason: str) -> None:
        """Count the letters left, where the ending says so."""
        if work.rules.leftovers == "keep" or reason not in ("played_out", "all_passed"):
            return
        given = 0
        for seat in work.playing():
            rack = work.seats[seat].rack
            if rack:
                points = self.value_left(work, seat)
                given += points
                work.add_points(seat, -points)
                work.note("leftover", seat=seat, letters=list(rack), points=-points)
        if work.rules.leftovers == "finisher":
            for seat in work.playing():
                if not work.seats[seat].rack:
                    work.add_points(seat, given)
                    work.note("given", seat=seat, points=given)

    def value_left(self, work: Working, seat: int) -> int:
        """What the letters left on a rack are worth at the end."""
        return work.rules.tiles.total(work.seats[seat].rack)

    def set_aside(self, game: Game) -> str:
        """Tiles that are in the game no more: neither in the bag, nor on a rack, nor on the board."""
        del game
        return ""

    def describe(self, rules: Rules) -> dict[str, Any]:
        """What a description of the rules says besides the common part, JSON-able."""
        del rules
        return {}

    def imagine(self, world: Game, chance: Stream) -> Mapping[str, Any]:
        """`Game.extra` of a world whose bag and racks were dealt anew: what is hidden in it is drawn anew too."""
        del chance
        return world.extra

    def doubt(self, game: Game) -> tuple[int, int]:
        """(tiles, of how many) off the board that will turn out to count minus their value, as everybody knows."""
        del game
        return 0, 1

    def worth(self, game: Game, square: int) -> int:
        """What the tile on this square is shown to be worth."""
        return game.rules.tiles.values[game.grid.text[square]]

    def show(self, game: Game, viewer: int | None) -> dict[str, Any]:
        """What a view shows besides the common part; never what its viewer may not know."""
        del game, viewer
        return {}


STANDARD = Policy()
