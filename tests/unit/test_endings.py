"""How a game ends, who wins, and what is taken off."""

from __future__ import annotations

import pytest
from tests.engine import T0, Table, position, refusal, started

from lettrix.clock import DAY, HOUR
from lettrix.game import apply
from lettrix.legality import IllegalAction, Reason
from lettrix.plays import Exchange, Forfeit, Pass, Resign, TimeLimit, Timeout
from lettrix.state import Game, Result

E20 = "E" * 20


def reason(game: Game) -> str | None:
    return None if game.result is None else game.result.reason


class TestPlayedOut:
    """(a) A player lays the last tile with the bag empty."""

    def test_letters_left_are_taken_off_and_nobody_gains_them(self) -> None:
        table = Table(position(["LA", "QUE", "Z?"], scores=[10, 50, 5]))
        facts = table.do(table.read("8H LA"))
        assert table.game.result == Result("played_out", (1,), (2, 1, 3))
        assert table.scores == [10 + 4, 50 - 8 - 1 - 1, 5 - 10]
        assert facts[1:] == [
            {"kind": "leftover", "seat": 1, "letters": ["Q", "U", "E"], "points": -10},
            {"kind": "leftover", "seat": 2, "letters": ["Z", "?"], "points": -10},
            {"kind": "end", "reason": "played_out", "winners": [1], "ranks": [2, 1, 3]},
        ]
        assert table.turns[-1].scores == (14, 40, -5)

    def test_not_while_the_bag_holds_a_tile(self) -> None:
        table = Table(position(["LA", "QUE"], bag="E"))
        table.play("8H LA")
        assert not table.game.is_over
        assert table.game.seats[0].rack == "E"

    def test_not_while_he_keeps_a_tile(self) -> None:
        table = Table(position(["LAS", "QUE"]))
        table.play("8H LA")
        assert not table.game.is_over

    def test_level_at_the_top_is_a_draw(self) -> None:
        table = Table(position(["LA", "E", "E"], scores=[10, 15, 3]))
        table.play("8H LA")
        assert table.game.result == Result("played_out", (0, 1), (1, 1, 3))

    def test_who_left_keeps_his_letters_and_his_score(self) -> None:
        table = Table(position(["LA", "E", "ZZ"], scores=[0, 0, 99]))
        table.resign(2)
        table.play("8H LA")
        assert table.game.result == Result("played_out", (0,), (1, 2, 3))
        assert table.scores == [4, -1, 99]
        assert table.game.seats[2].rack == "ZZ"


class TestAllPassed:
    """(b) Every player still in has passed two turns running."""

    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_it_takes_two_passes_of_each(self, seats: int) -> None:
        table = Table(position(["QU", "E", "?", "Z"][:seats], bag=E20, scores=[30, 20, 10, 0][:seats]))
        for _ in range(2 * seats - 1):
            table.skip()
            assert not table.game.is_over
        table.skip()
        assert reason(table.game) == "all_passed"
        assert table.scores == [30 - 9, 20 - 1, 10, -10][:seats]

    @pytest.mark.parametrize("turn", ["play", "exchange"])
    def test_a_play_or_an_exchange_resets_that_players_count(self, turn: str) -> None:
        table = Table(position(["LAEEEEEE", "EEEEEEEE"], bag=E20))
        table.skip()
        table.skip()
        if turn == "play":
            table.play("8H LA")
        else:
            table.exchange("L")
        table.skip()  # 0: none running, 1: two running
        assert not table.game.is_over
        table.skip()
        table.skip()
        assert not table.game.is_over, "0 has passed once, 1 three times"
        table.skip()
        assert reason(table.game) == "all_passed"

    def test_passes_count_only_running(self) -> None:
        table = Table(position(["LAEEEEEE", "EEEEEEEE"], bag=E20))
        for _ in range(4):
            table.skip()
            if table.game.to_move == 1:
                table.exchange("E")
        assert not table.game.is_over
        assert table.game.seats[0].passes == 4

    def test_an_automatic_pass_counts_as_a_pass(self) -> None:
        table = Table(position(["QU", "E"], bag=E20))
        table.skip()
        table.skip()
        table.settle(after=48 * HOUR)
        table.skip()
        assert reason(table.game) == "all_passed"


class TestTimeLimit:
    """(c) 15 days after the start the leader wins; no letters are taken off."""

    def at_day_15(self, scores: list[int]) -> Table:
        table = Table(position(["QUZ", "E", "Z"][: len(scores)], bag=E20, scores=scores))
        while table.now < T0 + 14 * DAY:
            table.exchange(table.game.seats[table.game.to_move or 0].rack, after=DAY)
        table.settle(after=DAY)
        return table

    def test_the_leader_wins_and_no_letters_are_taken_off(self) -> None:
        table = self.at_day_15([30, 40, 10])
        assert table.game.result == Result("time_limit", (1,), (2, 1, 3))
        assert table.scores == [30, 40, 10]
        assert table.game.finished_at == T0 + 15 * DAY
        assert table.turns[-1].seat is None
        assert table.turns[-1].action == "limit"

    def test_level_leaders_draw(self) -> None:
        assert self.at_day_15([30, 30, 10]).game.result == Result("time_limit", (0, 1), (1, 1, 3))

    def test_not_a_millisecond_earlier(self) -> None:
        table = Table(started(2, ends_at=T0 + DAY))
        assert table.settle(after=DAY - 1) == []
        table.skip()
        assert [turn.action for turn in table.settle(after=1)] == ["limit"]

    def test_a_match_brings_its_own_limit(self) -> None:
        table = Table(started(2, ends_at=T0 + 10 * DAY))
        assert table.game.ends_at == T0 + 10 * DAY


