"""The form of a game's view as API.md gives it, written out a second time: the code cannot agree with itself."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from tests.stack.people import rules_of

ULID = re.compile(r"[0-7][0-9A-HJKMNP-TV-Z]{25}")
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
HEX_32_BYTES = re.compile(r"[0-9a-f]{64}")

VIEW = {
    "id", "rules", "language", "rules_version", "dictionary_version", "host", "open", "status", "players", "turn",
    "to_move", "my_seat", "rack", "board", "bag", "unseen", "last", "due_at", "remind_at", "ends_at", "created_at",
    "paused_until", "started_at", "finished_at", "result", "fairness", "options", "allowed", "counting", "special",
}  # fmt: skip
PLAYER = {"seat", "id", "name", "score", "tiles", "passes", "timeouts", "state"}
PLAYER_MORE = {"team", "team_score", "clock", "rack"}
TILE = {"row": int, "col": int, "letter": str, "blank": bool, "value": int, "seat": int, "turn": int}
TURN = {"turn", "seat", "action", "facts", "score_after", "at"}
ACTIONS = {"play", "pass", "exchange", "resign", "check"}


def check_view(view: dict[str, Any], me: str) -> None:
    """A running or finished game as one of its players may see it: every field, and that tiles are conserved."""
    assert set(view) == VIEW
    assert ULID.fullmatch(view["id"])
    assert view["status"] in ("active", "finished")
    running = view["status"] == "active"
    for name in ("created_at", "started_at", "ends_at"):
        assert MOMENT.fullmatch(view[name]), name
    for name in ("due_at", "remind_at"):
        assert MOMENT.fullmatch(view[name]) if running else view[name] is None, name
    assert (view["finished_at"] is None) == running
    assert (view["result"] is None) == running
    assert HEX_32_BYTES.fullmatch(view["fairness"]["commitment"])
    assert len(view["fairness"]["nonces"]) == len(view["players"])
    assert (view["fairness"]["secret"] is None) == running
    assert set(view["allowed"]) <= ACTIONS
    _check_players(view, me)
    _check_tiles(view)
    for turn in view["last"]:
        check_turn(turn, len(view["players"]))
        assert view["turn"] - len(view["players"]) <= turn["turn"] < view["turn"]


def _check_players(view: dict[str, Any], me: str) -> None:
    running, mine = view["status"] == "active", view["my_seat"]
    assert [player["seat"] for player in view["players"]] == list(range(len(view["players"])))
    assert view["players"][mine]["id"] == me
    for player in view["players"]:
        assert set(player) - PLAYER_MORE == PLAYER, player
        assert player["state"] in ("playing", "forfeited", "resigned")
        hidden = running and player["seat"] != mine
        assert (player.get("rack") is None) == hidden
        if not hidden:
            assert len(player["rack"]) == player["tiles"]
    assert view["rack"] == view["players"][mine]["rack"]


def _check_tiles(view: dict[str, Any]) -> None:
    rules, mine = rules_of(view), view["my_seat"]
    board, seen = view["board"], Counter(view["rack"])
    assert board["size"] == 15
    for tile in board["tiles"]:
        assert {name: type(value) for name, value in tile.items()} == TILE
        assert 0 <= tile["row"] < 15
        assert 0 <= tile["col"] < 15
        assert tile["value"] == (0 if tile["blank"] else rules.tiles.values[tile["letter"]])
        assert 1 <= tile["turn"] < view["turn"]
        seen["?" if tile["blank"] else tile["letter"]] += 1
    seen.update(view["unseen"])
    assert seen == Counter(rules.tiles.tiles()), "a tile is lost or doubled"
    others = sum(player["tiles"] for player in view["players"] if player["seat"] != mine)
    assert sum(view["unseen"].values()) == view["bag"] + others


def check_turn(turn: dict[str, Any], seats: int) -> None:
    """One record of a turn."""
    assert set(turn) - {"automatic", "breakdown"} == TURN, turn
    assert MOMENT.fullmatch(turn["at"])
    assert len(turn["score_after"]) == seats
    assert all("kind" in fact for fact in turn["facts"])
