"""How large an item is by DynamoDB's rules, which decide what a write costs.

https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def value_bytes(value: str | int | bool | bytes) -> int:
    """Bytes of a value: strings as UTF-8, binary as it is, numbers half a byte a digit and one."""
    if isinstance(value, bool):
        return 1
    if isinstance(value, int):
        return (len(str(abs(value)).rstrip("0")) + 1) // 2 + 1 + (value < 0)
    return len(value if isinstance(value, bytes) else value.encode())


def item_bytes(item: Mapping[str, str | int | bool | bytes]) -> int:
    """Bytes of an item, the names of its attributes and its keys among them."""
    return sum(len(name.encode()) + value_bytes(value) for name, value in item.items())


def plain(item: Mapping[str, Mapping[str, Any]]) -> dict[str, str | int | bool | bytes]:
    """An item of strings, whole numbers, truth values and bytes as botocore gives it, without its types."""
    read = {"S": str, "N": int, "BOOL": bool, "B": bytes}
    return {name: read[kind](value) for name, typed in item.items() for kind, value in typed.items()}
