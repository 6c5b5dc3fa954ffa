"""Time on the running stack: nobody looks at these games while the sweep and the queue settle them.

States are read from the table, never through the API, which would settle what is overdue on the way.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import pytest
from infra.local.stack import LocalStack
from tests.stack import tables
from tests.stack.people import TIMEOUT, Person, Room, choose, start_game

from lettrix.lexicon import Lexicon
from lettrix.proof import verify
from lettrix_cloud.clock import DAY, HOUR, MINUTE, SECOND
from lettrix_cloud.stored import StoredGame

GRACE = 15 * SECOND
TURN = 48 * HOUR
REMINDER = 12 * HOUR
LIMIT = 15 * DAY
NEAR = 10 * MINUTE
"""Deadlines this close to each other are passed in one step of the clock."""
BEFORE = 45 * SECOND
"""How long before a deadline the games are looked at: the machine may be slow, but not that slow."""


@dataclass
class Timeline:
    """One game, and who of its players plays."""

    name: str
    id: str
    people: tuple[Person, ...]
    present: tuple[Person, ...]
    stack: LocalStack

    def stored(self) -> StoredGame:
        return tables.load(self.stack, self.id)

    def let_present_play(self, lexicon: Lexicon) -> None:
        """Those who are there play, as long as it is their turn."""
        while True:
            stored = self.stored()
            game = stored.started
            if game.is_over or game.to_move is None:
                return
            person = next(p for p in self.people if p.id == stored.seated[game.to_move])
            if person not in self.present:
                return
            view = person.view(self.id)
            answer = person.move(self.id, view["turn"], choose(view, lexicon))
            assert answer.status_code == 200, answer.text


class Clock:
    """The stack's clock, moved by its dev door."""

    def __init__(self, person: Person) -> None:
        self._client = person.client

    def now(self) -> int:
        """Milliseconds UTC."""
        return self._moment(self._client.get("/dev/clock"))

    def advance_to(self, moment: int) -> None:
        """Move on until at least `moment`."""
        ahead = moment - self.now()
        assert ahead > 0, "the clock is past that moment already"
        answer = self._client.post("/dev/clock", json={"advance": ahead / SECOND}, timeout=600)
        assert answer.status_code == 200, answer.text
        assert self._moment(answer) >= moment

    @staticmethod
    def _moment(answer: Any) -> int:
        return round(datetime.fromisoformat(answer.json()["now"]).timestamp() * SECOND)


@pytest.fixture(scope="module")
def browser(room: Room) -> Person:
    return room.person()


@pytest.fixture(scope="module")
def clock(browser: Person) -> Clock:
    return Clock(browser)


@pytest.fixture(scope="module")
def timelines(stack: LocalStack, room: Room, clock: Clock, french: Lexicon) -> dict[str, Timeline]:
    """The five timelines of the rules, gone through to the end, and looked at around every deadline."""
    lines = {}
    for name, seats, present in (
        ("two, nobody plays", 2, ()),
        ("three, nobody plays", 3, ()),
        ("four, nobody plays", 4, ()),
        ("two of four absent", 4, (0, 2)),
        ("one of two absent", 2, (0,)),
    ):
        people = room.people(seats)
        lines[name] = Timeline(name, start_game(*people), people, tuple(people[at] for at in present), stack)
    go_through(list(lines.values()), clock, french)
    return lines


def go_through(lines: list[Timeline], clock: Clock, lexicon: Lexicon) -> None:
    """From deadline to deadline until all games are over, or nobody is left who would let one pass."""
    for _ in range(20):
        for line in lines:
            line.let_present_play(lexicon)
        before = {line.id: line.stored() for line in lines}
        dues = [stored.due_at for stored in before.values() if stored.due_at is not None]
        if not dues:
            return
        group = [due for due in dues if due <= min(dues) + NEAR]
        clock.advance_to(min(group) - BEFORE)
        for line in lines:
            assert_only_reminded(before[line.id], line.stored(), clock.now())
        clock.advance_to(max(group) + GRACE + MINUTE)
        for line in lines:
            due = before[line.id].due_at
            if due is not None and due <= max(group):
                assert_settled_once(before[line.id], line.stored())
            else:
                assert line.stored().game == before[line.id].game
    pytest.fail("the games go on and on")


