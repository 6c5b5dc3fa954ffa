"""The search of endgames against a plain minimax that tries everything."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from tests.engine import position
from tests.robots import small_lexicon

from lettrix.generation import Position, all_plays
from lettrix.lexicon import Lexicon
from lettrix.plays import Action, Pass, Play
from lettrix.robot.endgame import Endgame
from lettrix.robot.playout import lead, play
from lettrix.robot.valuing import Valuer
from lettrix.state import Game

PASS: Action = Pass()
BOARD = {"8H": "LA", "I8": "AILE"}


_PLAYS: dict[tuple[str, str], list[Play]] = {}


def plays_of(game: Game, lexicon: Lexicon) -> list[Play]:
    """Every play of the player to move, kept for positions that come back (after passes above all)."""
    assert game.to_move is not None
    key = game.grid.text, game.seats[game.to_move].rack
    if key not in _PLAYS:
        found = all_plays(Position.of(game, game.to_move), lexicon, budget=None)
        _PLAYS[key] = [candidate.play for candidate in found]
    return _PLAYS[key]


def minimax(game: Game, seat: int, lexicon: Lexicon) -> int:
    """Final lead of the seat when both play their best; every play and the pass is tried, nothing is cut."""
    if game.to_move is None:
        return lead(game, seat)
    values = [minimax(play(game, action), seat, lexicon) for action in [*plays_of(game, lexicon), PASS]]
    return max(values) if game.to_move == seat else min(values)


def endgame(racks: list[str], scores: list[int]) -> Game:
    return position(racks, BOARD, bag="", scores=scores)


@pytest.mark.parametrize("number", range(8))
def test_what_is_searched_whole_is_the_best_there_is(number: int) -> None:
    random, lexicon = Random(number), small_lexicon("fr")
    letters = random.sample("SETNUKI", 4)
    game = endgame(["".join(letters[:2]), "".join(letters[2:])], [random.randrange(9), random.randrange(9)])
    search = Endgame(Valuer(game.rules, lexicon), 5_000)
    action = search.best(game)
    assert search.exact
    assert minimax(play(game, action), 0, lexicon) == minimax(game, 0, lexicon)


def test_it_keeps_the_opponent_from_going_out_when_that_is_worth_more_than_points() -> None:
    """Found by the search of everything, missed by points: the first play by points is not the best one here."""
    lexicon, found = small_lexicon("fr"), 0
    for number in range(24):
        random = Random(1000 + number)
        letters = random.sample("SETNUKIRQ", 4)
        game = endgame(["".join(letters[:2]), "".join(letters[2:])], [0, 0])
        plays = all_plays(Position.of(game, 0), lexicon, budget=None)
        if not plays:
            continue
        greedy = max(plays, key=lambda candidate: candidate.points).play
        best = Endgame(Valuer(game.rules, lexicon), 5_000).best(game)
        gain = minimax(play(game, best), 0, lexicon) - minimax(play(game, greedy), 0, lexicon)
        assert gain >= 0
        found += gain > 0
    assert found >= 2


def test_out_of_budget_it_still_answers_with_a_legal_play_and_says_that_it_is_not_proved() -> None:
    lexicon = small_lexicon("fr")
    game = position(["AILESNTU", "TRAINESO"], BOARD, bag="", scores=[10, 10])
    legal = {candidate.play for candidate in all_plays(Position.of(game, 0), lexicon, budget=None)}
    for nodes in (0, 1, 2, 10, 60):
        search = Endgame(Valuer(game.rules, lexicon), nodes)
        action = search.best(game)
        assert not search.exact
        assert action in legal
        assert search.left >= 0


def test_with_nothing_to_lay_it_passes() -> None:
    game = position(["WW", "LE"], BOARD, bag="")
    assert Endgame(Valuer(game.rules, small_lexicon("fr")), 50).best(game) == Pass()


def test_a_deeper_search_is_no_worse_over_many_endgames() -> None:
    lexicon, gained = small_lexicon("fr"), 0
    for number in range(4):
        random = Random(number)
        letters = random.sample("SETNUKIRALE", 6)
        game = endgame(["".join(letters[:3]), "".join(letters[3:])], [0, 0])
        ends = []
        for nodes in (1, 100):
            state = game
            while state.to_move is not None:
                strength = nodes if state.to_move == 0 else 20
                state = play(state, Endgame(Valuer(state.rules, lexicon), strength).best(state))
            ends.append(lead(state, 0))
        gained += ends[1] - ends[0]
    assert gained >= 0
    assert replace(game, bag="") == game
