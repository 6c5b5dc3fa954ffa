"""Players at the front door of the running stack: real HTTP, a session each, every answer kept."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from itertools import count
from typing import Any

import httpx
from infra.local.stack import LocalStack
from tests.stack.heard import Heard, Ledger

from lettrix.generation import Position, all_plays
from lettrix.grid import Grid
from lettrix.lexicon import Lexicon
from lettrix.rules import Rules
from lettrix.variants import find_variant

TIMEOUT = 120.0
"""Seconds, for one request: the machine may be busy with other things."""

_numbers = count(1)


class Person:
    """Somebody signed in, by a bearer token or, as a browser, by cookie."""

    def __init__(self, stack: LocalStack, ledger: Ledger, name: str, client: httpx.Client, player: str) -> None:
        self.stack = stack
        self.ledger = ledger
        self.name = name
        self.id = player
        self.client = client

    def ask(self, method: str, path: str, json: Any = None, **more: Any) -> httpx.Response:
        """One request. A 503 of the busy store is tried again, as API.md tells clients to do."""
        for _ in range(10):
            answer = self.client.request(method, path, json=json, **more)
            if answer.status_code != 503:
                break
            time.sleep(float(answer.headers["retry-after"]))
        return answer

    def get(self, path: str, **more: Any) -> Any:
        """The body of a 200."""
        answer = self.ask("GET", path, **more)
        assert answer.status_code == 200, (path, answer.status_code, answer.text)
        return answer.json()

    def create(self, **body: Any) -> Any:
        """The view of a new game; open to all, unless told otherwise."""
        wanted = {"request_id": f"new-{next(_numbers)}", "rules": "lettrix", "players": 2, "open": True} | body
        answer = self.ask("POST", "/api/games", wanted)
        assert answer.status_code == 201, answer.text
        return answer.json()

    def join(self, game: str) -> httpx.Response:
        """Take a seat."""
        return self.ask("POST", f"/api/games/{game}/seats", {})

    def view(self, game: str) -> Any:
        """The game as this person sees it."""
        return self.get(f"/api/games/{game}")

    def move(self, game: str, turn: int, action: Mapping[str, Any], request_id: str | None = None) -> httpx.Response:
        """Play, exchange, pass or resign."""
        body = {"turn": turn, "request_id": request_id or f"move-{next(_numbers)}", **action}
        return self.ask("POST", f"/api/games/{game}/moves", body)


def make_client(stack: LocalStack, ledger: Ledger, viewer: str | None = None, **options: Any) -> httpx.Client:
    """A client of the front door whose answers are kept."""

    def keep(answer: httpx.Response) -> None:
        answer.read()
        headers = b"\r\n".join(name + b": " + value for name, value in answer.headers.raw)
        request = answer.request
        ledger.answers.append(
            Heard(viewer, request.method, request.url.path, answer.status_code, headers, answer.content)
        )

    return httpx.Client(base_url=stack.url, timeout=TIMEOUT, event_hooks={"response": [keep]}, **options)


def sign_in(stack: LocalStack, ledger: Ledger, name: str) -> Person:
    """A player with a session, by the quick door of the local stack; created when new."""
    answer = httpx.post(
        f"{stack.url}/dev/sessions", json={"player": name, "create": True, "token": True}, timeout=TIMEOUT
    )
    assert answer.status_code == 201, answer.text
    player, token = answer.json()["player"]["id"], answer.json()["token"]
    ledger.tokens.append(token)
    ledger.addresses[player] = f"{name.lower()}@lettrix.test"
    client = make_client(stack, ledger, player, headers={"authorization": f"Bearer {token}"})
    return Person(stack, ledger, name, client, player)


def sign_up_by_mail(stack: LocalStack, ledger: Ledger, name: str, *, browser: bool) -> Person:
    """A new player as on the sign-in page, with the code from the mailbox: a browser's cookie, or a tool's token."""
    address = f"{name.lower()}@mail.lettrix.test"
    headers = {"origin": stack.url, "sec-fetch-site": "same-origin"} if browser else {}
    client = make_client(stack, ledger, headers=headers)
    answer = client.post("/api/auth/codes", json={"email": address})
    assert answer.status_code == 202, answer.text
    code = read_code(stack, address)
    ledger.codes.append(code)
    wanted: dict[str, Any] = {"email": address, "code": code} | ({} if browser else {"token": True})
    answer = client.post("/api/auth/sessions", json=wanted)
    assert (answer.status_code, answer.json()["code"]) == (422, "name_required")
    answer = client.post("/api/auth/sessions", json=wanted | {"name": name})
    assert answer.status_code == 201, answer.text
    player = answer.json()["player"]["id"]
    assert answer.json()["player"]["name"] == name
    cookie = client.cookies.get("lettrix")
    token = answer.json()["token"]
    assert (token is None) == browser
    assert (cookie is not None) == browser
    ledger.tokens.append(token or cookie or "")
    ledger.addresses[player] = address
    signed_in = make_client(stack, ledger, player, headers=headers, cookies=client.cookies)
    if token:
        signed_in.headers["authorization"] = f"Bearer {token}"
    return Person(stack, ledger, name, signed_in, player)


def read_code(stack: LocalStack, address: str) -> str:
    """The code of the newest mail to this address."""
    mails = httpx.get(f"{stack.url}/dev/mailbox", params={"to": address}, timeout=TIMEOUT).json()
    assert mails, f"no mail to {address}"
    assert set(mails[0]) == {"to", "subject", "text", "sent_at"}
    assert mails[0]["to"] == address
    found = re.search(r"(?<!\d)\d{8}(?!\d)", mails[0]["text"])
    assert found is not None
    return found.group()


def start_game(*people: Person) -> str:
    """The id of a game that all of them sit in."""
    game: str = people[0].create(players=len(people))["id"]
    for person in people[1:]:
        answer = person.join(game)
        assert answer.status_code == 200, answer.text
    return game


def mover(view: Mapping[str, Any], people: tuple[Person, ...]) -> Person:
    """Who is to move."""
    player = view["players"][view["to_move"]]["id"]
    return next(person for person in people if person.id == player)


def grid_of(view: Mapping[str, Any], rules: Rules) -> Grid:
    """The board of a view as the engine knows it."""
    grid = Grid.blank(view["board"]["size"])
    lower = rules.tiles.alphabet.to_lower
    for tile in view["board"]["tiles"]:
        letter = lower[tile["letter"]] if tile["blank"] else tile["letter"]
        grid = grid.put({tile["row"] * grid.size + tile["col"]: letter}, tile["turn"], tile["seat"])
    return grid


def rules_of(view: Mapping[str, Any]) -> Rules:
    """The rules that a view names."""
    return find_variant(view["rules"]).rules(view["language"], view["options"], view["rules_version"])


def choose_play(view: Mapping[str, Any], lexicon: Lexicon) -> dict[str, Any] | None:
    """The best play that the view's own rack makes; one that lays a blank before any other. None when there is none."""
    rules = rules_of(view)
    found = all_plays(Position.bare(rules, grid_of(view, rules), "".join(view["rack"])), lexicon, budget=None)
    if not found:
        return None
    best = max(
        found,
        key=lambda candidate: (any(t.blank for t in candidate.play.tiles), candidate.points, candidate.play.tiles),
    )
    return {"action": "play", "tiles": [tile._asdict() for tile in best.play.tiles]}


def choose(view: Mapping[str, Any], lexicon: Lexicon) -> dict[str, Any]:
    """The best play, else an exchange of the rack, else a pass."""
    play = choose_play(view, lexicon)
    if play is not None:
        return play
    if "exchange" in view["allowed"]:
        return {"action": "exchange", "letters": view["rack"]}
    return {"action": "pass"}


class Room:
    """Makes people on one stack, under names that nobody has yet."""

    def __init__(self, stack: LocalStack, ledger: Ledger) -> None:
        self.stack = stack
        self.ledger = ledger

    def person(self) -> Person:
        """Somebody new."""
        return sign_in(self.stack, self.ledger, f"Gamer{next(_numbers)}")

    def people(self, number: int) -> tuple[Person, ...]:
        """Several of them."""
        return tuple(self.person() for _ in range(number))
