"""The process dies at any one call to the store; whoever sends the same request again gets one accepted action."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from tests import faults
from tests.component.table import mover, sign_up, start_game
from tests.doors import Reply

from lettrix_cloud import playing, session
from lettrix_cloud.games_dynamodb import DynamoGames
from lettrix_cloud.stored import StoredGame

pytestmark = pytest.mark.usefixtures("tables", "french_lexicon")

games = DynamoGames()
names = count()


class Scene:
    """Two players and a request that is sent until it is answered."""

    def __init__(self) -> None:
        number = next(names)
        self.anna, self.ben = sign_up(f"Anna{number}"), sign_up(f"Ben{number}")

    def stored(self, game: str) -> StoredGame:
        found = games.load(game)
        assert found is not None
        return found


def crash_everywhere(make: Callable[[Scene], tuple[Callable[[], Any], Callable[[Any], None]]]) -> int:
    """Crash before and after each call that a request makes, send it again, and check; how often that was.

    make: from a fresh scene, the request, and what must be true after its answer.
    """
    crashes = 0
    for where in ("before", "after"):
        for number in count(1):
            request, check = make(Scene())
            session.forget_cache()
            try:
                with faults.crash(**{where: number}):
                    answer = request()
            except faults.Crash:
                crashes += 1
                answer = request()
                check(answer)
            else:
                check(answer)
                break
    return crashes


def assert_reply(reply: Reply, status: int) -> None:
    assert reply.status == status, reply.body


def test_a_move() -> None:
    def make(scene: Scene) -> tuple[Callable[[], Any], Callable[[Any], None]]:
        game = start_game(scene.anna, scene.ben)
        person = mover(scene.anna.view(game), scene.anna, scene.ben)

        def check(reply: Reply) -> None:
            assert_reply(reply, 200)
            assert reply.json["turn"] == 2
            assert [turn.action for turn in games.turns(game)] == ["pass"]
            assert scene.stored(game).started.seats[0].passes == 1

        return lambda: person.move(game, 1, "pass", request_id="once"), check

    # session, STATE, the transaction, and what a view reads around the game
    assert crash_everywhere(make) == 2 * 4


def test_a_move_in_a_game_that_the_process_knows() -> None:
    def make(scene: Scene) -> tuple[Callable[[], Any], Callable[[Any], None]]:
        game = start_game(scene.anna, scene.ben)
        first = mover(scene.anna.view(game), scene.anna, scene.ben)
        second = scene.ben if first is scene.anna else scene.anna
        assert_reply(first.move(game, 1, "pass"), 200)

        def check(reply: Reply) -> None:
            assert_reply(reply, 200)
            assert [(turn["turn"], turn["action"]) for turn in reply.json["last"]] == [(1, "pass"), (2, "pass")]
            assert [turn.number for turn in games.turns(game)] == [1, 2]

        return lambda: second.move(game, 2, "pass", request_id="once"), check

    # session, STATE with what is around it, the transaction
    assert crash_everywhere(make) == 2 * 3


def test_the_end_of_a_game() -> None:
    def make(scene: Scene) -> tuple[Callable[[], Any], Callable[[Any], None]]:
        game = start_game(scene.anna, scene.ben)

        def check(reply: Reply) -> None:
            assert_reply(reply, 200)
            assert reply.json["status"] == "finished"
            assert [turn.action for turn in games.turns(game)] == ["resign"]
            for person in (scene.anna, scene.ben):
                assert games.places(person.id) == set()
                assert [listed.game_id for listed in games.finished(person.id, None, 9)] == [game]

        return lambda: scene.ben.move(game, 1, "resign", request_id="once"), check

    assert crash_everywhere(make) == 2 * 4


def test_creating() -> None:
    def make(scene: Scene) -> tuple[Callable[[], Any], Callable[[Any], None]]:
        def check(reply: Reply) -> None:
            assert_reply(reply, 201)
            assert games.places(scene.anna.id) == {reply.json["id"]}
            assert games.invitations(scene.ben.id, None, 9) == [reply.json["id"]]

        return lambda: scene.anna.create(request_id="once", players=3, invite=[scene.ben.id]), check

    assert crash_everywhere(make) == 2 * 4


def test_the_join_that_starts_a_game() -> None:
    def make(scene: Scene) -> tuple[Callable[[], Any], Callable[[Any], None]]:
        game = scene.anna.create(invite=[scene.ben.id], open=False).json["id"]

        def check(reply: Reply) -> None:
            assert_reply(reply, 200)
            assert reply.json["status"] == "active"
            assert scene.stored(game).players == (scene.anna.id, scene.ben.id)
            assert games.places(scene.ben.id) == {game}
            assert games.invitations(scene.ben.id, None, 9) == []

        return lambda: scene.ben.join(game, nonce="ab" * 16), check

    assert crash_everywhere(make) == 2 * 4


def test_calling_off() -> None:
    def make(scene: Scene) -> tuple[Callable[[], Any], Callable[[Any], None]]:
        game = scene.anna.create(players=3, invite=[scene.ben.id]).json["id"]

        def check(reply: Reply) -> None:
            assert_reply(reply, 204)
            assert scene.stored(game).status == "cancelled"
            assert games.places(scene.anna.id) == set()
            assert games.invitations(scene.ben.id, None, 9) == []

        return lambda: scene.anna.ask("DELETE", f"/api/games/{game}"), check

    assert crash_everywhere(make) == 2 * 3


def test_settling() -> None:
    def make(scene: Scene) -> tuple[Callable[[], Any], Callable[[Any], None]]:
        game = start_game(scene.anna, scene.ben)
        due_at = scene.stored(game).due_at
        assert due_at is not None
        late = due_at + 15_000

        def check(outcome: str) -> None:
            assert outcome in ("settled", "early")
            assert [turn.action for turn in games.turns(game)] == ["timeout"]
            assert scene.stored(game).check_at == scene.stored(game).next_at

        return lambda: playing.attend(games, game, late), check

    # STATE, the hold (twice), the transaction
    assert crash_everywhere(make) == 2 * 4
