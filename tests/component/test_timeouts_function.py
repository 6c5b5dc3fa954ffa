"""The sweep and the timeouts function: what is due is found, settled once, and never early."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import boto3
import pytest
from moto.sqs.models import sqs_backends
from tests import doors, faults
from tests.component.conftest import Logged, MovableClock
from tests.component.table import Person, sign_up, start_game

from lettrix_cloud import agenda, playing, queue
from lettrix_cloud import clock as cloud_clock
from lettrix_cloud.game_items import ControlItem, StateItem
from lettrix_cloud.games import Listed
from lettrix_cloud.games_dynamodb import DynamoGames
from lettrix_cloud.games_memory import MemoryGames
from lettrix_cloud.stored import StoredGame

pytestmark = pytest.mark.usefixtures("tables", "french_lexicon")

games = DynamoGames()
HOURS = 3600.0


@pytest.fixture
def people() -> list[Person]:
    return [sign_up("Anna"), sign_up("Ben")]


@pytest.fixture
def sqs(monkeypatch: pytest.MonkeyPatch) -> Any:
    for by_region in sqs_backends.values():
        for backend in by_region.values():
            backend.reset()
    client = boto3.client("sqs")
    monkeypatch.setenv("TIMEOUTS_QUEUE_URL", client.create_queue(QueueName="timeouts")["QueueUrl"])
    return client


def sweep() -> Any:
    return doors.load("timeouts").sweep({}, None)


def received(sqs: Any) -> list[dict[str, str]]:
    """What the queue would bring to `timeouts`."""
    url = sqs.get_queue_url(QueueName="timeouts")["QueueUrl"]
    records = []
    while messages := sqs.receive_message(QueueUrl=url, MaxNumberOfMessages=10).get("Messages"):
        for message in messages:
            records.append({"messageId": message["MessageId"], "body": message["Body"]})
            sqs.delete_message(QueueUrl=url, ReceiptHandle=message["ReceiptHandle"])
    return records


def handle(*bodies: str) -> list[str]:
    """Failed messages of a batch; a message's id is its number."""
    records = [{"messageId": str(number), "body": body} for number, body in enumerate(bodies)]
    answer = doors.load("timeouts").handler({"Records": records}, None)
    return [failure["itemIdentifier"] for failure in answer["batchItemFailures"]]


def message(game: str) -> str:
    return json.dumps({"game": game})


def stored(game: str) -> StoredGame:
    found = games.load(game)
    assert found is not None
    return found


class TestWhatIsDue:
    def test_a_turn_from_start_to_time_out(self, people: list[Person], sqs: Any, clock: MovableClock) -> None:
        game = start_game(*people)
        assert sweep() == {"sent": 0, "poison": 0}
        clock.advance(36 * HOURS + 1)
        assert sweep()["sent"] == 1
        [record] = received(sqs)
        assert handle(record["body"]) == []
        assert stored(game).reminded_turn == 1
        assert sweep()["sent"] == 0
        clock.advance(12 * HOURS)
        assert (sweep()["sent"], stored(game).started.turn) == (0, 1)
        clock.advance(15)
        assert sweep()["sent"] == 1
        assert handle(*(record["body"] for record in received(sqs))) == []
        assert [turn.action for turn in games.turns(game)] == ["timeout"]
        assert stored(game).check_at == stored(game).next_at
        assert sweep()["sent"] == 0

    def test_what_was_moved_on_by_a_move_is_postponed(
        self, people: list[Person], sqs: Any, clock: MovableClock
    ) -> None:
        game = start_game(*people)
        clock.advance(30 * HOURS)
        view = people[0].view(game)
        next(p for p in people if p.id == view["players"][0]["id"]).move(game, 1, "pass")
        clock.advance(6 * HOURS + 1)
        assert sweep()["sent"] == 1
        assert handle(message(game)) == []
        assert (stored(game).reminded_turn, stored(game).started.turn) == (0, 2)
        assert stored(game).check_at == stored(game).next_at
        assert sweep()["sent"] == 0

    def test_a_game_that_nobody_fills_is_cancelled(self, people: list[Person], sqs: Any, clock: MovableClock) -> None:
        game = people[0].create().json["id"]
        clock.advance(48 * HOURS + 14)
        assert sweep()["sent"] == 0
        clock.advance(2)
        assert sweep()["sent"] == 1
        assert handle(message(game)) == []
        assert (stored(game).status, games.places(people[0].id)) == ("cancelled", set())

    def test_two_absent_players_end_on_the_eighth_day(
        self, people: list[Person], sqs: Any, clock: MovableClock
    ) -> None:
        game = start_game(*people)
        for _ in range(16):
            clock.advance(12.25 * HOURS)
            sweep()
            assert handle(*(record["body"] for record in received(sqs))) == []
        ended = stored(game).started
        assert ended.result is not None
        assert ended.result.reason == "all_passed"
        assert [turn.action for turn in games.turns(game)] == ["timeout"] * 4
        assert sweep() == {"sent": 0, "poison": 0}

    def test_twice_is_once(self, people: list[Person], clock: MovableClock) -> None:
        game = start_game(*people)
        clock.advance(48 * HOURS + 20)
        assert handle(message(game), message(game), message(game)) == []
        assert len(games.turns(game)) == 1

    @pytest.mark.parametrize("seconds", [0, 48 * HOURS, 48 * HOURS + 14])
    def test_never_early(self, people: list[Person], clock: MovableClock, seconds: float) -> None:
        game = start_game(*people, at=cloud_clock.now())
        clock.advance(seconds)
        assert handle(message(game)) == []
        assert games.turns(game) == []

    def test_never_while_the_clock_is_held(self, people: list[Person], sqs: Any, clock: MovableClock) -> None:
        game = start_game(*people)
        clock.advance(50 * HOURS)
        ControlItem("CONTROL", "clock", hold_until=cloud_clock.now() + 1000 * 3600).save()
        assert sweep() == {"sent": 0, "poison": 0}
        assert handle(message(game)) == []
        assert games.turns(game) == []
        clock.advance(HOURS)
        assert sweep()["sent"] == 1
        assert handle(message(game)) == []
        assert len(games.turns(game)) == 1


