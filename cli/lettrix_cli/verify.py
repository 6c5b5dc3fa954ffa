"""`lettrix verify`: redo a finished game from its record."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from lettrix_cli.choices import LexiconFile, find_dictionary, open_dictionary
from lettrix_cli.shell import AsJson, Command, CommandError, examples, print_json, read_json

app = typer.Typer()


@app.command(
    cls=Command,
    epilog=examples(
        "lettrix verify record.json",
        "lettrix verify record.json --show --commitment 9f86d081...",
        "curl -s https://.../api/games/ID/proof | lettrix verify - --json",
    ),
)
def verify(
    record: Annotated[Path, typer.Argument(metavar="RECORD.json", help="The record, or - for standard input.")],
    lexicon: LexiconFile = None,
    commitment: Annotated[
        str | None,
        typer.Option(
            metavar="HEX",
            help="The commitment that you saw before the game; without it a record forged as a whole may hold.",
        ),
    ] = None,
    show: Annotated[bool, typer.Option("--show", help="Print the board, the score sheet and the result too.")] = False,
    as_json: AsJson = False,
) -> None:
    """Check a finished game's record: every draw, word, point and deadline.

    Redoes the game from its record (GET /api/games/ID/proof) and says whether it is true. Ends 0 when it is, 1 when
    it is not, 2 when a file cannot be read.
    """
    from lettrix.lexicon import LexiconError
    from lettrix.proof import ProofError
    from lettrix.proof import verify as redo
    from lettrix.state import Turn
    from lettrix_cli.render import board_text, result_text, score_sheet

    content = _read(record)
    dictionary = open_dictionary(lexicon or find_dictionary(_language(content)))
    try:
        dictionary.verify()
    except LexiconError as error:
        raise CommandError(str(error)) from None
    if commitment is not None and content.get("commitment") != commitment.strip().lower():
        _not_true("the record's commitment is not the one that you saw before the game", as_json=as_json)
    try:
        game = redo(content, dictionary)
    except ProofError as error:
        _not_true(str(error), as_json=as_json)
    turns = [Turn.from_json(turn) for turn in content["turns"]]
    draws = sum(fact["kind"] == "draw" for turn in turns for fact in turn.facts)
    words = sum(len(fact["words"]) for turn in turns for fact in turn.facts if fact["kind"] == "play")
    if as_json:
        scores = [seat.score for seat in game.seats]
        print_json({"true": True, "turns": len(turns), "draws": draws, "words": words, "scores": scores})
        return
    if show:
        names = [f"seat {seat + 1}" for seat in range(len(game.seats))]
        print(board_text(game.rules, game.grid), score_sheet(turns, names), result_text(game, names), sep="\n\n")
        print()
    print(f"TRUE: commitment, seats, {len(turns)} turns, {draws} draws, {words} words and every point hold")


def _not_true(why: str, *, as_json: bool) -> NoReturn:
    if as_json:
        print_json({"true": False, "why": why})
    else:
        print(f"NOT TRUE: {why}")
    raise typer.Exit(1)


def _read(path: Path) -> dict[str, Any]:
    record = read_json(path, "a record")
    if not isinstance(record, dict):
        raise CommandError("the record is not a JSON object")
    if record.get("format") == "lettrix-game":
        raise CommandError("a game of lettrix play has no commitment to check: lettrix play --resume redoes it")
    return record


def _language(record: dict[str, Any]) -> str:
    """The language that a record names; French, the first one, where it names none that can be read."""
    from lettrix.tiles import ALPHABETS

    try:
        language = json.loads(record["rules"])["language"]
    except (KeyError, TypeError, ValueError, RecursionError):
        language = None
    return language if isinstance(language, str) and language in ALPHABETS else "fr"
