"""The deployed local stack: a move against the least that a function can do, what it costs, and what else takes time.

All of it goes through the front door, as a browser's requests do, on a stack of its own.
"""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from time import perf_counter
from typing import Any

import httpx
from infra.local import stack as local_stack
from infra.local import template as templates
from infra.local.stack import LocalStack
from tests.bench.measuring import Row, interleaved, seconds
from tests.component.table import best_move
from tests.long_game import costs
from tests.stack.conftest import Client

from lettrix.lexicon import Lexicon

FRENCH = Path("build/lexicon/fr.lxg")
BASELINE = Path(__file__).with_name("baseline.yaml")
PAIRS = 60
"""Moves that are measured, each next to one call of the baseline."""
LONG = 60
"""Turns of the long game."""
HOUR = 3600


def local_stack_at_work() -> Iterator[Row]:
    """Start a stack, measure it and stop it."""
    with tempfile.TemporaryDirectory(prefix="lettrix-bench-") as folder:
        begin = perf_counter()
        with LocalStack(Path(folder)) as stack:
            started = perf_counter() - begin
            table = Table(stack)
            yield from _moves(stack, table)
            yield from _write_units(stack)
            yield from _other_requests(table)
            yield Row("start a fresh stack, layers built", started, "s")
            yield Row("deploy when nothing has changed", seconds(stack.deploy), "s")
            yield from _time_passes(table)


class Table:
    """Two players who meet again and again: there is always a game with somebody to move."""

    def __init__(self, stack: LocalStack) -> None:
        self.host, self.guest = _sign_in(stack, "Bench Nord"), _sign_in(stack, "Bench Sud")
        self._numbers = count(1)
        self._lexicon = Lexicon.open(FRENCH)
        self.view: Any = None
        self.sit_down()

    def sit_down(self) -> tuple[float, float]:
        """Begin a new game; seconds to create it, and to take its last seat."""
        body = {
            "request_id": f"bench-{next(self._numbers)}",
            "rules": "lettrix",
            "players": 2,
            "invite": [self.guest.id],
        }
        created, game = _asked(self.host, "POST", "/api/games", json=body)
        joined, seated = _asked(self.guest, "POST", f"/api/games/{game.json()['id']}/seats", json={})
        self.view = seated.json()
        return created, joined

    @property
    def path(self) -> str:
        """Of the game."""
        return f"/api/games/{self.view['id']}"

    @property
    def mover(self) -> Client:
        """Whose turn it is."""
        player = self.view["players"][self.view["to_move"]]["id"]
        return self.host if player == self.host.id else self.guest

    def move(self) -> float:
        """The best play of the player to move, else an exchange, else a pass; seconds that the request took."""
        if self.view["status"] != "active":
            self.sit_down()
        mover, path, turn = self.mover, self.path, self.view["turn"]
        body = {"turn": turn, "request_id": f"bench-{turn}"} | best_move(mover.get(path).json(), self._lexicon)
        taken, moved = _asked(mover, "POST", f"{path}/moves", json=body)
        self.view = moved.json()
        return taken

    def stand_up(self) -> None:
        """End the game, so that the places are free again."""
        if self.view["status"] == "active":
            body = {"turn": self.view["turn"], "request_id": "bench-end", "action": "resign"}
            self.view = _asked(self.host, "POST", f"{self.path}/moves", json=body)[1].json()


def _sign_in(stack: LocalStack, name: str) -> Client:
    body = {"player": name, "create": True, "token": True}
    answer = httpx.post(f"{stack.url}/dev/sessions", json=body, timeout=60).raise_for_status().json()
    return Client(stack, answer["player"], answer["token"])


def _asked(client: httpx.Client, method: str, path: str, **request: Any) -> tuple[float, httpx.Response]:
    """Seconds until the answer was there, and the answer; raises `httpx.HTTPStatusError` unless it is a success."""
    begin = perf_counter()
    answer = client.request(method, path, **request)
    taken = perf_counter() - begin
    return taken, answer if answer.status_code == 304 else answer.raise_for_status()


