"""Games to come fit the engine without reopening it: other boards, alphabets, racks, clocks, sides and policies.

The rules here are sketches of those games, just enough of each to try the seam that it needs.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.engine import LETTRIX, T0, Table, check_replay, dealt, started

from lettrix.clock import DAY, HOUR, MINUTE, Clock
from lettrix.lexicon import WordSet
from lettrix.plays import parse_play
from lettrix.tiles import ALPHABETS, TileSet


def test_german_letters() -> None:
    german = replace(
        LETTRIX,
        language="de",
        tiles=TileSet.parse(ALPHABETS["de"], "1 E15 N9 S7 R6 T6 U6 A5\n2 H4 L3\n6 Ä1 Ü1\n8 Ö1", blanks=2),
        rack_size=7,
    )
    table = dealt(german, ["ÜBERNST".replace("B", "H"), "?ÄÖENSL"], words=WordSet(["ÜHR", "ÖL", "SÜß", "RÖSE"]))
    assert table.play("8H ÜHR") == (6 + 2 + 1) * 2
    table.play("J8 .öSE")
    assert table.game.grid.text[8 * 15 + 9] == "ö"
    with pytest.raises(ValueError, match="not a letter"):
        parse_play("1A SÜß", table.game.grid, ALPHABETS["de"])
    check_replay(table)


class TestSides:
    rules = replace(LETTRIX, sides=(0, 1, 0, 1), draw_seats=False)

    def test_when_the_partner_to_move_goes_too_the_next_one_begins(self) -> None:
        table = Table(started(4, replace(self.rules, sides=(0, 1, 0, 2))))
        table.resign(2, after=HOUR)
        assert table.game.to_move == 1
        assert table.game.due_at == T0 + 49 * HOUR
        check_replay(table)


def test_a_limit_without_a_turn_clock_of_days() -> None:
    """Minutes a turn and an hour a game: no reminder, and the limit cuts the last turn short."""
    table = Table(started(2, replace(LETTRIX, clock=Clock(turn=30 * MINUTE, game=HOUR, timeouts_to_forfeit=9))))
    table.skip(after=20 * MINUTE)
    table.exchange(table.game.seats[1].rack[:1], after=20 * MINUTE)
    assert table.game.due_at == T0 + HOUR
    assert table.game.remind_at is None
    assert [turn.action for turn in table.settle(after=3 * DAY)] == ["limit"]
