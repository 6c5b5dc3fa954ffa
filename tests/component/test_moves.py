"""Moves: what is refused and why, what counts in time, and what is said when the game has moved on."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import permutations
from typing import Any

import pytest
from tests import faults
from tests.component.conftest import Logged, MovableClock
from tests.component.table import best_play, grid_of, mover, rules_of, sign_up, start_game

from lettrix.lexicon import Lexicon
from lettrix.plays import format_play
from lettrix_cloud import clock as cloud_clock
from lettrix_cloud import playing
from lettrix_cloud.game_items import ControlItem
from lettrix_cloud.games_dynamodb import DynamoGames

pytestmark = pytest.mark.usefixtures("tables", "french_lexicon")

HOUR, SECOND = cloud_clock.HOUR, cloud_clock.SECOND


class Table:
    """A game for two that has started: `mover` is to move, `other` is not."""

    def __init__(self, at: int | None = None) -> None:
        people = sign_up("Anna"), sign_up("Ben")
        self.game = start_game(*people, at=at)
        view = people[0].view(self.game, at=at)
        self.mover = mover(view, *people)
        self.other = next(person for person in people if person is not self.mover)
        rack = self.mover.view(self.game, at=at)["rack"]
        self.letters: list[str] = [letter for letter in rack if letter != "?"]
        """On the mover's rack, blanks apart: six at least."""

    def move(self, action: str, turn: int = 1, **body: Any) -> Any:
        return self.mover.move(self.game, turn, action, **body)


@pytest.fixture
def table() -> Table:
    return Table()


def refused(reply: Any) -> tuple[int, str]:
    assert reply.headers["Content-Type"] == "application/problem+json"
    return reply.status, reply.json["code"]


def tile(letter: str, row: int = 7, col: int = 7, **more: Any) -> dict[str, Any]:
    return {"row": row, "col": col, "letter": letter} | more


def not_on(rack: list[str]) -> str:
    return next(letter for letter in "KWXYZQJ" if letter not in rack)


class TestRefusals:
    """422 with the rule's code, nothing written, and the turn may be tried again."""

    CASES: dict[str, tuple[str, Callable[[list[str]], dict[str, Any]]]] = {  # noqa: RUF012
        "off_board": ("play", lambda rack: {"tiles": [tile(rack[0], 15, 7), tile(rack[1], 7, 7)]}),
        "off_board below 0": ("play", lambda rack: {"tiles": [tile(rack[0], -1, 7), tile(rack[1], 7, 7)]}),
        "square_taken": ("play", lambda rack: {"tiles": [tile(rack[0]), tile(rack[1])]}),
        "not_in_line": ("play", lambda rack: {"tiles": [tile(rack[0]), tile(rack[1], 8, 8)]}),
        "gap": ("play", lambda rack: {"tiles": [tile(rack[0]), tile(rack[1], 7, 9)]}),
        "misses_start": ("play", lambda rack: {"tiles": [tile(rack[0], 0, 0), tile(rack[1], 0, 1)]}),
        "too_short": ("play", lambda rack: {"tiles": [tile(rack[0])]}),
        "too_few_tiles": ("play", lambda rack: {"tiles": []}),
        "too_many_tiles": ("play", lambda rack: {"tiles": [tile("E", 7, col) for col in range(9)]}),
        "not_on_rack": ("play", lambda rack: {"tiles": [tile(rack[0]), tile(not_on(rack), 7, 8)]}),
        "not_on_rack, not a letter": ("play", lambda rack: {"tiles": [tile(rack[0]), tile("é", 7, 8)]}),
        "blank_needs_letter": ("play", lambda rack: {"tiles": [tile("", blank=True), tile(rack[1], 7, 8)]}),
        "not_on_rack, exchanged": ("exchange", lambda rack: {"letters": [not_on(rack)]}),
        "too_few_tiles, exchanged": ("exchange", lambda rack: {"letters": []}),
    }

    @pytest.mark.parametrize("name", CASES)
    def test_the_code_says_why(self, table: Table, name: str) -> None:
        action, body = self.CASES[name]
        before = DynamoGames().load(table.game)
        assert refused(table.move(action, **body(table.letters))) == (422, name.partition(",")[0].partition(" ")[0])
        assert DynamoGames().load(table.game) == before

    def test_every_unknown_word_is_named(self, table: Table, french: Lexicon) -> None:
        word = next(word for word in map("".join, permutations(table.letters, 3)) if not french.contains(word))
        reply = table.move("play", text=f"8H {word}")
        assert refused(reply) == (422, "unknown_words")
        assert reply.json["words"] == [word]

    def test_not_your_turn(self, table: Table) -> None:
        for action, body in (("pass", {}), ("exchange", {"letters": ["E"]}), ("play", {"tiles": [tile("E")]})):
            assert refused(table.other.move(table.game, 1, action, **body)) == (422, "not_your_turn")

    def test_a_finished_game(self, table: Table) -> None:
        table.move("resign")
        assert refused(table.other.move(table.game, 2, "pass")) == (422, "game_over")

    def test_a_game_that_has_not_started(self, table: Table) -> None:
        game = table.mover.create().json["id"]
        assert refused(table.mover.move(game, 1, "pass")) == (409, "not_started")


