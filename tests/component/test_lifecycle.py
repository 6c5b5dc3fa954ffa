"""Whatever people and time do, in whatever order, the handlers do what the model says (lifecycle.py).

Two requests may cross: the second one runs to its end between what the first one has read and its first write. The
answers and the store must then be those of the second one first, then the first. A request has a gateway time of its
own, which may be older than what was done since.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, note, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)
from tests import doors, secrecy
from tests.component import lifecycle
from tests.component.lifecycle import GRACE, HOUR, SECOND, Answer, Lifecycle
from tests.component.table import Person
from tests.component.worlds import TableWorld, Time, TwinWorld, World, use_chance, use_small_lexicon, use_time
from tests.doors import Reply
from tests.engine import T0, small_lexicon

from lettrix.game import conserved, replay_states, start
from lettrix.generation import Position, best_plays
from lettrix_cloud import queue
from lettrix_cloud.stored import StoredGame

LIMITS = {"Anna": 5, "Ben": 5, "Cleo": 2, "Dora": 3}
STRANGER = "01" + "0" * 24
"""Neither a game nor a player."""
LAGS = (0, 0, 0, 1, 2 * SECOND, GRACE - 1, GRACE + 1)
"""How long a request may be under way between gateway and function."""
TICKS = (0, 0, 1, 2 * SECOND, GRACE, GRACE + 1)
"""How long one request may take to be overtaken by another."""
AROUND = (-lifecycle.REMIND_BEFORE, -GRACE, -1, 0, 1, GRACE - 1, GRACE, GRACE + 1)
"""Moments before and after one at which something is due."""
SEEDS = st.integers(0, 9999)
LOOKS = ("get", "turns", "claim", "proof", "mine", "open", "invitations", "finished")
LOBBY = ("join", "join", "join", "join", "leave", "leave", "cancel", "invite", "invite", "change", "change")
MOVES = ("play", "play", "play", "play", "pass", "pass", "exchange", "exchange", "resign")


@dataclass(frozen=True)
class Op:
    """One request, or one message of the agenda (`attend`)."""

    kind: str
    who: str
    game: str
    at: int
    body: dict[str, Any] = field(default_factory=dict)
    illegal: str | None = None
    """The code for which the rules refuse the move."""


class Machine(RuleBasedStateMachine):
    """Four players, a handful of games."""

    def __init__(self, world: World, time: Time, sent: list[str], reseed: Callable[[], None]) -> None:
        super().__init__()
        reseed()
        self.world, self.time, self.queue = world, time, sent
        time.now = T0
        sent.clear()
        self.people: dict[str, Person] = {person.id: person for person in world.begin(LIMITS)}
        self.names = list(self.people)
        self.model = Lifecycle(dict(zip(self.people, LIMITS.values(), strict=True)))
        self.past: list[Op] = []
        self.messages: list[str] = []
        """Of all sweeps; any of them may come late, or again."""
        self.views: dict[tuple[str, str, str], str] = {}
        self.revisions: dict[str, int] = {}
        self.checked: dict[str, str] = {}
        """By game, the state in which it was checked last."""
        self.number = self.steps = 0

    # What people may ask for

    def draw_op(self, chance: Random) -> Op:
        kinds = ["look", "lobby", "lobby", "lobby", "create", "move", "move", "move", "attend", "again"]
        kind = chance.choice(kinds)
        at = self.time.now - chance.choice(LAGS)
        who = chance.choice(self.names)
        if kind == "again" and self.past:
            op = chance.choice(self.past)
            return replace(op, at=self.time.now if op.kind == "attend" else chance.choice([op.at, self.time.now]))
        if kind == "create":
            return self.draw_create(chance, who, at)
        if kind == "lobby":
            return self.draw_lobby(chance, self.draw_game(chance, "waiting"), who, at)
        if kind == "move":
            return self.draw_move(chance, self.draw_game(chance, "active"), who, at)
        game = self.draw_game(chance, None)
        if kind == "attend":
            return Op("attend", "", game, self.time.now)
        return Op(chance.choice(LOOKS), who, game, at)

    def draw_game(self, chance: Random, status: str | None) -> str:
        """Mostly a game of this status; any, and one that does not exist, too."""
        games = list(self.model.games)
        likely = [game for game in games if self.model.games[game].status == status] or games[-1:]
        return str(chance.choice([*likely, *likely, *likely, *games, STRANGER]))

    def draw_create(self, chance: Random, who: str, at: int) -> Op:
        players = chance.randint(2, 4)
        asked = [player for player in self.people if player != who or chance.randint(0, 7) == 0]
        invite = chance.sample(asked, min(len(asked), chance.randint(0, players - 1)))
        body = {
            "request_id": self.fresh("c"),
            "rules": "lettrix",
            "players": players,
            "invite": invite,
            "open": chance.choice([True, True, False]),
        }
        return Op("create", who, "", at, body)

    def draw_lobby(self, chance: Random, game: str, who: str, at: int) -> Op:
        what = chance.choice(LOBBY)
        known = self.model.games.get(game)
        body: dict[str, Any] = {}
        if known is not None and what in ("invite", "change", "cancel") and chance.randint(0, 4):
            who = known.host
        if known is not None and known.invited and what == "join" and chance.random() < 0.5:
            who = chance.choice(known.invited)
        if what == "invite":
            body = {"player": chance.choice([*self.people, *self.people, STRANGER])}
        elif what == "change":
            body = {
                "open": chance.choice([None, True, False]),
                "players": chance.choice([None, 2, 3, 4]),
            }
        return Op(what, who, game, at, body)

    def draw_move(self, chance: Random, game: str, who: str, at: int) -> Op:
        stored = self.world.games.load(game)
        action = chance.choice(MOVES)
        body: dict[str, Any] = {"request_id": self.fresh("m"), "turn": 1, "action": action}
        illegal = None
        if stored is None or stored.game is None:
            return Op("move", who, game, at, body | {"action": "pass"})
        running = stored.game
        body["turn"] = max(1, running.turn + chance.choice([0] * 8 + [-1, 1]))
        if running.to_move is not None and chance.randint(0, 3):
            who = stored.seated[running.to_move]
        seat = stored.seat_of(who)
        rack = "" if seat is None else running.seats[seat].rack
        position = Position.bare(stored.rules, running.grid, rack)
        plays = list(best_plays(position, small_lexicon(), 3, budget=None)) if action == "play" else []
        if action == "play" and (not plays or chance.randint(0, 5) == 0):
            body["tiles"], illegal = chance.choice(illegal_plays(stored, rack))
        elif action == "play":
            play = chance.choice(plays).play
            body["tiles"] = [tile._asdict() for tile in play.tiles]
        elif action == "exchange":
            body["letters"] = list(rack[: chance.randint(1, 8)])
            if not rack or chance.randint(0, 7) == 0:
                body["letters"], illegal = ["#"], "not_on_rack"
        return Op("move", who, game, at, body, illegal)

    def fresh(self, prefix: str) -> str:
        self.number += 1
        return f"{prefix}{self.number}"

    # Asking, and what must be answered

    def send(self, op: Op) -> Reply | None:
        if op.kind == "attend":
            record = {"messageId": "m", "body": json.dumps({"game": op.game})}
            assert doors.load("timeouts").handler({"Records": [record]}, None) == {"batchItemFailures": []}
            return None
        person, path, at = self.people[op.who], f"/api/games/{op.game}", op.at
        match op.kind:
            case "create":
                return person.ask("POST", "/api/games", op.body, at=at)
            case "mine" | "open" | "invitations" | "finished":
                return person.ask("GET", "/api/games", query={"scope": op.kind}, at=at)
            case "get":
                return person.ask("GET", path, at=at)
            case "turns" | "proof":
                return person.ask("GET", f"{path}/{op.kind}", at=at)
            case "claim":
                return person.ask("POST", f"{path}/claim", at=at)
            case "join":
                return person.ask("POST", f"{path}/seats", at=at)
            case "leave":
                return person.ask("DELETE", f"{path}/seats/me", at=at)
            case "cancel":
                return person.ask("DELETE", path, at=at)
            case "invite":
                return person.ask("POST", f"{path}/invitations", op.body, at=at)
            case "change":
                return person.ask("PATCH", path, op.body, at=at)
            case "move":
                return person.ask("POST", f"{path}/moves", op.body, at=at)
        raise AssertionError(op.kind)

    def expect(self, op: Op, reply: Reply | None) -> Answer:
        """Let it happen in the model."""
        model, body = self.model, op.body
        if op.kind == "attend":
            model.attend(op.game, op.at)
            return 0, None
        if op.kind == "create":
            answer = model.create(op.who, body["request_id"], body["players"], body["invite"], op.at)
            if answer == lifecycle.CREATED and (op.who, body["request_id"]) not in model.requests:
                assert reply is not None
                assert reply.status == 201, reply.body
                new, invited = reply.json["id"], list(body["invite"])
                game = lifecycle.Game(new, op.who, body["players"], body["open"], op.at, [op.who], invited)
                model.created(game, body["request_id"])
            return answer
        if op.kind in ("mine", "open", "invitations", "finished"):
            self.settle_listed(op)
            return lifecycle.OK
        stored = self.world.games.load(op.game)
        order = None if stored is None or stored.game is None else list(stored.seated)
        match op.kind:
            case "get" | "turns" | "claim":
                return model.get(op.game, op.who, op.at)
            case "proof":
                return model.proof(op.game, op.who, op.at)
            case "join":
                return model.join(op.game, op.who, op.at, order=order)
            case "leave":
                return model.leave(op.game, op.who, op.at)
            case "cancel":
                return model.cancel(op.game, op.who, op.at)
            case "invite":
                return model.invite(op.game, op.who, body["player"], op.at)
            case "change":
                return model.change(op.game, op.who, op.at, body["open"], body["players"], order=order)
        tiles = len(body.get("tiles") or body.get("letters") or ())
        how = (body["action"], tiles, op.illegal)
        return model.move(op.game, op.who, body["turn"], body["request_id"], op.at, *how)

    def settle_listed(self, op: Op) -> None:
        for game in self.model.games.values():
            if (op.kind == "open" and game.joinable) or game.id in self.listed(op):
                self.model.settle(game, op.at)

    def judge(self, op: Op, reply: Reply | None, *, raced: bool = False) -> None:
        """The answer and the store against the model. raced: another request came between its look and its write."""
        expected = self.expect(op, reply)
        if reply is not None:
            assert "Retry-After" not in reply.headers
            code = reply.json["code"] if reply.status >= 400 else None
            answers = {expected}
            if raced and op.kind == "join" and expected == lifecycle.NOT_FOUND:
                answers.add((409, "game_full"))  # it was there when he looked
            assert (reply.status, code) in answers, (op, expected, reply.body)
            self.check_answer(op, reply, raced=raced)
        if expected[0] < 400 and op not in self.past:
            self.past.append(op)
        self.check_store()

    def check_answer(self, op: Op, reply: Reply, *, raced: bool) -> None:
        """It is what the model holds now, and tells nothing that its reader may not know."""
        shown: Any = reply.json if reply.body else None
        everything = reply.body + json.dumps(dict(reply.headers))
        secrecy.check_structure(shown, op.who)
        mentioned = {game for game in self.model.games if game == op.game or game in everything}
        for stored in self.world.games.load_many(mentioned).values():
            assert not secrecy.search(everything, secrecy.hidden(stored, op.who))
            if op.kind == "turns" and reply.status == 200 and stored.status == "active":
                for turn in shown["turns"]:
                    secrecy.check_turn(turn, stored.seat_of(op.who))
        if op.kind in ("mine", "open", "invitations", "finished"):
            if not raced:
                assert {game["id"] for game in shown["games"]} == self.listed(op)
            return
        view = shown.get("game") if shown and reply.status == 409 else shown
        if view is None or "fairness" not in view or "status" not in view:
            return
        self.check_view(view, self.model.games[view["id"]], op.who)
        if op.kind == "get":
            tag = (op.who, op.game, reply.headers["ETag"])
            assert self.views.setdefault(tag, reply.body) == reply.body, "one ETag for two views"

    def listed(self, op: Op) -> set[str]:
        """What the list shows to its reader."""

        def is_shown(game: lifecycle.Game) -> bool:
            match op.kind:
                case "mine":
                    return op.who in game.holders
                case "open":
                    return game.joinable and op.who not in game.players
                case "invitations":
                    return op.who in game.asked
            return game.status == "finished" and op.who in game.players

        return {game.id for game in self.model.games.values() if is_shown(game)}

    def check_view(self, view: dict[str, Any], game: lifecycle.Game, viewer: str) -> None:
        played = game.played
        assert (view["status"], view["host"], view["open"]) == (game.status, game.host, game.joinable)
        if played is None:
            seats = [(player, "playing") for player in game.players] + [(player, "invited") for player in game.invited]
            assert [(p["id"], p["state"]) for p in view["players"] if p["id"]] == seats
            assert sum(p["id"] is None for p in view["players"]) == game.free
            return
        assert (view["turn"], view["bag"], view["my_seat"]) == (played.model.turn, played.bag, played.find(viewer))
        assert view["to_move"] == (played.model.mover if played.model.reason is None else None)
        last = [record["turn"] for record in view["last"]]
        assert last == list(range(max(1, played.model.turn - len(played.seats)), played.model.turn)), "the last round"
        assert [p["name"] for p in view["players"]] == [self.people[s.player].name for s in played.seats]
        assert [
            (p["id"], p["tiles"], p["passes"], p["timeouts"], p["state"]) for p in view["players"]
        ] == [(s.player, s.tiles, s.passes, s.timeouts, s.state) for s in played.seats]  # fmt: skip

    def check_store(self) -> None:
        """Every game as the model has it, and as its own records say; what players hold follows from the games."""
        games = self.world.games
        loaded = games.load_many(self.model.games)
        for game in self.model.games.values():
            stored = loaded[game.id]
            state = f"{stored.revision} {game}"
            if self.checked.get(game.id) == state:
                continue
            self.checked[game.id] = state
            assert game.history in lifecycle_paths(), game.history
            assert (stored.status, stored.host, stored.due_at) == (game.status, game.host, game.due_at)
            assert sorted(stored.players) == sorted(game.players)
            assert stored.revision >= self.revisions.get(game.id, 0)
            self.revisions[game.id] = stored.revision
            if stored.next_at is None:
                assert stored.check_at is None
            else:
                assert stored.check_at is not None
                assert stored.check_at <= stored.next_at
            if game.played is None:
                waiting = stored.lobby
                assert list(stored.players) == game.players
                assert (waiting.seats, waiting.open, list(waiting.invited)) == (game.wanted, game.open, game.invited)
                assert games.turns(game.id) == []
            else:
                self.check_played(stored, game, game.played)
        for player in self.people:
            assert games.places(player) == self.model.places(player)
            assert len(games.places(player)) <= self.model.limits[player]

    def check_played(self, stored: StoredGame, game: lifecycle.Game, played: lifecycle.Played) -> None:
        now = stored.started
        model = played.model
        assert (now.turn, now.turn_began, now.began_at) == (model.turn, played.turn_began, model.began)
        assert (now.started_at, now.ends_at, now.finished_at) == (model.start, model.ends_at, model.finished_at)
        assert (None if now.result is None else now.result.reason) == model.reason
        assert (stored.reminded_turn, len(now.bag)) == (game.reminded, played.bag)
        assert [(s.passes, s.timeouts, s.state, len(s.rack)) for s in now.seats] == [
            (s.passes, s.timeouts, s.state, s.tiles) for s in played.seats
        ]
        turns = self.world.games.turns(game.id)
        assert [turn.number for turn in turns] == list(range(1, model.turn)), "one decision per turn"
        before = start(stored.rules, stored.seed, len(stored.players), now.started_at)
        batch = None
        for turn, (after, redone) in zip(turns, replay_states(before, turns, small_lexicon()), strict=True):
            assert before.due_at is not None
            if turn.action in ("timeout", "limit"):
                # What one settlement recorded after its first turn was overdue when that turn ended.
                assert turn.at >= before.due_at + (0 if turn.at == batch else GRACE), "time was early"
                batch = turn.at
            else:
                assert turn.at <= before.due_at, "too late, and counted"
            assert redone == turn
            before = after
        assert before == now
        assert conserved(now)
        if turns:
            entry = self.world.games.turn(game.id, turns[-1].number)
            assert entry is not None
            assert (entry.player, entry.request_id) == played.decided[turns[-1].number]

    # Rules. What is drawn within one is drawn from a seed: hypothesis chooses and shrinks the steps.

    def chance(self, seed: int) -> Random:
        self.steps += 1
        return Random(f"{seed} {self.steps}")

    @initialize(seed=SEEDS)
    def first_games(self, seed: int) -> None:
        """One that runs, and one that waits."""
        host, *others = list(self.people)[: self.chance(seed).randint(2, 4)]
        body = {"rules": "lettrix", "players": len(others) + 1, "invite": [], "open": True}
        self.answer(Op("create", host, "", self.time.now, body | {"request_id": self.fresh("c")}))
        [game] = self.model.games
        for other in others:
            self.answer(Op("join", other, game, self.time.now))
        assert self.model.games[game].status == "active"
        self.answer(Op("create", host, "", self.time.now, body | {"request_id": self.fresh("c"), "players": 3}))

    @rule(seed=SEEDS)
    def requests(self, seed: int) -> None:
        """One after the other."""
        chance = self.chance(seed)
        for _ in range(3):
            self.answer(self.draw_op(chance))

    @rule(seed=SEEDS)
    def moves(self, seed: int) -> None:
        """Games get on."""
        chance = self.chance(seed)
        for _ in range(4):
            self.answer(
                self.draw_move(chance, self.draw_game(chance, "active"), chance.choice(self.names), self.time.now)
            )
            self.time.now += chance.choice((SECOND, HOUR, 10 * HOUR))

    @rule(seed=SEEDS)
    def games_fill(self, seed: int) -> None:
        """And places run out."""
        chance = self.chance(seed)
        for _ in range(4):
            who, at = chance.choice(self.names), self.time.now
            if chance.random() < 0.4:
                self.answer(self.draw_create(chance, who, at))
            else:
                self.answer(self.draw_lobby(chance, self.draw_game(chance, "waiting"), who, at))

    @rule(seed=SEEDS)
    def a_race(self, seed: int) -> None:
        """Two requests cross, whatever they are."""
        chance = self.chance(seed)
        self.cross(self.draw_op(chance), self.draw_op(chance), chance.choice(TICKS))

    @rule(seed=SEEDS)
    def a_race_for_a_seat(self, seed: int) -> None:
        """Two want to change the same waiting game."""
        chance = self.chance(seed)
        game = self.draw_game(chance, "waiting")
        first, second = (self.draw_lobby(chance, game, chance.choice(self.names), self.time.now) for _ in range(2))
        self.cross(first, second, 0)

    @rule(seed=SEEDS)
    def a_race_for_a_turn(self, seed: int) -> None:
        """Two decide the same turn: two players, one player twice, or a player and time."""
        chance = self.chance(seed)
        game, at = self.draw_game(chance, "active"), self.time.now
        running = self.model.games.get(game)
        if running is not None and running.due_at is not None and chance.random() < 0.5:
            at = max(at, running.due_at + chance.choice((-SECOND, 0, 1)))
        first, second = (self.draw_move(chance, game, chance.choice(self.names), at) for _ in range(2))
        self.time.now = max(at, self.time.now)
        tick = chance.choice(TICKS)
        if chance.random() < 0.5:
            second = Op("attend", "", game, at)
        elif chance.random() < 0.3:
            second = first
        if chance.random() < 0.3:
            first, second = second, first
            self.time.now += tick
            first, tick = replace(first, at=self.time.now if first.kind == "attend" else first.at), 0
        self.cross(first, second, tick)

    def answer(self, op: Op) -> None:
        note(str(op))
        self.judge(op, self.send(op))

    def cross(self, outer: Op, inner: Op, tick: int) -> None:
        """The inner request comes a tick later, between what the outer one has read and its first write."""
        came_between: list[bool] = []

        def meanwhile() -> None:
            self.time.now += tick
            came_between.append(True)
            with doors.another_process():
                self.answer(replace(inner, at=self.time.now) if inner.kind == "attend" else inner)

        note(f"first looks: {outer}")
        with self.world.interrupted(meanwhile):
            reply = self.send(outer)
        note("and writes")
        self.judge(outer, reply, raced=bool(came_between))

    @rule(seed=SEEDS)
    def time_passes(self, seed: int) -> None:
        """By hours, or right to a moment that matters."""
        chance = self.chance(seed)
        moments = [game.due_at for game in self.model.games.values() if game.due_at is not None]
        if moments and chance.random() < 0.6:
            moment = chance.choice(moments) + chance.choice(AROUND)
            self.time.now = max(self.time.now, moment)
        else:
            self.time.now += int(chance.choice((0.01, 1, 13, 25, 36, 49)) * HOUR)
        note(f"now {self.time.now}")
        if chance.random() < 0.1:
            self.model.hold_until = self.time.now + chance.choice((HOUR, 50 * HOUR))
            self.world.hold(self.model.hold_until)
        for game in chance.sample(self.messages, min(2, len(self.messages))):  # late, again, in any order
            self.answer(Op("attend", "", game, self.time.now))

    @rule(attend=st.booleans())
    def a_minute_passes(self, attend: bool) -> None:
        """A sweep and all its messages: nothing is overdue then, and the next sweep finds nothing."""
        self.time.now += 60 * SECOND
        found = self.sweep()
        if not attend or self.model.hold_until > self.time.now:
            return
        for game_id in sorted(found):
            self.answer(Op("attend", "", game_id, self.time.now))
        for game in self.model.games.values():
            assert game.due_at is None or game.due_at + GRACE > self.time.now, "overdue"
        assert not self.sweep(), "what was attended to is found again"

    def sweep(self) -> set[str]:
        """Everything that has something to do is found, and nothing that is over."""
        self.queue.clear()
        doors.load("timeouts").sweep({}, None)
        found = set(self.queue)
        self.messages += sorted(found)
        if self.model.hold_until > self.time.now:
            assert not found
            return found
        for game in self.model.games.values():
            due = game.due_at is not None and game.due_at + GRACE <= self.time.now
            remind = game.remind_at is not None and game.remind_at <= self.time.now
            assert game.id in found or not (due or remind), "the agenda forgot a game"
        assert all(self.model.games[game].due_at is not None for game in found)
        return found

    @invariant()
    def places_are_never_too_many(self) -> None:
        for player, limit in self.model.limits.items():
            assert len(self.model.places(player)) <= limit

    def teardown(self) -> None:
        games = self.world.games
        for player in self.people:
            asked = {game.id for game in self.model.games.values() if player in game.asked}
            done = {
                game.id for game in self.model.games.values() if game.status == "finished" and player in game.players
            }
            assert set(games.invitations(player, None, 100)) == asked
            assert {listed.game_id for listed in games.finished(player, None, 100)} == done


def lifecycle_paths() -> list[list[str]]:
    """All ways of a game through its statuses: it starts once, and nothing comes back."""
    return [["waiting"], ["waiting", "cancelled"], ["waiting", "active"], ["waiting", "active", "finished"]]


def illegal_plays(stored: StoredGame, rack: str) -> list[tuple[list[dict[str, Any]], str]]:
    """Plays that the rules refuse, with the code."""
    size = stored.rules.board.size
    letter = next((tile for tile in rack if tile != "?"), None)
    foreign = next(tile for tile in stored.rules.tiles.alphabet.upper if tile not in rack)
    empty = next(square for square in range(size * size) if stored.started.grid.text[square] == ".")
    row, col = divmod(empty, size)
    plays: list[tuple[list[dict[str, Any]], str]] = [
        ([], "too_few_tiles"),
        ([{"row": row, "col": col, "letter": foreign}], "not_on_rack"),
        ([{"row": 0, "col": 0, "letter": "E"}] * 9, "too_many_tiles"),
        ([{"row": size, "col": 0, "letter": "E"}], "off_board"),
    ]
    if letter is not None and rack.count(letter) > 1 and stored.started.grid.is_empty:
        apart = [{"row": 7, "col": 7, "letter": letter}, {"row": 7, "col": 9, "letter": letter}]
        plays.append((apart, "gap"))
    return plays


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What sweeps have put into the queue."""
    messages: list[str] = []
    monkeypatch.setattr(queue, "send", messages.extend)
    return messages


def run(world: World, patch: pytest.MonkeyPatch, folder: Path, sent: list[str], examples: int, steps: int) -> None:
    """With EXPLORE=1 ten times as many lives, new ones."""
    examples *= 10 if os.environ.get("EXPLORE") else 1
    use_small_lexicon(patch, folder)
    random, time = use_chance(patch), use_time(patch, T0)
    make: Any = partial(Machine, world, time, sent, partial(random.seed, 0))
    run_state_machine_as_test(
        make,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            print_blob=True,
        ),
    )


def test_on_the_tables(aws: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, sent: list[str]) -> None:
    run(TableWorld(aws), monkeypatch, tmp_path, sent, examples=4, steps=20)


def test_in_memory(aws: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, sent: list[str]) -> None:
    run(TwinWorld(aws, monkeypatch), monkeypatch, tmp_path, sent, examples=50, steps=30)
