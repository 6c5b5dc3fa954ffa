"""What makes a play legal, and the reason that is given when it is not."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

import pytest
from tests.engine import ANY_WORD, LETTRIX, T0, Table, position, refusal, started

from lettrix.game import apply
from lettrix.legality import IllegalAction, Reason
from lettrix.lexicon import WordSet
from lettrix.plays import Laid, Pass, Play
from lettrix.state import Game

RACK = "ABCDEFG?"


def laid(*tiles: tuple[int, int, str]) -> Play:
    return Play(tuple(Laid(*tile) for tile in tiles))


class TestFirstPlay:
    def test_it_covers_the_centre_across_or_down(self) -> None:
        for text in ("8H AB", "8G AB", "H8 AB", "H7 AB", "8D ABCDE"):
            Table(position([RACK, RACK])).play(text)

    @pytest.mark.parametrize("text", ["8I AB", "7H AB", "8E ABC", "A1 ABCDEFG", "8H"])
    def test_it_is_refused_off_the_centre(self, text: str) -> None:
        game = position([RACK, RACK])
        if text == "8H":  # one tile off the centre misses the start before it is too short
            assert refusal(game, laid((7, 8, "A"))) == Reason.MISSES_START
        else:
            assert refusal(game, text) == Reason.MISSES_START

    def test_it_makes_a_word_of_two_letters_or_more(self) -> None:
        assert refusal(position([RACK, RACK]), laid((7, 7, "A"))) == Reason.TOO_SHORT

    def test_the_rule_holds_until_a_tile_lies_on_the_board(self) -> None:
        table = Table(started(2))
        table.skip()
        letters = table.game.seats[1].rack.replace("?", "")[:2]
        assert refusal(table.game, f"1A {letters}") == Reason.MISSES_START
        table.play(f"8H {letters}")


class TestWhereTilesLie:
    board: ClassVar = {"8F": "CHATS"}

    @pytest.mark.parametrize(
        ("play", "reason"),
        [
            (laid((6, 5, "A"), (5, 6, "B")), Reason.NOT_IN_LINE),
            (laid((6, 5, "A"), (6, 6, "B"), (5, 6, "C")), Reason.NOT_IN_LINE),
            (laid((6, 5, "A"), (6, 7, "B")), Reason.GAP),
            (laid((5, 5, "A"), (8, 5, "B")), Reason.GAP),
            (laid((7, 5, "A")), Reason.SQUARE_TAKEN),
            (laid((6, 5, "A"), (6, 5, "B")), Reason.SQUARE_TAKEN),
            (laid((15, 5, "A")), Reason.OFF_BOARD),
            (laid((5, 15, "A")), Reason.OFF_BOARD),
            (laid((-1, 5, "A")), Reason.OFF_BOARD),
            (laid((7, -1, "A")), Reason.OFF_BOARD),
            (laid((0, 0, "A"), (0, 1, "B")), Reason.NOT_CONNECTED),
            (laid((0, 0, "A")), Reason.NOT_CONNECTED),
            (laid((6, 4, "A")), Reason.NOT_CONNECTED),  # only corner to corner
            (laid((8, 10, "A"), (8, 11, "B")), Reason.NOT_CONNECTED),
            (laid(), Reason.TOO_FEW_TILES),
        ],
    )
    def test_a_play_is_refused_with_its_reason(self, play: Play, reason: Reason) -> None:
        assert refusal(position([RACK, RACK], self.board), play) == reason

    @pytest.mark.parametrize(
        "play",
        [
            laid((6, 5, "A")),  # above
            laid((8, 9, "A")),  # below
            laid((7, 4, "A")),  # before
            laid((7, 10, "A")),  # behind
            laid((7, 4, "A"), (7, 10, "B")),  # both ends: the word runs through the tiles between
            laid((6, 6, "A"), (8, 6, "B")),
            laid((6, 0, "A"), (6, 1, "B"), (6, 2, "C"), (6, 3, "D"), (6, 4, "E"), (6, 5, "F")),
            laid((6, 7, "B"), (6, 5, "A"), (6, 6, "C")),  # in any order
        ],
    )
    def test_one_new_tile_beside_an_old_one_is_enough(self, play: Play) -> None:
        apply(position([RACK, RACK], self.board), 0, play, T0, ANY_WORD)

    @pytest.mark.parametrize(
        ("board", "square", "words"),
        [
            ({"8H": "CHAT", "L9": "EL"}, (7, 11), ["CHATS", "SEL"]),
            ({"8H": "CHAT", "G9": "EL"}, (7, 6), ["SCHAT", "SEL"]),
            ({"8H": "CHAT", "8M": "AB", "L9": "EL"}, (7, 11), ["CHATSAB", "SEL"]),
            ({"8H": "CHAT"}, (8, 7), ["CS"]),
        ],
    )
    def test_the_main_word_of_a_single_tile_is_the_one_across_if_there_is_one(
        self, board: dict[str, str], square: tuple[int, int], words: list[str]
    ) -> None:
        facts = Table(position(["S", "E"], board)).do(laid((*square, "S")))
        assert facts[0]["words"] == words

    def test_the_edges_of_the_board_do_not_touch_one_another(self) -> None:
        board = {"8H": "AB", "1O": "A"}  # O1 ends the first row, A2 begins the second
        assert refusal(position([RACK, RACK], board), laid((1, 0, "A"))) == Reason.NOT_CONNECTED
        assert refusal(position([RACK, RACK], board), laid((0, 0, "A"), (0, 1, "B"))) == Reason.NOT_CONNECTED
        Table(position([RACK, RACK], board)).do(laid((1, 14, "B")))
        column = {"8H": "AB", "A15": "A"}  # A15 ends the first column, B1 begins the second
        assert refusal(position([RACK, RACK], column), laid((0, 1, "A"))) == Reason.NOT_CONNECTED
        facts = Table(position([RACK, RACK], {"8H": "AB", "1N": "AB"})).do(laid((1, 13, "C"), (1, 14, "D")))
        assert facts[0]["words"] == ["CD", "AC", "BD"], "the row above goes no further than its end"


class TestTilesOfTheRack:
    def test_tiles_come_from_the_rack(self) -> None:
        game = position(["ABBCDEFG", RACK])
        assert refusal(game, "8H ABZ") == Reason.NOT_ON_RACK
        assert refusal(game, "8H AA") == Reason.NOT_ON_RACK
        assert refusal(game, "8H AbC") == Reason.NOT_ON_RACK, "a blank that is not there"
        Table(game).play("8H ABB")

    def test_a_blank_needs_a_letter(self) -> None:
        game = position([RACK, RACK])
        for letter in ("", "?", "1", "é", "AB", "a"):
            play = Play((Laid(7, 7, "A"), Laid(7, 8, letter, blank=True)))
            assert refusal(game, play) == Reason.BLANK_NEEDS_LETTER

    @pytest.mark.parametrize("letter", ["", "?", "1", "é", "a", "AB", "."])
    def test_what_is_no_letter_is_not_on_the_rack(self, letter: str) -> None:
        assert refusal(position([RACK, RACK]), laid((7, 7, "A"), (7, 8, letter))) == Reason.NOT_ON_RACK

    def test_a_blank_does_not_stand_for_itself_without_being_called_one(self) -> None:
        assert refusal(position(["?BCDEFGH", RACK]), "8H AB") == Reason.NOT_ON_RACK

    def test_more_tiles_than_a_rack_holds(self) -> None:
        play = laid(*((7, col, "A") for col in range(9)))
        assert refusal(position(["A" * 8, RACK]), play) == Reason.TOO_MANY_TILES
        assert refusal(position([RACK, RACK]), laid(*((7, 7, "A"),) * 500)) == Reason.TOO_MANY_TILES

    def test_a_blank_keeps_the_letter_that_it_took(self) -> None:
        table = Table(position(["CHAS?AAA", "EEEEEEEE"]), WordSet(["CHAT", "ET", "CHATE"]))
        table.play("8E CHAt")
        assert table.game.grid.rows()[7] == "....CHAt......."
        assert refusal(table.game, "H7 E.", WordSet(["ES", "EL"])) == Reason.UNKNOWN_WORDS
        table.play("H7 E.")  # ET


class TestDictionary:
    words = WordSet(["CHAT", "CHATS", "LE", "SEL", "EL"])

    def test_every_word_with_a_new_tile_is_looked_up_along_and_across(self) -> None:
        game = position(["SELAZXYW", RACK], {"8H": "CHAT"})
        Table(game, self.words).play("L8 SEL")  # CHATS too
        for text, unknown in {
            "8H CHATZ": ("CHATZ",),
            "9H LE": ("CL", "HE"),
            "L8 SEX": ("SEX",),
            "L8 ZEL": ("ZEL", "CHATZ"),
            "9H ZY": ("ZY", "CZ", "HY"),
        }.items():
            table = Table(game, self.words)
            with pytest.raises(IllegalAction) as refused:
                table.play(text)
            assert refused.value.reason == Reason.UNKNOWN_WORDS
            assert refused.value.words == unknown, "every unknown word is named"

    def test_an_unknown_word_is_named_once_and_a_blank_in_it_as_a_letter(self) -> None:
        table = Table(position(["?ZZAZZZZ", RACK]), self.words)
        with pytest.raises(IllegalAction) as refused:
            table.play("8H ZzA")
        assert refused.value.words == ("ZZA",)
        table = Table(position(["AA", RACK], {"8H": "BB"}), self.words)
        with pytest.raises(IllegalAction) as refused:
            table.play("9H AA")
        assert refused.value.words == ("AA", "BA"), "BA is formed twice"

    def test_words_that_were_there_before_are_not_looked_up(self) -> None:
        table = Table(position(["SELAZXYW", RACK], {"8H": "CHAT", "1A": "QQQ"}), self.words)
        table.play("L8 SEL")

    def test_a_refused_play_costs_nothing_and_may_be_retried(self) -> None:
        table = Table(position(["CHATSELZ", RACK], bag="E" * 20), self.words)
        before = table.game
        for text in ("8H ZZ", "8H ZEL", "1A CHAT"):
            with pytest.raises(IllegalAction):
                table.play(text)
        assert table.game == before
        assert table.turns == []
        assert table.play("8H CHAT", after=1000) > 0


class TestOnlyAddingALetter:
    """`Rules.no_hook`: a play may not take a word by only adding such a letter to it."""

    rules = replace(LETTRIX, no_hook="S")
    board: ClassVar = {"8F": "CHAT", "H10": "RI", "5D": "A"}

    def game(self, rack: str) -> Game:
        return position([rack, RACK], self.board, rules=self.rules)

    @pytest.mark.parametrize("text", ["8F CHATS", "8F CHATs", "J6 LAS", "J7 OST", "J8 sOT", "12H SOT"])
    def test_along_and_across_and_as_a_blank(self, text: str) -> None:
        assert refusal(self.game("SOTLA?"), text) == Reason.ONLY_ADDS_S

    @pytest.mark.parametrize("text", ["8F CHATES", "8F CHATE", "8E SCHAT", "5D AS", "D5 AS", "12H TOS", "9F SOT"])
    def test_but_not_with_another_tile_nor_in_front_nor_to_a_single_letter(self, text: str) -> None:
        Table(self.game("SOTLAE?")).play(text)

    def test_nor_where_the_s_joins_two_words(self) -> None:
        Table(position(["S", RACK], {"8F": "CHAT", "8K": "ON"}, rules=self.rules)).play("8F CHATSON")

    def test_before_the_words_are_looked_up(self) -> None:
        assert refusal(self.game("S"), "8F CHATS", WordSet([])) == Reason.ONLY_ADDS_S


def test_only_the_player_to_move_plays() -> None:
    game = position([RACK, RACK, RACK])
    for seat in (1, 2):
        assert refusal(game, "8H AB", seat=seat) == Reason.NOT_YOUR_TURN
        assert refusal(game, Pass(), seat=seat) == Reason.NOT_YOUR_TURN


def test_the_order_of_play_is_the_order_of_the_seats() -> None:
    table = Table(started(3))
    movers = []
    for _ in range(5):
        movers.append(table.game.to_move)
        table.skip()
    assert movers == [0, 1, 2, 0, 1]


def test_an_action_needs_a_seat_of_the_game() -> None:
    for seat in (None, -1, 2):
        with pytest.raises(ValueError, match="seat"):
            apply(started(2), seat, Pass(), T0, ANY_WORD)


def test_every_reason_of_the_contract_exists() -> None:
    contract = """not_your_turn game_over off_board square_taken not_in_line gap not_connected misses_start too_short
    too_few_tiles not_on_rack unknown_words only_adds_s bag_too_small exchange_all_or_none too_many_tiles
    blank_needs_letter stale_turn too_late""".split()
    assert {reason.value for reason in Reason} == {*contract, "too_early"}


def test_a_refusal_does_not_show_the_rack() -> None:
    with pytest.raises(IllegalAction) as refused:
        Table(position(["QWKXYZJV", RACK])).play("8H AB")
    assert not set("QWKXYZJV") & set(f"{refused.value} {refused.value!r}")
