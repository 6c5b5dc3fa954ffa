"""Looking ahead: worlds that agree with what is known, and the choice over them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

from tests.engine import LETTRIX, position, started
from tests.robots import hide_otherwise, small_lexicon

from lettrix.draw import Stream
from lettrix.game import conserved
from lettrix.plays import Exchange, Pass
from lettrix.robot.choosing import is_settled
from lettrix.robot.lookahead import against_replies, before_the_end, following, laid
from lettrix.robot.playout import lead, play, play_out
from lettrix.robot.valuing import Valuer
from lettrix.robot.worlds import imagine, unseen
from lettrix.state import Game
from lettrix.variants import find_variant

LEXICON = small_lexicon("fr")
VALUER = Valuer(LETTRIX, LEXICON)


def chance(number: int = 0) -> Stream:
    return Stream(bytes([number]) * 32, "robot", 1)


def test_what_is_unseen_is_bag_and_other_racks_together() -> None:
    game = started(3)
    tiles = game.bag + game.seats[0].rack + game.seats[2].rack
    assert Counter(unseen(game, 1)) == Counter(tiles)
    assert unseen(game, 1) == unseen(hide_otherwise(game, 1, Random(1)), 1)


def test_an_imagined_world_keeps_what_is_known_and_draws_the_rest_anew() -> None:
    game, seen = started(3), set()
    for number in range(5):
        world = imagine(game, 1, chance(number))
        assert conserved(world)
        assert world.seats[1] == game.seats[1]
        assert [len(seat.rack) for seat in world.seats] == [len(seat.rack) for seat in game.seats]
        assert (world.grid, world.turn, world.rules, world.extra) == (game.grid, game.turn, game.rules, game.extra)
        assert world.seed != game.seed, "what is drawn there tells nothing of what will be drawn here"
        assert imagine(game, 1, chance(number)) == world
        assert imagine(hide_otherwise(game, 1, Random(number)), 1, chance(number)) == replace(world)
        seen.add(world.bag)
    assert len(seen) == 5


def test_a_shared_rack_stays() -> None:
    rules = find_variant("fundox").rules()
    game = started(2, rules)
    world = imagine(game, 0, chance())
    assert [seat.rack for seat in world.seats] == [seat.rack for seat in game.seats]
    assert sorted(world.bag) == sorted(game.bag)
    assert world.bag != game.bag


def test_in_chaos_a_world_draws_malus_tiles_and_traps_anew_and_keeps_their_number() -> None:
    rules = find_variant("chaos").rules("fr")
    game, marks = started(2, rules), set()
    for _ in range(4):
        game = play(game, VALUER.best(game, 1)[0].action)
    for number in range(6):
        world = imagine(game, 0, chance(number))
        assert conserved(world)
        malus = world.extra["malus"]
        assert malus["board"] == game.extra["malus"]["board"]
        assert rules.policy.doubt(world) == rules.policy.doubt(game)
        piles = [*(seat.rack for seat in world.seats), world.bag]
        for tiles, places in zip(piles, [*malus["racks"], malus["bag"]], strict=True):
            assert all(tiles[place] != "?" for place in places)
            assert places == sorted(set(places))
        marks.add(str(world.extra["malus"]) + str(world.extra["traps"]))
        hidden = hide_otherwise(game, 0, Random(number))
        assert hidden.extra != game.extra
        assert imagine(hidden, 0, chance(number)) == world, "nothing of what is hidden is left in it"
        play(world, Pass())
    assert len(marks) > 1


def near_the_end() -> Game:
    return position(["AILENT", "TRSUDE"], {"8H": "LA", "I8": "AILE"}, bag="SO", scores=[50, 52])


def test_the_last_draws_choose_what_wins_most_worlds() -> None:
    game = near_the_end()
    chosen = before_the_end(game, 0, VALUER, chance(), 60)
    ranked = [action.action for action in VALUER.best(game, 6)]
    assert chosen in ranked

    def wins(number: int) -> float:
        end = [play_out(play(imagine(game, 0, chance(world)), ranked[number]), VALUER, 14) for world in range(20)]
        return sum(lead(one, 0) > 0 for one in end) / 20

    assert wins(ranked.index(chosen)) >= min(wins(number) for number in range(len(ranked)))


def test_one_action_or_none_needs_no_worlds() -> None:
    blocked = replace(near_the_end(), seats=position(["WWWWWW", "TRSUDE"], {}).seats)
    assert before_the_end(blocked, 0, VALUER, chance(), 60) == Pass()
    only = position(["E", "W"], {"8G": "MER"}, bag="")
    (ranked,) = VALUER.best(only, 5)
    assert before_the_end(only, 0, VALUER, chance(), 60) == ranked.action
    assert against_replies(only, 0, VALUER, [ranked], chance()) == ranked


def test_of_two_plays_of_the_same_worth_the_one_with_the_smaller_reply_is_taken() -> None:
    """A play that leaves the opponent nothing is better than passing beside an open board when both count the same."""
    game = position(["AILENTS", "AAAAAAA"], {"8H": "LA"}, bag="E" * 30)
    best = VALUER.best(game, 5)
    level = [action._replace(equity=1000) for action in best]
    chosen = against_replies(game, 0, VALUER, level, chance())
    assert chosen in level


def test_the_board_after_an_action() -> None:
    game = position(["S?", "A"], {"8H": "LA"})
    best = Valuer(LETTRIX, LEXICON).best(game, 1)[0].action
    assert laid(game, best) == play(game, best).grid.put({}, 0, 0)
    assert laid(game, Exchange("S")) == game.grid


def test_playing_out_is_for_two_players_in_games_without_events() -> None:
    assert is_settled(started(2))
    assert not is_settled(started(3))
    for name, settled in (("classic", True), ("kelime", True), ("grand", False), ("chaos", False)):
        assert is_settled(started(2, find_variant(name).rules())) == settled


def test_only_rivals_answer_and_share_the_weight_of_their_answers() -> None:
    assert following(started(3), 1) == [2, 0]
    team = started(4, find_variant("duo").rules("fr"))
    assert following(team, 2) == [3, 0, 1]
    best = VALUER.best(team, 4)
    assert against_replies(team, 0, VALUER, best, chance()) in best
