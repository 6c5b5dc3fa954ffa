"""What nobody may know of a running game is looked for in every byte that leaves the house.

Every door of every function is driven by every kind of viewer, rightly and wrongly, at each stage of a game whose
secret, racks and bag are known; answers, headers, cookies, ETags and the log are searched. So are session tokens,
addresses and codes. Doors that are added later must be driven here too: the last test counts them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tests import doors, faults, secrecy
from tests.component.conftest import Logged, Mailbox
from tests.component.lifecycle import GRACE, TURN
from tests.component.table import best_move
from tests.component.worlds import use_small_lexicon, use_time
from tests.doors import Caller, Reply
from tests.engine import small_lexicon

from lettrix import game as engine
from lettrix_cloud import clock, ids, playing, session, views
from lettrix_cloud.game_items import ControlItem, StateItem
from lettrix_cloud.games_dynamodb import DynamoGames
from lettrix_cloud.stored import StoredGame

FUNCTIONS = ("auth", "players", "games", "move", "dictionary")
NAMES = ("Zoe Canary", "Yan Canary", "Xia Canary", "Wim Canary", "Val Canary")
MARK = "canary-in-a-request"

games = DynamoGames()


class Viewer:
    """Somebody who looks, signed in by a mailed code; or nobody."""

    def __init__(self, mailbox: Mailbox | None = None, name: str = "") -> None:
        self.caller = Caller()
        self.name, self.id, self.address, self.code = name, "", "", ""
        if mailbox is not None:
            self.address = f"{name.split()[0].lower()}@canary.test"
            self.caller.call("auth", "POST", "/api/auth/codes", {"email": self.address})
            self.code = mailbox.to(self.address)[0].code
            body = {"email": self.address, "code": self.code, "name": name, "token": True}
            reply = self.caller.call("auth", "POST", "/api/auth/sessions", body)
            assert reply.status == 201, reply.body
            self.caller.token = reply.json["token"]
            self.id = reply.json["player"]["id"]


class House:
    """People, their games, and the search of all that they are answered."""

    def __init__(self, mailbox: Mailbox, people: int) -> None:
        self.people = [Viewer(mailbox, name) for name in NAMES[:people]]
        self.host, self.second = self.people[:2]
        self.nobody = Viewer()
        self.games: list[str] = []
        self.stored: list[StoredGame] = []
        """The games after the last request that may have written."""
        self.known: dict[tuple[str, int, str | None], dict[str, str]] = {}
        self.needles: dict[str, str] = {}
        """What no log may hold: everything that was ever hidden."""
        self.answers = self.moves = 0

    def ask(self, viewer: Viewer, method: str, path: str, body: Any = None, **more: Any) -> Reply:
        """One request, and the search of its answer."""
        before = self.hidden_from(viewer.id)
        reply = viewer.caller.call(function_of(method, path), method, path, body, **more)
        self.answers += 1
        text = reply.body + json.dumps([reply.headers, reply.cookies], ensure_ascii=False)
        shown = json.loads(reply.body) if reply.body else None
        secrecy.check_structure(shown, viewer.id)
        if method != "GET":
            self.look()
        for game, needles in self.hidden_from(viewer.id).items():
            if needles:  # none is hidden after the end
                assert not secrecy.search(text, before[game] | needles), (method, path, viewer.name)
        for person in self.people:
            assert person.code not in text
            assert str(person.caller.token) not in text
            assert person.address not in text or (person is viewer and path == "/api/me")
        return reply

    def look(self) -> None:
        """Read the games as they are now."""
        found = games.load_many(self.games)
        self.stored = [found[game] for game in self.games]
        for stored in self.stored:
            self.needles |= self.hidden(stored, None)

    def hidden(self, stored: StoredGame, viewer: str | None) -> dict[str, str]:
        key = (stored.id, stored.revision, viewer)
        if key not in self.known:
            self.known[key] = secrecy.hidden(stored, viewer)
        return self.known[key]

    def hidden_from(self, viewer: str) -> dict[str, dict[str, str]]:
        return {stored.id: self.hidden(stored, viewer) for stored in self.stored}

    def new_game(self, host: Viewer, players: int, *joined: Viewer, **body: Any) -> str:
        wanted = {"request_id": f"r{len(self.games)}", "rules": "lettrix", "players": players, "open": True} | body
        game = str(host.caller.call("games", "POST", "/api/games", wanted).json["id"])
        self.games.append(game)
        self.look()
        for person in joined:
            assert self.ask(person, "POST", f"/api/games/{game}/seats").status == 200
        return game

    def move(self, viewer: Viewer, game: str, action: str, *, turn: int | None = None, **body: Any) -> Reply:
        number = self.running(game).started.turn if turn is None else turn
        self.moves += 1
        wanted = {"turn": number, "request_id": f"m{self.moves}", "action": action} | body
        return self.ask(viewer, "POST", f"/api/games/{game}/moves", wanted)

    def running(self, game: str) -> StoredGame:
        stored = games.load(game)
        assert stored is not None
        return stored

    def mover(self, game: str) -> Viewer:
        stored = self.running(game)
        assert stored.started.to_move is not None
        return next(person for person in self.people if person.id == stored.seated[stored.started.to_move])


def function_of(method: str, path: str) -> str:
    """The function that has the door; `games` answers 404 and 405 for what has none."""
    for name in FUNCTIONS:
        if any(pattern.fullmatch(path) and verb == method for pattern, verb, _, _ in doors.load(name).api._doors):
            return name
    return "games"


@pytest.fixture
def house(
    request: pytest.FixtureRequest,
    tables: None,
    mailbox: Mailbox,
    logged: Logged,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Any,
    capfd: Any,
) -> Iterator[House]:
    """The log of a whole test is searched at its end, and whatever else was printed."""
    use_small_lexicon(monkeypatch, tmp_path)
    made = House(mailbox, 5 if request.cls is TestWholeLife else 2)
    yield made
    printed = capfd.readouterr()
    for text in (logged.text, printed.out, printed.err):
        assert not secrecy.search(text, made.needles)
        for person in made.people:
            for private in (person.address, person.name, person.code, str(person.caller.token)):
                assert private not in text
            assert session.hash_token(str(person.caller.token)) not in text
        assert MARK not in text


def reads(house: House, game: str) -> None:
    """Everything that only looks, by everybody."""
    path = f"/api/games/{game}"
    tags: list[str] = []
    for viewer in (*house.people, house.nobody):
        seen = house.ask(viewer, "GET", path)
        tags += [value for name, value in seen.headers.items() if name == "ETag"]
        house.ask(viewer, "GET", path, headers={"if-none-match": ", ".join(tags)})
        for query in ({}, {"breakdown": "1"}):
            house.ask(viewer, "GET", f"{path}/turns", query=query)
        house.ask(viewer, "GET", f"{path}/proof")
        house.ask(viewer, "POST", f"{path}/claim")
        for scope in ("mine", "open", "invitations", "finished"):
            house.ask(viewer, "GET", "/api/games", query={"scope": scope})


def preview(house: House, game: str) -> None:
    for viewer in (*house.people, house.nobody):
        for tiles in ([{"row": 7, "col": 7 + at, "letter": letter} for at, letter in enumerate("RATE")], []):
            house.ask(viewer, "POST", f"/api/games/{game}/preview", {"tiles": tiles})
        house.ask(viewer, "POST", f"/api/games/{game}/preview", {"text": "H8 RaT?"})


def wrongs(house: House, game: str) -> None:
    """Everything that is refused, by everybody: other people's doors, moves that are none, bodies that are none."""
    path = f"/api/games/{game}"
    stored = house.running(game)
    for viewer in (*house.people, house.nobody):
        requests: list[tuple[str, str, Any]] = [
            ("PATCH", path, {"open": False, "players": 2}),
            ("PATCH", path, {"open": MARK}),
            ("DELETE", path, None),
            ("DELETE", f"{path}/seats/me", None),
            ("POST", f"{path}/seats", {"nonce": "ab" * 16}),
            ("POST", f"{path}/seats", {"nonce": MARK}),
            ("POST", f"{path}/invitations", {"player": house.people[-1].id}),
            ("POST", f"{path}/invitations", {"player": ids.new_id(1)}),
            ("POST", f"{path}/preview", {"tiles": MARK}),
            ("PUT", path, None),
            ("GET", f"{path}/secret", None),
            ("GET", f"/api/games/{MARK}", None),
            ("GET", f"/api/games/{ids.new_id(2)}", None),
            ("POST", "/api/games", {"request_id": "once", "rules": MARK[:6], "players": 9}),
        ]
        for method, door, body in requests:
            house.ask(viewer, method, door, body)
        if viewer is not house.mover(game):
            everybody = sorted({seat.rack for seat in stored.started.seats})
            for rack in everybody:  # whoever guesses another's letters is told nothing
                house.move(viewer, game, "exchange", letters=["Ω"] * len(rack))
                house.move(viewer, game, "play", tiles=[{"row": 0, "col": 0, "letter": "Ω"}])
            house.move(viewer, game, "pass")
        for turn in (1, 99):
            house.move(viewer, game, "play", turn=turn + 1000, text="8H ÉTÉ")
        plays: list[dict[str, Any]] = [
            {"text": MARK},
            {"tiles": [{"row": 99, "col": -99, "letter": "É", "blank": True}]},
            {"tiles": [{"row": 7, "col": 7, "letter": "?"}]},
            {"tiles": [{"row": 7, "col": 7, "letter": ""}], "nonsense": MARK},
            {"tiles": [{"row": 7, "col": 7 + at, "letter": "W"} for at in range(8)]},
        ]
        for play in plays:
            house.move(viewer, game, "play", **play)
        house.move(viewer, game, "exchange", letters=["Ω"])
        house.move(viewer, game, MARK)


