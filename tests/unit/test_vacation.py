"""A player's vacation stops the clock of games whose option `vacation` is on."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.engine import ANY_WORD, T0, Table, check_replay, refusal, started

from lettrix.clock import DAY, HOUR
from lettrix.game import apply
from lettrix.legality import Reason
from lettrix.plays import Pass, Pause
from lettrix.variants import VARIANTS, find_variant
from lettrix.view import turn_view, view
from lettrix_cloud import views

RULES = find_variant("classic").rules(options={"vacation": True})


def away(table: Table, days: int, seat: int = 0, *, after: int = 0) -> None:
    table.do(Pause(table.now + after + days * DAY), seat, after=after)


def test_turn_and_game_are_due_later_by_its_length() -> None:
    table = Table(started(2, RULES))
    away(table, 7, after=10 * HOUR)
    assert table.game.deadline == T0 + 48 * HOUR + 7 * DAY
    assert table.game.ends_at == T0 + 15 * DAY + 7 * DAY
    assert table.game.remind_at == T0 + 36 * HOUR + 7 * DAY
    assert table.game.to_move == 0
    assert table.settle(after=7 * DAY + 38 * HOUR - 1) == []
    assert [turn.action for turn in table.settle(after=1)] == ["timeout"]
    check_replay(table)


def test_also_while_the_other_is_to_move() -> None:
    table = Table(started(2, RULES))
    away(table, 3, seat=1)
    assert table.game.to_move == 0
    assert table.game.deadline == T0 + 48 * HOUR + 3 * DAY


def test_the_others_see_until_when() -> None:
    table = Table(started(3, RULES))
    assert view(table.game, 1)["paused_until"] is None
    away(table, 7, seat=2)
    for viewer in (None, 0, 1, 2):
        assert view(table.game, viewer)["paused_until"] == T0 + 7 * DAY
        record = turn_view(table.game, table.turns[0], viewer)
        assert record["facts"] == [{"kind": "pause", "seat": 2, "until": T0 + 7 * DAY}]
        assert record["automatic"]
    told = views.turn_view(table.game, table.turns[0], 0)["facts"]
    assert told == [{"kind": "pause", "seat": 2, "until": "2027-01-22T08:00:00Z"}], "and the API when, as elsewhere"


def test_who_likes_plays_on_and_a_turn_that_begins_meanwhile_is_timed_from_its_end() -> None:
    table = Table(started(2, RULES))
    away(table, 7, seat=1)
    table.skip(after=DAY)
    assert table.game.deadline == T0 + 7 * DAY + 48 * HOUR
    table.skip(after=8 * DAY)
    assert table.game.deadline == T0 + 9 * DAY + 48 * HOUR, "over: as usual again"
    check_replay(table)


def test_two_that_overlap_stop_the_clock_once() -> None:
    table = Table(started(2, RULES))
    away(table, 7)
    away(table, 7, seat=1, after=4 * DAY)  # from day 4 to day 11: four days more
    assert table.game.ends_at == T0 + 15 * DAY + 11 * DAY
    away(table, 2, after=DAY)  # within the others
    assert table.game.ends_at == T0 + 15 * DAY + 11 * DAY
    assert table.game.paused_until == T0 + 11 * DAY
    check_replay(table)


def test_it_is_the_hosts_choice_and_never_on_the_clock_of_a_game_at_the_table() -> None:
    having = {name for name, variant in VARIANTS.items() if any(o.name == "vacation" for o in variant.options)}
    assert having == set(VARIANTS) - {"blitz"}
    fundox = find_variant("fundox")
    for rules in (find_variant("classic").rules(), fundox.rules(options={"vacation": True})):
        with pytest.raises(ValueError, match="no vacation"):
            apply(started(2, rules), 0, Pause(T0 + DAY), T0, ANY_WORD)
    table = Table(started(2, fundox.rules(options={"vacation": True, "pace": "correspondence"})))
    away(table, 7)
    assert table.game.deadline == T0 + 48 * HOUR + 7 * DAY


@pytest.mark.parametrize("name", [name for name in VARIANTS if name != "blitz"])
def test_it_is_no_turn_so_that_nothing_happens_by_itself(name: str) -> None:
    """No turn without a word, no bomb, no zone that grows older, no rack renewed."""
    rules = find_variant(name).rules(
        options={"vacation": True} | ({"pace": "correspondence"} if name == "fundox" else {})
    )
    for number in range(12):
        seats = len(rules.sides or (0, 1))
        table = Table(started(seats, rules, secret=bytes([number]) * 32))
        table.skip()
        before = table.game
        for seat in range(seats):
            table.do(Pause(T0 + (2 + seat) * DAY), seat)
            assert [fact["kind"] for fact in table.turns[-1].facts] == ["pause"]
        after = table.game
        assert (after.extra, after.seats, after.bag, after.grid) == (
            before.extra,
            before.seats,
            before.bag,
            before.grid,
        )
        check_replay(table)


def test_not_backwards_not_too_late_and_not_for_who_has_left() -> None:
    game = started(3, RULES)
    for until in (T0 - 1, T0, T0 + HOUR):
        with pytest.raises(ValueError, match="later than now"):
            apply(game, 0, Pause(until), T0 + HOUR, ANY_WORD)
    late = replace(game, deadline=T0 + 1)
    assert refusal(late, Pause(T0 + 9 * DAY)) == Reason.TOO_LATE
    table = Table(game)
    table.resign(2)
    assert refusal(table.game, Pause(T0 + 9 * DAY), seat=2) == Reason.GAME_OVER
    assert apply(table.game, 0, Pass(), T0, ANY_WORD)[0].paused_until is None
