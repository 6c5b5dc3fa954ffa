"""Each condition of the fence is there for something: without it one of these scenarios fails.

The scenarios run twice: as they are, and under each mutant, where they must fail. Some conditions say again what
another one says already, because every writer of ours raises the revision: status, turn and due moment follow from
it. They hold against a write that does not (a repair by hand, code of another version), and when the revision itself
is dropped; `REDUNDANT` shows that the races of our own writers do not need them.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from tests import doors, faults
from tests.component.lifecycle import DAY, GRACE, HOUR, TURN
from tests.component.table import Person, mover, sign_up, start_game
from tests.component.worlds import use_small_lexicon, use_time
from tests.doors import Reply
from tests.mutants import Mutant, alive

from lettrix import game as engine
from lettrix_cloud import clock, games_dynamodb, hosting, packing, playing
from lettrix_cloud.game_items import StateItem
from lettrix_cloud.games_dynamodb import DynamoGames
from lettrix_cloud.stored import StoredGame

games = DynamoGames()
numbers = count()


@pytest.fixture(autouse=True)
def _scene(tables: None, no_pauses: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    use_small_lexicon(monkeypatch, tmp_path)


class Scene:
    """Three people, and a game of the first two that began at `t0`."""

    def __init__(self) -> None:
        number = next(numbers)
        self.anna, self.ben, self.cleo = (sign_up(f"{name}{number}") for name in ("Anna", "Ben", "Cleo"))
        self.t0 = clock.now()

    def start(self) -> str:
        game = start_game(self.anna, self.ben, at=self.t0)
        self.mover = mover(self.anna.view(game, at=self.t0), self.anna, self.ben)
        self.other = self.ben if self.mover is self.anna else self.anna
        return game

    def wait(self, seats: int) -> str:
        """A game that waits, open to all, of Anna's."""
        return str(self.anna.create(self.t0, players=seats).json["id"])


def load(game: str) -> StoredGame:
    try:
        stored = games.load(game)
    except packing.DamagedState as error:
        raise AssertionError("two writers made one game") from error
    assert stored is not None
    return stored


def actions(game: str) -> list[str]:
    return [turn.action for turn in games.turns(game)]


def answer(reply: Reply) -> tuple[int, str | None]:
    return reply.status, reply.json.get("code") if reply.status >= 400 else None


def meanwhile(action: Callable[[], Any]) -> Any:
    """Between what a request has read and its write."""
    return faults.just_before("TransactWriteItems", action)


def by_hand(game: str, **values: Any) -> None:
    """What writes a game without raising its revision."""
    actions = [getattr(StateItem, name).set(value) for name, value in values.items()]
    StateItem(f"GAME#{game}", "STATE").update(actions)


def play_elsewhere(game: str, person: Person, action: str, **body: Any) -> None:
    """A player's action from another process."""
    with doors.another_process():
        assert person.move(game, 1, action, **body).status == 200


def attend(game: str, now: int) -> bool:
    """A message of the agenda arrives; whether the queue is rid of it."""
    record = {"messageId": "m", "body": json.dumps({"game": game})}
    with pytest.MonkeyPatch.context() as patch:
        use_time(patch, now)
        return bool(doors.load("timeouts").handler({"Records": [record]}, None) == {"batchItemFailures": []})


# What our own writers do to each other


def two_moves_cross() -> None:
    """A player's pass, and in between another action of his from another window: one of them is the turn."""
    scene = Scene()
    game = scene.start()
    letters = scene.mover.view(game)["rack"][:1]
    with meanwhile(lambda: play_elsewhere(game, scene.mover, "exchange", letters=letters)):
        reply = scene.mover.move(game, 1, "pass")
    assert answer(reply) == (409, "stale_turn")
    assert actions(game) == ["exchange"]


def a_move_crosses_a_reminder() -> None:
    """Both are written, and nobody takes the one state for the other."""
    scene = Scene()
    game = scene.start()
    tags: list[str] = []

    def remind() -> None:
        assert games.mark(load(game), check_at=scene.t0 + TURN + GRACE, reminded_turn=1)
        tags.append(f'"{load(game).revision}-s{load(game).seat_of(scene.other.id)}-0"')

    with meanwhile(remind):
        assert answer(scene.mover.move(game, 1, "pass")) == (200, None)
    assert (actions(game), load(game).reminded_turn) == (["pass"], 1)
    again = scene.other.ask("GET", f"/api/games/{game}", headers={"if-none-match": tags[0]})
    assert again.status == 200
    assert again.json["turn"] == 2


