"""Fundox with clearing: pink squares, orange squares, what is banked."""

from __future__ import annotations

from random import Random

import pytest
from tests.engine import Table, check_replay, dealt, started
from tests.fundox import CLEARING, changed, check_scores, lexicon_of, rules
from tests.random_games import random_action

from lettrix.boards import FUNDOX13
from lettrix.clock import SECOND
from lettrix.game import conserved
from lettrix.generation import Position, all_plays
from lettrix.plays import Laid, Play
from lettrix.rules import Rules
from lettrix.view import turn_view, view


class TestClearing:
    def cleared(self, options: Rules = CLEARING) -> Table:
        """Red lays SHAPE, green HATINGS along the bottom of it, and red reaches the pink square M7."""
        table = dealt(options, ["SHAPEHI"] * 2, "ATNGO" + "DEFEIR" + "AEIOUST")
        table.play("7G SHAPE")
        table.play("8F HATING")
        return table

    def test_a_tile_on_pink_clears_the_board_after_scoring_and_scores_are_kept(self) -> None:
        table = self.cleared()
        assert table.scores == [0, 11 + 1], "the P of SHAPE lies on orange"
        facts = table.do(table.read("7G .....ED"))
        assert facts[0]["points"] == 5 + 1 + 2, "SHAPE is taken, two are new"
        assert table.game.grid.is_empty
        assert table.scores == [8, 6]
        assert {"kind": "cleared", "banked": [8, 6]} in turn_view(table.game, table.turns[-1], 1)["facts"]
        assert view(table.game, None)["special"]["banked"] == [8, 6]
        check_replay(table)

    def test_the_tiles_are_out_of_the_game(self) -> None:
        table = self.cleared()
        table.play("7G .....ED")
        assert sorted(table.game.extra["aside"]) == sorted("SHAPEED" + "HATING")
        assert conserved(table.game)

    def test_the_next_play_may_lie_anywhere_but_not_the_first_of_the_game(self) -> None:
        table = self.cleared()
        table.play("7G .....ED")
        assert view(table.game, 1)["special"]["anywhere"]
        letters = table.game.seats[1].rack
        table.play(f"2B {letters[:2]}")
        assert table.scores == [8, 6 + 2]
        assert not view(table.game, 0)["special"]["anywhere"]
        facts = table.do(table.read(f"12K {table.game.seats[0].rack[:2]}"))
        assert facts[0]["code"] == "not_connected", "only the very next one"
        assert dealt(CLEARING, ["SHAPEHI"] * 2).do(table.read("12K SH"))[0]["code"] == "misses_start"

    def test_generation_opens_anywhere_too(self) -> None:
        table = self.cleared()
        table.play("7G .....ED")
        lexicon = lexicon_of(table.game.seats[1].rack[:2])
        assert len(all_plays(Position.of(table.game, 1), lexicon, budget=None)) == 2 * 12 * 13

    def test_an_orange_square_lends_its_owner_a_point_while_he_owns_its_letter(self) -> None:
        table = dealt(CLEARING, ["SHAPEHI"] * 2, "ATNGOEEEEE")
        assert FUNDOX13.kinds[6 * 13 + 9] == "O"
        assert table.play("7G SHAPE") == 6, "the P of SHAPE lies on J7, orange"
        assert table.play("8F HATING") == 11 + 1
        assert table.scores == [0, 12]
        told = {(entry["row"], entry["col"]): entry["value"] for entry in view(table.game, 0)["counting"]["worth"]}
        assert told[6, 9] == 2
        assert told[6, 8] == 1
        own = {entry["value"] for entry in view(table.game, 1)["counting"]["worth"]}
        assert own == {0}, "one's own bring nothing"

    def test_who_clears_banks_what_orange_lent_him_and_everybodys_is_reset(self) -> None:
        table = dealt(CLEARING, ["SHAPEED"] * 2)
        grid = table.game.grid.put({13 + 4: "O", 2 * 13 + 2: "O", 0: "A"}, 1, 1)  # two on orange
        table.game = changed(table.game, grid=grid.put({6 * 13 + 5: "E"}, 1, 1))
        assert table.scores == [0, 4 + 2]
        facts = table.do(table.read("7F .SHAPEED"))
        assert facts[0]["points"] == 8 + 1
        assert {"kind": "loss", "seat": 1, "points": 3 - 6} in facts, "the E is taken, and two points of orange go"
        assert table.scores == table.game.extra["banked"] == [9, 3]

    @pytest.mark.parametrize(("vidage", "clears"), [("none", False), ("allowed", True), ("not_first", False)])
    def test_on_the_games_first_turn(self, vidage: str, clears: bool) -> None:
        table = dealt(rules(vidage=vidage), ["SHAPEED"] * 2)
        table.play("7G SHAPEED")
        assert table.game.grid.is_empty == clears
        assert table.scores == [7 + (vidage != "none"), 0]

    @pytest.mark.parametrize("pink", [square for square, kind in enumerate(FUNDOX13.kinds) if kind == "P"])
    def test_each_of_the_eight_pink_squares_does(self, pink: int) -> None:
        table = dealt(CLEARING, ["SHAPEED"] * 2)
        row, col = divmod(pink, 13)
        inward = 1 if col < 12 else -1
        table.game = changed(table.game, grid=table.game.grid.put({pink + 2 * inward: "T"}, 1, 1))
        table.do(Play((Laid(row, col, "S"), Laid(row, col + inward, "H"))))
        assert table.game.grid.is_empty
        assert table.scores[0] == 3 + (FUNDOX13.kinds[pink + 2 * inward] == "O")

    def test_it_is_still_the_first_turn_when_another_player_leaves(self) -> None:
        table = dealt(rules(vidage="not_first"), ["SHAPEED"] * 3)
        table.resign(2)
        table.play("7G SHAPEED")
        assert not table.game.grid.is_empty

    @pytest.mark.parametrize("vidage", ["allowed", "not_first"])
    def test_after_the_first_turn(self, vidage: str) -> None:
        table = dealt(rules(vidage=vidage), ["SHAPEED"] * 2)
        table.skip()
        table.play("7G SHAPEED")
        assert table.game.grid.is_empty

    def test_a_tile_that_lay_on_pink_does_not_clear_again(self) -> None:
        table = dealt(rules(vidage="not_first", target=200), ["SHAPEED"] * 2)
        table.play("7G SHAPEED")
        letters = table.game.seats[1].rack
        table.play(f"M7 .{letters[:2]}")
        assert not table.game.grid.is_empty

    def test_random_games_with_clearing_replay(self) -> None:
        cleared = 0
        for number in range(4):
            random = Random(number)
            table = Table(started(2 + number % 3, rules(vidage="allowed", target=150)))
            while not table.game.is_over and len(table.turns) < 120:
                table.do(random_action(table.game, random, 6), after=random.randint(1, 39) * SECOND)
                check_scores(table)
                assert conserved(table.game)
            check_replay(table)
            cleared += table.game.extra["cleared"]
        assert cleared > 5
