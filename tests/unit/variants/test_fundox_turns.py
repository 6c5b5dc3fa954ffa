"""Fundox: time that runs out, refused plays that are a turn over, racks put aside."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.engine import ANY_WORD, T0, Table, check_replay, dealt, started
from tests.fundox import PLAIN, VARIANT, changed, rules

from lettrix.clock import DAY, HOUR, SECOND
from lettrix.game import apply, settle
from lettrix.legality import IllegalAction, Reason
from lettrix.lexicon import WordSet
from lettrix.plays import Laid, Timeout
from lettrix.state import Result
from lettrix.variant import OptionError
from lettrix.view import turn_view, view


class TestTime:
    def test_fifteen_seconds_to_three_minutes_at_the_table_forty_by_default(self) -> None:
        assert PLAIN.clock.turn == 40 * SECOND
        assert rules(turn=15).clock.turn == 15 * SECOND
        assert rules(turn=180).clock.turn == 180 * SECOND
        for turn in (14, 181):
            with pytest.raises(OptionError, match="turn"):
                rules(turn=turn)
        assert PLAIN.clock.remind_at(T0, T0 + 40 * SECOND) is None

    def test_or_48_hours_by_correspondence_with_the_common_clock(self) -> None:
        clock = rules(pace="correspondence").clock
        assert (clock.turn, clock.game, clock.timeouts_to_forfeit) == (48 * HOUR, 15 * DAY, 3)
        told = VARIANT.describe()["languages"]["fr"]
        assert told["clock"]["turn"] == 40
        assert told["by_option"]["pace"]["correspondence"]["clock"]["turn"] == 172_800

    def test_at_zero_nothing_laid_is_a_pass_and_at_the_table_never_a_forfeit(self) -> None:
        table = dealt(PLAIN, ["SHAPEOO"] * 2)
        assert table.settle(after=40 * SECOND - 1) == []
        (turn,) = table.settle(after=1)
        assert turn.facts == ({"kind": "timeout", "number": 1},)
        assert table.game.seats[0].passes == 1
        assert table.game.to_move == 1
        table.game = replace(table.game, seats=tuple(replace(seat, timeouts=9) for seat in table.game.seats))
        table.settle(after=40 * SECOND)
        assert all(seat.is_playing for seat in table.game.seats)

    def test_by_correspondence_the_third_automatic_pass_forfeits(self) -> None:
        table = Table(started(3, rules(pace="correspondence")))
        table.game = replace(table.game, seats=tuple(replace(seat, timeouts=2) for seat in table.game.seats))
        table.settle(after=48 * HOUR)
        assert table.game.seats[0].state == "forfeited"

    def test_at_zero_what_lies_on_the_board_is_validated(self) -> None:
        """And the next player's turn runs from the moment at which that is recorded."""
        table = dealt(PLAIN, ["SHAPEOO"] * 2)
        draft = table.read("7G SHAPE").tiles
        assert settle(table.game, T0 + 40 * SECOND - 1, ANY_WORD, draft) == (table.game, [])
        table.now += 42 * SECOND
        table.game, table.turns = settle(table.game, table.now, ANY_WORD, draft)
        (turn,) = table.turns
        assert turn.action == "timeout"
        assert turn.facts[0]["kind"] == "play"
        assert turn.facts[0]["points"] == table.scores[0] == 5
        assert table.game.seats[0].timeouts == 0, "it was a play"
        assert turn_view(table.game, turn, None)["automatic"]
        assert table.game.due_at == table.now + 40 * SECOND
        check_replay(table)

    def test_what_lies_there_may_be_refused_too(self) -> None:
        table = dealt(PLAIN, ["SHAPEOO"] * 2)
        table.now += 40 * SECOND
        table.game, table.turns = settle(table.game, table.now, ANY_WORD, table.read("7H SHAPE").tiles)
        assert table.turns[0].facts[0]["kind"] == "refused"
        assert table.turns[0].facts[0]["code"] == "misses_start"
        assert table.game.seats[0].passes == 1
        check_replay(table)

    def test_a_draft_is_played_once_for_the_player_to_move_and_never_before_time(self) -> None:
        table = dealt(PLAIN, ["SHAPEOO"] * 2)
        tiles = (Laid(6, 6, "S"), Laid(6, 7, "H"))
        with pytest.raises(IllegalAction) as early:
            apply(table.game, 0, Timeout(tiles), T0 + SECOND, ANY_WORD)
        assert early.value.reason == Reason.TOO_EARLY
        with pytest.raises(IllegalAction) as other:
            apply(table.game, 1, Timeout(tiles), T0 + DAY, ANY_WORD)
        assert other.value.reason == Reason.NOT_YOUR_TURN

    def test_other_games_do_not_play_a_draft(self) -> None:
        game = started(2)
        after, (turn,) = settle(game, T0 + 48 * HOUR, ANY_WORD, (Laid(7, 7, "A"), Laid(7, 8, "A")))
        assert turn.facts[0]["kind"] == "timeout"
        assert after.grid.is_empty

    def test_a_play_at_the_very_deadline_is_in_time_and_one_after_it_too_late(self) -> None:
        table = dealt(PLAIN, ["SHAPEOO"] * 2)
        with pytest.raises(IllegalAction) as late:
            apply(table.game, 0, table.read("7G SHAPE"), T0 + 40 * SECOND + 1, ANY_WORD)
        assert late.value.reason == Reason.TOO_LATE
        table.play("7G SHAPE", after=40 * SECOND)


