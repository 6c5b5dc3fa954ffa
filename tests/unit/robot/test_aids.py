"""Help for players: right, graded, repeatable, and blind to what the player cannot know."""

from __future__ import annotations

from random import Random
from statistics import mean

import pytest
from tests.engine import T0, position
from tests.robots import fewest, hide_otherwise, small_lexicon

from lettrix import aids
from lettrix.draw import make_seed
from lettrix.game import apply, start
from lettrix.generation import Position, all_plays
from lettrix.legality import Reason
from lettrix.plays import Pass, Play, parse_play
from lettrix.rules import AIDS
from lettrix.state import Game
from lettrix.tiles import ALPHABETS
from lettrix.variants import VARIANTS, find_variant

LEXICON = small_lexicon("fr")
FR = ALPHABETS["fr"]


def middle() -> Game:
    return position(["AILESNT", "TRAINES"], {"8H": "LA", "I8": "AILE"}, bag="EEIOUSRNTDMLA" * 2, scores=[20, 30])


def read(game: Game, text: str) -> Play:
    return parse_play(text, game.grid, FR)


def test_suggestions_are_the_best_actions_best_first() -> None:
    game = middle()
    found = aids.suggest(game, 0, LEXICON, 4)
    assert len(found) == 4
    assert [one.equity for one in found] == sorted((one.equity for one in found), reverse=True)
    for one in found:
        _, turn = apply(game, 0, one.action, T0, LEXICON)
        assert turn.facts[0]["points"] == one.points


@pytest.mark.parametrize(
    ("text", "reason", "unknown"),
    [
        ("8H LAS", None, ()),
        ("8H LAX", Reason.NOT_ON_RACK, ()),
        ("8H LAN", Reason.UNKNOWN_WORDS, ("LAN",)),
        ("1A AS", Reason.NOT_CONNECTED, ()),
        ("J11 NES", Reason.UNKNOWN_WORDS, ("NES", "EN")),
        ("15N LES", Reason.OFF_BOARD, ()),
    ],
)
def test_a_play_can_be_looked_at_before_it_is_made(text: str, reason: Reason | None, unknown: tuple[str, ...]) -> None:
    game = middle()
    checked = aids.check(game, 0, read(game, text), LEXICON)
    assert checked.reason == reason
    if reason is None:
        assert checked.breakdown is not None
        _, turn = apply(game, 0, read(game, text), T0, LEXICON)
        assert checked.breakdown.points == turn.facts[0]["points"]
        assert list(checked.words) == turn.facts[0]["words"]
    else:
        assert checked.breakdown is None
        assert checked.words == unknown


def test_a_play_can_be_checked_out_of_turn() -> None:
    game = middle()
    assert aids.check(game, 1, read(game, "8H LAS"), LEXICON).reason is None


def test_hints_tell_more_by_grade_and_never_the_word() -> None:
    game = middle()
    plays = list(all_plays(Position.of(game, 0), LEXICON, budget=None))
    most = max(candidate.points for candidate in plays)
    first, second, third, fourth = (aids.hint(game, 0, LEXICON, grade) for grade in (1, 2, 3, 4))
    assert first == aids.Hint(len(plays))
    assert second == aids.Hint(len(plays), most)
    assert (third.plays, third.points, third.letter) == (len(plays), most, None)
    assert fourth == aids.Hint(len(plays), most, third.squares, fourth.letter)
    best = [c.play for c in plays if c.points == most]
    squares = {tuple((tile.row, tile.col) for tile in play.tiles) for play in best}
    assert third.squares in squares
    assert fourth.letter is not None
    assert len(fourth.letter) == 1


def test_the_first_letter_is_that_of_the_main_word_even_when_it_lies_there() -> None:
    game = position(["E", "A"], {"8G": "MER"})
    hint = aids.hint(game, 0, LEXICON, 4)
    assert hint == aids.Hint(1, 5, ((7, 9),), "M"), "MERE: E is laid at its end"


def test_hints_where_nothing_can_be_laid() -> None:
    game = position(["WW", "A"], {"8H": "LA"})
    assert {aids.hint(game, 0, LEXICON, grade) for grade in (1, 2, 3, 4)} == {aids.Hint(0)}


@pytest.mark.parametrize("grade", [0, 5])
def test_other_grades_are_refused(grade: int) -> None:
    with pytest.raises(ValueError, match="1 to 4"):
        aids.hint(middle(), 0, LEXICON, grade)


