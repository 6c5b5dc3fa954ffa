"""Whatever is sent to the front door, byte by byte: every answer is one of API.md's, and never a 5xx."""

from __future__ import annotations

import json
import re
import socket
from dataclasses import dataclass
from http.client import HTTPResponse
from typing import Any

import pytest
from infra.local.deploy import ROOT
from infra.local.stack import HOST, LocalStack
from tests.stack import tables
from tests.stack.heard import Heard, Ledger
from tests.stack.people import TIMEOUT, Person, Room, start_game

UNKNOWN = "01HZZZZZZZZZZZZZZZZZZZZZZZ"
CODES = re.compile(r"[a-z][a-z_]*")


def doors() -> list[tuple[str, str]]:
    """Method and path of every documented operation."""
    paths = json.loads((ROOT / "openapi.json").read_text(encoding="utf-8"))["paths"]
    return sorted((method.upper(), path) for path, operations in paths.items() for method in operations)


DOORS = doors()
WRITES = [door for door in DOORS if door[0] in ("POST", "PUT", "PATCH")]


@dataclass
class Answer:
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def code(self) -> str:
        """Of a problem document, whose form is checked; empty for a success."""
        if self.status < 400:
            return ""
        assert self.headers["content-type"] == "application/problem+json"
        problem = json.loads(self.body)
        assert problem["type"] == "about:blank"
        assert problem["status"] == self.status
        assert isinstance(problem["title"], str)
        assert CODES.fullmatch(problem["code"])
        code: str = problem["code"]
        return code


class Attacker:
    """Sends exactly the bytes that it is given, with a player's session unless told otherwise."""

    def __init__(self, stack: LocalStack, ledger: Ledger, person: Person) -> None:
        self._stack = stack
        self._ledger = ledger
        self.person = person
        self._token = person.client.headers["authorization"].encode()

    def send(
        self,
        method: str,
        target: str | bytes,
        body: bytes = b"",
        headers: dict[bytes, bytes] | None = None,
        *,
        signed_in: bool = True,
    ) -> Answer:
        """One request on a connection of its own."""
        path = target.encode() if isinstance(target, str) else target
        lines = {b"host": b"localhost", b"connection": b"close"}
        if signed_in:
            lines[b"authorization"] = self._token
        if body:
            lines[b"content-type"] = b"application/json"
        lines |= headers or {}
        if body and b"transfer-encoding" not in lines:
            lines[b"content-length"] = str(len(body)).encode()
        head = method.encode() + b" " + path + b" HTTP/1.1\r\n"
        head += b"".join(name + b": " + value + b"\r\n" for name, value in lines.items())
        with socket.create_connection((HOST, self._stack.port), timeout=TIMEOUT) as connection:
            connection.sendall(head + b"\r\n" + body)
            response = HTTPResponse(connection, method=method)
            response.begin()
            content = response.read()
        received = {name.lower(): value for name, value in response.headers.items()}
        self._ledger.answers.append(
            Heard(
                self.person.id if signed_in else None,
                method,
                path.decode("latin-1"),
                response.status,
                repr(sorted(received.items())).encode(),
                content,
            )
        )
        return Answer(response.status, received, content)


@pytest.fixture(scope="module")
def attacker(stack: LocalStack, ledger: Ledger, room: Room) -> Attacker:
    return Attacker(stack, ledger, room.person())


@pytest.fixture(scope="module")
def game(room: Room, attacker: Attacker) -> str:
    """A running game of the attacker's, who is to move."""
    people = (attacker.person, room.person())
    game = start_game(*people)
    if attacker.person.view(game)["to_move"] != attacker.person.view(game)["my_seat"]:
        assert people[1].move(game, 1, {"action": "pass"}).status_code == 200
    return game


def filled(path: str, game: str) -> str:
    """A documented path with parameters of good form."""
    path = path.replace("{game_id}", game).replace("{language}", "fr").replace("{word}", "MAISON")
    return re.sub(r"\{\w+\}", UNKNOWN, path)


