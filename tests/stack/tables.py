"""What stands in the tables of the running stack, read past the functions: looking settles nothing."""

from __future__ import annotations

import json
from typing import Any

from infra.local.stack import LocalStack
from tests.sizes import item_bytes, plain

from lettrix.state import Game, Turn
from lettrix_cloud import packing
from lettrix_cloud.game_items import StateItem, TurnItem
from lettrix_cloud.stored import StoredGame

Item = dict[str, Any]
"""An item in DynamoDB's own form: {"attribute": {"S": "text"}}."""


def read_item(stack: LocalStack, pk: str, sk: str) -> Item | None:
    """One item of the game table."""
    key = {"PK": {"S": pk}, "SK": {"S": sk}}
    answer = stack.client("dynamodb").get_item(TableName=stack.outputs["GameTable"], Key=key, ConsistentRead=True)
    found: Item | None = answer.get("Item")
    return found


def read_state(stack: LocalStack, game: str) -> Item:
    """A game's STATE item."""
    item = read_item(stack, f"GAME#{game}", "STATE")
    assert item is not None
    return item


def stored(item: Item) -> StoredGame:
    """The game that a STATE item holds."""
    game = item["PK"]["S"].removeprefix("GAME#")
    return packing.unpack(game, StateItem.from_raw_data(item).attribute_values)


def load(stack: LocalStack, game: str) -> StoredGame:
    """A game, unsettled, as it stands in the table."""
    return stored(read_state(stack, game))


def all_games(stack: LocalStack) -> list[str]:
    """Ids of all games that there are."""
    pages = (
        stack.client("dynamodb")
        .get_paginator("scan")
        .paginate(
            TableName=stack.outputs["GameTable"],
            FilterExpression="SK = :state",
            ExpressionAttributeValues={":state": {"S": "STATE"}},
            ProjectionExpression="PK",
        )
    )
    return [item["PK"]["S"].removeprefix("GAME#") for page in pages for item in page["Items"]]


def started(stack: LocalStack, game: str) -> Game:
    """The same, of a game that has started."""
    return load(stack, game).started


def turns(stack: LocalStack, game: str) -> list[Turn]:
    """A game's turns, in order."""
    pages = (
        stack.client("dynamodb")
        .get_paginator("query")
        .paginate(
            TableName=stack.outputs["GameTable"],
            KeyConditionExpression="PK = :game AND begins_with(SK, :turn)",
            ExpressionAttributeValues={":game": {"S": f"GAME#{game}"}, ":turn": {"S": "TURN#"}},
            ConsistentRead=True,
        )
    )
    records = [TurnItem.from_raw_data(item).record for page in pages for item in page["Items"]]
    return sorted((Turn.from_json(json.loads(record)) for record in records), key=lambda turn: turn.number)


def places(stack: LocalStack, player: str) -> set[str]:
    """The games in which a player holds a place."""
    item = read_item(stack, f"PLAYER#{player}", "PLACES") or {}
    return set(item.get("games", {}).get("SS", []))


def item_size(item: Item) -> int:
    """Bytes of an item as DynamoDB counts them."""
    return item_bytes(plain(item))


class Scales:
    """Weighs writes: repeats them on a table of the same keys and indexes, which tells what they cost."""

    def __init__(self, stack: LocalStack, name: str = "scales") -> None:
        self._client = stack.client("dynamodb")
        self._name = name
        described = self._client.describe_table(TableName=stack.outputs["GameTable"])["Table"]
        self._client.create_table(
            TableName=name,
            BillingMode="PAY_PER_REQUEST",
            KeySchema=described["KeySchema"],
            AttributeDefinitions=described["AttributeDefinitions"],
            GlobalSecondaryIndexes=[
                {key: index[key] for key in ("IndexName", "KeySchema", "Projection")}
                for index in described["GlobalSecondaryIndexes"]
            ],
        )

    def weigh(self, before: Item, after: Item, *others: Item) -> float:
        """Write units of one transaction that turns `before` into `after` and puts the `others`."""
        self._client.put_item(TableName=self._name, Item=before)
        changed = {name: value for name, value in after.items() if before.get(name) != value}
        removed = before.keys() - after.keys()
        names = {f"#{number}": name for number, name in enumerate([*changed, *sorted(removed)])}
        label = {name: alias for alias, name in names.items()}
        expression = "SET " + ", ".join(f"{label[name]} = {label[name].replace('#', ':')}" for name in changed)
        if removed:
            expression += " REMOVE " + ", ".join(label[name] for name in sorted(removed))
        update = {
            "TableName": self._name,
            "Key": {"PK": before["PK"], "SK": before["SK"]},
            "UpdateExpression": expression,
            "ExpressionAttributeNames": names,
            "ExpressionAttributeValues": {label[name].replace("#", ":"): value for name, value in changed.items()},
        }
        answer = self._client.transact_write_items(
            TransactItems=[
                {"Update": update},
                *({"Put": {"TableName": self._name, "Item": item}} for item in others),
            ],
            ReturnConsumedCapacity="INDEXES",
        )
        return float(sum(consumed["CapacityUnits"] for consumed in answer["ConsumedCapacity"]))
