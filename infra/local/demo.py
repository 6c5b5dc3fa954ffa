"""`make demo`: two scripted players play one whole game through the API, and `lettrix verify` checks its record.

On the stack that `make play` runs, or on one of its own that is stopped and forgotten afterwards.
"""

from __future__ import annotations

import json
import os
import secrets
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

import httpx
from infra.layers import LayerError
from infra.local import stack
from infra.local.deploy import ROOT, DeployError
from infra.local.play import FOLDER
from samtranslator.model.exceptions import InvalidDocumentException

from lettrix.generation import Position, best_plays
from lettrix.grid import Grid
from lettrix.lexicon import Lexicon
from lettrix.plays import format_play
from lettrix.rules import Rules
from lettrix.state import Turn
from lettrix.variants import find_variant
from lettrix_cli.render import board_text, score_sheet

NAMES = ("Nord", "Sud")
LEXICON = ROOT / "build/lexicon/fr.lxg"
RECORD = ROOT / "build/demo-record.json"


class DemoError(RuntimeError):
    """The game did not go as it must; the message says how."""


class Player:
    """A scripted player: sees its own view of the game and lays the best play that it finds."""

    def __init__(self, url: str, name: str) -> None:
        signed_in = httpx.post(f"{url}/dev/sessions", json={"player": name, "create": True, "token": True}, timeout=60)
        answer = _checked(signed_in)
        self.name = name
        self.id: str = answer["player"]["id"]
        self._client = httpx.Client(base_url=url, headers={"authorization": f"Bearer {answer['token']}"}, timeout=60)

    def get(self, path: str) -> Any:
        """What the API answers. Raises DemoError unless it is a success."""
        return _checked(self._client.get(path))

    def post(self, path: str, body: Mapping[str, Any]) -> Any:
        """What the API answers. Raises DemoError unless it is a success."""
        return _checked(self._client.post(path, json=body))

    def move(self, view: Mapping[str, Any], rules: Rules, lexicon: Lexicon) -> Any:
        """Play, exchange or pass on the position in `view`; the view after it."""
        grid = grid_of(view)
        body: dict[str, Any] = {"turn": view["turn"], "request_id": f"demo-{view['turn']}"}
        found = best_plays(Position.bare(rules, grid, "".join(view["rack"])), lexicon)
        if found:
            text = format_play(found[0].play, grid, rules.tiles.alphabet)
            body |= {"action": "play", "text": text}
        elif "exchange" in view["allowed"]:
            body |= {"action": "exchange", "letters": view["rack"]}
        else:
            body |= {"action": "pass"}
        return self.post(f"/api/games/{view['id']}/moves", body)


def _checked(answer: httpx.Response) -> Any:
    if not answer.is_success:
        raise DemoError(f"{answer.request.method} {answer.request.url.path}: {answer.status_code} {answer.text}")
    return answer.json()


def grid_of(view: Mapping[str, Any]) -> Grid:
    """The board of a view as the engine knows it."""
    size = view["board"]["size"]
    grid = Grid.blank(size)
    for tile in view["board"]["tiles"]:
        shown = tile["letter"].lower() if tile["blank"] else tile["letter"]
        grid = grid.put({tile["row"] * size + tile["col"]: shown}, tile["turn"], tile["seat"])
    return grid


def play_game(url: str) -> dict[str, Any]:
    """Play one game and print it; its record. Raises DemoError."""
    rules = find_variant("lettrix").rules()
    lexicon = Lexicon.open(LEXICON)
    suffix = secrets.token_hex(3)
    host, guest = (Player(url, f"{name} {suffix}") for name in NAMES)
    game = host.post(
        "/api/games",
        {"request_id": f"demo-{suffix}", "rules": "lettrix", "players": 2, "invite": [guest.id]},
    )
    path = f"/api/games/{game['id']}"
    view = guest.post(f"{path}/seats", {})
    seats = [next(p for p in (host, guest) if p.id == seat["id"]) for seat in view["players"]]
    names = [player.name.split()[0] for player in seats]
    print(f"demo: game {game['id']} at {url}, {names[0]} begins\n")

    while view["status"] == "active":
        mover = seats[view["to_move"]]
        view = mover.move(mover.get(path), rules, lexicon)
        report(rules, view, names)

    record: dict[str, Any] = mover.get(f"{path}/proof")
    print(score_sheet([Turn.from_json(turn) for turn in record["turns"]], names))
    winners = [names[seat] for seat in view["result"]["winners"]]
    scores = ", ".join(f"{seat['score']} {name}" for name, seat in zip(names, view["players"], strict=True))
    print(f"\nResult: {' and '.join(winners)} ({view['result']['reason']}): {scores}")
    return record


def report(rules: Rules, view: Mapping[str, Any], names: list[str]) -> None:
    """The last action of a view, and the board after it with its new tiles marked."""
    record = view["last"][-1]
    grid = grid_of(view)
    fresh = {square for square in grid.squares() if grid.turns[square] == record["turn"]}
    fact = record["facts"][0]
    said = f"{fact['text']} for {fact['points']}" if fact["kind"] == "play" else fact["kind"]
    scores = " - ".join(str(score) for score in record["score_after"])
    print(f"{record['turn']}. {names[record['seat']]}: {said}   ({scores}, {view['bag']} in the bag)")
    print(board_text(rules, grid, fresh), end="\n\n")


def is_true(record: Mapping[str, Any], file: Path) -> bool:
    """Write the record down, let `lettrix verify` judge it and print its verdict."""
    file.write_text(json.dumps(record), encoding="utf-8")
    command = [str(part) for part in (ROOT / ".venv/bin/lettrix", "verify", "--lexicon", LEXICON, file)]
    print(f"\n$ lettrix verify {os.path.relpath(file)}", flush=True)
    return subprocess.run(command, check=False, cwd=ROOT).returncode == 0


@contextmanager
def a_stack() -> Iterator[str]:
    """The address of the running stack, or of one that lives as long as this context."""
    running = stack.running(FOLDER)
    if running is not None:
        yield running["url"]
        return
    with (
        tempfile.TemporaryDirectory(prefix="lettrix-demo-") as folder,
        stack.LocalStack(Path(folder), report=lambda line: print(f"demo: {line}", flush=True)) as own,
    ):
        yield own.url


def main() -> int:
    """0 when the game was played and its record is true."""

    def interrupted(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, interrupted)
    try:
        with a_stack() as url:
            return 0 if is_true(play_game(url), RECORD) else 1
    except KeyboardInterrupt:
        return 130
    except (DemoError, stack.StackError, DeployError, LayerError, InvalidDocumentException, httpx.HTTPError) as error:
        print(f"demo: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