def elsewhere(house: House) -> None:
    """The doors that have nothing to do with games."""
    for viewer in (*house.people, house.nobody):
        for method, path in (
            ("GET", "/api/me"),
            ("GET", "/api/auth/sessions"),
            ("DELETE", f"/api/auth/sessions/{ids.new_id(3)}"),
            ("GET", f"/api/players/{house.host.id}"),
            ("GET", "/api/rules"),
            ("GET", "/api/words/fr/RATE"),
        ):
            house.ask(viewer, method, path)
        house.ask(viewer, "GET", "/api/words/fr/RATE", query={"game": house.games[0]})
        house.ask(viewer, "GET", "/api/players", query={"name": "canary"})
        house.ask(viewer, "PATCH", "/api/me", {"timezone": MARK})
        house.ask(viewer, "POST", "/api/auth/sessions", {"email": house.host.address, "code": "00000000"})
        house.ask(viewer, "POST", "/api/auth/codes", {"email": MARK})


class TestWholeLife:
    def test_from_the_first_seat_to_the_published_secret(self, house: House, logged: Logged) -> None:
        third, invited, stranger = house.people[2:]
        ControlItem("CONTROL", "word_check", on=True).save()
        waiting = house.new_game(house.host, 4, house.second, invite=[invited.id])
        closed = house.new_game(house.second, 3, open=False, invite=[invited.id])
        for game in (waiting, closed):
            reads(house, game)
        game = house.new_game(house.host, 3, house.second, third)
        reads(house, game)
        preview(house, game)
        wrongs(house, game)
        elsewhere(house)

        mover = house.mover(game)
        mine = house.running(game).started.seats[0].rack
        assert house.move(mover, game, "exchange", letters=list(mine[:5])).status == 200
        for _ in range(4):
            mover = house.mover(game)
            move = best_move(house.ask(mover, "GET", f"/api/games/{game}").json, small_lexicon())
            assert house.move(mover, game, move.pop("action"), **move).status == 200
        reads(house, game)
        assert house.move(third, game, "resign").status == 200
        reads(house, game)
        preview(house, game)

        running = house.running(game)
        assert running.due_at is not None
        with pytest.MonkeyPatch.context() as patch:
            use_time(patch, running.due_at + GRACE)
            record = {"messageId": "m", "body": json.dumps({"game": game})}
            assert doors.load("timeouts").handler({"Records": [record]}, None) == {"batchItemFailures": []}
        house.look()
        assert house.running(game).started.turn == running.started.turn + 1
        reads(house, game)

        assert house.ask(house.host, "DELETE", f"/api/games/{waiting}").status == 204
        reads(house, waiting)  # the secret of a game that never began is never told
        assert house.move(house.second, game, "resign").status == 200
        assert house.running(game).status == "finished"
        # The search does find what it looks for: the secret is published now, the seed is never told.
        secret = dict.fromkeys(secrecy.forms_of_bytes(running.secret), "the secret")
        seed = dict.fromkeys(secrecy.forms_of_bytes(running.seed), "the seed")
        for path in ("", "/proof"):
            seen = house.ask(stranger, "GET", f"/api/games/{game}{path}")
            assert secrecy.search(seen.body, secret | seed) == {"the secret"}
        assert house.answers > 400

        driven = {(line["method"], line["door"]) for line in logged.lines if "door" in line}
        every = {door for name in FUNCTIONS for door in doors.load(name).api.doors}
        assert every - driven == {("DELETE", "/api/auth/sessions/current")}