def an_old_request_comes_late() -> None:
    """It is no decision about another turn."""
    scene = Scene()
    game = scene.start()
    for turn, person in ((1, scene.mover), (2, scene.other)):
        exchanged = person.move(game, turn, "exchange", letters=person.view(game)["rack"][:1])
        assert exchanged.status == 200, exchanged.body
    assert answer(scene.mover.move(game, 1, "pass")) == (409, "stale_turn")
    assert answer(scene.mover.move(game, 2, "resign")) == (409, "stale_turn")
    assert len(actions(game)) == 2


def a_request_is_sent_again() -> None:
    """It is found as the turn that it became; the same id from somebody else, or another id, is not it."""
    scene = Scene()
    game = scene.start()
    for _ in range(2):
        assert answer(scene.mover.move(game, 1, "pass", request_id="once")) == (200, None)
    assert answer(scene.other.move(game, 1, "pass", request_id="once")) == (409, "stale_turn")
    assert answer(scene.mover.move(game, 1, "pass", request_id="other")) == (409, "stale_turn")
    assert actions(game) == ["pass"]


def a_move_is_too_late() -> None:
    """By a millisecond, though nobody has settled yet."""
    scene = Scene()
    game = scene.start()
    assert answer(scene.mover.move(game, 1, "pass", at=scene.t0 + TURN + 1)) == (409, "too_late")
    assert actions(game) == []


def a_move_in_time_is_written_late() -> None:
    """Time leaves it the grace, through whichever door it comes."""
    scene = Scene()
    game = scene.start()
    early = scene.t0 + TURN + GRACE - 1
    assert scene.other.view(game, at=early)["turn"] == 1
    attend(game, early)
    assert answer(scene.mover.move(game, 1, "pass", at=scene.t0 + TURN)) == (200, None)
    assert actions(game) == ["pass"]


def time_crosses_a_move_in_time() -> None:
    """Neither does both: the move became the turn, and time finds nothing due."""
    scene = Scene()
    game = scene.start()
    with meanwhile(lambda: play_elsewhere(game, scene.mover, "pass", at=scene.t0 + TURN)):
        assert attend(game, scene.t0 + TURN + GRACE)
    stored = load(game)
    assert (actions(game), stored.started.turn, stored.started.seats[0].timeouts) == (["pass"], 2, 0)


def two_settle_at_once() -> None:
    """One absence is one automatic pass."""
    scene = Scene()
    game = scene.start()
    now = scene.t0 + TURN + GRACE
    with meanwhile(lambda: attend(game, now)):
        assert attend(game, now)
    assert actions(game) == ["timeout"]


def two_join_at_once() -> None:
    """There are two seats: both have one."""
    scene = Scene()
    game = scene.wait(3)
    with meanwhile(lambda: hosting.join(games, game, scene.ben.id, None, scene.t0)):
        assert answer(scene.cleo.join(game)) == (200, None)
    assert load(game).players == (scene.anna.id, scene.ben.id, scene.cleo.id)
    assert load(game).status == "active"


def two_want_the_last_seat() -> None:
    scene = Scene()
    game = scene.wait(2)
    with meanwhile(lambda: hosting.join(games, game, scene.ben.id, None, scene.t0)):
        assert answer(scene.cleo.join(game)) == (409, "game_full")
    assert set(load(game).players) == {scene.anna.id, scene.ben.id}
    assert games.places(scene.cleo.id) == set()


def joining_crosses_calling_off() -> None:
    scene = Scene()
    game = scene.wait(2)
    with meanwhile(lambda: hosting.cancel(games, game, scene.anna.id, scene.t0)):
        assert scene.ben.join(game).status in (404, 409)
    assert load(game).status == "cancelled"
    assert games.places(scene.ben.id) == games.places(scene.anna.id) == set()


def joining_too_late() -> None:
    """The time to fill the game is over, though it is not cancelled yet."""
    scene = Scene()
    game = scene.wait(2)
    assert answer(scene.ben.join(game, at=scene.t0 + 2 * DAY)) == (409, "not_waiting")
    assert load(game).status == "waiting"
    assert games.places(scene.ben.id) == set()


