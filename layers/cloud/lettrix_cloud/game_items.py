"""The items of games in the game table, and their keys. What they mean is told where they are used."""

from __future__ import annotations

from typing import Any

from pynamodb.attributes import (
    BinaryAttribute,
    BooleanAttribute,
    NumberAttribute,
    UnicodeAttribute,
    UnicodeSetAttribute,
)
from pynamodb.indexes import GlobalSecondaryIndex, KeysOnlyProjection

from lettrix_cloud import store
from lettrix_cloud.games import Listed

WORD_CHECK = ("CONTROL", "word_check")
CLOCK = ("CONTROL", "clock")
"""Keys of the organiser's switches."""


class AgendaIndex(GlobalSecondaryIndex[Any]):  # type: ignore[no-untyped-call]
    """What has a due moment, by shard."""

    class Meta:
        index_name = "agenda"
        projection = KeysOnlyProjection()

    agenda = UnicodeAttribute(hash_key=True)
    check_at = NumberAttribute(range_key=True)


class OpenGamesIndex(GlobalSecondaryIndex[Any]):  # type: ignore[no-untyped-call]
    """Games that anybody may join, by rules, language and shard."""

    class Meta:
        index_name = "open-games"
        projection = KeysOnlyProjection()

    open_key = UnicodeAttribute(hash_key=True)
    created_at = NumberAttribute(range_key=True)


class StateItem(store.GameItem):
    """`GAME#id / STATE`: the attributes of packing.py, read and written under the same names."""

    by_agenda = AgendaIndex()
    by_open_key = OpenGamesIndex()

    status = UnicodeAttribute(null=True)
    revision = NumberAttribute(null=True)
    rules = UnicodeAttribute(null=True)
    options = UnicodeAttribute(null=True)
    offered = NumberAttribute(null=True)
    dictionary = BinaryAttribute(legacy_encoding=False, null=True)
    created_at = NumberAttribute(null=True)
    players = UnicodeAttribute(null=True)
    nonces = BinaryAttribute(legacy_encoding=False, null=True)
    secret = BinaryAttribute(legacy_encoding=False, null=True)
    check_at = NumberAttribute(null=True)
    agenda = UnicodeAttribute(null=True)
    open_key = UnicodeAttribute(null=True)
    reminded_turn = NumberAttribute(null=True)
    seats = NumberAttribute(null=True)
    open = BooleanAttribute(null=True)
    invited = UnicodeAttribute(null=True)
    cancel_at = NumberAttribute(null=True)
    cancelled_at = NumberAttribute(null=True)
    turn = NumberAttribute(null=True)
    due_at = NumberAttribute(null=True)
    board = UnicodeAttribute(null=True)
    tiles = BinaryAttribute(legacy_encoding=False, null=True)
    racks = UnicodeAttribute(null=True)
    bag = UnicodeAttribute(null=True)
    line = UnicodeAttribute(null=True)
    order = UnicodeAttribute(null=True)
    clock = UnicodeAttribute(null=True)
    finished_at = NumberAttribute(null=True)
    result = UnicodeAttribute(null=True)
    extra = UnicodeAttribute(null=True)


class TurnItem(store.GameItem):
    """`GAME#id / TURN#0007`."""

    record = UnicodeAttribute()
    """The turn's stored form, as canonical JSON."""
    player = UnicodeAttribute(null=True)
    request_id = UnicodeAttribute(null=True)


class PlacesItem(store.GameItem):
    """`PLAYER#id / PLACES`: sets of game ids, absent when empty."""

    games = UnicodeSetAttribute(null=True)
    others = UnicodeSetAttribute(null=True)
    friendly_limit = NumberAttribute(null=True)


class InvitationItem(store.GameItem):
    """`PLAYER#id / INV#game`."""

    created_at = NumberAttribute()
    """Of the game."""


class DoneItem(store.GameItem):
    """`PLAYER#id / DONE#finished_at#game`: all of it is in the key."""


class RequestItem(store.GameItem):
    """`PLAYER#id / REQ#request_id`: the game that a request created."""

    game = UnicodeAttribute()
    ttl = NumberAttribute()


class AroundItem(store.GameItem):
    """A card, a turn or a switch: what a view reads of them, in one call."""

    name = UnicodeAttribute(null=True)
    record = UnicodeAttribute(null=True)
    on = BooleanAttribute(null=True)


class SeenItem(store.GameItem):
    """A game and what a view reads around it, in one call: each item comes as `StateItem` or `AroundItem`."""

    @classmethod
    def from_raw_data(cls, data: dict[str, Any]) -> Any:
        return (StateItem if data["SK"] == {"S": "STATE"} else AroundItem).from_raw_data(data)


class ControlItem(store.GameItem):
    """`CONTROL / word_check {on}` and `CONTROL / clock {hold_until}`: what the organiser sets."""

    on = BooleanAttribute(null=True)
    hold_until = NumberAttribute(null=True)


def state_key(game_id: str) -> tuple[str, str]:
    return f"GAME#{game_id}", "STATE"


def turn_key(game_id: str, number: int) -> tuple[str, str]:
    return f"GAME#{game_id}", f"TURN#{number:04d}"


def card_key(player: str) -> tuple[str, str]:
    return f"PLAYER#{player}", "CARD"


def places_key(player: str) -> tuple[str, str]:
    return f"PLAYER#{player}", "PLACES"


def invitation_key(player: str, game_id: str) -> tuple[str, str]:
    return f"PLAYER#{player}", f"INV#{game_id}"


def done_key(player: str, listed: Listed) -> tuple[str, str]:
    return f"PLAYER#{player}", f"DONE#{listed.at:013d}#{listed.game_id}"


def request_key(player: str, request_id: str) -> tuple[str, str]:
    return f"PLAYER#{player}", f"REQ#{request_id}"


def key_attributes(key: tuple[str, str]) -> dict[str, Any]:
    return {"PK": {"S": key[0]}, "SK": {"S": key[1]}}
