"""People at a table: signed-in players and what they do through the functions' handlers."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import Any

from tests.doors import Caller, Reply

from lettrix.generation import Position, best_plays
from lettrix.grid import Grid
from lettrix.lexicon import Lexicon
from lettrix.plays import Play
from lettrix.rules import Rules
from lettrix.variants import find_variant
from lettrix_cloud import clock, ids, session
from lettrix_cloud.accounts import Account
from lettrix_cloud.accounts_dynamodb import DynamoAccounts

_numbers = count(1)


@dataclass
class Person:
    """A player with a session; every request bears the gateway time `at` when one is given."""

    id: str
    name: str
    caller: Caller = field(repr=False)

    def ask(self, method: str, path: str, body: Any = None, **more: Any) -> Reply:
        """A request to the function that has this path."""
        function = "move" if path.endswith("/moves") else "games"
        return self.caller.call(function, method, path, body, **more)

    def create(self, at: int | None = None, **body: Any) -> Reply:
        """POST /api/games: a game for two, open to all, unless `body` says otherwise."""
        wanted = {"request_id": f"r{next(_numbers)}", "rules": "lettrix", "players": 2, "open": True} | body
        return self.ask("POST", "/api/games", wanted, at=at)

    def join(self, game: str, at: int | None = None, **body: Any) -> Reply:
        """POST /seats."""
        return self.ask("POST", f"/api/games/{game}/seats", body or None, at=at)

    def view(self, game: str, at: int | None = None, **more: Any) -> Any:
        """GET the game; it must be visible."""
        reply = self.ask("GET", f"/api/games/{game}", at=at, **more)
        assert reply.status == 200, reply.body
        return reply.json

    def move(self, game: str, turn: int, action: str, at: int | None = None, **body: Any) -> Reply:
        """POST /moves."""
        wanted = {"turn": turn, "request_id": f"m{next(_numbers)}", "action": action} | body
        return self.ask("POST", f"/api/games/{game}/moves", wanted, at=at)


def sign_up(name: str) -> Person:
    """A new player with a session."""
    player = ids.new_id(clock.now())
    DynamoAccounts().sign_up(Account(player, name, f"{name.lower()}@lettrix.test", clock.now()), None)
    return Person(player, name, Caller(session.create_session(player)))


def start_game(*people: Person, at: int | None = None, **body: Any) -> str:
    """The id of a game that all of them have joined and that has started."""
    host, *others = people
    created = host.create(at, players=len(people), **body)
    assert created.status == 201, created.body
    game: str = created.json["id"]
    for other in others:
        joined = other.join(game, at)
        assert joined.status == 200, joined.body
    return game


def mover(view: Any, *people: Person) -> Person:
    """Who is to move."""
    player = view["players"][view["to_move"]]["id"]
    return next(person for person in people if person.id == player)


def rules_of(view: Any) -> Rules:
    """The rules by which the game of a view is played."""
    return find_variant(view["rules"]).rules(view["language"], view["options"], view["rules_version"])


def grid_of(view: Any) -> Grid:
    """The board of a view."""
    grid = Grid.blank(view["board"]["size"])
    lower = rules_of(view).tiles.alphabet.to_lower
    for tile in view["board"]["tiles"]:
        letter = lower[tile["letter"]] if tile["blank"] else tile["letter"]
        grid = grid.put({tile["row"] * grid.size + tile["col"]: letter}, tile["turn"], tile["seat"])
    return grid


def best_play(view: Any, lexicon: Lexicon) -> Play | None:
    """The play with the most points, if there is one."""
    plays = best_plays(Position.bare(rules_of(view), grid_of(view), "".join(view["rack"])), lexicon, budget=None)
    return plays[0].play if plays else None


def best_move(view: Any, lexicon: Lexicon) -> dict[str, Any]:
    """What a strong player does with this view: the best play, else an exchange, else a pass."""
    play = best_play(view, lexicon)
    if play is not None:
        return {"action": "play", "tiles": [tile._asdict() for tile in play.tiles]}
    if "exchange" in view["allowed"]:
        return {"action": "exchange", "letters": view["rack"]}
    return {"action": "pass"}
