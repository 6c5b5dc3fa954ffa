"""`lettrix games`: which games there are."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lettrix_cli.choices import complete_game, find_game
from lettrix_cli.shell import AsJson, Command, examples, print_json

if TYPE_CHECKING:
    from lettrix.variant import Option, Variant

app = typer.Typer()


@app.command(cls=Command, epilog=examples("lettrix games", "lettrix games classic", "lettrix games fundox --json"))
def games(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", autocompletion=complete_game, help="One of them, with its settings.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the games, or one game's board, languages and settings (--option NAME=VALUE elsewhere)."""
    from lettrix.variants import VARIANTS

    chosen = list(VARIANTS.values()) if game is None else [find_game(game)]
    if as_json:
        print_json([variant.describe() for variant in chosen])
    elif game is None:
        for variant in chosen:
            print(_line(variant))
    else:
        print(_line(chosen[0]))
        for option in chosen[0].options:
            about = f"{option.name}={_values(option)}: {option.about} By default {_default(option)}."
            print(textwrap.fill(about, 100, initial_indent="  ", subsequent_indent="      "))


def _line(variant: Variant) -> str:
    rules = variant.rules()
    size, (low, high) = rules.board.size, variant.players
    players = str(low) if low == high else f"{low}-{high}"
    languages = ", ".join(variant.languages)
    return f"{variant.id:<9} {size}x{size}  racks of {rules.rack_size}  {players:>3} players  {languages}"


def _values(option: Option) -> str:
    if option.kind == "bool":
        return "true|false"
    if option.kind == "choice":
        return "|".join(option.choices)
    return f"{'' if option.low is None else option.low}..{'' if option.high is None else option.high}"


def _default(option: Option) -> str:
    others = [f"{value} for {seats}" for seats, value in option.default_by_seats.items() if value != option.default]
    return _shown(option.default) + (f" ({', '.join(others)} players)" if others else "")


def _shown(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
