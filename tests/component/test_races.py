"""Many at once: the last seat, the last place, joining against calling off, one decision a turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from typing import Any

import pytest
from tests import faults
from tests.component.table import Person, sign_up

from lettrix import game as engine
from lettrix.plays import Pass, Resign
from lettrix_cloud import clock, hosting, ids, playing
from lettrix_cloud.games import FRIENDLY_LIMIT, NoFreePlace
from lettrix_cloud.games_dynamodb import DynamoGames
from lettrix_cloud.hosting import NewGame
from lettrix_cloud.lobby import LobbyError
from lettrix_cloud.playing import Move, NotFound, StaleTurn
from lettrix_cloud.stored import StoredGame

pytestmark = pytest.mark.usefixtures("tables")

games = DynamoGames()
T0 = 1_800_000_000_000


def at_once(*actions: Callable[[], Any]) -> list[Any]:
    """Results, or exceptions, of actions that begin at the same moment."""
    barrier = Barrier(len(actions))

    def run(action: Callable[[], Any]) -> Any:
        barrier.wait()
        try:
            return action()
        except Exception as error:
            return error

    with ThreadPoolExecutor(len(actions)) as pool:
        return list(pool.map(run, actions))


def new_players(count: int) -> list[str]:
    return [ids.new_id(T0) for _ in range(count)]


def create(host: str, seats: int = 2, request_id: str = "r", **more: Any) -> StoredGame:
    wanted = NewGame(host, request_id, "lettrix", seats, is_open=True, **more)
    return hosting.create(games, lambda language: "ab" * 32, wanted, T0)


def join(game: str, player: str, at: int = T0 + 1) -> StoredGame:
    return hosting.join(games, game, player, None, at)


def loaded(game: str) -> StoredGame:
    stored = games.load(game)
    assert stored is not None
    return stored


def kinds(results: Sequence[Any]) -> list[str]:
    return sorted("ok" if isinstance(result, StoredGame) else type(result).__name__ for result in results)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_last_seat_goes_to_one(seats: int) -> None:
    host, *others = new_players(9)
    game = create(host, seats).id
    results = at_once(*(partial(join, game, player) for player in others))
    stored = loaded(game)
    assert stored.status == "active"
    assert len(stored.players) == seats
    won = [player for player, result in zip(others, results, strict=True) if isinstance(result, StoredGame)]
    assert set(stored.players) == {host, *won}
    refused = [result for result in results if not isinstance(result, StoredGame)]
    assert all(isinstance(result, LobbyError | NotFound) for result in refused), refused
    assert [result.code for result in refused if isinstance(result, LobbyError)] == ["game_full"] * sum(
        isinstance(result, LobbyError) for result in refused
    )
    for player in others:
        assert games.places(player) == ({game} if player in won else set())


def test_the_fifth_place_is_taken_once() -> None:
    player = new_players(1)[0]
    for number in range(FRIENDLY_LIMIT - 1):
        create(player, request_id=f"r{number}")
    offered = [create(host, 4).id for host in new_players(4)]
    results = at_once(
        *(partial(join, game, player) for game in offered),
        *(partial(create, player, request_id=f"more{number}") for number in range(4)),
    )
    assert kinds(results) == ["NoFreePlace"] * 7 + ["ok"]
    assert len(games.places(player)) == FRIENDLY_LIMIT
    for game in offered:
        assert (player in loaded(game).players) == (game in games.places(player))


def test_one_request_at_once_creates_one_game() -> None:
    host = new_players(1)[0]
    results = at_once(*[lambda: create(host)] * 6)
    assert kinds(results) == ["ok"] * 6
    assert {result.id for result in results} == games.places(host)


@pytest.mark.parametrize("seats", [2, 3])
def test_joining_and_calling_off_exclude_each_other(seats: int) -> None:
    for _ in range(6):
        host, player = new_players(2)
        game = create(host, seats).id
        joined, cancelled = at_once(
            partial(join, game, player),
            partial(hosting.cancel, games, game, host, T0 + 1),
        )
        stored = loaded(game)
        if stored.status == "cancelled":
            assert isinstance(cancelled, StoredGame)
            assert games.places(host) == games.places(player) == set()
        else:
            assert stored.status == "active"
            assert isinstance(joined, StoredGame)
            assert isinstance(cancelled, LobbyError)
            assert games.places(host) == games.places(player) == {game}


def test_everything_at_once_that_wants_to_be_a_turn() -> None:
    host, player = new_players(2)
    game = create(host).id
    stored = join(game, player)
    due_at = stored.due_at
    assert due_at is not None
    mover, other = stored.seated
    asked: list[tuple[str, Any]] = [(mover, Pass()), (mover, Pass()), (mover, Resign()), (other, Resign())]

    def move(number: int, who: str, action: Any) -> StoredGame:
        request = Move(game, who, 1, f"m{number}", due_at, lambda _: action)
        return playing.move(games, lambda _: engine.AnyWord(), request)[0]

    results = at_once(
        *(partial(move, number, who, action) for number, (who, action) in enumerate(asked)),
        lambda: playing.attend(games, game, due_at + 15_000),
        lambda: playing.load(games, game, due_at + 15_000),
    )
    turns = games.turns(game)
    won = [result for result in results[:4] if isinstance(result, StoredGame)]
    assert all(isinstance(result, StoredGame | StaleTurn) for result in results[:4]), results
    # A settlement may take the first turn; then its own clock runs and nothing more is due.
    assert [turn.number for turn in turns] == [1]
    assert len(won) == (turns[0].action != "timeout")
    assert loaded(game).started.turn == 2


class TestBetweenReadingAndWriting:
    """The same races, one after the other by the clock of the store."""

    @pytest.fixture
    def people(self, french_lexicon: None) -> list[Person]:
        return [sign_up(name) for name in ("Anna", "Ben", "Cleo")]

    def test_the_last_seat(self, people: list[Person]) -> None:
        anna, ben, cleo = people
        game = anna.create().json["id"]
        with faults.just_before("TransactWriteItems", lambda: join(game, ben.id, clock.now())):
            reply = cleo.join(game)
        assert (reply.status, reply.json["code"]) == (409, "game_full")
        assert games.places(cleo.id) == set()

    def test_one_of_two_seats(self, people: list[Person]) -> None:
        anna, ben, cleo = people
        game = anna.create(players=3).json["id"]
        with faults.just_before("TransactWriteItems", lambda: join(game, ben.id, clock.now())):
            reply = cleo.join(game)
        assert (reply.status, reply.json["status"]) == (200, "active")
        assert loaded(game).players == (anna.id, ben.id, cleo.id)

    def test_called_off(self, people: list[Person]) -> None:
        anna, ben, _ = people
        game = anna.create().json["id"]
        with faults.just_before("TransactWriteItems", lambda: hosting.cancel(games, game, anna.id, clock.now())):
            reply = ben.join(game)
        assert reply.status == 409
        assert games.places(ben.id) == set()

    def test_an_invitation_withdrawn_while_it_is_accepted(self, people: list[Person]) -> None:
        anna, ben, cleo = people
        game = anna.create(players=3, invite=[ben.id, cleo.id], open=False).json["id"]
        ben.join(game)
        fewer = partial(hosting.change, games, game, anna.id, clock.now(), is_open=None, seats=2)
        with faults.just_before("TransactWriteItems", fewer):
            reply = cleo.join(game)
        assert (reply.status, reply.json["code"]) == (409, "game_full")
        assert set(loaded(game).players) == {anna.id, ben.id}

    def test_an_invitation_withdrawn_while_it_is_declined(self, people: list[Person]) -> None:
        anna, ben, cleo = people
        game = anna.create(players=3, invite=[ben.id, cleo.id], open=False).json["id"]
        ben.join(game)
        fewer = partial(hosting.change, games, game, anna.id, clock.now(), is_open=None, seats=2)
        with faults.just_before("TransactWriteItems", fewer):
            reply = cleo.ask("DELETE", f"/api/games/{game}/seats/me")
        assert (reply.status, reply.json["code"]) == (404, "not_found")

    def test_the_last_place_goes_while_it_is_asked_for(self, people: list[Person]) -> None:
        anna, ben, _ = people
        game = anna.create().json["id"]
        for number in range(FRIENDLY_LIMIT - 1):
            create(ben.id, request_id=f"r{number}")
        with faults.just_before("TransactWriteItems", lambda: create(ben.id, request_id="fifth")):
            reply = ben.join(game)
        assert (reply.status, reply.json["code"]) == (409, "no_free_place")
        with pytest.raises(NoFreePlace):
            create(ben.id, request_id="sixth")

    @pytest.mark.usefixtures("no_pauses")
    @pytest.mark.parametrize("error", [faults.CONFLICT, faults.ITEM_THROTTLED, faults.THROTTLED])
    def test_a_busy_store_is_no_conflict(self, people: list[Person], error: dict[str, Any]) -> None:
        anna, ben, _ = people
        with faults.failing("TransactWriteItems", error, times=2):
            game = anna.create(request_id="one").json["id"]
        with faults.failing("TransactWriteItems", error):
            replies = [anna.create(request_id="two"), ben.join(game), anna.ask("DELETE", f"/api/games/{game}")]
        assert [(reply.status, reply.json["code"]) for reply in replies] == [(503, "store_busy")] * 3
        with faults.failing("TransactWriteItems", error, times=2):
            assert ben.join(game).json["status"] == "active"
