"""What only some games have on their board: a star, zones, tiles worth less than nothing."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rich.style import Style

from lettrix.plays import square_name
from lettrix.rules import Rules
from lettrix.state import Game
from lettrix.tiles import EMPTY
from lettrix_cli.render import square_label

_STAR = Style.parse("bold #2a1c0c on #ffd23f")
_ZONE = Style.parse("#2a1150 on #c8aefa")
_DOUBLING = Style.parse("bold #fff1f7 on #7347af")
_MALUS = Style.parse("#fff1f7 on #5b5f66")
_ZONE_SIGN, _DOUBLING_SIGN, _MALUS_SIGN = "²", "*", "-"


@dataclass
class Special:
    """Squares to be shown otherwise than the rules of the game alone say."""

    shown: dict[int, str] = field(default_factory=dict)
    """What stands on an empty square, or the sign behind a tile."""
    styles: dict[int, Style] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    """What is to be told beside the board."""


def special_of(game: Game) -> Special:
    """What everybody sees of a game's own."""
    rules, special = game.rules, Special()
    shown = rules.policy.show(game, None)
    star = shown.get("star25")
    if star:
        square = star["row"] * game.grid.size + star["col"]
        special.shown[square], special.styles[square] = "★25", _STAR
        special.lines.append(f"★25 on {square_name(star['row'], star['col'])}")
    for zone in shown.get("zones", ()):
        _add_zone(special, rules, game.grid.text, zone)
    if not rules.shared_rack:
        for square, worth in rules.policy.valuation(game, game.to_move or 0).worth.items():
            if worth < 0:
                special.shown[square], special.styles[square] = _MALUS_SIGN, _MALUS
    if any(sign == _MALUS_SIGN for sign in special.shown.values()):
        special.lines.append("A- counts below zero")
    return special


def _add_zone(special: Special, rules: Rules, text: str, zone: dict[str, Any]) -> None:
    size, row, col, side = rules.board.size, zone["row"], zone["col"], zone["size"]
    doubles = zone["doubles_for"]
    for square in (r * size + c for r in range(row, row + side) for c in range(col, col + side)):
        if text[square] == EMPTY:
            label = square_label(rules, square)
            if special.styles.get(square) != _DOUBLING:
                special.shown[square] = label + (_DOUBLING_SIGN if doubles else _ZONE_SIGN)
                special.styles[square] = _DOUBLING if doubles else _ZONE
    where = f"{square_name(row, col)}-{square_name(row + side - 1, col + side - 1)}"
    turns = f"{zone['turns_left']} turn{'s' * (zone['turns_left'] != 1)}"
    words = f", words x2 for {doubles}" if doubles else ""
    special.lines.append(f"{_DOUBLING_SIGN if doubles else _ZONE_SIGN} {where} {turns}{words}")
