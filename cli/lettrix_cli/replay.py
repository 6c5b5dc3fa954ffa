"""`lettrix replay`: play a GCG file through. `lettrix gcg`: write one from a finished game's record."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lettrix_cli.choices import GameOptions, Language, RulesName, choose_rules, open_lexicon
from lettrix_cli.shell import AsJson, Command, CommandError, examples, print_json, read_input, read_json, write_whole

app = typer.Typer()


@app.command(
    cls=Command,
    epilog=examples(
        "lettrix replay game.gcg",
        "lettrix replay partie.gcg --rules classic --language fr --lexicon build/lexicon/fr.lxg",
        "lettrix gcg record.json | lettrix replay - --rules lettrix --language fr --json",
    ),
)
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE.gcg", help="The game, or - for standard input.")],
    rules: RulesName = "classic",
    language: Language = None,
    option: GameOptions = None,
    lexicon: Annotated[
        str, typer.Option(metavar="FILE|none", help="Look the words of every play that stayed up in this dictionary.")
    ] = "none",
    as_json: AsJson = False,
) -> None:
    """Recompute every score of a game in GCG.

    Prints a line for each thing that the file says and that is not so, then how many plays there are and how many
    such mismatches. Ends 0 when there is none, 1 when there are some, 2 when the file cannot be understood: then with
    the line and column where it cannot. The language is English unless another is named.
    """
    from lettrix import gcg

    chosen = choose_rules(rules, language or _english_if_it_may(rules), option)
    if chosen.shared_rack:
        raise CommandError(f"GCG files are of games with points for words, and {chosen.id} has none")
    words = None if lexicon == "none" else open_lexicon(Path(lexicon), chosen)
    try:
        game = gcg.read(read_input(file, "the game"))
        done = gcg.replay(game, chosen, words)
    except gcg.GcgError as error:
        for mismatch in error.before if not as_json else ():
            print(mismatch)
        name = "standard input" if file == Path("-") else file.name
        raise CommandError(f"{name}, {error}") from None
    if as_json:
        print_json(
            {
                "plays": done.plays,
                "mismatches": [
                    {"line": m.line, "player": m.player, "play": m.play, "what": m.what, "says": m.says, "is": m.is_}
                    for m in done.mismatches
                ],
                "players": [{"nick": player.nick, "name": player.name} for player in game.players],
                "totals": list(done.totals),
                "board": done.grid.rows(),
            }
        )
    else:
        for differs in done.mismatches:
            print(differs)
        print(f"{done.plays} plays, {len(done.mismatches)} mismatches")
    if done.mismatches:
        raise typer.Exit(1)


@app.command(
    cls=Command, epilog=examples("lettrix gcg record.json", "lettrix gcg record.json -o game.gcg --name Ada --name Ben")
)
def gcg(
    record: Annotated[
        Path,
        typer.Argument(
            metavar="RECORD.json", help="The record or a game saved by `lettrix play`, or - for standard input."
        ),
    ],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Where to; otherwise standard output.")
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A player's name, in the order of the seats; by default his id."),
    ] = None,
) -> None:
    """Write a game as GCG, from its record (GET /api/games/ID/proof) or as `lettrix play` saved it."""
    from lettrix.gcg import from_game, write
    from lettrix.legality import IllegalAction
    from lettrix.proof import beginning
    from lettrix.state import Turn
    from lettrix_cli.play.session import SAVE_FORMAT, Session

    try:
        content = read_json(record, "a record")
        if content.get("format") == SAVE_FORMAT:
            session = Session.from_json(content)
            first, turns, names = session.first, session.turns, session.names
        else:
            first, names = beginning(content), [str(seat) for seat in content["seats"]]
            turns = [Turn.from_json(turn) for turn in content["turns"]]
        text = write(from_game(first, turns, name or names))
    except (KeyError, TypeError, IndexError, AttributeError, RecursionError) as error:
        raise CommandError(f"not a record that can be read: {error}") from None
    except IllegalAction as error:
        raise CommandError(f"a turn of the record breaks the rules: {error.reason}") from None
    except ValueError as error:
        raise CommandError(str(error)) from None
    if output is None:
        print(text, end="")
    else:
        write_whole(output, text.encode())


def _english_if_it_may(rules: str) -> str | None:
    from lettrix_cli.choices import find_game

    return "en" if "en" in find_game(rules).languages else None