MALFORMED: dict[str, dict[str, Any]] = {
    "no action": {"action": None},
    "another action": {"action": "cheat"},
    "a clock's action": {"action": "timeout"},
    "turn 0": {"action": "pass", "turn": 0},
    "turn as text": {"action": "pass", "turn": "1"},
    "turn as truth": {"action": "pass", "turn": True},
    "turn too large": {"action": "pass", "turn": 10**30},
    "no request id": {"action": "pass", "request_id": None},
    "request id with #": {"action": "pass", "request_id": "a#b"},
    "unknown field": {"action": "pass", "seat": 1},
    "tiles of a pass": {"action": "pass", "tiles": []},
    "300 tiles": {"action": "play", "tiles": [{"row": 7, "col": 7, "letter": "E"}] * 300},
    "neither tiles nor text": {"action": "play"},
    "tiles and text": {"action": "play", "tiles": [], "text": "8H LE"},
    "a tile without a place": {"action": "play", "tiles": [{"letter": "E"}]},
    "two letters on a tile": {"action": "play", "tiles": [{"row": 7, "col": 7, "letter": "EE"}]},
    "a place as text": {"action": "play", "tiles": [{"row": "7", "col": 7, "letter": "E"}]},
    "half a square": {"action": "play", "tiles": [{"row": 7.5, "col": 7, "letter": "E"}]},
    "far off": {"action": "play", "tiles": [{"row": 10**9, "col": 7, "letter": "E"}]},
    "points claimed": {"action": "play", "tiles": [], "points": 500},
    "no notation": {"action": "play", "text": "LE on 8H"},
    "a letter of another alphabet": {"action": "play", "text": "8H ÇA"},
    "nothing to play through": {"action": "play", "text": "8H ..LE"},
    "a long text": {"action": "play", "text": "8H " + "E" * 500},
    "letters as text": {"action": "exchange", "letters": "ABC"},
    "an empty letter": {"action": "exchange", "letters": [""]},
    "500 letters": {"action": "exchange", "letters": ["E"] * 500},
}


@pytest.mark.parametrize("name", MALFORMED)
def test_malformed(table: Table, name: str) -> None:
    body = {"turn": 1, "request_id": "r"} | MALFORMED[name]
    reply = table.mover.ask("POST", f"/api/games/{table.game}/moves", body)
    assert refused(reply) == (400, "malformed")
    assert table.mover.view(table.game)["turn"] == 1


class TestPlaying:
    def test_both_ways_to_write_a_play(self, table: Table, french: Lexicon) -> None:
        """As tiles and as text; what is said of it is what lies on the board."""
        people, played = (table.mover, table.other), 0
        view = table.mover.view(table.game)
        while played < 4:
            person = mover(view, *people)
            view = person.view(table.game)
            play = best_play(view, french)
            if play is None:
                view = person.move(table.game, view["turn"], "pass").json
                continue
            text = format_play(play, grid_of(view), rules_of(view).tiles.alphabet)
            tiles = [tile._asdict() for tile in play.tiles]
            body = {"text": text} if played % 2 else {"tiles": tiles}
            before, turn = view["players"][view["my_seat"]]["score"], view["turn"]
            reply = person.move(table.game, turn, "play", **body)
            assert reply.status == 200, reply.body
            view = reply.json
            fact = view["last"][-1]["facts"][0]
            assert (fact["kind"], fact["text"], fact["tiles"]) == ("play", text, tiles)
            assert view["players"][view["my_seat"]]["score"] == before + fact["points"]
            new = [(t["row"], t["col"], t["letter"], t["blank"]) for t in view["board"]["tiles"] if t["turn"] == turn]
            assert sorted(new) == sorted(tuple(tile) for tile in play.tiles)
            played += 1

    def test_resigning_out_of_turn(self, table: Table) -> None:
        reply = table.other.move(table.game, 1, "resign")
        assert (reply.status, reply.json["status"]) == (200, "finished")
        assert reply.json["result"]["winners"] == [0]


