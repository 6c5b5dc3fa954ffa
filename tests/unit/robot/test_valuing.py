"""What plays are worth beyond their points."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from tests.engine import LETTRIX, position
from tests.robots import small_lexicon

from lettrix.aids import suggest
from lettrix.draw import Stream
from lettrix.generation import Leaves, Position, all_plays
from lettrix.plays import Exchange, Play
from lettrix.robot.playout import play
from lettrix.robot.valuing import Valuer, ending_leaves, rest_after
from lettrix.robot.weights import FITTED, find_leaves
from lettrix.robot.worlds import imagine
from lettrix.tiles import take
from lettrix.variants import VARIANTS, find_variant

EVERY = [variant.rules(language) for variant in VARIANTS.values() for language in variant.languages]


@pytest.mark.parametrize("rules", EVERY, ids=lambda rules: f"{rules.id}-{rules.language}")
def test_a_blank_is_worth_most_and_a_rack_of_one_letter_little_everywhere(rules) -> None:  # type: ignore[no-untyped-def]
    if rules.shared_rack:
        return
    leaves = find_leaves(rules)
    assert set(leaves.first) == {tile for tile, count in rules.tiles.counts.items() if count}
    assert max(leaves.first, key=leaves.value) == "?"
    assert leaves.value("?E") > leaves.value("E") > leaves.value("EEEE")
    assert all(type(leaves.value(letter)) is int for letter in leaves.first)


def test_every_fit_says_how_it_was_made() -> None:
    from importlib import import_module

    for name in FITTED:
        about = import_module(f"lettrix.robot.weights.{name}").__doc__
        assert about is not None
        assert all(word in about for word in ("training/leaves.py", "--seed", "dictionary", "turns"))


def test_the_best_plays_are_those_of_points_and_leaves_together() -> None:
    lexicon = small_lexicon("fr")
    game = position(["AILESNT?", "AAAAAAA"], {"8H": "LA"}, bag="E" * 40)
    valuer = Valuer(LETTRIX, lexicon)
    worth = {
        candidate.play: 100 * candidate.points + valuer.leaves.value(rest_after("AILESNT?", candidate.play))
        for candidate in all_plays(Position.of(game, 0), lexicon, budget=None)
    }
    best = valuer.best(game, 10)
    assert [ranked.equity for ranked in best] == sorted(worth.values(), reverse=True)[:10]
    assert all(worth[ranked.action] == ranked.equity for ranked in best if isinstance(ranked.action, Play))


def test_what_cannot_be_replaced_costs_its_value() -> None:
    lexicon = small_lexicon("fr")
    game = position(["KSE", "QA"], {"8H": "LA"}, bag="")
    for ranked in Valuer(LETTRIX, lexicon).best(game, 20):
        assert isinstance(ranked.action, Play)
        rest = rest_after("KSE", ranked.action)
        assert rest, "nothing here goes out"
        assert ranked.equity == 100 * (ranked.points - LETTRIX.tiles.total(rest))


def test_in_chaos_new_tiles_count_what_they_bring_on_average() -> None:
    """With 8 malus tiles among so many off the board a tile brings (1 - 2p) of its value; a bonus and what lies count
    in full, and the mean over all worlds is the same."""
    lexicon, rules = small_lexicon("fr"), find_variant("chaos").rules("fr")
    game = position(["AILESNT", "TRAINES"], {}, bag="EEIOUSRNTDMLA" * 2, rules=rules)
    game = replace(
        game, extra={"malus": {"bag": [0, 2, 4, 6], "racks": [[0], [1]], "board": []}, "traps": [], "removed": ""}
    )
    assert rules.policy.doubt(game) == (6, 40)
    valuer = Valuer(rules, lexicon)
    plays = [ranked for ranked in valuer.best(game, 8) if isinstance(ranked.action, Play)]
    assert len(plays) > 4
    for ranked in plays[:5]:
        assert isinstance(ranked.action, Play)
        bonus = 50 if len(ranked.action.tiles) == 7 else 0
        kept = valuer.leaves.value(rest_after("AILESNT", ranked.action))
        doubt = 200 * 6 * (ranked.points - bonus) // 40
        assert ranked.equity == 100 * ranked.points + kept - doubt
        means = []
        for number in range(200):
            world = imagine(game, 0, Stream(bytes([number]) * 32, "robot", 0))
            means.append(play(world, ranked.action).seats[0].score)
        assert abs(sum(means) / len(means) - (ranked.points - doubt / 100)) < 1.5
    for suggested in suggest(game, 0, lexicon):
        if isinstance(suggested.action, Play):
            kept = valuer.leaves.value(rest_after("AILESNT", suggested.action))
            assert suggested.equity == 100 * suggested.points + kept, "a suggestion goes by the plain values"


def test_going_out_counts_what_the_opponent_then_loses() -> None:
    lexicon = small_lexicon("fr")
    game = position(["S", "QA"], {"8H": "LA"}, bag="")
    best = Valuer(LETTRIX, lexicon).best(game, 1)[0]
    assert best.equity == 100 * (best.points + 8 + 1)


def test_three_players_go_out_on_the_mean_of_the_others() -> None:
    lexicon = small_lexicon("fr")
    game = position(["S", "QA", "KE"], {"8H": "LA"}, bag="")
    best = Valuer(LETTRIX, lexicon).best(game, 1)[0]
    assert best.equity == 100 * (best.points + (8 + 1 + 10 + 1) // 2)


def test_partners_that_hold_as_much_as_rivals_make_going_out_worth_less() -> None:
    lexicon, rules = small_lexicon("fr"), replace(LETTRIX, sides=(0, 1, 0, 1))
    game = position(["S", "QA", "QA", "QA"], {"8H": "LA"}, bag="", rules=rules)
    best = Valuer(rules, lexicon).best(game, 1)[0]
    assert best.equity == 100 * best.points + 100 * (27 * (2 + 2 - 2) // (6 * 2))


@pytest.mark.parametrize("rack", ["AEINQRST", "WWVVGGSU", "EEEEAAAI", "?ZKWXYJQ", "AA"])
def test_the_exchange_is_the_best_of_all_exchanges(rack: str) -> None:
    valuer = Valuer(LETTRIX, small_lexicon("fr"))
    parts = {"".join(part) for n in range(len(rack)) for part in combinations(sorted(rack), n)}
    best = max(valuer.leaves.value(part) for part in parts)
    found = valuer.exchange(rack, 50, None)
    assert found is not None
    assert isinstance(found.action, Exchange)
    kept = take(rack, found.action.letters)
    assert kept is not None
    assert found.equity == valuer.leaves.value(kept) == best
    assert valuer.exchange(rack, 50, best) is None, "nothing is better than the best"
    assert valuer.exchange(rack, 50, best - 1) == found


def test_exchanges_keep_to_the_rules() -> None:
    lexicon = small_lexicon("fr")
    assert Valuer(LETTRIX, lexicon).exchange("WWVVGGSU", 7, None) is None, "fewer than eight in the bag"
    whole = Valuer(replace(LETTRIX, exchange="whole_rack"), lexicon).exchange("WWVVGGSU", 8, None)
    assert whole is not None
    assert whole.action == Exchange("WWVVGGSU")
    assert Valuer(replace(LETTRIX, exchange="no"), lexicon).exchange("WWVVGGSU", 50, None) is None
    few = Valuer(replace(LETTRIX, exchange_bag_min=1), lexicon).exchange("WWVVGGSU", 3, None)
    assert few is not None
    assert isinstance(few.action, Exchange)
    assert len(few.action.letters) <= 3


def test_letters_left_count_where_the_rules_take_them_off() -> None:
    assert ending_leaves(LETTRIX).value("KE?") == -1100
    assert ending_leaves(replace(LETTRIX, leftovers="keep")).value("KE?") == 0


def test_the_rest_is_the_rack_without_the_tiles_laid() -> None:
    play = next(
        iter(all_plays(Position.of(position(["A?T", "A"], {"8H": "LA"}), 0), small_lexicon("fr"), budget=None))
    ).play
    spent = Counter("?" if tile.blank else tile.letter for tile in play.tiles)
    assert Counter(rest_after("A?T", play)) + spent == Counter("A?T")


def test_neutral_leaves_for_a_game_that_nobody_fitted() -> None:
    leaves = find_leaves(replace(LETTRIX, id="new", language="xx"))
    assert isinstance(leaves, Leaves)
    assert leaves.value("QQ?") == 0
