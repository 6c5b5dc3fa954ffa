"""The STATE item of a game: `pack` makes its attributes, `unpack` reads them.

Small, because a move pays for its size: under 1,000 bytes for four players at turn 60 on 15x15. So ids instead of
names, strings and bytes instead of lists and maps:

    board   rows from the top, `/` between them, runs of empty squares as numbers (the board field of CGP)
    tiles   by tile in board order, turn * 4 + seat as a varint (7 bits a byte, the lowest first)
    racks   by seat, `/` between them          bag     in the order in which it will be drawn
    line    by seat, `/` between them: score passes timeouts state left_turn [own time left, ms]
    clock   to_move turn_began began_at deadline started_at ends_at [paused_until stopped], `-` for none, times
            as ms after created_at

The seed is not stored: it follows from secret and nonces. What the running code does not know is neither read nor
written: writers send `changes` only, so attributes of a newer code survive.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Literal

from lettrix.draw import NONCE_BYTES, canonical_json, make_seed
from lettrix.grid import Grid
from lettrix.rules import Rules
from lettrix.state import Game, Result, Seat
from lettrix.tiles import EMPTY
from lettrix.variants import find_variant
from lettrix_cloud.stored import StoredGame, Waiting

SCHEMA = 1

Attributes = dict[str, Any]
"""By name: str, int, bool or bytes. Keys of the item are not among them."""

_STATES: dict[str, Literal["playing", "forfeited", "resigned"]] = {
    "p": "playing",
    "f": "forfeited",
    "r": "resigned",
}


class DamagedState(ValueError):
    """A STATE item that cannot be read; the message never quotes it."""


def pack(stored: StoredGame) -> Attributes:
    """The attributes of a game's STATE item, without those that would be empty."""
    rules = stored.rules
    attributes: Attributes = {
        "schema": SCHEMA,
        "status": stored.status,
        "revision": stored.revision,
        "rules": f"{rules.id}/{rules.version}/{rules.language}",
        "options": canonical_json(dict(rules.options)),
        "offered": stored.seats_offered,
        "dictionary": bytes.fromhex(stored.dictionary),
        "created_at": stored.created_at,
        "players": ",".join(stored.players),
        "nonces": b"".join(stored.nonces),
        "secret": stored.secret,
        "check_at": stored.check_at,
        "agenda": stored.agenda,
        "open_key": stored.open_key,
        "reminded_turn": stored.reminded_turn or None,
    }
    if stored.waiting is not None:
        attributes |= _pack_waiting(stored.waiting)
    if stored.game is not None:
        attributes |= _pack_game(stored.game, stored.created_at)
    return {name: value for name, value in attributes.items() if value is not None}


def _pack_waiting(waiting: Waiting) -> Attributes:
    return {
        "seats": waiting.seats,
        "open": waiting.open,
        "invited": ",".join(waiting.invited) or None,
        "cancel_at": waiting.cancel_at,
        "cancelled_at": waiting.cancelled_at,
    }


def _pack_game(game: Game, created_at: int) -> Attributes:
    moments = [game.began_at, game.deadline, game.started_at, game.ends_at]
    if game.paused_until is not None:
        moments += [game.paused_until, created_at + game.stopped]
    clock = [game.to_move, game.turn_began, *(None if at is None else at - created_at for at in moments)]
    return {
        "turn": game.turn,
        "due_at": game.due_at,
        "board": _pack_board(game.grid),
        "tiles": _pack_tiles(game.grid) or None,
        "racks": "/".join(seat.rack for seat in game.seats),
        "bag": game.bag or None,
        "line": "/".join(map(_pack_seat, game.seats)),
        "order": "".join(map(str, game.order)),
        "clock": " ".join("-" if number is None else str(number) for number in clock),
        "finished_at": game.finished_at,
        "result": None if game.result is None else _pack_result(game.result),
        "extra": canonical_json(dict(game.extra)) if game.extra else None,
    }


def unpack(game_id: str, attributes: Mapping[str, Any]) -> StoredGame:
    """The game of a STATE item; `unpack(id, pack(stored)) == stored`. Raises `DamagedState`."""
    if attributes.get("schema") != SCHEMA:
        raise DamagedState("STATE is of a schema that this code does not read")
    try:
        return _unpack(game_id, attributes)
    except DamagedState:
        raise
    except (KeyError, IndexError, TypeError, ValueError, StopIteration) as error:
        # Without the error's message: it may quote a rack.
        raise DamagedState(f"STATE is not the item of a game ({type(error).__name__})") from None


def _unpack(game_id: str, attributes: Mapping[str, Any]) -> StoredGame:
    rules = _rules(attributes["rules"], attributes["options"])
    stored = StoredGame(
        id=game_id,
        rules=rules,
        seats_offered=int(attributes["offered"]),
        dictionary=bytes(attributes["dictionary"]).hex(),
        created_at=int(attributes["created_at"]),
        players=tuple(attributes["players"].split(",")),
        nonces=_nonces(attributes),
        secret=bytes(attributes["secret"]),
        waiting=None if "turn" in attributes else _unpack_waiting(attributes),
        game=_unpack_game(rules, attributes) if "turn" in attributes else None,
        reminded_turn=int(attributes.get("reminded_turn", 0)),
        check_at=_number(attributes.get("check_at")),
        revision=int(attributes["revision"]),
    )
    if stored.status != attributes["status"]:
        raise DamagedState("STATE contradicts its own status")
    return stored