class TestFailures:
    """What breaks says nothing, though everything that is hidden is in its hands."""

    @pytest.fixture
    def game(self, house: House) -> str:
        game = house.new_game(house.host, 2, house.second)
        house.look()
        return game

    def all_of_it(self, house: House, game: str) -> str:
        stored = house.running(game)
        racks = " ".join(seat.rack for seat in stored.started.seats)
        return f"{racks} {stored.started.bag} {stored.secret.hex()} {stored.seed.hex()} {house.host.address}"

    @pytest.mark.parametrize(
        ("place", "name"),
        [(engine, "apply"), (views, "game_view"), (playing, "_write"), (views, "etag")],
        ids=lambda part: str(part).rpartition(".")[2],
    )
    def test_code_that_breaks(
        self, house: House, game: str, place: Any, name: str, monkeypatch: pytest.MonkeyPatch, logged: Logged
    ) -> None:
        text = self.all_of_it(house, game)

        def breaks(*args: Any, **more: Any) -> Any:
            raise KeyError(text, args, more)

        monkeypatch.setattr(place, name, breaks)
        replies = [house.ask(house.second, "GET", f"/api/games/{game}"), house.move(house.mover(game), game, "pass")]
        assert 500 in [reply.status for reply in replies]
        assert "KeyError" in logged.text
        monkeypatch.undo()

    @pytest.mark.parametrize("attribute", ["racks", "bag", "secret", "board", "line"])
    def test_an_item_that_is_damaged(self, house: House, game: str, attribute: str, logged: Logged) -> None:
        stored = house.running(game)
        value = stored.secret[:9] if attribute == "secret" else f"{stored.started.seats[0].rack} {stored.started.bag}"
        house.games, house.stored = [], []  # it cannot be loaded any more
        StateItem(f"GAME#{game}", "STATE").update([getattr(StateItem, attribute).set(value)])
        requests: list[Callable[[], Reply]] = [
            lambda: house.ask(house.second, "GET", f"/api/games/{game}"),
            lambda: house.ask(house.second, "GET", f"/api/games/{game}/turns"),
            lambda: house.ask(house.second, "GET", "/api/games"),
            lambda: house.move(house.second, game, "exchange", turn=1, letters=["E"]),
        ]
        for request in requests:
            text = request().body
            assert stored.started.bag not in text
            assert stored.started.seats[0].rack not in text
        record = {"messageId": "m", "body": json.dumps({"game": game})}
        with pytest.MonkeyPatch.context() as patch:
            use_time(patch, clock.now() + TURN + GRACE)
            doors.load("timeouts").handler({"Records": [record]}, None)

    def test_a_store_that_quotes_items(self, house: House, game: str, logged: Logged) -> None:
        text = self.all_of_it(house, game)
        quoting = {"Error": {"Code": "ValidationException", "Message": text}}
        for operation in ("GetItem", "TransactWriteItems", "BatchGetItem", "Query"):
            answers = []
            for method, path, body in (
                ("GET", f"/api/games/{game}", None),
                ("GET", f"/api/games/{game}/turns", None),
                ("POST", f"/api/games/{game}/moves", {"turn": 1, "request_id": "q", "action": "resign"}),
            ):
                with faults.failing(operation, quoting):
                    caller = house.second.caller
                    session.forget_cache()
                    answers.append(caller.call(function_of(method, path), method, path, body))
            assert 500 in [reply.status for reply in answers]
            for reply in answers:
                assert reply.status != 500 or not secrecy.search(reply.body, house.needles)
        assert "TransactWriteError" in logged.text


def test_the_search_finds_each_form() -> None:
    """Were a rack, the bag or the secret shown in any of these ways, the search would see it."""
    letters, secret = "AE?RSTZ", bytes(range(32))
    for text in (letters, json.dumps(list(letters)), "A E ? R S T Z", str(list(letters)), "".join(sorted(letters))):
        assert secrecy.search(f'x"{text}"y', dict.fromkeys(secrecy.forms_of_letters(letters), "rack")), text
    for shown in (secret.hex(), json.dumps(list(secret)), repr(secret), "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"):
        assert secrecy.search(f"x{shown}y", dict.fromkeys(secrecy.forms_of_bytes(secret), "secret")), shown
