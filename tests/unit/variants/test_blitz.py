"""Blitz: classic against the clock. Every test is a sentence of docs/rules.md."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.engine import T0, Table, check_replay, position, refusal, started

from lettrix.clock import HOUR, MINUTE, SECOND
from lettrix.legality import Reason
from lettrix.state import Game, Result
from lettrix.variant import OptionError
from lettrix.variants import find_variant
from lettrix.view import view

BLITZ = find_variant("blitz")
FIVE = BLITZ.rules(options={"minutes": "5"})


def scored(game: Game, *scores: int) -> Game:
    return replace(game, seats=tuple(replace(seat, score=n) for seat, n in zip(game.seats, scores, strict=True)))


@pytest.mark.parametrize(("options", "minutes"), [({}, 10), ({"minutes": "5"}, 5), ({"minutes": "25"}, 25)])
def test_each_has_5_10_or_25_minutes_for_the_whole_game(options: dict[str, str], minutes: int) -> None:
    game = started(4, BLITZ.rules("de", options))
    assert {seat.bank for seat in game.seats} == {minutes * MINUTE}
    assert game.due_at == T0 + minutes * MINUTE
    assert game.ends_at is None
    with pytest.raises(OptionError):
        BLITZ.rules(options={"minutes": "7"})


def test_it_is_rated_with_suggestions_and_no_other_aid() -> None:
    assert FIVE.rated
    assert FIVE.aids == {"suggest"}
    assert FIVE.lookups == "always"
    assert [option.name for option in BLITZ.options] == ["minutes", "bag_min"]
    told = BLITZ.describe()["languages"]["fr"]
    assert (told["clock"]["turn"], told["clock"]["each"], told["clock"]["game"]) == (None, 600, None)
    assert told["by_option"]["minutes"]["25"]["clock"]["each"] == 1500


def test_the_rest_is_classic() -> None:
    table = Table(position(["TRAINEE", "E"], rules=FIVE))
    assert refusal(table.game, "8I LA", seat=0) in (Reason.NOT_ON_RACK, Reason.TOO_LATE)
    assert table.play("8D TRAINEE") == (2 + 6) * 2 + 50
    assert table.game.result == Result("played_out", (0,), (1, 2))
    assert table.scores == [66, -1], "played to its end the letters left are taken off"


class TestTheClock:
    def test_time_runs_only_for_the_player_to_move(self) -> None:
        table = Table(started(2, FIVE))
        assert table.game.remind_at is None
        table.skip(after=MINUTE)
        assert [seat.bank for seat in table.game.seats] == [4 * MINUTE, 5 * MINUTE]
        assert table.game.due_at == T0 + 6 * MINUTE
        table.exchange(table.game.seats[1].rack[:1], after=2 * MINUTE)
        assert [player["clock"] for player in view(table.game, None)["players"]] == [4 * MINUTE, 3 * MINUTE]
        assert table.game.due_at == table.now + 4 * MINUTE
        check_replay(table)

    def test_clocks_that_differ_a_little_give_no_time_away(self) -> None:
        table = Table(started(2, FIVE))
        table.skip(after=MINUTE)
        table.skip(after=-SECOND)
        assert table.game.seats[1].bank == 5 * MINUTE

    def test_resigning_out_of_turn_leaves_the_movers_clock_alone(self) -> None:
        table = Table(started(3, FIVE))
        table.resign(2, after=MINUTE)
        assert table.game.due_at == T0 + 5 * MINUTE
        table.skip(after=MINUTE)
        assert table.game.seats[0].bank == 3 * MINUTE
        check_replay(table)

    def test_who_is_taken_out_does_not_stop_the_game_of_the_others(self) -> None:
        table = Table(started(4, FIVE))
        table.resign(after=MINUTE)
        table.forfeit(1, after=MINUTE)
        assert not table.game.is_over
        assert table.game.to_move == 2
        assert table.game.due_at == table.now + 5 * MINUTE
        check_replay(table)


class TestAtZero:
    def test_the_player_forfeits_and_the_game_stops_at_once(self) -> None:
        table = Table(scored(started(2, FIVE), 50, 10))
        assert table.settle(after=5 * MINUTE - 1) == []
        (turn,) = table.settle(after=1)
        assert turn.facts[:2] == (
            {"kind": "timeout", "number": 1},
            {"kind": "forfeit", "seat": 0, "reason": "timeouts"},
        )
        assert table.game.seats[0].state == "forfeited"
        assert table.game.seats[0].bank == 0
        assert table.game.result is not None
        assert (table.game.result.winners, table.game.result.ranks) == ((1,), (2, 1)), "however far he led"

    def test_the_scores_stand_and_no_letters_are_taken_off(self) -> None:
        table = Table(scored(started(3, FIVE), 50, 10, 20))
        table.settle(after=5 * MINUTE)
        assert table.scores == [50, 10, 20]
        assert not [fact for turn in table.turns for fact in turn.facts if fact["kind"] == "leftover"]

    @pytest.mark.parametrize(
        ("scores", "winners", "ranks"),
        [((50, 10, 20), (2,), (3, 2, 1)), ((0, 7, 7, 3), (1, 2), (4, 1, 1, 3))],
    )
    def test_with_three_or_four_the_others_are_ranked_by_score(
        self, scores: tuple[int, ...], winners: tuple[int, ...], ranks: tuple[int, ...]
    ) -> None:
        table = Table(scored(started(len(scores), FIVE), *scores))
        table.settle(after=5 * MINUTE)
        assert table.game.result == Result("out_of_time", winners, ranks)
        assert table.game.finished_at == T0 + 5 * MINUTE

    def test_settled_late_the_time_is_over_all_the_same_and_never_below_zero(self) -> None:
        table = Table(started(2, FIVE))
        table.settle(after=HOUR)
        assert table.game.result is not None
        assert table.game.result.winners == (1,)
        assert table.game.seats[0].bank == 0
        check_replay(table)

    def test_a_move_after_zero_is_too_late(self) -> None:
        assert refusal(started(2, FIVE), "8H LA") == Reason.TOO_LATE