def joining_in_time_crosses_the_cancellation() -> None:
    scene = Scene()
    game = scene.wait(2)
    with meanwhile(lambda: hosting.join(games, game, scene.ben.id, None, scene.t0 + 2 * DAY - 1)):
        assert attend(game, scene.t0 + 2 * DAY + GRACE)
    assert (load(game).status, games.places(scene.ben.id)) == ("active", {game})


def a_sixth_game() -> None:
    scene = Scene()
    for _ in range(5):
        assert scene.ben.create().status == 201
    game = scene.wait(2)
    assert answer(scene.ben.join(game)) == (409, "no_free_place")
    assert answer(scene.ben.create()) == (409, "no_free_place")
    assert len(games.places(scene.ben.id)) == 5


def a_creation_is_sent_again() -> None:
    scene = Scene()
    first, again = (scene.anna.create(request_id="once") for _ in range(2))
    assert (first.status, again.status, again.json["id"]) == (201, 201, first.json["id"])
    assert games.places(scene.anna.id) == {first.json["id"]}


# What somebody else's writer might do, who does not raise the revision


def a_move_crosses_another_status() -> None:
    scene = Scene()
    game = scene.start()
    with meanwhile(lambda: by_hand(game, status="suspended")):
        scene.mover.move(game, 1, "pass")
    assert actions(game) == []


def a_move_crosses_another_turn() -> None:
    scene = Scene()
    game = scene.start()
    with meanwhile(lambda: by_hand(game, turn=2)):
        assert answer(scene.mover.move(game, 1, "pass")) == (409, "stale_turn")
    assert actions(game) == []


def a_move_crosses_an_earlier_deadline() -> None:
    scene = Scene()
    game = scene.start()
    with meanwhile(lambda: by_hand(game, due_at=scene.t0 - 1)):
        scene.mover.move(game, 1, "pass", at=scene.t0)
    assert actions(game) == []


def time_crosses_a_later_deadline() -> None:
    scene = Scene()
    game = scene.start()
    with meanwhile(lambda: by_hand(game, due_at=scene.t0 + TURN + HOUR)):
        attend(game, scene.t0 + TURN + GRACE)
    assert actions(game) == []


def joining_crosses_another_status() -> None:
    scene = Scene()
    game = scene.wait(2)
    with meanwhile(lambda: by_hand(game, status="suspended")):
        scene.ben.join(game)
    assert games.places(scene.ben.id) == set()


def joining_crosses_an_earlier_cancellation() -> None:
    scene = Scene()
    game = scene.wait(2)
    with meanwhile(lambda: by_hand(game, cancel_at=scene.t0)):
        assert answer(scene.ben.join(game, at=scene.t0)) == (409, "not_waiting")
    assert games.places(scene.ben.id) == set()


RACES = [
    two_moves_cross,
    a_move_crosses_a_reminder,
    an_old_request_comes_late,
    a_request_is_sent_again,
    a_move_is_too_late,
    a_move_in_time_is_written_late,
    time_crosses_a_move_in_time,
    two_settle_at_once,
    two_join_at_once,
    two_want_the_last_seat,
    joining_crosses_calling_off,
    joining_too_late,
    joining_in_time_crosses_the_cancellation,
    a_sixth_game,
    a_creation_is_sent_again,
]
FOREIGN = [
    a_move_crosses_another_status,
    a_move_crosses_another_turn,
    a_move_crosses_an_earlier_deadline,
    time_crosses_a_later_deadline,
    joining_crosses_another_status,
    joining_crosses_an_earlier_cancellation,
]

NO_REVISION = Mutant(games_dynamodb, "_condition", " & (StateItem.revision == fence.revision)", "")
NO_STATUS = Mutant(games_dynamodb, "_condition", "StateItem.status == fence.status", "StateItem.pk.exists()")
NO_TURN = Mutant(games_dynamodb, "_condition", "condition &= StateItem.turn == fence.turn", "pass")
NO_PLAYED_AT = Mutant(games_dynamodb, "_condition", "condition &= due_at >= fence.played_at", "pass")
NO_JOINED_AT = Mutant(games_dynamodb, "_condition", "condition &= due_at > fence.joined_at", "pass")
NO_SETTLED_BY = Mutant(games_dynamodb, "_condition", "condition &= due_at <= fence.settled_by", "pass")
NO_GRACE = Mutant(playing, "settle", "now - stored.rules.clock.grace", "now")
NO_CLIENTS_TURN = Mutant(playing, "move", "request.turn != game.turn", "False")
NO_TOO_LATE = Mutant(engine, "apply", "now > due_at", "False")
NO_FILLING_TIME = Mutant(hosting, "_change", "stored.lobby.cancel_at <= now", "False")
ANY_PLAYERS_REQUEST = Mutant(
    playing, "_is_done", "== (request.player, request.request_id)", "[1:] == (request.request_id,)"
)
ANY_REQUEST = Mutant(playing, "_is_done", "== (request.player, request.request_id)", "[:1] == (request.player,)")
NO_REQUEST_FOUND = Mutant(playing, "_is_done", "return entry is not None and", "return False and")
NO_LIMIT = Mutant(games_dynamodb, "_take", ", free)", ")")
RETRY_AS_SUCCESS = Mutant(playing, "move", "            continue\n", "            return stored\n")

