"""Refilling the rack, exchanging, and passing."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.engine import Table, position, refusal, started

from lettrix.game import conserved
from lettrix.legality import IllegalAction, Reason
from lettrix.plays import Exchange, Pass


class TestRefill:
    def test_the_rack_is_filled_up_from_the_front_of_the_bag(self) -> None:
        table = Table(position(["CHATEFGH", "E"], bag="ZYXWV"))
        table.play("8H CHAT")
        assert table.game.seats[0].rack == "EFGHZYXW"
        assert table.game.bag == "V"
        assert table.game.seats[1].rack == "E", "the others draw nothing"

    def test_the_bag_gives_what_it_has(self) -> None:
        table = Table(position(["CHATEFGH", "E"], bag="ZY"))
        facts = table.do(table.read("8H CHAT"))
        assert table.game.seats[0].rack == "EFGHZY"
        assert facts[1] == {"kind": "draw", "seat": 0, "letters": ["Z", "Y"]}
        table = Table(position(["CHATEFGH", "E"]))
        table.play("8H CHAT")
        assert table.game.seats[0].rack == "EFGH"
        assert [fact["kind"] for fact in table.turns[-1].facts] == ["play"], "nothing drawn, nothing written down"

    def test_a_blank_leaves_the_rack_as_a_blank(self) -> None:
        table = Table(position(["CH?TEFGH", "E"]))
        table.play("8H CHaT")
        assert table.game.seats[0].rack == "EFGH"


class TestExchange:
    def test_any_number_of_tiles(self) -> None:
        for letters in ("A", "?", "AB?", "ABCDEFG?"):
            table = Table(position(["ABCDEFG?", "E"], bag="QRSTUVWX"))
            table.exchange(letters)
            kept = Counter("ABCDEFG?") - Counter(letters)
            assert Counter(table.game.seats[0].rack) == kept + Counter("QRSTUVWX"[: len(letters)])
            assert len(table.game.bag) == 8
            assert table.scores == [0, 0]

    def test_the_new_ones_are_drawn_first_then_the_old_ones_go_back(self) -> None:
        """So nobody draws what he gave back: with eight in the bag and eight given, all eight are new."""
        table = Table(position(["AAAAAAAA", "E"], bag="BBBBBBBB"))
        table.exchange("AAAAAAAA")
        assert table.game.seats[0].rack == "BBBBBBBB"
        assert table.game.bag == "AAAAAAAA"

    def test_the_bag_is_shuffled_afterwards(self) -> None:
        bag = "BCDFGHJKLMNPQRSTVWXZ"
        table = Table(position(["AAEEIIOO", "E"], bag=bag))
        table.exchange("AA")
        assert table.game.seats[0].rack == "EEIIOOBC"
        assert Counter(table.game.bag) == Counter(bag[2:] + "AA")
        assert table.game.bag not in (bag[2:] + "AA", "AA" + bag[2:])

    def test_the_turn_is_over(self) -> None:
        table = Table(started(3))
        table.exchange(table.game.seats[0].rack[:3])
        assert table.game.to_move == 1
        assert conserved(table.game)

    def test_it_needs_eight_tiles_in_the_bag(self) -> None:
        game = position(["ABCDEFGH", "E"], bag="QRSTUVW")
        assert refusal(game, Exchange("A")) == Reason.BAG_TOO_SMALL
        Table(position(["ABCDEFGH", "E"], bag="QRSTUVWX")).exchange("A")

    @pytest.mark.parametrize(
        ("letters", "reason"),
        [
            ("", Reason.TOO_FEW_TILES),
            ("Z", Reason.NOT_ON_RACK),
            ("AA", Reason.NOT_ON_RACK),
            ("a", Reason.NOT_ON_RACK),
            ("??", Reason.NOT_ON_RACK),
            ("ABCDEFG?Q", Reason.NOT_ON_RACK),
            ("é", Reason.NOT_ON_RACK),
        ],
    )
    def test_only_tiles_of_the_rack(self, letters: str, reason: Reason) -> None:
        assert refusal(position(["ABCDEFG?", "E"], bag="E" * 40), Exchange(letters)) == reason

    def test_a_refused_exchange_changes_nothing(self) -> None:
        table = Table(position(["ABCDEFG?", "E"], bag="E" * 40))
        before = table.game
        with pytest.raises(IllegalAction):
            table.exchange("Z")
        assert table.game is before

    def test_two_turns_draw_from_different_streams(self) -> None:
        """The same exchange at another turn shuffles in another way."""
        bags = []
        for turn in (1, 2):
            table = Table(position(["AAAAAAAA", "E"], bag="BCDFGHJKLMNP", turn=turn))
            table.exchange("AA")
            bags.append(table.game.bag)
        assert bags[0] != bags[1]
        assert Counter(bags[0]) == Counter(bags[1])


class TestPassing:
    def test_passing_ends_the_turn_and_changes_nothing_else(self) -> None:
        table = Table(position(["ABCDEFGH", "E"], bag="E" * 9))
        table.skip()
        assert table.game.to_move == 1
        assert table.game.seats[0].rack == "ABCDEFGH"
        assert table.game.bag == "E" * 9
        assert table.scores == [0, 0]

    def test_it_is_always_possible_in_turn(self) -> None:
        Table(position(["A", "E"])).do(Pass())