def _moves(stack: LocalStack, table: Table) -> Iterator[Row]:
    """Warm moves between calls of the baseline, one of each in turn: the load of the machine slows both."""
    _deploy_baseline(stack)
    first = table.move()
    found = interleaved(
        {
            "baseline": lambda: _asked(table.host, "GET", f"/api/baseline/{table.view['id']}")[0],
            "move": table.move,
        },
        PAIRS,
    )
    table.stand_up()
    yield Row("a warm move, in calls of a function that does one GetItem", found["move"] / found["baseline"], "x", 2)
    yield Row("a warm move: front door, API, function, transaction", found["move"] * 1e3, "ms")
    yield Row("a function that does one GetItem, the same way", found["baseline"] * 1e3, "ms")
    yield Row("the first move, with a cold start", first * 1e3, "ms")


def _deploy_baseline(stack: LocalStack) -> None:
    """Put the baseline behind the stack's API."""
    cloudformation = stack.client("cloudformation")
    parameters = {"Api": stack.outputs["ApiId"], "Table": stack.outputs["GameTable"]}
    cloudformation.create_stack(
        StackName="baseline",
        TemplateBody=json.dumps(templates.load(BASELINE)),
        Parameters=[{"ParameterKey": key, "ParameterValue": value} for key, value in parameters.items()],
        Capabilities=["CAPABILITY_IAM"],
    )
    status = "CREATE_IN_PROGRESS"
    while status == "CREATE_IN_PROGRESS":
        time.sleep(0.05)
        status = cloudformation.describe_stacks(StackName="baseline")["Stacks"][0]["StackStatus"]
    if status != "CREATE_COMPLETE":
        raise RuntimeError(f"the baseline could not be deployed: {status}")


def _write_units(stack: LocalStack) -> Iterator[Row]:
    described = local_stack.running(stack.folder)
    if described is None:
        raise RuntimeError("the stack is not running")
    paid = costs(described["environment"], Lexicon.open(FRENCH), LONG)
    yield Row("write units of a move at turn 2 of a game of four", paid[1].units, "WCU", 4)
    yield Row(f"write units of a move at turn {LONG}", paid[-1].units, "WCU", 4)
    yield Row(f"write units of any move up to turn {LONG}, at most", max(cost.units for cost in paid), "WCU", 4)
    yield Row("of these for the indexes", sum(sum(cost.of_indexes.values()) for cost in paid), "WCU", 0)
    yield Row(f"STATE of four players at turn {LONG}", paid[-1].state_bytes, "bytes", 999)


def _other_requests(table: Table) -> Iterator[Row]:
    created: list[float] = []

    def join() -> float:
        creating, joining = table.sit_down()
        created.append(creating)
        table.stand_up()
        return joining

    found = interleaved({"join": join, "create": lambda: created[-1]})
    yield Row("create a game", found["create"] * 1e3, "ms")
    yield Row("take the last seat", found["join"] * 1e3, "ms")

    table.sit_down()
    _, answer = _asked(table.host, "GET", table.path)
    unchanged = {"if-none-match": answer.headers["etag"]}
    found = interleaved(
        {
            "view": lambda: _asked(table.host, "GET", table.path)[0],
            "same": lambda: _asked(table.host, "GET", table.path, headers=unchanged)[0],
        }
    )
    table.stand_up()
    yield Row("look at a game", found["view"] * 1e3, "ms")
    yield Row("look at a game that has not changed (304)", found["same"] * 1e3, "ms")


def _time_passes(table: Table) -> Iterator[Row]:
    """Two days with a game running: its deadline comes, and the turn is passed automatically."""
    table.sit_down()
    taken, _ = _asked(table.host, "POST", "/dev/clock", json={"advance": 49 * HOUR}, timeout=300)
    if table.host.get(table.path).json()["turn"] != 2:
        raise RuntimeError("the deadline was not settled")
    yield Row("move the clock on by 49 hours, over one deadline", taken, "s")