def assert_only_reminded(before: StoredGame, after: StoredGame, now: int) -> None:
    """Nothing happens before the deadline but the reminder, which is due twelve hours before it."""
    assert before.game is not None
    assert after.game is not None
    assert after.game == before.game
    remind_at = before.game.remind_at
    if remind_at is not None:
        assert before.due_at is not None
        assert remind_at == before.due_at - REMINDER
        assert (after.reminded_turn == before.game.turn_began) == (remind_at <= now)


def assert_settled_once(before: StoredGame, after: StoredGame) -> None:
    """One deadline over, one turn more, and the next turn runs from when it was recorded."""
    assert before.game is not None
    assert after.game is not None
    assert before.due_at is not None
    assert after.game.turn > before.game.turn
    if after.game.is_over:
        return
    assert after.game.turn == before.game.turn + 1
    assert after.due_at is not None
    assert after.due_at >= min(before.due_at + GRACE + TURN, after.game.ends_at or after.due_at)


def test_every_automatic_turn_came_after_its_deadline_and_grace(timelines: dict[str, Timeline]) -> None:
    for line in timelines.values():
        game = line.stored().started
        began = game.started_at
        for turn in tables.turns(line.stack, line.id):
            kinds = [fact["kind"] for fact in turn.facts]
            if "timeout" in kinds:
                assert turn.at >= began + TURN + GRACE, (line.name, turn.number)
                assert turn.is_automatic
            if "limit" in kinds:
                assert turn.at >= game.started_at + LIMIT + GRACE
            began = turn.at
        verify(line.people[0].get(f"/api/games/{line.id}/proof"), _AnyDictionary(line.stored().dictionary))


class _AnyDictionary:
    """Says yes to every word: what is verified here is time."""

    def __init__(self, wanted: str) -> None:
        self.hash = wanted

    def contains(self, word: str, /) -> bool:
        return bool(word)


@pytest.mark.parametrize(("name", "day"), [("two, nobody plays", 8), ("three, nobody plays", 12)])
def test_all_absent_end_by_passing(timelines: dict[str, Timeline], name: str, day: int) -> None:
    line = timelines[name]
    view = line.people[0].view(line.id)
    assert (view["status"], view["result"]["reason"]) == ("finished", "all_passed")
    assert [player["timeouts"] for player in view["players"]] == [2] * len(line.people)
    assert {player["state"] for player in view["players"]} == {"playing"}
    game = line.stored().started
    assert game.finished_at is not None
    assert day * DAY < game.finished_at - game.started_at < day * DAY + HOUR
    turns = line.people[0].get(f"/api/games/{line.id}/turns")["turns"]
    assert [(turn["action"], turn["automatic"]) for turn in turns] == [("timeout", True)] * len(turns)
    assert len(turns) == 2 * len(line.people)


def test_four_absent_come_to_the_limit_without_a_forfeit(timelines: dict[str, Timeline]) -> None:
    line = timelines["four, nobody plays"]
    view = line.people[3].view(line.id)
    assert (view["status"], view["result"]["reason"]) == ("finished", "time_limit")
    assert view["result"]["winners"] == [0, 1, 2, 3]
    assert [player["score"] for player in view["players"]] == [0, 0, 0, 0]
    assert sorted(player["timeouts"] for player in view["players"]) == [1, 2, 2, 2]
    assert {player["state"] for player in view["players"]} == {"playing"}
    game = line.stored().started
    assert game.finished_at is not None
    assert LIMIT < game.finished_at - game.started_at < LIMIT + HOUR


