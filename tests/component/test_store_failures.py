"""Whatever the store does to a request, sent again it has happened once, and nothing was ever half-written.

Every request that writes a game is played on the same table, which is put back as it was for each failure; what it
leaves behind must be, item by item, what it leaves without one. Crashes of the commonest ones are in test_crashes.py.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from moto.dynamodb.models import dynamodb_backends
from tests import doors, faults
from tests.component.conftest import SETTINGS, empty_tables
from tests.component.lifecycle import DAY, GRACE, HOUR, TURN
from tests.component.table import Person, best_move, mover, sign_up
from tests.component.worlds import Time, use_chance, use_small_lexicon, use_time
from tests.doors import Reply
from tests.engine import T0, small_lexicon

from lettrix_cloud import session, store

NONCE = "ab" * 16


class Scene:
    """Three players, and a request ready to be sent."""

    def __init__(self, aws: Any, random: Random, time: Time) -> None:
        empty_tables(aws)
        random.seed(7)
        time.now = T0
        self.time = time
        self.anna, self.ben, self.cleo = sign_up("Anna"), sign_up("Ben"), sign_up("Cleo")
        self.people = (self.anna, self.ben, self.cleo)

    def wait(self, players: int, *joined: Person, **body: Any) -> str:
        created = self.anna.create(T0, players=players, nonce=NONCE, **body)
        assert created.status == 201, created.body
        game = str(created.json["id"])
        for person in joined:
            assert person.join(game, T0, nonce=NONCE).status == 200
        return game

    def run(self, players: int) -> str:
        return self.wait(players, *self.people[1:players])

    def mover(self, game: str) -> Person:
        return mover(self.anna.view(game, at=self.time.now), *self.people)

    def passes(self, game: str, times: int) -> None:
        for turn in range(1, times + 1):
            assert self.mover(game).move(game, turn, "pass", at=T0).status == 200


Request = Callable[[], Reply]


def attend(game: str) -> Reply:
    """A message of the agenda, as an answer: 503 when the queue keeps it."""
    record = {"messageId": "m", "body": json.dumps({"game": game})}
    kept = doors.load("timeouts").handler({"Records": [record]}, None)["batchItemFailures"]
    return Reply(503 if kept else 200, {"Retry-After": "60"}, [], json.dumps({"code": "store_busy"} if kept else {}))


def creating(scene: Scene) -> Request:
    body: dict[str, Any] = {"request_id": "once", "players": 3, "invite": [scene.ben.id, scene.cleo.id]}
    return lambda: scene.anna.create(T0, **body)


def joining(scene: Scene) -> Request:
    game = scene.wait(3, invite=[scene.ben.id], open=False)
    return lambda: scene.ben.join(game, T0, nonce=NONCE)


def joining_last(scene: Scene) -> Request:
    game = scene.wait(3, scene.cleo, invite=[scene.ben.id])
    return lambda: scene.ben.join(game, T0, nonce=NONCE)


def declining(scene: Scene) -> Request:
    game = scene.wait(3, invite=[scene.ben.id], open=False)
    return lambda: scene.ben.ask("DELETE", f"/api/games/{game}/seats/me", at=T0)


def leaving(scene: Scene) -> Request:
    game = scene.wait(3, scene.ben)
    return lambda: scene.ben.ask("DELETE", f"/api/games/{game}/seats/me", at=T0)


def inviting(scene: Scene) -> Request:
    game = scene.wait(3)
    return lambda: scene.anna.ask("POST", f"/api/games/{game}/invitations", {"player": scene.cleo.id}, at=T0)


def starting_with_fewer(scene: Scene) -> Request:
    game = scene.wait(4, scene.ben, invite=[scene.cleo.id])
    return lambda: scene.anna.ask("PATCH", f"/api/games/{game}", {"players": 2}, at=T0)


def calling_off(scene: Scene) -> Request:
    game = scene.wait(3, scene.cleo, invite=[scene.ben.id])
    return lambda: scene.anna.ask("DELETE", f"/api/games/{game}", at=T0)


def playing(scene: Scene) -> Request:
    game = scene.run(2)
    person = scene.mover(game)
    play = best_move(person.view(game, at=T0), small_lexicon())
    assert play["action"] == "play"
    return lambda: person.move(game, 1, request_id="once", at=T0, **play)


def exchanging(scene: Scene) -> Request:
    game = scene.run(3)
    person = scene.mover(game)
    letters = person.view(game, at=T0)["rack"][:3]
    return lambda: person.move(game, 1, "exchange", request_id="once", at=T0, letters=letters)


def passing_last(scene: Scene) -> Request:
    game = scene.run(2)
    scene.passes(game, 3)
    person = scene.mover(game)
    return lambda: person.move(game, 4, "pass", request_id="once", at=T0)


def resigning_of_three(scene: Scene) -> Request:
    game = scene.run(3)
    return lambda: scene.cleo.move(game, 1, "resign", request_id="once", at=T0)


def resigning_of_two(scene: Scene) -> Request:
    game = scene.run(2)
    return lambda: scene.ben.move(game, 1, "resign", request_id="once", at=T0)


def timing_out(scene: Scene) -> Request:
    game = scene.run(2)
    scene.time.now = T0 + TURN + GRACE
    return lambda: attend(game)


def timing_out_last(scene: Scene) -> Request:
    game = scene.run(2)
    scene.passes(game, 3)
    scene.time.now = T0 + TURN + GRACE
    return lambda: attend(game)


def expiring(scene: Scene) -> Request:
    game = scene.wait(3, scene.cleo, invite=[scene.ben.id])
    scene.time.now = T0 + 2 * DAY + GRACE
    return lambda: attend(game)


def reminding(scene: Scene) -> Request:
    game = scene.run(2)
    scene.time.now = T0 + TURN - 12 * HOUR
    return lambda: attend(game)


def looking_too_late(scene: Scene) -> Request:
    game = scene.run(2)
    return lambda: scene.ben.ask("GET", f"/api/games/{game}", at=T0 + TURN + GRACE)


def listing_too_late(scene: Scene) -> Request:
    scene.run(2)
    return lambda: scene.anna.ask("GET", "/api/games", at=T0 + 2 * DAY + GRACE)


EVERY = [
    creating,
    joining,
    joining_last,
    declining,
    leaving,
    inviting,
    starting_with_fewer,
    calling_off,
    playing,
    exchanging,
    passing_last,
    resigning_of_three,
    resigning_of_two,
    timing_out,
    timing_out_last,
    expiring,
    reminding,
    looking_too_late,
    listing_too_late,
]
DONE_ALREADY = {declining: (404, "not_found"), leaving: (409, "not_in_game")}
"""What they are answered when they are sent again after all: there is nothing left to do."""


@dataclass
class Stage:
    """A scene, the table as it is before the request, and as it is after it."""

    request: Request
    before: Any
    dumped_before: dict[str, Any]
    dumped_after: dict[str, Any]
    operations: list[str]
    """The calls that the request makes."""
    done_already: tuple[int, str] | None


def backend() -> Any:
    return dynamodb_backends["123456789012"][SETTINGS["AWS_DEFAULT_REGION"]]


def dump() -> dict[str, Any]:
    """Every item of the game table, by its keys."""
    items = [item.to_json()["Attributes"] for item in backend().tables["game-table"].all_items()]
    return {f"{item['PK']['S']} / {item['SK']['S']}": item for item in items}


@pytest.fixture(params=EVERY, ids=lambda make: make.__name__)
def stage(
    request: pytest.FixtureRequest, aws: Any, no_pauses: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> Stage:
    use_small_lexicon(monkeypatch, tmp_path)
    random, time = use_chance(monkeypatch), use_time(monkeypatch, T0)
    send = request.param(Scene(aws, random, time))
    before, dumped = copy.deepcopy(backend().tables), dump()

    def again() -> Reply:
        random.seed(8)  # so that what is created has the same id
        session.forget_cache()
        reply: Reply = send()
        return reply

    assert again().status < 300
    after = dump()
    assert after != dumped
    made = Stage(again, before, dumped, after, [], DONE_ALREADY.get(request.param))
    reset(made)  # the process is warm now, and will make the same calls each time
    with faults.crash() as operations:
        again()
    made.operations += operations
    return made


def reset(stage: Stage) -> None:
    backend().tables = copy.deepcopy(stage.before)


def assert_done(stage: Stage, reply: Reply) -> None:
    """It has happened once."""
    answer = (reply.status, reply.json.get("code") if reply.status >= 400 else None)
    assert reply.status < 300 or answer == stage.done_already
    assert dump() == stage.dumped_after


MIXED = faults.cancelled("ConditionalCheckFailed", "TransactionConflict")
"""A condition was looked at while another write of the same items was under way: it may not have failed."""
WRITES = {"TransactWriteItems": [faults.CONFLICT, faults.THROTTLED, MIXED], "UpdateItem": [faults.CONFLICT_OF_ONE]}
READS = [faults.THROTTLED]


def test_it_has_happened_once(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    dying(stage)
    monkeypatch.setattr(store, "RETRY_SECONDS", 2.0)
    trouble_that_passes(stage)
    monkeypatch.setattr(store, "RETRY_SECONDS", 0.02)
    trouble_that_stays(stage)


def dying(stage: Stage) -> None:
    """The process dies before each call, or right after each write; after a read is before the next call."""
    points = [{"before": number} for number in range(1, len(stage.operations) + 1)]
    points += [{"after": number} for number, name in enumerate(stage.operations, 1) if name in WRITES]
    for point in points:
        reset(stage)
        with faults.crash(**point), pytest.raises(faults.Crash):
            stage.request()
        assert dump() in (stage.dumped_before, stage.dumped_after)
        assert_done(stage, stage.request())


def trouble_that_passes(stage: Stage) -> None:
    for operation in sorted(set(stage.operations)):
        for error in WRITES.get(operation, READS):
            reset(stage)
            with faults.failing(operation, error, times=2) as failed:
                reply = stage.request()
            assert reply.status < 300, (operation, error, reply.body)
            assert len(failed) == 2
            assert dump() == stage.dumped_after


def trouble_that_stays(stage: Stage) -> None:
    """503 with the time to wait, never 409; sent again when it is over it happens."""
    for operation in sorted(set(stage.operations)):
        for error in WRITES.get(operation, READS):
            reset(stage)
            with faults.failing(operation, error):
                reply = stage.request()
            assert (reply.status, reply.json["code"]) == (503, "store_busy")
            assert int(reply.headers["Retry-After"]) >= 1
            written = dump()
            if operation in WRITES:
                assert written == stage.dumped_before
            else:  # reading for the view may fail after the write
                assert written in (stage.dumped_before, stage.dumped_after)
            assert_done(stage, stage.request())


def test_a_batch_that_is_answered_in_parts(
    aws: Any, no_pauses: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    """What was not processed is asked for again: no view is shown without its names, or as if there were no game."""
    use_small_lexicon(monkeypatch, tmp_path)
    scene = Scene(aws, use_chance(monkeypatch), use_time(monkeypatch, T0))
    game = scene.run(2)
    scene.passes(game, 1)
    person = scene.mover(game)
    requests: list[Request] = [
        lambda: scene.anna.ask("GET", f"/api/games/{game}", at=T0),
        lambda: person.move(game, 2, "pass", at=T0),
    ]
    for ask in requests:
        with faults.unprocessed(2) as answered:
            reply = ask()
        assert (reply.status, len(answered)) == (200, 2)
        assert {player["name"] for player in reply.json["players"]} == {"Anna", "Ben"}
        assert len(reply.json["last"]) == reply.json["turn"] - 1
    with faults.unprocessed(2):
        listed = scene.anna.ask("GET", "/api/games", at=T0)
    assert [summary["id"] for summary in listed.json["games"]] == [game]