class TestAgain:
    def test_the_same_request_is_answered_again(self, table: Table) -> None:
        first = table.move("pass", request_id="once")
        again = table.move("pass", request_id="once")
        assert (first.status, again.status, again.json) == (200, 200, first.json)

    def test_with_the_view_of_today(self, table: Table) -> None:
        table.move("pass", request_id="once")
        table.other.move(table.game, 2, "pass")
        again = table.move("pass", request_id="once")
        assert (again.status, again.json["turn"]) == (200, 3)

    def test_of_the_move_that_ended_the_game(self, table: Table) -> None:
        first = table.move("resign", request_id="once")
        again = table.move("resign", request_id="once")
        assert (again.status, again.json) == (200, first.json)

    @pytest.mark.parametrize("who", ["the other player", "another id", "a later turn"])
    def test_anything_else_is_stale(self, table: Table, who: str) -> None:
        table.move("pass", request_id="once")
        if who == "the other player":
            reply = table.other.move(table.game, 1, "pass", request_id="once")
        elif who == "another id":
            reply = table.move("pass", request_id="twice")
        else:
            reply = table.move("pass", turn=3, request_id="once")
        assert refused(reply) == (409, "stale_turn")
        viewer = table.other if who == "the other player" else table.mover
        assert reply.json["game"] == viewer.view(table.game)


class TestTime:
    """Of a game that began at `T0`: due 48 hours later, settled 15 seconds after that."""

    @pytest.fixture
    def due(self) -> tuple[Table, int]:
        now = cloud_clock.now()
        return Table(at=now), now + 48 * HOUR

    def test_in_time_to_the_millisecond(self, due: tuple[Table, int]) -> None:
        table, due_at = due
        assert table.move("pass", at=due_at).status == 200

    def test_too_late_but_not_settled(self, due: tuple[Table, int]) -> None:
        table, due_at = due
        for late in (1, 14_999):
            assert refused(table.move("pass", at=due_at + late)) == (409, "too_late")
        assert refused(table.other.move(table.game, 1, "resign", at=due_at + 1)) == (409, "too_late")
        assert table.mover.view(table.game, at=due_at + 14_999)["turn"] == 1

    def test_settled_after_the_grace(self, due: tuple[Table, int]) -> None:
        table, due_at = due
        reply = table.move("pass", at=due_at + 15_000)
        assert refused(reply) == (409, "stale_turn")
        [record] = reply.json["game"]["last"]
        assert (record["action"], record["automatic"], reply.json["game"]["turn"]) == ("timeout", True, 2)

    def test_a_move_that_was_in_time_counts_however_late_it_is_written(
        self, due: tuple[Table, int], clock: MovableClock
    ) -> None:
        table, due_at = due
        clock.advance((due_at - cloud_clock.now()) / SECOND + 3600)
        assert table.move("pass", at=due_at).status == 200
        view = table.mover.view(table.game)
        assert [record["action"] for record in view["last"]] == ["pass"]

    def test_but_not_after_time_has_settled(self, due: tuple[Table, int]) -> None:
        table, due_at = due
        assert table.other.view(table.game, at=due_at + 15_000)["turn"] == 2
        assert refused(table.move("pass", at=due_at)) == (409, "stale_turn")

    def test_a_claim_settles_and_settles_nothing_early(self, due: tuple[Table, int]) -> None:
        table, due_at = due
        path = f"/api/games/{table.game}/claim"
        assert table.other.ask("POST", path, at=due_at + 14_999).json["turn"] == 1
        assert table.other.ask("POST", path, at=due_at + 15_000).json["turn"] == 2

    def test_nothing_is_settled_while_the_clock_is_held(self, due: tuple[Table, int]) -> None:
        table, due_at = due
        hold = ControlItem("CONTROL", "clock", hold_until=due_at + HOUR)
        hold.save()
        assert table.other.view(table.game, at=due_at + 20_000)["turn"] == 1
        assert refused(table.move("pass", at=due_at + 20_000)) == (409, "too_late")
        assert table.other.view(table.game, at=due_at + HOUR)["turn"] == 2

    def test_nobody_ever_playing(self) -> None:
        now = cloud_clock.now()
        table = Table(at=now)
        late = now + 30 * 24 * HOUR
        for day in range(0, 30, 2):
            view = table.mover.view(table.game, at=now + day * 24 * HOUR + HOUR)
        assert view["status"] == "finished"
        assert view["result"]["reason"] == "all_passed"
        assert view["finished_at"] < cloud_clock.iso(late)
        assert table.mover.ask("GET", "/api/games").json["games"] == []