def _unpack_waiting(attributes: Mapping[str, Any]) -> Waiting:
    return Waiting(
        seats=int(attributes["seats"]),
        open=bool(attributes["open"]),
        invited=tuple(filter(None, attributes.get("invited", "").split(","))),
        cancel_at=int(attributes["cancel_at"]),
        cancelled_at=_number(attributes.get("cancelled_at")),
    )


def _unpack_game(rules: Rules, attributes: Mapping[str, Any]) -> Game:
    created_at = int(attributes["created_at"])
    to_move, turn_began, *moments = (None if n == "-" else int(n) for n in attributes["clock"].split(" "))
    began_at, deadline, started_at, ends_at, *paused = (None if at is None else created_at + at for at in moments)
    if turn_began is None or began_at is None or started_at is None:
        raise DamagedState("the clock of STATE lacks a moment")
    racks, line = attributes["racks"].split("/"), attributes["line"].split("/")
    return Game(
        rules=rules,
        seed=make_seed(bytes(attributes["secret"]), _nonces(attributes)),
        order=tuple(map(int, attributes["order"])),
        seats=tuple(_unpack_seat(rack, text) for rack, text in zip(racks, line, strict=True)),
        grid=_unpack_grid(rules.board.size, attributes["board"], bytes(attributes.get("tiles", b""))),
        bag=attributes.get("bag", ""),
        turn=int(attributes["turn"]),
        to_move=to_move,
        turn_began=turn_began,
        began_at=began_at,
        deadline=deadline,
        started_at=started_at,
        ends_at=ends_at,
        finished_at=_number(attributes.get("finished_at")),
        result=_unpack_result(attributes["result"]) if "result" in attributes else None,
        paused_until=paused[0] if paused else None,
        stopped=(paused[1] or created_at) - created_at if paused else 0,
        extra=json.loads(attributes["extra"]) if "extra" in attributes else {},
    )


def changes(before: Attributes, after: Attributes) -> tuple[Attributes, list[str]]:
    """What a write has to set, and the names that it has to remove."""
    changed = {name: value for name, value in after.items() if before.get(name) != value}
    return changed, sorted(set(before) - set(after))


@lru_cache(maxsize=64)
def _rules(rules: str, options: str) -> Rules:
    name, version, language = rules.split("/")
    return find_variant(name).rules(language, json.loads(options), int(version))


def _nonces(attributes: Mapping[str, Any]) -> tuple[bytes, ...]:
    joined = bytes(attributes["nonces"])
    return tuple(joined[at : at + NONCE_BYTES] for at in range(0, len(joined), NONCE_BYTES))


def _number(value: Any) -> int | None:
    return None if value is None else int(value)


def _pack_board(grid: Grid) -> str:
    rows = "/".join(grid.rows())
    return re.sub(r"\.+", lambda run: str(len(run[0])), rows)


def _pack_tiles(grid: Grid) -> bytes:
    packed = bytearray()
    for square in grid.squares():
        number = grid.turns[square] * 4 + grid.seats[square]
        while number > 127:
            packed.append(number & 127 | 128)
            number >>= 7
        packed.append(number)
    return bytes(packed)


def _unpack_grid(size: int, board: str, tiles: bytes) -> Grid:
    text = re.sub(r"\d+", lambda run: EMPTY * int(run[0]), board).replace("/", "")
    if len(text) != size * size:
        raise DamagedState("the board of STATE is of another size")
    turns, seats = [0] * len(text), [-1] * len(text)
    numbers = _varints(tiles)
    for square, tile in enumerate(text):
        if tile != EMPTY:
            turns[square], seats[square] = divmod(next(numbers), 4)
    return Grid(size, text, tuple(turns), tuple(seats))


def _varints(packed: Iterable[int]) -> Iterator[int]:
    number = shift = 0
    for byte in packed:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield number
            number = shift = 0


def _pack_seat(seat: Seat) -> str:
    numbers = [seat.score, seat.passes, seat.timeouts, seat.state[0], seat.left_turn]
    return " ".join(map(str, numbers if seat.bank is None else [*numbers, seat.bank]))


def _unpack_seat(rack: str, text: str) -> Seat:
    score, passes, timeouts, state, left_turn, *bank = text.split(" ")
    return Seat(
        rack=rack,
        score=int(score),
        passes=int(passes),
        timeouts=int(timeouts),
        state=_STATES[state],
        left_turn=int(left_turn),
        bank=int(bank[0]) if bank else None,
    )


def _pack_result(result: Result) -> str:
    return f"{result.reason} {''.join(map(str, result.winners))} {''.join(map(str, result.ranks))}"


def _unpack_result(text: str) -> Result:
    reason, winners, ranks = text.split(" ")
    return Result(reason, tuple(map(int, winners)), tuple(map(int, ranks)))
