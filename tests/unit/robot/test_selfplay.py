"""Matches of robots: fair, repeatable, and won by the stronger."""

from __future__ import annotations

import pytest
from tests.engine import LETTRIX, position
from tests.robots import small_lexicon

from lettrix.plays import Pass
from lettrix.robot import GREEDY, LEVELS, selfplay
from lettrix.robot.playout import lead, play, play_out
from lettrix.robot.selfplay import Tally, play_match
from lettrix.robot.valuing import Valuer
from lettrix.variants import find_variant

LEXICON = small_lexicon("fr")


@pytest.fixture(autouse=True)
def _short_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """With few words robots soon can do nothing but exchange; that need not be watched for long."""
    monkeypatch.setattr(selfplay, "MOST_TURNS", 24)


def test_a_level_against_itself_is_even_since_each_deal_is_played_from_both_sides() -> None:
    tally = play_match(LETTRIX, LEXICON, (4, 4), 8, 3)
    assert tally.games == 8
    assert tally.share == 0.5
    assert tally.points[0] == tally.points[1]


def test_the_same_seed_plays_the_same_match_and_another_one_another() -> None:
    one, again, other = (play_match(LETTRIX, LEXICON, (5, 3), 4, seed) for seed in (1, 1, 2))
    assert one == again
    assert one != other


def test_somebody_is_told_after_each_game() -> None:
    told: list[int] = []
    play_match(LETTRIX, LEXICON, (2, 1), 3, 1, told=lambda tally: told.append(tally.games))
    assert told == [1, 2, 3]


def test_shares_count_draws_half() -> None:
    tally = Tally(games=10, wins=4, draws=2)
    assert tally.share == 0.5
    assert tally.error == pytest.approx((0.25 / 10) ** 0.5)
    assert (Tally().share, Tally().error) == (0.0, 0.0)


@pytest.mark.parametrize(("better", "worse"), [(GREEDY, LEVELS[3]), (LEVELS[3], LEVELS[2]), (LEVELS[3], LEVELS[1])])
def test_the_stronger_level_wins_more(better: object, worse: object) -> None:
    """A handful of words and games only: `make robot-matches` measures the levels with whole dictionaries."""
    tally = play_match(LETTRIX, LEXICON, (better, worse), 12, 1)  # type: ignore[arg-type]
    assert tally.share > 0.5
    assert tally.points[0] > tally.points[1]


def test_partners_are_counted_together() -> None:
    rules = find_variant("duo").rules("fr")
    tally = play_match(rules, LEXICON, (GREEDY, 1), 2, 1, seats=4)
    assert tally.games == 2
    assert tally.points[0] > tally.points[1]


def test_three_players_sit_by_turns() -> None:
    tally = play_match(LETTRIX, LEXICON, (GREEDY, 1), 2, 1, seats=3)
    assert tally.wins + tally.draws <= 2
    assert tally.turns > 10


def test_a_lead_is_over_the_best_of_the_other_sides() -> None:
    game = position(["A", "A", "A"], scores=[10, 30, 20])
    assert [lead(game, seat) for seat in range(3)] == [-20, 10, -10]
    team = position(["A"] * 4, scores=[10, 30, 20, 5], rules=find_variant("duo").rules("fr"))
    assert [lead(team, seat) for seat in range(4)] == [-5, 5, -5, 5]


def test_playing_out_ends_the_game_or_stops_after_so_many_turns() -> None:
    game = position(["AILESNT", "TRAINES"], {"8H": "LA"}, bag="EEIOUSRN")
    valuer = Valuer(LETTRIX, LEXICON)
    assert play_out(game, valuer, 3).turn == game.turn + 3
    assert play_out(game, valuer, 200).is_over
    assert play(game, Pass()).to_move == 1
