"""What the games of the classic family share: bags by language, levels with their aids, options, the bonus."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lettrix.boards import STANDARD15
from lettrix.clock import Clock
from lettrix.rules import AIDS, Rules
from lettrix.tilesets import BY_LANGUAGE
from lettrix.variant import Option, Options

LANGUAGES = ("fr", "en", "de")
BONUSES = {7: 50}
"""For laying a whole rack."""

AIDS_BY_LEVEL: Mapping[str, frozenset[str]] = {
    "casual": frozenset(AIDS),
    "standard": frozenset({"suggest"}),
    "competitive": frozenset(),
}
LEVEL = Option(
    "level",
    kind="choice",
    default="standard",
    choices=tuple(AIDS_BY_LEVEL),
    about="casual: every aid; standard: suggestions only; competitive: no aid. The dictionary may always be searched.",
)
BAG_MIN = Option(
    "bag_min",
    kind="int",
    default=7,
    low=1,
    high=7,
    about="Tiles that the bag must hold for an exchange; never more are exchanged than it holds.",
)


def family_rules(name: str, version: int, language: str, options: Options, **changes: Any) -> Rules:
    """The rules of classic under another name, with what a game of its family changes."""
    rules: dict[str, Any] = {
        "id": name,
        "version": version,
        "language": language,
        "options": options,
        "board": STANDARD15,
        "tiles": BY_LANGUAGE[language],
        "rack_size": 7,
        "bonuses": BONUSES,
        "exchange_bag_min": int(options["bag_min"]),
        "clock": Clock(),
        "aids": AIDS_BY_LEVEL[str(options.get("level", "standard"))],
        "vacation": bool(options.get("vacation", False)),
    }
    return Rules(**(rules | changes))