BAD_BODIES = {
    "nothing": b"",
    "not json": b"email=a&code=b",
    "cut off": b'{"turn": 1, "requ',
    "null": b"null",
    "list": b"[{}]",
    "not utf-8": b'{"email": "\xff\xfe"}',
    "overlong utf-8": b'{"name": "\xc0\xaf"}',
    "lone surrogate": b'{"name": "\\ud800"}',
    "NaN": b'{"turn": NaN}',
    "huge number": b'{"turn": ' + b"9" * 5_000 + b"}",
    "deep": b"[" * 8_000 + b"]" * 8_000,
    "deep and cut off": b'{"a":' * 3_000,
    "deep object": b'{"a":' * 2_000 + b"1" + b"}" * 2_000,
    "unknown field": b'{"is_admin": true}',
    "nul": b"\x00" * 100,
    "gzip": b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\xab\xae\x05\x00C\xbf\xa6\xa3\x02\x00\x00\x00",
}
BODY_IS_OPTIONAL = {"/api/games/{game_id}/seats", "/api/games/{game_id}/claim", "/api/games/{game_id}/rematch"}


@pytest.mark.parametrize("body", BAD_BODIES.values(), ids=BAD_BODIES)
@pytest.mark.parametrize("door", WRITES, ids=" ".join)
def test_bad_bodies(attacker: Attacker, game: str, door: tuple[str, str], body: bytes) -> None:
    method, path = door
    answer = attacker.send(method, filled(path, game), body)
    if path in BODY_IS_OPTIONAL and answer.status != 400:
        assert answer.status in (200, 404, 409), answer.body
        assert answer.code or answer.status == 200
    else:
        assert (answer.status, answer.code) == (400, "malformed")


@pytest.mark.parametrize("door", WRITES, ids=" ".join)
@pytest.mark.parametrize("size", [16 * 1024 + 1, 7 * 1024 * 1024, 10 * 1024 * 1024, 10 * 1024 * 1024 + 1])
def test_large_bodies(attacker: Attacker, game: str, door: tuple[str, str], size: int) -> None:
    method, path = door
    head = b'{"request_id": "'
    body = head + b"x" * (size - len(head) - 2) + b'"}'
    answer = attacker.send(method, filled(path, game), body)
    assert (answer.status, answer.code) == (413, "too_large")


def test_a_body_in_chunks_has_the_same_limit(attacker: Attacker, game: str) -> None:
    chunk = b"4000\r\n" + b"x" * 0x4000 + b"\r\n"
    headers = {b"transfer-encoding": b"chunked"}
    for chunks, status in ((chunk * 3, 413), (b"2\r\n{}\r\n", 400)):
        answer = attacker.send("POST", f"/api/games/{game}/moves", chunks + b"0\r\n\r\n", headers)
        assert answer.status == status
        assert answer.code


