"""`lettrix play`: a game in the terminal."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lettrix_cli.choices import GameOptions, Language, LexiconFile, RulesName, choose_rules, find_game, open_lexicon
from lettrix_cli.shell import Command, CommandError, examples, read_input

if TYPE_CHECKING:
    from lettrix_cli.play.session import Session

app = typer.Typer()


@app.command(
    cls=Command,
    epilog=examples(
        "lettrix play",
        "lettrix play --rules classic --language en --level 4 --save game.json",
        "lettrix play --resume game.json",
        "lettrix play --seats Ann,Ben,3  # two people and a robot of level 3 at one terminal",
        "printf '8H MOT\\npass\\nquit\\n' | lettrix play --seed 1",
    ),
)
def play(
    ctx: typer.Context,
    rules: RulesName = "lettrix",
    language: Language = None,
    option: GameOptions = None,
    level: Annotated[int, typer.Option(metavar="1-6", min=1, max=6, help="How well the robots play.")] = 3,
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="N|WHO,WHO...",
            help="How many players, you and robots; or each by name: a number is a robot of that level.",
        ),
    ] = None,
    seed: Annotated[
        str | None, typer.Option(metavar="TEXT", help="The same seed deals the same tiles; by default by chance.")
    ] = None,
    lexicon: LexiconFile = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the game in this file, from turn to turn.")
    ] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with a saved game.")] = None,
) -> None:
    """Play in the terminal, against robots or with others at one keyboard.

    Reads commands (help lists them), from standard input as well; colours only on a terminal that has them, and never
    with NO_COLOR.
    """
    from rich.console import Console

    from lettrix_cli.play.table import Table

    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    if resume is not None:
        _of_a_new_game(ctx)
        session = _resumed(resume)
        save = save or resume
    else:
        if save is not None and save.exists():
            raise CommandError(f"{save} is there already: go on with --resume {save}, or keep this game elsewhere")
        session = _started(rules, language, option, seats, level, seed)
    dictionary = open_lexicon(lexicon, session.game.rules)
    if session.dictionary_hash not in ("", dictionary.hash):
        print("lettrix play: the game was begun with another dictionary; it goes on with this one", file=sys.stderr)
    session.dictionary_hash = dictionary.hash
    console = Console(highlight=False, markup=False, emoji=False)
    Table(session, dictionary, console, save, is_terminal=sys.stdin.isatty()).run()


def _started(
    name: str, language: str | None, options: list[str] | None, seats: str | None, level: int, seed: str | None
) -> Session:
    """A new game."""
    import secrets
    import time

    from lettrix_cli.play.session import Session, players_of
    from lettrix_cli.seeds import seed_of

    low, high = find_game(name).players
    try:
        players = players_of(seats if seats is not None else str(low), level, low, high)
    except ValueError as error:
        raise CommandError(str(error)) from None
    rules = choose_rules(name, language, options, seats=len(players), casual=True)
    drawn = seed_of(seed) if seed is not None else secrets.token_bytes(32)
    return Session(rules, drawn, players, int(time.time() * 1000))


def _of_a_new_game(ctx: typer.Context) -> None:
    """Refuse options that a saved game has settled, rather than pass them over; raises `CommandError`."""
    for name in ("rules", "language", "option", "level", "seats", "seed"):
        source = ctx.get_parameter_source(name)
        if source is not None and source.name == "COMMANDLINE":
            raise CommandError(f"--{name} is for a new game, and --resume goes on with one that has it settled")


def _resumed(path: Path) -> Session:
    """A saved game."""
    from lettrix_cli.play.session import SaveError, Session

    try:
        return Session.from_json(json.loads(read_input(path, "the saved game")))
    except SaveError as error:
        raise CommandError(f"{path}: {error}") from None
    except (ValueError, RecursionError) as error:
        raise CommandError(f"{path}: not a saved game: {error}") from None