def test_a_simulation_is_the_same_for_the_same_seed_and_keeps_to_its_budget() -> None:
    game = middle()
    one, again = (aids.simulate(game, 0, LEXICON, budget=20, seed=b"a" * 32) for _ in range(2))
    other = aids.simulate(game, 0, LEXICON, budget=20, seed=b"b" * 32)
    assert one == again
    assert [s.mean for s in other] != [s.mean for s in one]
    assert sum(simulated.samples for simulated in one) <= 20
    assert {simulated.action for simulated in one} == {s.action for s in aids.suggest(game, 0, LEXICON)}
    assert [s.mean for s in one] == sorted((s.mean for s in one), reverse=True)


def test_mean_and_spread_are_those_of_the_samples() -> None:
    """With one sample a call, from several seeds, mean and deviation can be counted by hand."""
    game, play = middle(), Pass()
    (many,) = aids.simulate(game, 0, LEXICON, [play], budget=30)
    assert many.samples == 30
    assert many.error == pytest.approx(many.deviation / 30**0.5)
    singles = [aids.simulate(game, 0, LEXICON, [play], budget=1, seed=bytes([n]) * 32)[0] for n in range(30)]
    assert {single.deviation for single in singles} == {0.0}
    assert abs(mean(single.mean for single in singles) - many.mean) < 4 * many.error + 1


def test_giving_a_turn_away_is_worth_less_than_the_best_play() -> None:
    game = middle()
    best = aids.suggest(game, 0, LEXICON, 1)[0].action
    ranked = aids.simulate(game, 0, LEXICON, [Pass(), best], budget=20)
    assert [simulated.action for simulated in ranked] == [best, Pass()]


def test_a_play_that_ends_the_game_needs_no_world() -> None:
    game = position(["S", "WA"], {"8H": "LA"}, bag="", scores=[10, 10])
    (simulated,) = aids.simulate(game, 0, LEXICON, [read(game, "8H LAS")], budget=5)
    after, _ = apply(game, 0, read(game, "8H LAS"), T0, LEXICON)
    assert simulated.deviation == 0
    assert simulated.mean == after.seats[0].score - after.seats[1].score


def test_no_aid_knows_more_than_the_player() -> None:
    game = middle()
    play = read(game, "8H LAS")

    def everything(state: Game) -> list[object]:
        return [
            aids.suggest(state, 0, LEXICON),
            aids.check(state, 0, play, LEXICON),
            *(aids.hint(state, 0, LEXICON, grade) for grade in (1, 2, 3, 4)),
            aids.simulate(state, 0, LEXICON, budget=10),
        ]

    known = everything(game)
    for number in range(3):
        other = hide_otherwise(game, 0, Random(number))
        assert other != game
        assert everything(other) == known


@pytest.mark.parametrize("name", [name for name in VARIANTS if name != "kelime"])
def test_nor_does_any_in_another_game_nor_of_what_chaos_hides(name: str) -> None:
    rules = find_variant(name).rules("fr")
    game = start(rules, make_seed(bytes(32), []), fewest(rules), T0)
    for turn in range(7):
        found = all_plays(Position.of(game, turn % len(game.seats)), LEXICON, budget=None)
        assert game.to_move == turn % len(game.seats)
        play = found[0].play if found else None
        if turn >= 3 and play is not None:
            known = []
            for number in range(3):
                state = hide_otherwise(game, game.to_move, Random(number)) if number else game
                known.append(
                    [
                        aids.suggest(state, game.to_move, LEXICON),
                        aids.check(state, game.to_move, play, LEXICON),
                        *(aids.hint(state, game.to_move, LEXICON, grade) for grade in (1, 2, 3, 4)),
                        aids.simulate(state, game.to_move, LEXICON, budget=6),
                    ]
                )
                assert (state == game) == (not number)
            assert known[1:] == known[:1] * 2
        game, _ = apply(game, game.to_move, play or Pass(), game.began_at, LEXICON)


def test_which_aids_a_game_allows_is_data_of_its_rules() -> None:
    casual = find_variant("classic").rules("fr", options={"level": "casual"})
    rivals = find_variant("classic").rules("fr", options={"level": "competitive"})
    assert all(aids.allowed(casual, aid) for aid in AIDS)
    assert not aids.allowed(rivals, "suggest")
    with pytest.raises(ValueError, match="no aid 'cheat'"):
        aids.allowed(casual, "cheat")


def test_suggestions_and_simulations_are_for_the_player_to_move() -> None:
    for aid in (aids.suggest, aids.simulate):
        with pytest.raises(ValueError, match="to move"):
            aid(middle(), 1, LEXICON)
