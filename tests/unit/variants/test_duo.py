"""Duo: two against two. Every test is a sentence of docs/rules.md."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.engine import T0, Table, check_replay, started

from lettrix.clock import HOUR
from lettrix.state import Game, Result
from lettrix.variants import find_variant
from lettrix.view import turn_view, unseen, view

DUO = find_variant("duo")
RULES = DUO.rules()
JOINED = DUO.rules(options={"teams": "joined"})


def seated(racks: list[str], scores: tuple[int, ...] = (0, 0, 0, 0), bag: str = "") -> Table:
    game = started(4, RULES)
    seats = tuple(replace(s, rack=r, score=p) for s, r, p in zip(game.seats, racks, scores, strict=True))
    return Table(replace(game, seats=seats, bag=bag))


def test_it_is_classic_for_exactly_four_in_two_teams_who_sit_alternately() -> None:
    assert DUO.players == (4, 4)
    assert DUO.languages == ("fr", "en", "de")
    assert RULES.sides == (0, 1, 0, 1)
    classic = find_variant("classic").rules()
    for same in ("board", "tiles", "rack_size", "bonuses", "clock", "exchange_bag_min", "aids", "lookups"):
        assert getattr(RULES, same) == getattr(classic, same)
    assert not RULES.rated, "there are no ratings of pairs"
    assert DUO.describe()["languages"]["en"]["sides"] == [0, 1, 0, 1]


def test_a1_then_b1_then_a2_then_b2() -> None:
    table = Table(started(4, RULES))
    movers = []
    for _ in range(5):
        movers.append(view(table.game, None)["players"][table.game.to_move or 0]["team"])
        table.exchange(table.game.seats[table.game.to_move or 0].rack[:1])
    assert movers == [0, 1, 0, 1, 0]
    assert [player["team"] for player in view(table.game, 0)["players"]] == [0, 1, 0, 1]
    check_replay(table)


def test_teams_are_drawn_or_follow_the_order_of_joining() -> None:
    assert started(4, JOINED).order == (0, 1, 2, 3), "the host and the third to join are A"
    orders = {started(4, RULES, secret=bytes([n]) * 32).order for n in range(40)}
    partners = {frozenset({order[0], order[2]}) for order in orders}
    assert len(partners) == 6, "anybody with anybody"


def test_a_teams_score_is_the_sum_of_its_players() -> None:
    table = seated(["LA", "E", "EE", "E"], (10, 30, 60, 35))
    assert [player["team_score"] for player in view(table.game, None)["players"]] == [70, 65, 70, 65]
    table.play("8H LA")  # 14 + 58 against 29 + 34
    assert table.game.result == Result("played_out", (0, 2), (1, 3, 1, 3))
    table = seated(["LA", "E", "EE", "E"], (0, 7, 0, 0))
    table.play("8H LA")  # 4 - 2 against 6 - 1
    assert table.game.result == Result("played_out", (1, 3), (3, 1, 3, 1))
    table = seated(["LA", "E", "EE", "E"], (3, 7, 0, 0))
    table.play("8H LA")
    assert table.game.result == Result("played_out", (0, 1, 2, 3), (1, 1, 1, 1)), "level: a draw"


def test_partners_do_not_see_each_others_racks() -> None:
    game = started(4, RULES)
    for viewer in range(4):
        shown = view(game, viewer)
        assert ["rack" in player for player in shown["players"]] == [seat == viewer for seat in range(4)]
        other: Game = replace(
            game,
            seats=tuple(replace(s, rack=s.rack[::-1] if n != viewer else s.rack) for n, s in enumerate(game.seats)),
        )
        assert view(other, viewer) == shown
        assert sum(unseen(game, viewer).values()) == 102 - 7, "a partner's letters are among those not seen"


def test_nor_what_the_other_draws_and_exchanges() -> None:
    table = Table(started(4, RULES))
    table.exchange(table.game.seats[0].rack[:3])
    shown = [
        [fact["kind"] for fact in turn_view(table.game, table.turns[0], viewer)["facts"] if "letters" in fact]
        for viewer in range(4)
    ]
    assert shown == [["exchange", "draw"], [], [], []]


@pytest.mark.parametrize("seat", range(4))
def test_a_team_forfeits_when_one_of_its_players_does(seat: int) -> None:
    def leave(table: Table) -> None:
        table.resign(seat)

    def time_out(table: Table) -> None:
        while not table.game.is_over:
            if table.game.to_move == seat:
                table.settle(after=48 * HOUR)
            else:
                table.exchange(table.game.seats[table.game.to_move or 0].rack[:1])

    for how in (leave, time_out, lambda table: table.forfeit(seat)):
        table = Table(started(4, RULES))
        how(table)
        lost = {seat, (seat + 2) % 4}
        assert table.game.result is not None
        assert set(table.game.result.winners) == {0, 1, 2, 3} - lost
        assert [player.is_playing for player in table.game.seats] == [number not in lost for number in range(4)]
        assert table.game.result.ranks == tuple(3 if number in lost else 1 for number in range(4))
        check_replay(table)


def test_where_a_side_is_out_the_next_one_to_move_gets_a_turn_of_his_own() -> None:
    """With a third side in the game, which duo has not: two partners go, one of them being to move."""
    table = Table(started(4, replace(RULES, sides=(0, 1, 0, 2), draw_seats=False)))
    table.resign(2, after=HOUR)
    assert table.game.to_move == 1
    assert table.game.due_at == T0 + 49 * HOUR
    check_replay(table)