def test_two_of_four_absent_both_forfeit_and_the_others_go_on(timelines: dict[str, Timeline]) -> None:
    line = timelines["two of four absent"]
    absent = {person.id for person in line.people} - {person.id for person in line.present}
    view = line.present[0].view(line.id)
    assert view["status"] == "finished"
    states = {player["id"]: (player["state"], player["timeouts"]) for player in view["players"]}
    assert {states[player] for player in absent} == {("forfeited", 3)}
    assert {states[person.id] for person in line.present} == {("playing", 0)}
    ranks = {player["id"]: view["result"]["ranks"][player["seat"]] for player in view["players"]}
    assert sorted(ranks[player] for player in absent) == [3, 4]


def test_one_of_two_absent_loses_at_once_by_the_third_automatic_pass(timelines: dict[str, Timeline]) -> None:
    line = timelines["one of two absent"]
    view = line.present[0].view(line.id)
    assert (view["status"], view["result"]["reason"]) == ("finished", "last_player")
    winner = view["result"]["winners"]
    assert [view["players"][seat]["id"] for seat in winner] == [line.present[0].id]
    loser = next(player for player in view["players"] if player["seat"] not in winner)
    assert (loser["state"], loser["timeouts"]) == ("forfeited", 3)
    game = line.stored().started
    assert game.finished_at is not None
    assert 6 * DAY < game.finished_at - game.started_at < 6 * DAY + HOUR


def test_places_are_free_again(timelines: dict[str, Timeline]) -> None:
    for line in timelines.values():
        for person in line.people:
            assert tables.places(line.stack, person.id) == set()
            finished = person.get("/api/games", params={"scope": "finished"})["games"]
            assert [entry["id"] for entry in finished] == [line.id]


def test_a_game_that_does_not_fill_is_cancelled_after_48_hours(stack: LocalStack, room: Room, clock: Clock) -> None:
    host, guest, invited = room.people(3)
    game = host.create(players=4, invite=[invited.id])["id"]
    assert guest.join(game).status_code == 200
    waiting = tables.load(stack, game)
    assert waiting.due_at == waiting.created_at + 48 * HOUR
    clock.advance_to(waiting.due_at - BEFORE)
    assert tables.load(stack, game).status == "waiting"
    clock.advance_to(waiting.due_at + GRACE + MINUTE)
    assert tables.load(stack, game).status == "cancelled"
    for person in (host, guest, invited):
        assert tables.places(stack, person.id) == set()
        for scope in ("mine", "invitations"):
            assert person.get("/api/games", params={"scope": scope})["games"] == []
    answer = invited.join(game)
    assert answer.status_code in (404, 409)
    assert host.view(game)["status"] == "cancelled"


def test_a_move_in_time_counts_and_one_too_late_does_not(stack: LocalStack, room: Room, clock: Clock) -> None:
    people = room.people(2)
    game = start_game(*people)
    stored = tables.load(stack, game)
    assert stored.due_at is not None
    first = next(p for p in people if p.id == stored.seated[0])
    second = next(p for p in people if p.id != first.id)
    clock.advance_to(stored.due_at - BEFORE)
    assert first.move(game, 1, {"action": "pass"}).status_code == 200
    stored = tables.load(stack, game)
    assert stored.due_at is not None
    clock.advance_to(stored.due_at + GRACE + MINUTE)
    answer = second.move(game, 2, {"action": "pass"})
    assert (answer.status_code, answer.json()["code"]) == (409, "stale_turn")
    assert [player["timeouts"] for player in answer.json()["game"]["players"]] == [0, 1]


def test_moving_the_clock_signs_nobody_out(room: Room, clock: Clock) -> None:
    person = room.person()
    clock.advance_to(clock.now() + 200 * DAY)
    assert person.get("/api/me")["id"] == person.id
    answer = person.client.post("/dev/clock", json={"advance": -1}, timeout=TIMEOUT)
    assert answer.status_code == 400
