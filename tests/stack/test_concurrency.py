"""Many requests at the same moment, over HTTP and real processes: one decision each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier

import httpx
import pytest
from infra.local.stack import LocalStack
from tests.stack import tables
from tests.stack.people import Person, Room, start_game

from lettrix_cloud.games import FRIENDLY_LIMIT

CLIENTS = 8


def at_once(calls: Sequence[Callable[[], httpx.Response]]) -> list[httpx.Response]:
    """All of them started at the same moment; their answers in the same order."""
    barrier = Barrier(len(calls))

    def run(call: Callable[[], httpx.Response]) -> httpx.Response:
        barrier.wait()
        return call()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


@pytest.fixture(scope="module")
def crowd(room: Room) -> tuple[Person, ...]:
    return room.people(CLIENTS)


@pytest.mark.parametrize("seats", [2, 4])
def test_the_last_seat_goes_to_one(stack: LocalStack, room: Room, crowd: tuple[Person, ...], seats: int) -> None:
    host, *early = room.people(seats - 1)
    game = host.create(players=seats)["id"]
    for person in early:
        assert person.join(game).status_code == 200
    answers = at_once([partial(person.join, game) for person in crowd])
    won = [person for person, answer in zip(crowd, answers, strict=True) if answer.status_code == 200]
    assert len(won) == 1, [answer.text for answer in answers]
    stored = tables.load(stack, game)
    assert stored.status == "active"
    assert set(stored.players) == {host.id, won[0].id, *(person.id for person in early)}
    for person, answer in zip(crowd, answers, strict=True):
        assert (game in tables.places(stack, person.id)) == (person is won[0])
        if person is not won[0]:
            # Who saw the game wait is told that it is full; who came after the start sees no such game.
            assert (answer.status_code, answer.json()["code"]) in [
                (409, "game_full"),
                (409, "not_waiting"),
                (404, "not_found"),
            ]
    won[0].move(game, 1, {"action": "resign"})


def test_nobody_gets_more_than_five_games(stack: LocalStack, room: Room) -> None:
    person, *hosts = room.people(1 + 6)
    games = [host.create()["id"] for host in hosts]
    answers = at_once([partial(person.join, game) for game in games])
    assert Counter(answer.status_code for answer in answers) == {200: FRIENDLY_LIMIT, 409: 1}
    refused = next(answer for answer in answers if answer.status_code == 409)
    assert refused.json()["code"] == "no_free_place"
    joined = {game for game, answer in zip(games, answers, strict=True) if answer.status_code == 200}
    assert tables.places(stack, person.id) == joined
    assert {entry["id"] for entry in person.get("/api/games")["games"]} == joined
    for game in games:
        assert tables.load(stack, game).status == ("active" if game in joined else "waiting")


def test_nobody_creates_more_than_five_games(stack: LocalStack, room: Room) -> None:
    person = room.person()
    bodies = [
        {"request_id": f"many-{number}", "rules": "lettrix", "players": 2, "open": True} for number in range(CLIENTS)
    ]
    answers = at_once([partial(person.ask, "POST", "/api/games", body) for body in bodies])
    assert Counter(answer.status_code for answer in answers) == {201: FRIENDLY_LIMIT, 409: CLIENTS - FRIENDLY_LIMIT}
    assert len(tables.places(stack, person.id)) == FRIENDLY_LIMIT


def test_one_request_creates_one_game(stack: LocalStack, room: Room) -> None:
    person = room.person()
    body = {"request_id": "once", "rules": "lettrix", "players": 3, "open": True}
    answers = at_once([partial(person.ask, "POST", "/api/games", body)] * CLIENTS)
    assert {answer.status_code for answer in answers} == {201}
    assert {answer.json()["id"] for answer in answers} == tables.places(stack, person.id)
    assert len(tables.places(stack, person.id)) == 1


def test_joining_and_calling_off_exclude_each_other(stack: LocalStack, room: Room) -> None:
    for _ in range(3):
        host, guest = room.people(2)
        game = host.create()["id"]
        joined, cancelled = at_once([partial(guest.join, game), partial(host.ask, "DELETE", f"/api/games/{game}")])
        stored = tables.load(stack, game)
        if joined.status_code == 200:
            assert (stored.status, cancelled.status_code) == ("active", 409)
        else:
            assert (stored.status, cancelled.status_code) == ("cancelled", 204)
            assert joined.status_code in (404, 409)
            assert tables.places(stack, guest.id) == set()


def test_a_move_sent_eight_times_is_one_turn(stack: LocalStack, room: Room) -> None:
    people = room.people(2)
    game = start_game(*people)
    for turn in (1, 2, 3):
        mover = next(person for person in people if person.view(game)["to_move"] == person.view(game)["my_seat"])
        answers = at_once([partial(mover.move, game, turn, {"action": "pass"}, f"same-{turn}")] * CLIENTS)
        assert [answer.status_code for answer in answers] == [200] * CLIENTS, [answer.text for answer in answers]
        assert len({answer.content for answer in answers}) == 1
        assert tables.started(stack, game).turn == turn + 1
        assert len(tables.turns(stack, game)) == turn


def test_of_two_moves_one_is_stale_and_comes_with_the_game_as_it_is(stack: LocalStack, room: Room) -> None:
    people = room.people(2)
    game = start_game(*people)
    for turn in (1, 2, 3):
        mover = next(person for person in people if person.view(game)["to_move"] == person.view(game)["my_seat"])
        letters = mover.view(game)["rack"][:1]
        answers = at_once(
            [
                partial(mover.move, game, turn, {"action": "pass"}),
                partial(mover.move, game, turn, {"action": "exchange", "letters": letters}),
            ]
        )
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        done, stale = sorted(answers, key=lambda answer: answer.status_code)
        assert stale.json()["code"] == "stale_turn"
        assert stale.json()["game"] == done.json() == mover.view(game)
        assert tables.started(stack, game).turn == turn + 1
    assert len(tables.turns(stack, game)) == 3


def test_a_move_against_the_same_players_resignation(stack: LocalStack, room: Room) -> None:
    people = room.people(2)
    game = start_game(*people)
    mover = next(person for person in people if person.view(game)["to_move"] == person.view(game)["my_seat"])
    other = next(person for person in people if person is not mover)
    moved, resigned = at_once(
        [partial(mover.move, game, 1, {"action": "pass"}), partial(other.move, game, 1, {"action": "resign"})]
    )
    turns = tables.turns(stack, game)
    assert len(turns) == 1
    assert sorted([moved.status_code, resigned.status_code]) == [200, 409]
    assert tables.started(stack, game).is_over == (resigned.status_code == 200)
