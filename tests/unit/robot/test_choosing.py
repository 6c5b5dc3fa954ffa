"""The robot in every game, language and level: legal, the same every time, and blind to what its seat cannot know."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from tests.engine import T0, position
from tests.robots import fewest, hide_otherwise, small_lexicon

from lettrix import generation
from lettrix.draw import make_seed
from lettrix.game import apply, start
from lettrix.plays import Exchange, Pass, Play
from lettrix.robot import GREEDY, LEVELS, choose
from lettrix.robot.choosing import words_of
from lettrix.robot.common import LANGUAGES, common_words
from lettrix.state import Game
from lettrix.variants import VARIANTS, find_variant

NODES = 12
GAMES = [(name, language) for name, variant in VARIANTS.items() for language in variant.languages]


def game_of(name: str, language: str, number: int = 0) -> Game:
    rules = find_variant(name).rules(language)
    return start(rules, make_seed(bytes([number]) * 32, []), fewest(rules), T0)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("name", "language"), GAMES)
def test_every_level_plays_every_game_in_every_language_by_the_rules(name: str, language: str, level: int) -> None:
    lexicon, game = small_lexicon(language), game_of(name, language, level)
    kinds = set()
    for _ in range(24):
        if game.to_move is None:
            break
        action = choose(game, game.to_move, level, lexicon, nodes=NODES)
        kinds.add(action.kind)
        # The engine judges with the dictionary: an illegal action raises, and where a refusal is a turn it says so.
        game, turn = apply(game, game.to_move, action, game.began_at, lexicon)
        assert turn.facts[0]["kind"] == action.kind
    assert "play" in kinds


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("name", "language"), GAMES)
def test_the_choice_does_not_depend_on_what_the_seat_cannot_know(name: str, language: str, level: int) -> None:
    lexicon, game, random = small_lexicon(language), game_of(name, language, 10 + level), Random(level)
    for _ in range(8):
        if game.to_move is None:
            break
        seat = game.to_move
        action = choose(game, seat, level, lexicon, nodes=NODES)
        assert choose(game, seat, level, lexicon, nodes=NODES) == action, "the same every time"
        other = hide_otherwise(game, seat, random)
        assert choose(other, seat, level, lexicon, nodes=NODES) == action
        game, _ = apply(game, seat, action, game.began_at, lexicon)


@pytest.mark.parametrize("level", [5, 6])
def test_near_the_end_too_nothing_hidden_is_used(level: int) -> None:
    lexicon = small_lexicon("fr")
    for number, bag in enumerate(("TA", "LESRAT")):
        game = position(["AILESOU", "NETSURI"], {"8H": "LA"}, bag=bag, scores=[100, 103])
        action = choose(game, 0, level, lexicon, nodes=20)
        for salt in range(4):
            other = hide_otherwise(game, 0, Random(10 * number + salt))
            assert other != game
            assert choose(other, 0, level, lexicon, nodes=20) == action


def test_another_seed_may_choose_otherwise_but_the_turn_and_the_seed_decide() -> None:
    lexicon, games = small_lexicon("fr"), [game_of("lettrix", "fr", number) for number in range(6)]
    rack = "AILESTN"
    same = [replace(game, seats=(replace(game.seats[0], rack=rack), game.seats[1])) for game in games]
    chosen = {choose(game, 0, 2, lexicon) for game in same}
    assert len(chosen) > 1


def test_the_first_level_prefers_words_that_everybody_knows() -> None:
    lexicon, words = small_lexicon("fr"), common_words("fr")
    game = position(["KIRETUA", "AAAAAAA"], {"8H": "OS"}, bag="E" * 40)
    assert "KIR" not in words
    chosen = [choose(replace(game, turn=turn), 0, 1, lexicon) for turn in range(1, 30)]
    for action in chosen:
        assert isinstance(action, Play)
        assert set(words_of(game, action)) <= words


def test_the_first_level_lays_rare_words_where_there_are_no_others() -> None:
    game = position(["KIWWWWW", "AAAAAAA"], {"H8": "R"})
    action = choose(game, 0, 1, small_lexicon("fr"))
    assert isinstance(action, Play)
    assert words_of(game, action) == ["KIR"]


def test_there_is_a_list_of_common_words_for_every_language() -> None:
    assert {language for _, language in GAMES} <= LANGUAGES
    for language in LANGUAGES:
        words = common_words(language)
        assert len(words) == 2500
        assert all(2 <= len(word) <= 8 for word in words)
    assert common_words("xx") == frozenset()


def test_with_nothing_to_lay_it_exchanges_and_where_it_may_not_it_passes() -> None:
    lexicon = small_lexicon("fr")
    game = position(["WWWWWWWW", "AAAAAAAA"], {"8H": "LA"}, bag="ABCDEFGHIJ")
    for level in LEVELS:
        assert isinstance(choose(game, 0, level, lexicon), Exchange)
        assert choose(replace(game, bag="ABCDEFG"), 0, level, lexicon, nodes=NODES) == Pass()


def test_when_all_others_pass_it_ends_a_game_that_it_leads_instead_of_exchanging_for_ever() -> None:
    game = position(["WWWWWWWW", "AAAAAAAA"], {"8H": "LA"}, bag="ABCDEFGHIJ", scores=[20, 10])
    passed = replace(game, seats=(game.seats[0], replace(game.seats[1], passes=1)))
    behind = replace(passed, seats=(replace(passed.seats[0], score=5), passed.seats[1]))
    for level in LEVELS:
        assert isinstance(choose(game, 0, level, small_lexicon("fr")), Exchange)
        assert choose(passed, 0, level, small_lexicon("fr")) == Pass()
        assert isinstance(choose(behind, 0, level, small_lexicon("fr")), Exchange)


def test_it_keeps_what_is_good_when_it_exchanges() -> None:
    game = position(["WWVVGGS?", "AAAAAAAA"], {"8H": "LA"}, bag="A" * 40)
    action = choose(game, 0, 6, small_lexicon("fr"))
    # S and the blank are worth most of all letters in the fit, and no rest of this rack is better than the two.
    if isinstance(action, Exchange):
        assert sorted(action.letters) == sorted("WWVVGG")
    else:
        assert isinstance(action, Play)


def test_an_unknown_level_or_a_seat_that_is_not_to_move_is_refused() -> None:
    game = game_of("lettrix", "fr")
    for seat, level in ((0, 0), (0, 7), (1, 3)):
        with pytest.raises(ValueError, match=r"levels|to move"):
            choose(game, seat, level, small_lexicon("fr"))


def test_greedy_takes_the_most_points() -> None:
    game = position(["AILESNT", "AAAAAAA"], {})
    action = choose(game, 0, GREEDY, small_lexicon("fr"))
    assert isinstance(action, Play)
    _, turn = apply(game, 0, action, T0, small_lexicon("fr"))
    best = max(
        apply(game, 0, choose(replace(game, turn=turn), 0, 2, small_lexicon("fr")), T0, small_lexicon("fr"))[1].facts[
            0
        ]["points"]
        for turn in range(1, 20)
    )
    assert turn.facts[0]["points"] >= best


@pytest.mark.skipif(generation.BACKEND == "plain", reason="the native generator was not built here")
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", ["lettrix", "fundox", "chaos"])
def test_both_generators_lead_to_the_same_choice(name: str, level: int, monkeypatch: pytest.MonkeyPatch) -> None:
    lexicon, game = small_lexicon("fr"), game_of(name, "fr", 40 + level)
    for _ in range(6):
        if game.to_move is None:
            break
        action = choose(game, game.to_move, level, lexicon, nodes=NODES)
        with monkeypatch.context() as plain:
            plain.setattr(generation, "BACKEND", "plain")
            assert choose(game, game.to_move, level, lexicon, nodes=NODES) == action
        game, _ = apply(game, game.to_move, action, game.began_at, lexicon)


@pytest.mark.skipif(generation.BACKEND == "plain", reason="the native generator was not built here")
def test_both_generators_lead_to_the_same_end(monkeypatch: pytest.MonkeyPatch) -> None:
    lexicon = small_lexicon("fr")
    for racks, bag in ((["AILEN", "TRSUD"], ""), (["AILESN", "TRSUDE"], "SOU")):
        game = position(racks, {"8H": "LA", "I8": "AILE"}, bag=bag)
        action = choose(game, 0, 6, lexicon, nodes=80)
        with monkeypatch.context() as plain:
            plain.setattr(generation, "BACKEND", "plain")
            assert choose(game, 0, 6, lexicon, nodes=80) == action
