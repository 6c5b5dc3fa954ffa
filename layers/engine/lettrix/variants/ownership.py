"""How Fundox is counted: a letter on the board is a point of its owner, and every letter of a play's words changes
hands.

A player's score is his letters on the board, one more for each of them on an orange square, and what he banked when
the board was cleared. So a play brings its player one for each new tile and for each letter that it takes from
another, twice on orange, and nothing for a letter that was his before: a `Valuation` in which new tiles count along
the main word alone and each tile that lies there is worth what taking it brings. Two words of one play share new
tiles only, so that nothing is counted twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from lettrix.grid import Grid
from lettrix.policy import Policy
from lettrix.valuation import Valuation

if TYPE_CHECKING:
    from lettrix.legality import Placement
    from lettrix.rules import Rules
    from lettrix.state import Game, Working

RENEWALS_TO_END = 3
"""Renewals of the rack without a play in between that end the game."""
COLOURS = ("red", "green", "blue", "gold")
"""Of the seats, in order; the host is red and begins."""


class Ownership(Policy):
    """`Game.extra`: `banked` points by seat, tiles `aside` for good, `renewals` of the rack running, `cleared`: how
    often the board was."""

    public_facts: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "loss": ("seat", "points"),
        "cleared": ("banked",),
        "renewed": ("letters",),
    }

    def opening(self, rules: Rules, seed: bytes, seats: int) -> dict[str, Any]:
        del rules, seed
        return {"banked": [0] * seats, "aside": "", "renewals": 0, "cleared": 0}

    def may_open_anywhere(self, game: Game) -> bool:
        return bool(game.extra["cleared"])

    def valuation(self, game: Game, seat: int) -> Valuation:
        usual, owners = game.rules.valuation, game.grid.seats
        worth = {
            square: 0 if owners[square] == seat else usual.letter_factors[square] for square in game.grid.squares()
        }
        return replace(usual, worth=worth)

    def score(self, work: Working, seat: int, placement: Placement) -> int:
        before = [player.score for player in work.seats]
        owners = list(work.grid.seats)
        for text, start, step in placement.words:
            for square in range(start, start + len(text) * step, step):
                owners[square] = seat
        work.grid = replace(work.grid, seats=tuple(owners))
        cleared = _clears(work.game, placement)
        if cleared:
            _clear(work, seat)
        for number, banked in enumerate(work.extra["banked"]):
            score = banked + _letters(work.grid, number) + _extra(work, number)
            work.change(number, score=score)
            if number != seat and score != before[number]:
                work.note("loss", seat=number, points=score - before[number])
        if cleared:
            work.note("cleared", banked=list(work.extra["banked"]))
        return work.seats[seat].score - before[seat]

    def refill(self, work: Working, seat: int, rest: str) -> None:
        super().refill(work, seat, rest)
        work.extra["renewals"] = 0
        _new_round(work)

    def after_turn(self, work: Working) -> None:
        """Renew a rack on which every player still in has passed or been refused."""
        playing = work.playing()
        if len(playing) < 2 or not all(work.seats[seat].passes for seat in playing):
            return
        rack = work.seats[0].rack
        work.extra["aside"] += rack
        work.extra["renewals"] += 1
        work.note("renewed", letters=list(rack))
        work.set_rack(0, work.draw(work.game.to_move or 0, work.rules.rack_size))
        _new_round(work)

    def ending(self, work: Working) -> str | None:
        target = int(work.rules.options["target"])
        if any(work.seats[seat].score >= target for seat in work.playing()):
            return "target"
        if work.extra["renewals"] >= RENEWALS_TO_END:
            return "renewed"
        return None if work.bag else "bag_empty"

    def set_aside(self, game: Game) -> str:
        return str(game.extra["aside"])

    def describe(self, rules: Rules) -> dict[str, Any]:
        return {
            "colours": list(COLOURS),
            "ownership": True,
            "vidage": rules.options["vidage"],
            "renewals_to_end": RENEWALS_TO_END,
        }

    def show(self, game: Game, viewer: int | None) -> dict[str, Any]:
        del viewer
        return {
            "banked": list(game.extra["banked"]),
            "renewals": game.extra["renewals"],
            "aside": len(game.extra["aside"]),
            "anywhere": game.grid.is_empty and self.may_open_anywhere(game),
        }


def _letters(grid: Grid, seat: int) -> int:
    return grid.seats.count(seat)


def _extra(work: Working, seat: int) -> int:
    """What orange squares lend a player."""
    factors = work.rules.board.letter_factors
    return sum(factors[square] - 1 for square in work.grid.squares() if work.grid.seats[square] == seat)


def _clears(game: Game, placement: Placement) -> bool:
    """Whether a play clears the board: a new tile on pink, where the option and the turn allow it."""
    if game.rules.options["vidage"] == "not_first" and game.turn_began == 1:
        return False
    kinds = game.rules.board.kinds  # without clearing no square is pink
    return any(kinds[square] == "P" for square in placement.new)


def _clear(work: Working, seat: int) -> None:
    """Bank everybody's letters, and for who cleared the board what orange lent him too; put the tiles aside."""
    for number in range(len(work.seats)):
        work.extra["banked"][number] += _letters(work.grid, number)
    work.extra["banked"][seat] += _extra(work, seat)
    work.extra["aside"] += work.grid.text.replace(".", "")
    work.extra["cleared"] += 1
    work.grid = Grid.blank(work.grid.size)


def _new_round(work: Working) -> None:
    """Passes count on the same rack alone."""
    for number in range(len(work.seats)):
        work.change(number, passes=0)


OWNERSHIP = Ownership()