@pytest.mark.parametrize(
    "target",
    [
        b"/api/games/%FF%FE",
        b"/api/games/%C3%28/moves",
        b"/api/games/%00",
        b"/api/games/..%2F..%2Fme",
        b"/api/games/../me/../../etc/passwd",
        b"/api/games//moves",
        b"/api//games",
        b"/api/games/%2F/turns",
        b"/api/games/%23/turns",
        b"/api/games/STATE%23x",
        b"/api/games/01HZZZZZZZZZZZZZZZZZZZZZZZ%23STATE",
        b"/api/games/01HZZZZZZZZZZZZZZZZZZZZZZZ%2FSTATE",
        b"/api/games/01hzzzzzzzzzzzzzzzzzzzzzzz",
        b"/api/games/81HZZZZZZZZZZZZZZZZZZZZZZZ",
        b"/api/games/01HZZZZZZZZZZZZZZZZZZZZZZI",
        b"/api/games/" + b"0" * 5_000,
        b"/api/games/%E2%80%AE",
        b"/api/players/PLAYER%23x",
        b"/api/players/%F0%9F%83%8F",
        b"/api/words/fr/%FF",
        b"/api/words/%2E%2E/MAISON",
        b"/api/words/fr/" + b"A" * 3_000,
        b"/api/words/xx/MAISON",
        b"/api/words/FR/MAISON",
        b"/api/%2e%2e/dev/clock",
        b"/api/",
        b"/api/nothing/here",
        b"/api/organizer",
        b"/api/rules/",
        b"/api/me/",
        b"/api/openapi.json",
        b"/api/swagger",
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_strange_paths(attacker: Attacker, method: str, target: bytes) -> None:
    answer = attacker.send(method, target)
    assert answer.status in (400, 404, 405), answer.body
    assert answer.code


@pytest.mark.parametrize("method", ["HEAD", "TRACE", "PUT", "PATCH", "DELETE", "CONNECT", "PROPFIND", "QUERY"])
def test_methods_that_a_path_does_not_have(attacker: Attacker, method: str) -> None:
    answer = attacker.send(method, "/api/rules")
    assert answer.status in (200, 404, 405), answer.body
    assert method not in ("PUT", "PATCH", "DELETE") or answer.status in (404, 405)
    assert method == "HEAD" or answer.code or answer.status == 200


@pytest.mark.parametrize(
    "query",
    [
        b"cursor=%FF",
        b"cursor=" + b"A" * 6_000,
        b"cursor=e30%3D",
        b"cursor=",
        b"cursor=a&cursor=b",
        b"scope=",
        b"scope=everything",
        b"scope=mine&scope=open",
        b"scope[]=mine",
        b"scope=open&rules=%00",
        b"scope=open&rules=%23%23&language=%F0%9F%83%8F",
        b"scope=open&language=" + b"f" * 300,
        b"%FF=%FE",
        b"&&&===&",
        b"=" * 500,
        b"a=b;c=d",
        b"name=%00",
        b"name=" + b"x" * 5_000,
        b"game=1%232",
        b"breakdown=maybe",
        b"breakdown=1&breakdown=0",
    ],
)
@pytest.mark.parametrize("path", ["/api/games", "/api/players", "/api/words/fr/MAISON", "turns", "/api/rules"])
def test_strange_queries(attacker: Attacker, game: str, path: str, query: bytes) -> None:
    target = f"/api/games/{game}/turns" if path == "turns" else path
    answer = attacker.send("GET", target.encode() + b"?" + query)
    assert answer.status in (200, 400, 403, 404), answer.body
    assert answer.code or answer.status == 200


@pytest.mark.parametrize(
    "headers",
    [
        {b"cookie": b"lettrix=" + b"x" * 7_000},
        {b"cookie": b"; ".join(b"c%d=%d" % (number, number) for number in range(600))},
        {b"cookie": b"lettrix=\xff\xfe; =; ;;;=;lettrix"},
        {b"cookie": b'lettrix="a\\"b'},
        {b"authorization": b"Bearer " + b"x" * 7_000},
        {b"authorization": b"Bearer \xff\xfe"},
        {b"authorization": b"Bearer"},
        {b"authorization": b"Basic YTpi"},
        {b"authorization": b""},
        {b"accept-language": b"\xff" * 50},
        {b"user-agent": b"\xf0\x9f\x83\x8f \x7f\xff"},
        {b"x-origin-secret": b"guessed", b"cloudfront-viewer-address": b"\xff:1"},
        {b"x-forwarded-for": b"\xff, 1.2.3.4"},
        {b"if-none-match": b'"\xff' + b"x" * 5_000},
        {b"content-encoding": b"gzip"},
        {b"expect": b"nothing"},
        {b"x-big": b"x" * 8_000},
        {b"x-amzn-trace-id": b"Root=\xff"},
    ],
    ids=lambda headers: "+".join(name.decode() for name in headers),
)
def test_strange_headers(attacker: Attacker, game: str, headers: dict[bytes, bytes]) -> None:
    replaces_session = b"authorization" in headers or b"cookie" in headers
    for method, target, body in (
        ("GET", f"/api/games/{game}", b""),
        ("GET", "/api/rules", b""),
        ("POST", "/api/auth/codes", b'{"email": "nobody"}'),
        ("DELETE", f"/api/games/{game}/seats/me", b""),
    ):
        answer = attacker.send(method, target, body, headers, signed_in=not replaces_session)
        assert 200 <= answer.status < 500, answer.body
        if replaces_session and "/api/games" in target:
            # By cookie and without an Origin a write is refused before the session is looked for.
            assert answer.status == (403 if method == "DELETE" and b"lettrix=" in headers.get(b"cookie", b"") else 401)
        assert answer.status < 400 or answer.code


def tile(**changes: Any) -> dict[str, Any]:
    return {"row": 7, "col": 7, "letter": "A"} | changes


STRANGE_MOVES: dict[str, dict[str, Any]] = {
    "400 tiles": {"action": "play", "tiles": [tile(col=number % 15, row=number // 15) for number in range(400)]},
    "the same square 8 times": {"action": "play", "tiles": [tile()] * 8},
    "no tiles": {"action": "play", "tiles": []},
    "neither": {"action": "play"},
    "both": {"action": "play", "tiles": [tile()], "text": "8H A"},
    "off the board": {"action": "play", "tiles": [tile(row=15)]},
    "below zero": {"action": "play", "tiles": [tile(col=-1)]},
    "far off": {"action": "play", "tiles": [tile(row=10**30)]},
    "a half": {"action": "play", "tiles": [tile(row=7.5)]},
    "text for a number": {"action": "play", "tiles": [tile(row="7")]},
    "true for a number": {"action": "play", "tiles": [tile(row=True)]},
    "two letters": {"action": "play", "tiles": [tile(letter="AB")]},
    "no letter": {"action": "play", "tiles": [tile(letter="")]},
    "a blank without a letter": {"action": "play", "tiles": [tile(letter="", blank=True)]},
    "question mark": {"action": "play", "tiles": [tile(letter="?")]},
    "a slash": {"action": "play", "tiles": [tile(letter="/")]},
    "a digit": {"action": "play", "tiles": [tile(letter="1")]},
    "lower case": {"action": "play", "tiles": [tile(letter="a")]},
    "an accent": {"action": "play", "tiles": [tile(letter="É")]},
    "a sharp s": {"action": "play", "tiles": [tile(letter="ß")]},
    "a dotless i": {"action": "play", "tiles": [tile(letter="ı")]},
    "emoji": {"action": "play", "tiles": [tile(letter="🃏")]},
    "nul": {"action": "play", "tiles": [tile(letter="\0")]},
    "unknown field of a tile": {"action": "play", "tiles": [tile(value=50)]},
    "text of nothing": {"action": "play", "text": ""},
    "text without a place": {"action": "play", "text": "MAISON"},
    "text off the board": {"action": "play", "text": "99Z MAISON"},
    "text with digits of another script": {"action": "play", "text": "\u0668H MAISON"},
    "text of blanks": {"action": "play", "text": "8H " + "." * 15},
    "long text": {"action": "play", "text": "8H " + "A" * 5_000},
    "exchange of nothing": {"action": "exchange", "letters": []},
    "exchange of 500": {"action": "exchange", "letters": ["A"] * 500},
    "exchange of strangers": {"action": "exchange", "letters": ["/", "|", ","]},
    "exchange of what is not there": {"action": "exchange", "letters": ["Z", "Z"]},
    "exchange as text": {"action": "exchange", "letters": "ABC"},
    "no action": {},
    "unknown action": {"action": "win"},
    "automatic": {"action": "timeout"},
    "a seat": {"action": "pass", "seat": 0},
    "another turn": {"action": "pass", "turn": 9_999},
    "turn zero": {"action": "pass", "turn": 0},
    "turn as text": {"action": "pass", "turn": "1"},
    "request id with #": {"action": "pass", "request_id": "a#b"},
    "long request id": {"action": "pass", "request_id": "x" * 65},
    "empty request id": {"action": "pass", "request_id": ""},
    "request id of a list": {"action": "pass", "request_id": ["a"]},
}


@pytest.mark.parametrize("move", STRANGE_MOVES.values(), ids=STRANGE_MOVES)
def test_strange_moves(stack: LocalStack, attacker: Attacker, game: str, move: dict[str, Any]) -> None:
    before = tables.read_state(stack, game)
    body = {"turn": attacker.person.view(game)["turn"], "request_id": "strange"} | move
    sent = json.dumps(body, separators=(",", ":")).encode()
    assert len(sent) <= 16 * 1024
    answer = attacker.send("POST", f"/api/games/{game}/moves", sent)
    assert answer.status in (400, 409, 422), answer.body
    assert answer.code
    assert tables.read_state(stack, game) == before, "a refused move wrote something"


STRANGE_GAMES: dict[str, dict[str, Any]] = {
    "five players": {"players": 5},
    "one player": {"players": 1},
    "players as text": {"players": "2"},
    "unknown rules": {"rules": "chess"},
    "rules with #": {"rules": "lettrix#fr"},
    "another language": {"language": "xx"},
    "language of one game in another": {"language": "tr"},
    "unknown option": {"options": {"cheat": True}},
    "option of another type": {"options": {"whole_rack_only": "yes"}},
    "option of a number": {"options": {"whole_rack_only": 1}},
    "many options": {"options": {f"o{number}": 1 for number in range(50)}},
    "nested options": {"options": {"whole_rack_only": {"a": 1}}},
    "invites himself": {"invite": ["ME"]},
    "invites nobody known": {"invite": [UNKNOWN]},
    "invites twice": {"invite": ["FRIEND", "FRIEND"], "players": 3},
    "invites too many": {"invite": ["FRIEND"] * 100},
    "invites a name": {"invite": ["ada"]},
    "invites an injection": {"invite": ["01HZZZZZZZZZZZZZZZZZZZZZ#X"]},
    "nonce too short": {"nonce": "ab"},
    "nonce in capitals": {"nonce": "AB" * 16},
    "nonce of other digits": {"nonce": "\u0661" * 32},
    "unknown field": {"seed": "0" * 64},
}


@pytest.mark.parametrize("wanted", STRANGE_GAMES.values(), ids=STRANGE_GAMES)
def test_strange_games(stack: LocalStack, room: Room, attacker: Attacker, wanted: dict[str, Any]) -> None:
    ids = {"ME": attacker.person.id}
    if "FRIEND" in wanted.get("invite", ()):
        ids["FRIEND"] = room.person().id
    body: dict[str, Any] = {"request_id": "strange", "rules": "lettrix", "players": 2, "open": True} | wanted
    body["invite"] = [ids.get(player, player) for player in body.get("invite", [])]
    before = tables.places(stack, attacker.person.id)
    answer = attacker.send("POST", "/api/games", json.dumps(body).encode())
    assert answer.status in (400, 409, 422), answer.body
    assert answer.code
    assert tables.places(stack, attacker.person.id) == before


@pytest.mark.parametrize("door", [door for door in DOORS if "{game_id}" in door[1]], ids=" ".join)
def test_a_running_game_of_others_does_not_exist(room: Room, attacker: Attacker, door: tuple[str, str]) -> None:
    others = room.people(2)
    game = start_game(*others)
    method, path = door
    bodies: dict[str, dict[str, Any]] = {
        "moves": {"turn": 1, "request_id": "x", "action": "resign"},
        "invitations": {"player": attacker.person.id},
        "preview": {"text": "8H MAISON"},
        "rematch": {"request_id": "x"},
    }
    body = bodies.get(path.rpartition("/")[2], {"open": True} if method == "PATCH" else {})
    sent = json.dumps(body).encode() if method in ("POST", "PUT", "PATCH") else b""
    foreign = attacker.send(method, filled(path, game), sent)
    unknown = attacker.send(method, filled(path, UNKNOWN), sent)
    assert (foreign.status, foreign.code) == (404, "not_found")
    assert foreign.body == unknown.body, "the answer tells that there is a game"


@pytest.mark.parametrize("door", DOORS, ids=" ".join)
def test_without_a_session(attacker: Attacker, game: str, door: tuple[str, str]) -> None:
    method, path = door
    answer = attacker.send(method, filled(path, game), b"{}" if door in WRITES else b"", signed_in=False)
    if path.startswith("/api/auth/") and method == "POST":
        assert (answer.status, answer.code) == (400, "malformed")
    elif path == "/api/rules":
        assert answer.status == 200
    else:
        assert (answer.status, answer.code) == (401, "no_session")


WRITING = [door for door in DOORS if door[0] != "GET" and not door[1].startswith("/api/auth/codes")]


@pytest.mark.parametrize("door", WRITING, ids=" ".join)
@pytest.mark.parametrize("origin", [None, b"null", b"https://evil.example", b"http://localhost", b"\xff"])
def test_a_write_by_cookie_needs_our_origin(
    stack: LocalStack, attacker: Attacker, game: str, door: tuple[str, str], origin: bytes | None
) -> None:
    method, path = door
    token = attacker.person.client.headers["authorization"].removeprefix("Bearer ").encode()
    headers = {b"cookie": b"lettrix=" + token} | ({} if origin is None else {b"origin": origin})
    before = tables.read_state(stack, game)
    sent = b"{}" if door in WRITES else b""
    answer = attacker.send(method, filled(path, game), sent, headers, signed_in=False)
    if origin is None and path == "/api/auth/sessions":
        assert answer.status == 400  # signing in is vouched for by the code, not by the cookie
    else:
        assert (answer.status, answer.code) == (403, "wrong_origin")
    assert tables.read_state(stack, game) == before


def test_past_the_edge_nothing_is_answered(stack: LocalStack, attacker: Attacker) -> None:
    with socket.create_connection((HOST, stack.emulator_port), timeout=TIMEOUT) as connection:
        host = f"{stack.outputs['ApiId']}.execute-api.localhost"
        connection.sendall(f"GET /api/rules HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n".encode())
        response = HTTPResponse(connection)
        response.begin()
        assert response.status == 403
        assert json.loads(response.read())["code"] == "not_through_the_edge"
    attacker.send("GET", "/api/rules")


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/dev/clock", b""),
        ("POST", "/dev/clock", b'{"advance": "1"}'),
        ("POST", "/dev/clock", b'{"advance": -1}'),
        ("POST", "/dev/clock", b'{"advance": 1e400}'),
        ("POST", "/dev/clock", b'{"advance": NaN}'),
        ("POST", "/dev/clock", b'{"advance": true}'),
        ("POST", "/dev/clock", b"[" * 100_000),
        ("POST", "/dev/clock", b"\xff"),
        ("POST", "/dev/sessions", b"{}"),
        ("POST", "/dev/sessions", b'{"player": 1}'),
        ("POST", "/dev/sessions", b'{"player": "\\ud800"}'),
        ("POST", "/dev/sessions", b'{"player": "\\u0000", "create": true}'),
        ("POST", "/dev/sessions", b'{"player": "who is that"}'),
        ("GET", "/dev/mailbox?to=%FF", b""),
        ("GET", "/dev/nothing", b""),
    ],
)
def test_the_dev_doors_do_not_break(attacker: Attacker, method: str, path: str, body: bytes) -> None:
    answer = attacker.send(method, path, body)
    assert answer.status < 500, answer.body
    assert path.startswith("/dev/mailbox") or answer.status >= 400