class TestFailures:
    def test_a_busy_store_brings_back_that_game_alone(
        self, people: list[Person], clock: MovableClock, no_pauses: None
    ) -> None:
        first, second = start_game(*people), start_game(*people)
        clock.advance(48 * HOURS + 20)
        with faults.failing("TransactWriteItems", faults.CONFLICT):
            assert handle(message(first), message(second)) == ["0", "1"]
        assert handle(message(first), message(second)) == []
        assert [len(games.turns(game)) for game in (first, second)] == [1, 1]

    def test_a_game_that_cannot_be_read_stops_no_other(
        self, people: list[Person], sqs: Any, clock: MovableClock, logged: Logged
    ) -> None:
        broken, sound = start_game(*people), start_game(*people)
        racks = StateItem.get(f"GAME#{broken}", "STATE").racks
        StateItem(f"GAME#{broken}", "STATE").update([StateItem.board.set("damaged")])
        clock.advance(48 * HOURS + 20)
        assert handle(message(broken), message(sound)) == ["0"]
        assert len(games.turns(sound)) == 1
        assert sweep()["sent"] == 0
        clock.advance(HOURS)
        assert sweep()["sent"] == 1
        assert "DamagedState" in logged.text
        assert broken in logged.text
        assert not any(rack in logged.text for rack in racks.split("/"))

    @pytest.mark.parametrize("body", ["", "{}", "[]", "x", '{"game": 7}', '{"game": "PLAYER#1"}', '{"game": null}'])
    def test_a_message_that_is_none(self, body: str) -> None:
        assert handle(body) == ["0"]

    def test_a_game_that_is_gone(self) -> None:
        assert handle(message("01HZZZZZZZZZZZZZZZZZZZZZZZ")) == []

    def test_an_entry_that_is_no_game_is_counted_and_skipped(
        self, people: list[Person], sqs: Any, clock: MovableClock
    ) -> None:
        game = start_game(*people)
        shard = stored(game).agenda
        StateItem("SEASON#1", "STATE", agenda=shard, check_at=1).save()
        clock.advance(48 * HOURS + 20)
        assert sweep() == {"sent": 1, "poison": 1}
        assert [record["body"] for record in received(sqs)] == [message(game)]


class Timer:
    """Says that time is out after being asked so many times."""

    def __init__(self, times: int) -> None:
        self._left = times

    def __call__(self) -> bool:
        self._left -= 1
        return self._left < 0


class TestSweep:
    """Over the twin: many games, and time that runs out."""

    class Full(MemoryGames):
        """An agenda of 700 due games in each shard."""

        def due(self, shard: str, by: int, after: Listed | None, count: int) -> list[Listed]:
            start = 0 if after is None else after.at + 1
            return [Listed(f"01HZZZZZZZZZZZZZZZZZZ{shard}{at:03d}", at) for at in range(start, 700)][:count]

    def test_by_tens_and_to_the_end(self) -> None:
        sent: list[Sequence[str]] = []
        swept = agenda.sweep(self.Full({}), sent.append, 0, lambda: False)
        assert (swept.sent, swept.poison, swept.cursor) == (8 * 700, 0, None)
        assert {len(batch) for batch in sent} == {10}

    def test_where_time_ran_out_the_next_one_goes_on(self) -> None:
        sent: list[str] = []
        cursor, rounds = None, 0
        while rounds == 0 or cursor is not None:
            swept = agenda.sweep(self.Full({}), sent.extend, 0, Timer(10), cursor)
            cursor = swept.cursor
            rounds += 1
        assert rounds > 5
        assert len(sent) == len(set(sent)) == 8 * 700

    def test_what_the_queue_does_not_take_is_left_to_the_next(
        self, people: list[Person], sqs: Any, clock: MovableClock, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        start_game(*people)
        clock.advance(48 * HOURS + 20)
        monkeypatch.setenv("TIMEOUTS_QUEUE_URL", "https://eu-west-3.queue.amazonaws.com/123456789012/none")
        with pytest.raises(Exception, match="NonExistentQueue"):
            sweep()
        monkeypatch.setenv("TIMEOUTS_QUEUE_URL", sqs.get_queue_url(QueueName="timeouts")["QueueUrl"])
        assert sweep()["sent"] == 1


def test_a_message_is_read_as_it_was_written() -> None:
    assert queue.read(message("01HZZZZZZZZZZZZZZZZZZZZZZZ")) == "01HZZZZZZZZZZZZZZZZZZZZZZZ"


def test_what_was_done_is_named(people: list[Person]) -> None:
    now = cloud_clock.now()
    game = start_game(*people, at=now)
    due_at = stored(game).due_at
    assert due_at is not None
    said = [
        playing.attend(games, game, at)
        for at in (now, due_at - 12 * 3600_000, due_at, due_at + 15_000, due_at + 15_000)
    ]
    assert said == ["early", "reminded", "early", "settled", "early"]
    people[0].move(game, 2, "resign", at=due_at + 20_000)
    assert playing.attend(games, game, due_at + 10**9) == "over"
    assert playing.attend(games, "01HZZZZZZZZZZZZZZZZZZZZZZZ", now) == "unknown"