Scenario = Callable[[], None]
KILLED: dict[str, tuple[Scenario, tuple[Mutant, ...]]] = {
    "revision": (a_move_crosses_a_reminder, (NO_REVISION,)),
    "revision of a join": (two_join_at_once, (NO_REVISION,)),
    "status": (a_move_crosses_another_status, (NO_STATUS,)),
    "status of a join": (joining_crosses_another_status, (NO_STATUS,)),
    "turn": (a_move_crosses_another_turn, (NO_TURN,)),
    "played_at <= due_at": (a_move_crosses_an_earlier_deadline, (NO_PLAYED_AT,)),
    "cancel_at of a join": (joining_crosses_an_earlier_cancellation, (NO_JOINED_AT,)),
    "due_at of a settlement": (time_crosses_a_later_deadline, (NO_SETTLED_BY,)),
    "grace": (a_move_in_time_is_written_late, (NO_GRACE,)),
    "the client's turn": (an_old_request_comes_late, (NO_CLIENTS_TURN,)),
    "the engine's deadline": (a_move_is_too_late, (NO_TOO_LATE,)),
    "both deadlines": (a_move_is_too_late, (NO_TOO_LATE, NO_PLAYED_AT)),
    "the time to fill a game": (joining_too_late, (NO_FILLING_TIME,)),
    "both times to fill a game": (joining_too_late, (NO_FILLING_TIME, NO_JOINED_AT)),
    "whose request it was": (a_request_is_sent_again, (ANY_PLAYERS_REQUEST,)),
    "which request it was": (a_request_is_sent_again, (ANY_REQUEST,)),
    "looking for the request": (a_request_is_sent_again, (NO_REQUEST_FOUND,)),
    "the limit of places": (a_sixth_game, (NO_LIMIT,)),
    "reading again after a lost fence": (a_move_crosses_a_reminder, (RETRY_AS_SUCCESS,)),
    "revision and turn, two moves": (two_moves_cross, (NO_REVISION, NO_TURN)),
    "revision and due_at, time and a move": (time_crosses_a_move_in_time, (NO_REVISION, NO_TURN, NO_SETTLED_BY)),
    "revision and due_at, two settlements": (two_settle_at_once, (NO_REVISION, NO_TURN, NO_SETTLED_BY)),
    "revision and status, join and cancel": (joining_crosses_calling_off, (NO_REVISION, NO_STATUS)),
    "revision and cancel_at, the last seat": (two_want_the_last_seat, (NO_REVISION, NO_STATUS, NO_JOINED_AT)),
    "revision and cancel_at, join and time": (
        joining_in_time_crosses_the_cancellation,
        (NO_REVISION, NO_STATUS, NO_SETTLED_BY),
    ),
}
REDUNDANT = (NO_STATUS, NO_TURN, NO_PLAYED_AT, NO_JOINED_AT, NO_SETTLED_BY)


@pytest.mark.parametrize("scenario", RACES + FOREIGN, ids=lambda scenario: scenario.__name__)
def test_scenario(scenario: Scenario) -> None:
    scenario()


@pytest.mark.parametrize("name", KILLED)
def test_mutant_is_killed(name: str) -> None:
    scenario, mutants = KILLED[name]
    with alive(*mutants), pytest.raises(AssertionError):
        scenario()


def test_what_the_revision_says_already() -> None:
    """Of the fence the revision alone holds our own writers apart; when it no longer does, this has to change."""
    with alive(*REDUNDANT):
        for scenario in RACES:
            scenario()
