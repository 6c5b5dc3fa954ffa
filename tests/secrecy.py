"""Searching answers and logs for what nobody may see before a game is over.

Twice: by structure (whose rack, whose letters) and in the bytes, for any field or text that nobody thought of.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable
from typing import Any

from lettrix_cloud.stored import StoredGame

SHORTEST = 5
"""Runs of letters shorter than this may stand anywhere by chance."""
WINDOW = 10
"""Every run of so many tiles of the bag's order is looked for."""


def forms_of_bytes(secret: bytes) -> set[str]:
    """The ways in which bytes come to stand in a text."""
    encoded = base64.b64encode(secret).decode().rstrip("=")
    forms = {secret.hex(), secret.hex().upper(), encoded, encoded.replace("+", "-").replace("/", "_")}
    forms |= {repr(secret)[2:-1], secret.decode("latin-1"), json.dumps(secret.decode("latin-1"))[1:-1]}
    forms |= {json.dumps(list(secret))[1:-1], json.dumps(list(secret), separators=(",", ":"))[1:-1]}
    return forms


def forms_of_letters(letters: str) -> set[str]:
    """The ways in which tiles come to stand in a text: as a string and as lists, in their order and sorted."""
    forms = set()
    for tiles in (letters, "".join(sorted(letters))):
        compact = json.dumps(list(tiles), separators=(",", ":"), ensure_ascii=False)[1:-1]
        forms |= {tiles, ",".join(tiles), " ".join(tiles), compact, compact.replace(",", ", "), repr(list(tiles))[1:-1]}
    return forms


def hidden(stored: StoredGame, viewer: str | None) -> dict[str, str]:
    """What a viewer (a player's id, or None for a log) may not find: needle -> what it is. Nothing after the end."""
    game = stored.game
    if game is not None and game.is_over:
        return {}
    needles = dict.fromkeys(forms_of_bytes(stored.secret), "the secret")
    needles |= dict.fromkeys(forms_of_bytes(stored.seed), "the seed")
    if game is None:
        return needles
    mine = stored.seat_of(viewer) if viewer is not None else None
    own = "" if mine is None else "".join(sorted(game.seats[mine].rack))
    for number, seat in enumerate(game.seats):
        if number != mine and len(seat.rack) >= SHORTEST and "".join(sorted(seat.rack)) != own:
            needles |= dict.fromkeys(forms_of_letters(seat.rack), f"the rack of seat {number}")
    for at in range(max(1, len(game.bag) - WINDOW + 1)):
        run = game.bag[at : at + WINDOW]
        if len(run) >= SHORTEST:
            ordered = json.dumps(list(run), separators=(",", ":"), ensure_ascii=False)[1:-1]
            needles |= dict.fromkeys((run, ordered, ordered.replace(",", ", ")), "the order of the bag")
    return needles


def search(text: str, needles: dict[str, str]) -> set[str]:
    """What of it stands in the text."""
    return {what for needle, what in needles.items() if needle in text}


def check_structure(answer: Any, viewer: str | None) -> None:
    """No part of an answer may show this viewer (a player's id) what only another may see."""
    for part in _objects(answer):
        if "fairness" in part and part["status"] != "finished":
            assert part["fairness"]["secret"] is None
            for player in part["players"]:
                assert player.get("rack") is None or player["id"] == viewer
            assert part["my_seat"] is not None or (part["rack"] == [] and part["unseen"] == {})
            for turn in part["last"]:
                check_turn(turn, part["my_seat"])


def check_turn(turn: dict[str, Any], seat: int | None) -> None:
    """A record of a running game shows letters to their own player alone."""
    for fact in turn["facts"]:
        assert "letters" not in fact or fact.get("seat", turn["seat"]) == seat, "letters of another"


def _objects(value: Any) -> Iterable[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from _objects(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _objects(inner)