class TestLostFences:
    """What happens between the reading of a game and the writing of a move."""

    def just_before_writing(self, action: Callable[[], Any]) -> Any:
        return faults.just_before("TransactWriteItems", action)

    def test_a_reminder_in_between_changes_nothing(self, table: Table) -> None:
        def remind() -> None:
            stored = DynamoGames().load(table.game)
            assert stored is not None
            assert DynamoGames().mark(stored, check_at=stored.check_at or 0, reminded_turn=1)

        with self.just_before_writing(remind) as times:
            reply = table.move("pass")
        assert (reply.status, len(times)) == (200, 1)
        stored = DynamoGames().load(table.game)
        assert stored is not None
        assert (stored.reminded_turn, stored.started.turn) == (1, 2)

    def test_three_times_but_not_for_ever(self, table: Table) -> None:
        def bump() -> None:
            stored = DynamoGames().load(table.game)
            assert stored is not None
            DynamoGames().mark(stored, check_at=stored.check_at or 0)

        with faults.just_before("TransactWriteItems", bump, times=3):
            assert table.move("pass").status == 200
        with faults.just_before("TransactWriteItems", bump, times=4):
            reply = table.other.move(table.game, 2, "pass")
        assert refused(reply) == (503, "store_busy")
        assert reply.headers["Retry-After"]
        assert table.other.move(table.game, 2, "pass").status == 200

    def test_the_other_one_was_faster(self, table: Table) -> None:
        with self.just_before_writing(lambda: table.other.move(table.game, 1, "resign")):
            reply = table.move("pass")
        assert refused(reply) == (409, "stale_turn")
        assert reply.json["game"]["status"] == "finished"

    def test_oneself_was_faster(self, table: Table) -> None:
        with self.just_before_writing(lambda: table.move("pass", request_id="once")):
            reply = table.move("pass", request_id="once")
        assert (reply.status, reply.json["turn"]) == (200, 2)
        assert len(DynamoGames().turns(table.game)) == 1

    def test_time_was_faster_than_a_move_in_time(self) -> None:
        now = cloud_clock.now()
        table, due_at = Table(at=now), now + 48 * HOUR
        with self.just_before_writing(lambda: playing.attend(DynamoGames(), table.game, due_at + 15_000)):
            reply = table.move("pass", at=due_at)
        assert refused(reply) == (409, "stale_turn")
        assert [turn.action for turn in DynamoGames().turns(table.game)] == ["timeout"]

    def test_a_move_in_time_was_faster_than_time(self) -> None:
        now = cloud_clock.now()
        table, due_at = Table(at=now), now + 48 * HOUR
        with self.just_before_writing(lambda: table.move("pass", at=due_at)):
            outcome = playing.attend(DynamoGames(), table.game, due_at + 15_000)
        assert [turn.action for turn in DynamoGames().turns(table.game)] == ["pass"]
        assert outcome in ("settled", "postponed", "early")
        assert table.mover.view(table.game, at=due_at + 20_000)["turn"] == 2


@pytest.mark.usefixtures("no_pauses")
class TestBusyStore:
    @pytest.mark.parametrize("error", [faults.CONFLICT, faults.ITEM_THROTTLED, faults.THROTTLED, faults.SERVER_ERROR])
    def test_it_is_tried_again(self, table: Table, error: dict[str, Any]) -> None:
        with faults.failing("TransactWriteItems", error, times=2) as failed:
            assert table.move("pass").status == 200
        assert len(failed) == 2

    @pytest.mark.parametrize("error", [faults.CONFLICT, faults.ITEM_THROTTLED, faults.THROTTLED, faults.SERVER_ERROR])
    def test_and_then_503_never_409(self, table: Table, error: dict[str, Any]) -> None:
        with faults.failing("TransactWriteItems", error):
            reply = table.move("pass", request_id="once")
        assert refused(reply) == (503, "store_busy")
        assert int(reply.headers["Retry-After"]) >= 1
        assert table.move("pass", request_id="once").json["turn"] == 2

    def test_reading_too(self, table: Table) -> None:
        for operation in ("GetItem", "BatchGetItem"):
            with faults.failing(operation, faults.THROTTLED):
                assert refused(table.mover.ask("GET", f"/api/games/{table.game}")) == (503, "store_busy")


def test_nothing_secret_is_logged_or_said(table: Table, logged: Logged) -> None:
    stored = DynamoGames().load(table.game)
    assert stored is not None
    game = stored.started
    mine = stored.seat_of(table.mover.id)
    assert mine is not None
    theirs = game.seats[1 - mine].rack
    replies = [
        table.mover.ask("GET", f"/api/games/{table.game}"),
        table.mover.ask("GET", "/api/games"),
        table.move("play", tiles=[tile(table.letters[0], 3, 3)]),
        table.move("exchange", letters=table.letters[:2]),
        table.move("pass", request_id="stale"),
        table.mover.ask("GET", f"/api/games/{table.game}/turns", query={"breakdown": "1"}),
    ]
    after = DynamoGames().load(table.game)
    assert after is not None
    for text in [*(reply.body + json.dumps(reply.headers) for reply in replies), logged.text]:
        for hidden in (theirs, json.dumps(list(theirs), separators=(",", ":")), game.bag[:12], after.started.bag[:12]):
            assert hidden not in text
        for secret in (stored.secret, stored.seed):
            assert secret.hex() not in text
