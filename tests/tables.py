"""The tables of template.yaml, made anywhere: tests run on what is deployed and not on a copy of it."""

from functools import cache
from pathlib import Path
from typing import Any

from samtranslator.yaml_helper import yaml_parse

TEMPLATE = Path(__file__).parents[1] / "template.yaml"

NAMES = {"GameTable": "game-table", "AccountTable": "account-table", "SessionTable": "session-table"}
"""Logical id in the template -> name that the tests give it."""

ENVIRONMENT = {
    "GAME_TABLE": NAMES["GameTable"],
    "ACCOUNT_TABLE": NAMES["AccountTable"],
    "SESSION_TABLE": NAMES["SessionTable"],
}

_CREATION = ("BillingMode", "KeySchema", "AttributeDefinitions", "GlobalSecondaryIndexes")


@cache
def template() -> dict[str, Any]:
    """template.yaml, parsed."""
    parsed: dict[str, Any] = yaml_parse(TEMPLATE.read_text(encoding="utf-8"))
    return parsed


def _definitions() -> dict[str, Any]:
    return {name: item for name, item in template()["Resources"].items() if item["Type"] == "AWS::DynamoDB::Table"}


def create_tables(client: Any) -> None:
    """Create every table of the template with a boto3 DynamoDB client."""
    assert set(_definitions()) == set(NAMES)
    for name, table in _definitions().items():
        properties = {key: table["Properties"][key] for key in _CREATION if key in table["Properties"]}
        stream = table["Properties"].get("StreamSpecification")
        if stream:
            properties["StreamSpecification"] = stream | {"StreamEnabled": True}
        client.create_table(TableName=NAMES[name], **properties)
