"""Games to come fit the engine without reopening it: other boards, alphabets, racks, clocks, sides and policies.

The rules here are sketches of those games, just enough of each to try the seam that it needs.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any, ClassVar

import pytest
from tests.engine import LETTRIX, T0, Table, check_replay, dealt, grid_of, refusal, started
from tests.random_games import random_action

from lettrix.boards import Board
from lettrix.clock import DAY, HOUR, MINUTE, Clock
from lettrix.game import conserved
from lettrix.grid import Grid
from lettrix.legality import Reason
from lettrix.lexicon import WordSet
from lettrix.plays import parse_play
from lettrix.policy import Policy
from lettrix.rules import Rules
from lettrix.state import Working
from lettrix.tiles import ALPHABETS, TileSet
from lettrix.view import turn_view, view

GRAND = replace(
    LETTRIX,
    board=Board(
        "grand", (10, 10), ("Q" + "." * 19 + "q", *("." * 21,) * 9, "." * 10 + "D" + "." * 10, *("." * 21,) * 10)
    ),
    tiles=TileSet(LETTRIX.tiles.alphabet, {k: 2 * n for k, n in LETTRIX.tiles.counts.items()}, LETTRIX.tiles.points),
    rack_size=7,
    bonuses={7: 50},
)


class TestLargeBoard:
    def test_21_by_21_starts_in_its_centre(self) -> None:
        table = dealt(GRAND, ["ABCDEFG", "ABCDEFG"])
        assert refusal(table.game, "8H AB") == Reason.MISSES_START
        assert table.play("11K AB") == (1 + 3) * 2
        assert table.turns[0].facts[0]["text"] == "11K AB"
        assert view(table.game, 0)["board"]["size"] == 21
        check_replay(table)

    def test_its_far_corner_and_its_fourfold_squares(self) -> None:
        table = dealt(GRAND, ["ABCDEFG", "ABCDEFG"])
        table.game = replace(table.game, grid=grid_of({"1B": "E" * 19, "U2": "E" * 19}, 21))
        assert table.play("1A A" + "." * 19) == (1 + 19) * 4
        assert table.play("1A " + "." * 20 + "B") == (1 + 19 + 3 * 4) + (3 * 4 + 19)
        table.game = replace(table.game, grid=grid_of({"21T": "E"}, 21))
        table.play("21T .B")
        assert table.game.grid.text[-1] == "B"
        assert refusal(table.game, "V21 C") == Reason.OFF_BOARD

    def test_random_games_replay(self) -> None:
        random = Random(5)
        table = Table(started(4, GRAND))
        while not table.game.is_over and len(table.turns) < 60:
            table.do(random_action(table.game, random, 7), after=HOUR)
        check_replay(table)


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


class Bombs(Policy):
    """Chaos: after a turn a bomb may put the tiles of an area back into the bag; nobody sees where traps lie."""

    public_facts: ClassVar[Mapping[str, tuple[str, ...]]] = {"bomb": ("squares",)}

    def opening(self, rules: Rules, seed: bytes, seats: int) -> dict[str, Any]:
        return {"traps": [], "rounds": {"laid": 0}}

    def after_turn(self, work: Working) -> None:
        work.extra["rounds"]["laid"] += 1  # nested: changed in place
        stream = work.stream("bombs")
        if stream.below(3):
            return
        row, col = stream.below(13), stream.below(13)
        squares = [15 * (row + y) + col + x for y in range(3) for x in range(3)]
        hit = [square for square in squares if work.grid.text[square] != "."]
        if hit:
            fold = work.rules.tiles.alphabet.lower
            tiles = ["?" if work.grid.text[square] in fold else work.grid.text[square] for square in hit]
            text, turns, seats = list(work.grid.text), list(work.grid.turns), list(work.grid.seats)
            for square in hit:
                text[square], turns[square], seats[square] = ".", 0, -1
            work.grid = Grid(15, "".join(text), tuple(turns), tuple(seats))
            work.bag = "".join(stream.shuffled(work.bag + "".join(tiles)))
            work.note("bomb", squares=hit)
        work.extra["traps"].append(row)
        work.note("trap", square=row)


class TestEvents:
    rules = replace(LETTRIX, policy=Bombs())

    def test_they_are_facts_of_the_turn_and_replay(self) -> None:
        bombs = 0
        for number in range(3):
            random = Random(number)
            table = Table(started(3, self.rules, secret=bytes([number]) * 32))
            while not table.game.is_over and len(table.turns) < 50:
                before = json.dumps(table.game.extra)
                was = table.game
                table.do(random_action(was, random), after=HOUR)
                assert json.dumps(was.extra) == before, "the old value stays as it was"
                assert conserved(table.game)
            check_replay(table)
            assert table.game.extra["rounds"]["laid"] == len(table.turns)
            facts = [fact for turn in table.turns for fact in turn_view(table.game, turn, 0)["facts"]]
            bombs += sum(fact["kind"] == "bomb" and len(fact["squares"]) > 0 for fact in facts)
            if not table.game.is_over:
                assert {"kind": "trap"} in facts, "that there is one, not where, not even to who laid it"
        assert bombs > 3

    def test_an_empty_board_is_opened_again_through_the_centre(self) -> None:
        table = Table(started(2, self.rules))
        table.game = replace(table.game, turn=9)
        letters = table.game.seats[0].rack.replace("?", "")
        assert refusal(table.game, f"1A {letters[:3]}") == Reason.MISSES_START


def test_a_limit_without_a_turn_clock_of_days() -> None:
    """Minutes a turn and an hour a game: no reminder, and the limit cuts the last turn short."""
    table = Table(started(2, replace(LETTRIX, clock=Clock(turn=30 * MINUTE, game=HOUR, timeouts_to_forfeit=9))))
    table.skip(after=20 * MINUTE)
    table.exchange(table.game.seats[1].rack[:1], after=20 * MINUTE)
    assert table.game.due_at == T0 + HOUR
    assert table.game.remind_at is None
    assert [turn.action for turn in table.settle(after=3 * DAY)] == ["limit"]
