"""Fundox: territory, the target, and the reply of the next player."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.engine import T0
from tests.robots import small_lexicon

from lettrix.draw import Stream, make_seed
from lettrix.game import apply, start
from lettrix.generation import Position, all_plays, best_plays
from lettrix.plays import Pass, Play
from lettrix.robot import LEVELS, choose
from lettrix.robot.playout import play
from lettrix.robot.selfplay import play_match
from lettrix.robot.territory import best_territory
from lettrix.state import Game
from lettrix.variants import find_variant

LEXICON = small_lexicon("fr")
FUNDOX = find_variant("fundox").rules()


def game_of(number: int = 0, seats: int = 2, **options: bool | int | str) -> Game:
    rules = find_variant("fundox").rules(options=options or None, seats=seats)
    return start(rules, make_seed(bytes([number]) * 32, []), seats, T0)


def with_rack(game: Game, rack: str) -> Game:
    return replace(game, seats=tuple(replace(seat, rack=rack) for seat in game.seats))


def after(texts: int, number: int = 0) -> Game:
    """A game in which so many good plays have been made."""
    game = game_of(number)
    for _ in range(texts):
        found = best_plays(Position.of(game, game.to_move or 0), LEXICON, 1, budget=None)
        game = play(game, found[0].play if found else Pass())
    return game


@pytest.mark.parametrize("ahead", [False, True])
@pytest.mark.parametrize("number", range(4))
def test_a_play_that_reaches_the_target_is_made_at_once(number: int, *, ahead: bool) -> None:
    game = after(5, number)
    seat = game.to_move
    assert seat is not None
    found = best_plays(Position.of(game, seat), LEXICON, 1, budget=None)
    assert found, "another game, in which something can be laid"
    near = {**game.rules.options, "target": game.seats[seat].score + found[0].points}
    game = replace(game, rules=replace(game.rules, options=near))
    action = best_territory(game, seat, LEXICON, Stream(game.seed, "robot", 0), ahead=ahead)
    ended, _ = apply(game, seat, action, T0, LEXICON)
    assert ended.result is not None
    assert ended.result.winners == (seat,)


def test_letters_taken_count_twice_since_the_other_loses_them() -> None:
    """Of all plays none leaves a better lead than the one chosen without looking ahead."""
    for number in range(4):
        game = after(4, number)
        seat = game.to_move
        assert seat is not None
        plays = [candidate.play for candidate in all_plays(Position.of(game, seat), LEXICON, budget=None)]
        if not plays:
            continue
        leads = {}
        for action in plays:
            ended = play(game, action)
            leads[action] = ended.seats[seat].score - ended.seats[1 - seat].score
        chosen = choose(game, seat, replace(LEVELS[5], slips=0), LEXICON)
        assert isinstance(chosen, Play)
        assert leads[chosen] == max(leads.values())


def test_with_nothing_to_lay_it_passes() -> None:
    game = with_rack(game_of(), "WWWWWWW")
    for level in LEVELS:
        assert choose(game, 0, level, LEXICON) == Pass()


def test_looking_ahead_wins_more() -> None:
    tally = play_match(FUNDOX, LEXICON, (LEVELS[6], LEVELS[5]), 10, 1)
    assert tally.share >= 0.5


def test_whole_games_with_clearing_are_played_by_the_rules() -> None:
    game, seat = game_of(3, seats=3, vidage="allowed", target=20), 0
    while game.to_move is not None and game.turn < 40:
        seat = game.to_move
        game, turn = apply(game, seat, choose(game, seat, 6, LEXICON), game.began_at, LEXICON)
        assert turn.facts[0]["kind"] in ("play", "pass")
    assert game.turn > 5