class TestResigning:
    def test_it_loses_whatever_the_score_and_takes_nothing_off(self) -> None:
        table = Table(position(["QUZ", "E"], bag=E20, scores=[100, 3]))
        table.resign()
        assert table.game.result == Result("last_player", (1,), (2, 1))
        assert table.scores == [100, 3]

    def test_the_others_go_on(self) -> None:
        table = Table(started(3))
        table.resign()
        assert not table.game.is_over
        assert table.game.to_move == 1
        table.skip()
        table.skip()
        assert table.game.to_move == 1, "who left is left out"

    def test_it_is_possible_out_of_turn(self) -> None:
        table = Table(started(3))
        table.resign(2, after=HOUR)
        assert table.game.to_move == 0
        table.skip()
        table.skip()
        assert table.game.to_move == 0

    def test_out_of_turn_the_player_to_move_keeps_his_deadline_and_reminder(self) -> None:
        table = Table(started(4))
        table.skip(after=5 * HOUR)
        before = table.game
        table.resign(3, after=7 * HOUR)
        table.forfeit(2, after=HOUR)
        after = table.game
        assert after.due_at == before.due_at == T0 + 53 * HOUR
        assert after.remind_at == before.remind_at == T0 + 41 * HOUR
        assert (after.to_move, after.turn_began, after.began_at) == (1, 2, T0 + 5 * HOUR)
        assert after.turn == before.turn + 2, "but they are turns of the record"

    def test_who_left_can_do_nothing_more(self) -> None:
        table = Table(started(3))
        table.resign(1)
        for action in (Pass(), Resign(), Exchange("E"), Forfeit("suspended")):
            assert refusal(table.game, action, seat=1) == Reason.GAME_OVER


class TestForfeit:
    def test_one_player_left_wins_at_once(self) -> None:
        table = Table(position(["A", "B", "C"], bag=E20, scores=[0, 10, 20]))
        table.forfeit(2)
        table.forfeit(1)
        assert table.game.result == Result("last_player", (0,), (1, 2, 3))
        assert table.scores == [0, 10, 20], "no letters are taken off"

    def test_who_left_is_ranked_last_the_earliest_lowest(self) -> None:
        table = Table(position(["A", "B", "C", "D"], bag=E20, scores=[5, 99, 3, 50]))
        table.resign(1)
        table.forfeit(3)
        for _ in range(4):
            table.skip()
        assert table.game.result == Result("all_passed", (0,), (1, 4, 2, 3))
        assert table.scores == [5 - 1, 99, 3 - 3, 50], "their letters are not taken off"

    def test_the_endings_are_looked_at_again(self) -> None:
        """Two have passed twice, the third has not; he leaves, and all who are still in have passed twice."""
        for leave in (Resign(), Forfeit("suspended")):
            table = Table(position(["A", "B", "CCCCCCCC"], bag=E20))
            for _ in range(2):
                table.skip()
                table.skip()
                table.exchange("C")
            assert not table.game.is_over
            assert [seat.passes for seat in table.game.seats] == [2, 2, 0]
            table.do(leave, 2)
            assert reason(table.game) == "all_passed"
            assert table.scores == [-1, -3, 0]

    def test_a_player_to_move_who_is_taken_out_passes_the_turn_on_with_a_fresh_deadline(self) -> None:
        table = Table(started(3))
        table.forfeit(0, after=40 * HOUR)
        assert table.game.to_move == 1
        assert table.game.due_at == T0 + 88 * HOUR

    def test_its_letters_stay_out_of_play(self) -> None:
        table = Table(position(["AAAAAAAA", "BBBBBBBB", "CCCCCCCC"], bag="EE"))
        table.resign(2)
        table.skip()
        table.skip()
        assert table.game.bag == "EE"
        assert table.game.seats[2].rack == "CCCCCCCC"


def test_nothing_happens_after_the_end() -> None:
    table = Table(started(2))
    table.resign()
    over = table.game
    assert over.is_over
    assert (over.to_move, over.due_at, over.remind_at, over.deadline) == (None, None, None, None)
    actions = (Pass(), Resign(), Exchange("E"), Forfeit("suspended"), Timeout())
    for seat in (0, 1):
        for action in actions:
            assert refusal(over, action, seat=seat) == Reason.GAME_OVER
    with pytest.raises(IllegalAction) as refused:
        apply(over, None, TimeLimit(), T0 + 20 * DAY, table.words)
    assert refused.value.reason == Reason.GAME_OVER
    assert table.settle(after=100 * DAY) == []
    assert table.game is over
