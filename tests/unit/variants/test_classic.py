"""Classic: its numbers in three languages, its levels, and how it ends. Every test is a sentence of docs/rules.md."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.engine import Table, check_replay, position, refusal, started

from lettrix.boards import STANDARD15
from lettrix.clock import DAY, HOUR
from lettrix.legality import Reason
from lettrix.plays import Exchange
from lettrix.state import Result
from lettrix.tilesets import ENGLISH, FRENCH, GERMAN
from lettrix.variant import OptionError
from lettrix.variants import find_variant
from lettrix.view import allowed

CLASSIC = find_variant("classic")
FR = CLASSIC.rules()
BAG = "E" * 20


class TestNumbers:
    def test_seven_tiles_on_the_standard_board_for_two_to_four_in_three_languages(self) -> None:
        assert CLASSIC.players == (2, 4)
        assert CLASSIC.languages == ("fr", "en", "de")
        for language, tiles, size in (("fr", FRENCH, 102), ("en", ENGLISH, 100), ("de", GERMAN, 102)):
            rules = CLASSIC.rules(language)
            assert rules.board is STANDARD15
            assert rules.rack_size == 7
            assert rules.tiles is tiles
            assert tiles.size == size
            assert [len(seat.rack) for seat in started(4, rules).seats] == [7] * 4

    @pytest.mark.parametrize(
        ("language", "values"),
        [
            (
                "en",
                {
                    1: "E12 A9 I9 O8 N6 R6 T6 L4 S4 U4",
                    2: "D4 G3",
                    3: "B2 C2 M2 P2",
                    4: "F2 H2 V2 W2 Y2",
                    5: "K1",
                    8: "J1 X1",
                    10: "Q1 Z1",
                },
            ),
            (
                "de",
                {
                    1: "E15 N9 S7 I6 R6 T6 U6 A5 D4",
                    2: "H4 G3 L3 O3",
                    3: "M4 B2 W1 Z1",
                    4: "C2 F2 K2 P1",
                    6: "Ä1 J1 Ü1 V1",
                    8: "Ö1 X1",
                    10: "Q1 Y1",
                },
            ),
        ],
    )
    def test_the_bags_of_english_and_german(self, language: str, values: dict[int, str]) -> None:
        tiles = CLASSIC.rules(language).tiles
        counts = {tile[0]: int(tile[1:]) for line in values.values() for tile in line.split()}
        assert Counter(tiles.tiles()) == Counter(counts | {"?": 2})
        assert {tile[0]: points for points, line in values.items() for tile in line.split()} == {
            letter: tiles.values[letter] for letter in tiles.alphabet.upper
        }

    def test_the_first_play_goes_through_h8(self) -> None:
        game = position(["LAEEEEE", "E"], rules=FR)
        assert refusal(game, "8I LA") == Reason.MISSES_START
        assert Table(game).play("H7 LA") == (1 + 1) * 2

    def test_fifty_for_seven_tiles_blanks_counted_and_nothing_for_six(self) -> None:
        assert Table(position(["TRAINEE", "E"], rules=FR)).play("8D TRAINEE") == (2 + 6) * 2 + 50
        assert Table(position(["TRAINE?", "E"], rules=FR)).play("8D TRAINEs") == (2 + 5) * 2 + 50
        assert Table(position(["TRAINEE", "E"], rules=FR)).play("8D TRAINE") == (2 + 5) * 2

    def test_german_umlauts_are_letters_of_their_own(self) -> None:
        table = Table(position(["ÜHRENST", "?ÄÖENSL"], rules=CLASSIC.rules("de")))
        assert table.play("8H ÜHR") == (6 + 2 + 1) * 2
        table.play("J8 .öSE")
        assert table.game.grid.text[8 * 15 + 9] == "ö"


class TestExchange:
    def test_one_to_seven_tiles_for_no_points_and_the_turn_is_over(self) -> None:
        for letters in ("A", "ABCDEFG"):
            table = Table(position(["ABCDEFG", "E"], bag=BAG, rules=FR))
            table.exchange(letters)
            assert table.scores == [0, 0]
            assert table.game.to_move == 1

    def test_by_default_while_the_bag_holds_seven(self) -> None:
        assert refusal(position(["ABCDEFG", "E"], bag="E" * 6, rules=FR), Exchange("A")) == Reason.BAG_TOO_SMALL
        Table(position(["ABCDEFG", "E"], bag="E" * 7, rules=FR)).exchange("ABCDEFG")

    @pytest.mark.parametrize("bag_min", range(1, 8))
    def test_the_option_bag_min_and_never_more_than_the_bag_holds(self, bag_min: int) -> None:
        rules = CLASSIC.rules(options={"bag_min": bag_min})
        game = position(["ABCDEFG", "E"], bag="E" * bag_min, rules=rules)
        assert "exchange" in allowed(game, 0)
        if bag_min < 7:
            assert refusal(game, Exchange("ABCDEFG"[: bag_min + 1])) == Reason.TOO_MANY_TILES
        Table(game).exchange("ABCDEFG"[:bag_min])
        less = position(["ABCDEFG", "E"], bag="E" * (bag_min - 1), rules=rules)
        assert "exchange" not in allowed(less, 0)
        assert refusal(less, Exchange("A")) == Reason.BAG_TOO_SMALL
        for outside in (0, 8):
            with pytest.raises(OptionError):
                CLASSIC.rules(options={"bag_min": outside})


class TestTheEnd:
    def test_bag_and_rack_empty_and_the_letters_left_are_taken_off(self) -> None:
        table = Table(position(["LA", "QUE"], scores=[10, 50], rules=FR))
        table.play("8H LA")
        assert table.game.result == Result("played_out", (1,), (2, 1))
        assert table.scores == [14, 40]

    def test_all_have_passed_twice_running_and_the_letters_left_are_taken_off(self) -> None:
        table = Table(position(["LA", "QU"], scores=[10, 50], bag=BAG, rules=FR))
        table.skip()
        table.skip()
        table.exchange("L")
        for _ in range(3):
            table.skip()
            assert not table.game.is_over
        table.skip()
        assert table.game.result == Result("all_passed", (1,), (2, 1))
        assert table.scores == [10 - 2, 50 - 9]

    def test_by_correspondence_it_has_the_clock_of_lettrix(self) -> None:
        clock = FR.clock
        assert (clock.turn, clock.game, clock.filling) == (48 * HOUR, 15 * DAY, 48 * HOUR)
        assert (clock.remind_before, clock.timeouts_to_forfeit) == (12 * HOUR, 3)
        table = Table(started(2, FR))
        table.wait_for_the_end()
        assert table.elapsed == 8
        assert table.game.result is not None
        assert table.game.result.reason == "all_passed"
        table = Table(started(3, FR))
        for _ in range(3):  # seat 0 stays away, the others exchange
            table.settle(after=48 * HOUR)
            for _ in range(2):
                table.exchange(table.game.seats[table.game.to_move or 0].rack[:1])
        assert [seat.state for seat in table.game.seats] == ["forfeited", "playing", "playing"]
        table.settle(after=15 * DAY)
        assert table.game.result is not None
        assert table.game.result.reason == "time_limit"
        check_replay(table)


class TestLevels:
    @pytest.mark.parametrize(
        ("level", "rated", "aids"),
        [
            ("casual", False, {"suggest", "check", "simulate", "hints"}),
            ("standard", True, {"suggest"}),
            ("competitive", True, set()),
        ],
    )
    def test_what_is_rated_and_which_aids_there_are(self, level: str, rated: bool, aids: set[str]) -> None:
        rules = CLASSIC.rules(options={"level": level})
        assert rules.rated == rated
        assert rules.aids == aids
        assert rules.lookups == "always", "the dictionary may be searched at every level"

    @pytest.mark.parametrize("name", ["duo", "grand", "chaos"])
    @pytest.mark.parametrize("level", ["casual", "standard", "competitive"])
    def test_its_kin_have_the_same_aids_at_each(self, name: str, level: str) -> None:
        for language in ("fr", "en", "de"):
            rules = find_variant(name).rules(language, {"level": level})
            assert rules.aids == CLASSIC.rules(options={"level": level}).aids
            assert rules.lookups == "always"
            assert not rules.rated

    def test_standard_unless_chosen(self) -> None:
        assert CLASSIC.complete({}) == {"level": "standard", "bag_min": 7, "vacation": False}
        with pytest.raises(OptionError):
            CLASSIC.rules(options={"level": "expert"})

    def test_a_client_is_told_what_each_option_changes(self) -> None:
        told = CLASSIC.describe()["languages"]["en"]
        assert (told["aids"], told["rated"]) == (["suggest"], True)
        assert told["by_option"]["level"] == {
            "casual": {"aids": ["suggest", "check", "simulate", "hints"], "rated": False},
            "competitive": {"aids": []},
        }
        assert told["by_option"]["bag_min"]["3"] == {"exchange": {"what": "any", "bag_min": 3}}
        assert told["by_option"]["vacation"] == {"true": {"vacation": True}}
