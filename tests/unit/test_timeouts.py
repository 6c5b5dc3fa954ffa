"""Deadlines, automatic passes, forfeits by time, and settling late."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.engine import ANY_WORD, LETTRIX, T0, Table, refusal, started

from lettrix.clock import DAY, HOUR, MINUTE, Clock
from lettrix.game import apply
from lettrix.legality import IllegalAction, Reason
from lettrix.plays import Pass, Resign, TimeLimit, Timeout
from lettrix.state import Result


def actions(table: Table) -> list[str]:
    return [turn.action for turn in table.turns]


class TestNobodyPlaying:
    def test_two_players_end_on_day_8(self) -> None:
        table = Table(started(2))
        table.wait_for_the_end()
        assert table.elapsed == 8
        assert table.game.result is not None
        assert table.game.result.reason == "all_passed"
        assert actions(table) == ["timeout"] * 4

    def test_three_players_end_on_day_12(self) -> None:
        table = Table(started(3))
        table.wait_for_the_end()
        assert table.elapsed == 12
        assert table.game.result is not None
        assert table.game.result.reason == "all_passed"
        assert actions(table) == ["timeout"] * 6

    def test_four_pass_seven_times_and_reach_the_limit_without_a_forfeit(self) -> None:
        table = Table(started(4))
        table.wait_for_the_end()
        assert table.elapsed == 15
        assert actions(table) == ["timeout"] * 7 + ["limit"]
        assert table.scores == [0, 0, 0, 0]
        assert table.game.result == Result("time_limit", (0, 1, 2, 3), (1, 1, 1, 1))
        assert {seat.state for seat in table.game.seats} == {"playing"}


class TestAbsentees:
    def test_one_of_two_forfeits_at_his_third_automatic_pass(self) -> None:
        table = Table(started(2))
        for number in (1, 2, 3):
            table.exchange(table.game.seats[0].rack[:1], after=HOUR)
            (turn,) = table.settle(after=48 * HOUR)
            assert turn.facts[0] == {"kind": "timeout", "number": number}
        assert turn.facts[1] == {"kind": "forfeit", "seat": 1, "reason": "timeouts"}
        assert table.game.result == Result("last_player", (0,), (1, 2))
        assert table.game.seats[1].state == "forfeited"
        assert table.elapsed == pytest.approx(3 * 49 / 24)

    def test_two_of_four_both_forfeit(self) -> None:
        table = Table(started(4))
        while not table.game.is_over and table.elapsed < 14:
            if table.game.to_move in (0, 2):
                table.exchange(table.game.seats[table.game.to_move].rack[:1], after=MINUTE)
            else:
                table.settle(after=48 * HOUR)
        assert [seat.state for seat in table.game.seats] == ["playing", "forfeited", "playing", "forfeited"]
        assert [seat.timeouts for seat in table.game.seats] == [0, 3, 0, 3]
        table.skip()
        table.skip()
        table.skip()
        table.skip()
        assert table.game.result is not None
        assert table.game.result.reason == "all_passed"
        assert table.game.result.ranks[1] == 4, "1 forfeited before 3"
        assert table.game.result.ranks[3] == 3

    def test_a_play_in_between_does_not_reset_the_count(self) -> None:
        table = Table(started(2))
        for _ in range(2):
            table.settle(after=48 * HOUR)  # 0 is late
            table.exchange(table.game.seats[1].rack[:1], after=HOUR)
            table.exchange(table.game.seats[0].rack[:1], after=HOUR)
            table.exchange(table.game.seats[1].rack[:1], after=HOUR)
        assert table.game.seats[0].passes == 0
        assert table.game.seats[0].timeouts == 2
        table.settle(after=48 * HOUR)
        assert table.game.seats[0].state == "forfeited"

    def test_passes_of_ones_own_do_not_count_as_automatic_ones(self) -> None:
        table = Table(started(2))
        for _ in range(5):
            table.skip(after=HOUR)
            table.exchange(table.game.seats[1].rack[:1], after=HOUR)
        assert table.game.seats[0].timeouts == 0
        assert not table.game.is_over


class TestDeadline:
    def test_48_hours_from_the_turns_beginning_and_a_reminder_12_hours_before(self) -> None:
        table = Table(started(2))
        assert (table.game.due_at, table.game.remind_at) == (T0 + 48 * HOUR, T0 + 36 * HOUR)
        table.skip(after=10 * HOUR)
        assert (table.game.due_at, table.game.remind_at) == (T0 + 58 * HOUR, T0 + 46 * HOUR)

    def test_the_games_limit_comes_first_when_it_is_earlier(self) -> None:
        table = Table(started(2, ends_at=T0 + 40 * HOUR))
        assert (table.game.due_at, table.game.remind_at) == (T0 + 40 * HOUR, T0 + 28 * HOUR)
        table.skip(after=17 * HOUR)
        assert table.game.due_at == T0 + 40 * HOUR
        assert table.game.remind_at is None, "a turn of 23 hours has no reminder"

    def test_an_action_at_the_deadline_is_in_time_and_one_after_it_is_too_late(self) -> None:
        game = started(3)
        assert game.due_at is not None
        for seat, action in ((0, Pass()), (0, Resign()), (2, Resign())):
            apply(game, seat, action, game.due_at, ANY_WORD)
            with pytest.raises(IllegalAction) as refused:
                apply(game, seat, action, game.due_at + 1, ANY_WORD)
            assert refused.value.reason == Reason.TOO_LATE

    def test_after_the_games_limit_it_is_too_late_as_well(self) -> None:
        game = started(2, ends_at=T0 + HOUR)
        apply(game, 0, Pass(), T0 + HOUR, ANY_WORD)
        with pytest.raises(IllegalAction) as refused:
            apply(game, 0, Pass(), T0 + HOUR + 1, ANY_WORD)
        assert refused.value.reason == Reason.TOO_LATE

    def test_time_never_runs_out_early(self) -> None:
        game = started(2)
        assert game.due_at is not None
        with pytest.raises(IllegalAction) as refused:
            apply(game, 0, Timeout(), game.due_at - 1, ANY_WORD)
        assert refused.value.reason == Reason.TOO_EARLY
        table = Table(game)
        assert table.settle(after=48 * HOUR - 1) == []
        assert len(table.settle(after=1)) == 1

    def test_only_the_player_to_move_runs_out_of_time(self) -> None:
        with pytest.raises(IllegalAction) as refused:
            apply(started(2), 1, Timeout(), T0 + 48 * HOUR, ANY_WORD)
        assert refused.value.reason == Reason.NOT_YOUR_TURN

    def test_the_limit_never_comes_early(self) -> None:
        game = started(2, ends_at=T0 + HOUR)
        with pytest.raises(IllegalAction) as refused:
            apply(game, None, TimeLimit(), T0 + HOUR - 1, ANY_WORD)
        assert refused.value.reason == Reason.TOO_EARLY

    def test_clocks_that_differ_a_little_do_not_turn_time_back(self) -> None:
        table = Table(started(2))
        table.skip(after=HOUR)
        table.skip(after=-5)
        assert table.turns[-1].at == T0 + HOUR
        assert table.game.due_at == T0 + 49 * HOUR


class TestSettlingLate:
    def test_a_turn_that_a_timeout_gave_runs_from_the_moment_it_was_recorded(self) -> None:
        table = Table(started(3))
        assert len(table.settle(after=5 * DAY)) == 1, "one turn was overdue, not two"
        assert table.turns[-1].at == T0 + 5 * DAY
        assert table.game.to_move == 1
        assert table.game.due_at == T0 + 7 * DAY

    def test_nobody_pays_for_a_server_that_was_silent_for_days(self) -> None:
        table = Table(started(2))
        table.settle(after=14 * DAY)
        assert [seat.timeouts for seat in table.game.seats] == [1, 0]

    def test_the_games_limit_is_absolute(self) -> None:
        table = Table(started(3))
        table.settle(after=14 * DAY)
        assert table.game.ends_at == T0 + 15 * DAY
        assert table.game.due_at == T0 + 15 * DAY
        table.settle(after=DAY)
        assert actions(table) == ["timeout", "limit"]

    def test_what_fell_due_is_handled_in_the_order_of_the_due_moments(self) -> None:
        """After 20 silent days: first the automatic pass that was due on day 2, then the limit of day 15."""
        table = Table(started(2))
        table.settle(after=20 * DAY)
        assert actions(table) == ["timeout", "limit"]
        assert {turn.at for turn in table.turns} == {T0 + 20 * DAY}
        assert table.game.finished_at == T0 + 20 * DAY
        assert table.game.result is not None
        assert table.game.result.reason == "time_limit"

    def test_the_limit_alone_when_it_comes_before_the_deadline(self) -> None:
        table = Table(started(2, ends_at=T0 + 47 * HOUR))
        assert refusal_of_timeout(table) == Reason.TOO_EARLY
        table.settle(after=20 * DAY)
        assert actions(table) == ["limit"]
        assert [seat.timeouts for seat in table.game.seats] == [0, 0]

    def test_equal_moments_deadline_before_limit(self) -> None:
        table = Table(started(2, ends_at=T0 + 48 * HOUR))
        with pytest.raises(IllegalAction) as refused:
            apply(table.game, None, TimeLimit(), T0 + 48 * HOUR, ANY_WORD)
        assert refused.value.reason == Reason.TOO_EARLY
        table.settle(after=48 * HOUR)
        assert actions(table) == ["timeout", "limit"]

    def test_equal_moments_where_the_deadline_decides_the_game(self) -> None:
        """At the very limit the second pass of the last player ends the game by (b): letters are taken off."""
        table = Table(started(2, ends_at=T0 + 8 * DAY))
        table.wait_for_the_end()
        assert actions(table) == ["timeout"] * 4
        assert table.game.result is not None
        assert table.game.result.reason == "all_passed"

    def test_a_forfeit_by_time_may_end_the_game_before_the_limit_is_looked_at(self) -> None:
        table = Table(started(2))
        for _ in range(2):
            table.settle(after=48 * HOUR)
            table.exchange(table.game.seats[1].rack[:1])
        table.settle(after=20 * DAY)
        assert table.game.result == Result("last_player", (1,), (2, 1))
        assert table.turns[-1].action == "timeout"


def test_a_limit_of_an_hour_cuts_a_turn_of_minutes_short_and_nobody_is_reminded() -> None:
    clock = Clock(turn=30 * MINUTE, game=HOUR, timeouts_to_forfeit=9)
    table = Table(started(2, replace(LETTRIX, clock=clock)))
    table.skip(after=20 * MINUTE)
    table.exchange(table.game.seats[1].rack[:1], after=20 * MINUTE)
    assert table.game.due_at == T0 + HOUR
    assert table.game.remind_at is None
    assert [turn.action for turn in table.settle(after=3 * DAY)] == ["limit"]


def refusal_of_timeout(table: Table) -> Reason:
    with pytest.raises(IllegalAction) as refused:
        apply(table.game, 0, Timeout(), T0 + 20 * DAY, ANY_WORD)
    return refused.value.reason


def test_a_timeout_out_of_nowhere_is_no_players_action() -> None:
    assert refusal(started(2), Timeout()) == Reason.TOO_EARLY
