"""A long game of four, really played on a running stack, and what the stack says that each turn of it costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest
from tests.sizes import item_bytes, plain

from lettrix.generation import Position, all_plays
from lettrix.lexicon import Lexicon
from lettrix.plays import Action, Exchange, Pass
from lettrix.state import Game
from lettrix_cloud import clock, config, hosting, ids, playing, store
from lettrix_cloud.games_dynamodb import DynamoGames

SEATS = 4


@dataclass(frozen=True)
class Cost:
    """What writing one turn took."""

    turn: int
    units: float
    """Write units in all."""
    of_indexes: Mapping[str, float]
    """Write units of each index that was written to, by its name: none, if all is well."""
    state_bytes: int
    """Size of STATE afterwards, by DynamoDB's rules."""


def costs(environment: Mapping[str, str], lexicon: Lexicon, turns: int) -> list[Cost]:
    """Play that many turns through the repository of the deployed stack; the cost of each as the stack reports it.

    environment: that of the stack's functions.
    """
    with pytest.MonkeyPatch.context() as patch:
        for name, value in environment.items():
            patch.setenv(name, value)
        store.forget_client()
        try:
            return list(_play(DynamoGames(), lexicon, turns))
        finally:
            store.forget_client()


def _play(games: DynamoGames, lexicon: Lexicon, turns: int) -> Iterator[Cost]:
    host, *others = (ids.new_id(clock.now()) for _ in range(SEATS))
    wanted = hosting.NewGame(host, "long", "lettrix", SEATS, is_open=True)
    game_id = hosting.create(games, lambda _: lexicon.hash, wanted, clock.now()).id
    for player in others:
        stored = hosting.join(games, game_id, player, None, clock.now())
    for number in range(1, turns + 1):
        mover = stored.started.to_move
        assert mover is not None, f"the game was over before turn {number}"
        request = playing.Move(
            game_id, stored.seated[mover], number, f"turn-{number}", clock.now(), partial(_slowly, lexicon=lexicon)
        )
        with _reported() as transactions:
            stored, _ = playing.move(games, lambda _: lexicon, request)
        [consumed] = transactions
        indexes = consumed.get("GlobalSecondaryIndexes", {})
        yield Cost(
            number,
            consumed["CapacityUnits"],
            {name: index["CapacityUnits"] for name, index in indexes.items()},
            _state_bytes(game_id),
        )


def _state_bytes(game_id: str) -> int:
    key = {"PK": {"S": f"GAME#{game_id}"}, "SK": {"S": "STATE"}}
    client: Any = store.client()
    return item_bytes(plain(client.get_item(TableName=config.game_table(), Key=key, ConsistentRead=True)["Item"]))


def _slowly(game: Game, lexicon: Lexicon) -> Action:
    """An exchange or a play of few tiles by turns, so that the bag lasts."""
    assert game.to_move is not None
    rack = game.seats[game.to_move].rack
    if game.turn // SEATS % 2 and len(game.bag) >= game.rules.exchange_bag_min:
        return Exchange(rack[:1])
    plays = [
        candidate.play for candidate in all_plays(Position.bare(game.rules, game.grid, rack), lexicon, budget=None)
    ]
    return min(plays, key=lambda play: (len(play.tiles), play.tiles), default=Pass())


@contextmanager
def _reported() -> Iterator[list[dict[str, Any]]]:
    """The consumed capacity of each transaction meanwhile, table and indexes apart."""
    consumed: list[dict[str, Any]] = []

    def ask(params: dict[str, Any], **_: Any) -> None:
        params["ReturnConsumedCapacity"] = "INDEXES"

    def answered(parsed: dict[str, Any], **_: Any) -> None:
        consumed.extend(parsed["ConsumedCapacity"])

    events = store.client().meta.events
    events.register("provide-client-params.dynamodb.TransactWriteItems", ask)
    events.register("after-call.dynamodb.TransactWriteItems", answered)
    try:
        yield consumed
    finally:
        events.unregister("provide-client-params.dynamodb.TransactWriteItems", ask)
        events.unregister("after-call.dynamodb.TransactWriteItems", answered)