class TestRefused:
    def test_it_is_a_turn_over_and_everybody_sees_tiles_and_reason(self) -> None:
        table = dealt(PLAIN, ["SHAPEOO"] * 3, words=WordSet(["SHAPE"]))
        rack = table.game.seats[0].rack
        for seat, (text, code, words) in enumerate(
            (("7G HAPS", "unknown_words", ["HAPS"]), ("1A SHAPE", "misses_start", []))
        ):
            assert table.game.to_move == seat
            facts = table.do(table.read(text))
            assert facts[0]["kind"] == "refused"
            for viewer in (None, 0, 1, 2):
                shown = turn_view(table.game, table.turns[-1], viewer)["facts"][0]
                assert (shown["code"], shown["words"]) == (code, words)
                assert [tile["letter"] for tile in shown["tiles"]] == list(text[3:])
        assert table.scores == [0, 0, 0], "scores stand"
        assert table.game.grid.is_empty
        assert table.game.to_move == 2, "the next player moves"
        assert table.game.seats[0].rack == rack, "the rack stays"
        check_replay(table)

    def test_even_tiles_that_are_not_on_the_rack(self) -> None:
        table = dealt(PLAIN, ["SHAPEOO"] * 2)
        assert table.do(table.read("7G ZZ"))[0]["code"] == "not_on_rack"


class TestRenewal:
    def test_when_all_have_passed_or_been_refused_on_the_same_rack_it_is_put_aside_for_good(self) -> None:
        table = dealt(PLAIN, ["SHAPEOO"] * 3)
        table.skip()
        table.do(table.read("1A SHAPE"))
        assert table.game.seats[0].rack == "SHAPEOO"
        bag = table.game.bag
        table.settle(after=40 * SECOND)  # an automatic pass counts too
        assert table.game.extra["aside"] == "SHAPEOO"
        assert table.game.seats[0].rack == bag[:7]
        assert table.game.bag == bag[7:]
        for viewer in (None, 1):
            renewed = turn_view(table.game, table.turns[-1], viewer)["facts"][1]
            assert renewed == {"kind": "renewed", "letters": list("SHAPEOO")}
        check_replay(table)

    def test_passes_on_an_earlier_rack_do_not_count(self) -> None:
        table = dealt(PLAIN, ["SHAPEOO"] * 3)
        table.skip()
        table.skip()
        table.play("7G SHAPE")
        rack = table.game.seats[0].rack
        table.skip()
        table.skip()
        assert table.game.seats[0].rack == rack, "the third has not passed on this one"
        table.skip()
        assert table.game.seats[0].rack != rack

    def test_who_has_left_is_not_waited_for(self) -> None:
        table = dealt(PLAIN, ["SHAPEOO"] * 3)
        table.skip()
        table.skip()
        table.resign(2)
        assert table.game.extra["renewals"] == 1
        table.resign(1)
        assert table.game.result == Result("last_player", (0,), (1, 2, 3))
        check_replay(table)

    def test_who_passed_on_an_earlier_rack_is_waited_for_after_another_has_left(self) -> None:
        table = dealt(PLAIN, ["SHAPEOO"] * 3)
        table.skip()
        table.play("7G SHAPE")
        table.skip()
        table.resign(1)
        assert table.game.extra["renewals"] == 0, "red has not passed on this rack"
        table.skip()
        assert table.game.extra["renewals"] == 1

    def test_nothing_is_renewed_for_the_last_player(self) -> None:
        table = dealt(PLAIN, ["SHAPEOO"] * 2)
        table.skip()
        table.resign(1)
        assert table.game.is_over
        assert table.game.seats[0].rack == "SHAPEOO"

    def test_three_renewals_running_end_the_game_with_most_points(self) -> None:
        table = dealt(PLAIN, ["SHAPEOO"] * 2)
        table.play("7G SHAPE")
        while not table.game.is_over:
            table.skip()
        assert len(table.turns) == 1 + 3 * 2
        assert table.game.result == Result("renewed", (0,), (1, 2))
        assert len(table.game.extra["aside"]) == 21
        check_replay(table)

    def test_one_that_empties_the_bag_ends_the_game_too(self) -> None:
        table = dealt(PLAIN, ["SHAPEOO"] * 2)
        table.game = changed(table.game, bag="ABCDEFG", extra={**table.game.extra, "banked": [3, 9]})
        table.skip()
        assert not table.game.is_over
        table.skip()
        assert table.game.result == Result("bag_empty", (1,), (2, 1))
        assert table.game.seats[0].rack == "ABCDEFG"

    def test_a_play_in_between_starts_the_count_again(self) -> None:
        table = dealt(PLAIN, ["SHAPEOO"] * 2)
        for _ in range(4):
            table.skip()
        assert table.game.extra["renewals"] == 2
        letters = table.game.seats[0].rack
        table.play(f"7G {letters[:2]}")
        assert view(table.game, None)["special"]["renewals"] == 0
        for _ in range(4):
            table.skip()
        assert not table.game.is_over
