"""`lettrix moves`: the plays of a position."""

from __future__ import annotations

import heapq
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lettrix_cli.choices import GameOptions, Language, LexiconFile, RulesName, choose_rules, open_lexicon
from lettrix_cli.shell import AsJson, Command, CommandError, examples, print_json, read_text

if TYPE_CHECKING:
    from lettrix.generation import Candidate
    from lettrix.grid import Grid
    from lettrix.rules import Rules

app = typer.Typer()

_SLASHES = 10
"""Fewer than any board has, so that one of the wrong size is told so."""


@app.command(
    cls=Command,
    epilog=examples(
        "lettrix moves --board 15/15/15/15/15/15/15/4CHaT7/15/15/15/15/15/15/15 --rack 'AEINS??' --top 5",
        "lettrix moves --board board.txt --rack 'AEINST?'",
        "lettrix moves --rules classic --language en --board - --rack 'QUARTZ?' --count < board.txt",
    ),
)
def moves(
    board: Annotated[
        str,
        typer.Option(
            metavar="FILE|-|TEXT",
            help="The board in a file, on standard input, or itself: rows of text or 15/15/..., digits for empty "
            "squares, lower case for blanks.",
        ),
    ],
    rack: Annotated[str, typer.Option(metavar="TILES", help="The rack, ? for a blank.")],
    rules: RulesName = "lettrix",
    language: Language = None,
    option: GameOptions = None,
    lexicon: LexiconFile = None,
    count: Annotated[bool, typer.Option("--count", help="Print how many plays there are, and nothing else.")] = False,
    top: Annotated[int, typer.Option(metavar="N", min=0, help="How many of the best plays; 0 for all.")] = 20,
    as_json: AsJson = False,
) -> None:
    """List the plays of a position, best first.

    A play is written as where it starts and its word: 8H QUaRTZ goes across from H8, H8 QUaRTZ down; a lower-case
    letter is a blank. A play of one tile that reads both ways is one play.
    """
    from lettrix.boardtext import BoardTextError, parse_rack
    from lettrix.generation import Position, all_plays, count_plays
    from lettrix.lexicon import LexiconError
    from lettrix.plays import format_play

    chosen = choose_rules(rules, language, option)
    alphabet = chosen.tiles.alphabet
    try:
        grid = _read_board(board, chosen)
        position = Position.bare(chosen, grid, parse_rack(rack, alphabet, chosen.rack_size))
        dictionary = open_lexicon(lexicon, chosen)
        if count:
            _print_count(chosen, count_plays(position, dictionary, budget=None)[0], as_json=as_json)
            return
        plays = all_plays(position, dictionary, budget=None)
    except (BoardTextError, LexiconError) as error:
        raise CommandError(str(error)) from None
    best = heapq.nsmallest(top or len(plays), plays, key=_best_first)
    lines = [(found, format_play(found.play, grid, alphabet)) for found in best]
    if as_json:
        shown = [_as_json(candidate, text) for candidate, text in lines]
        print_json({"rules": chosen.id, "language": chosen.language, "count": len(plays), "plays": shown})
        return
    for candidate, text in lines:
        print(f"{candidate.points:>4}  {text}")
    if len(lines) < len(plays) or not plays:
        print(f"{len(lines)} of {len(plays)} plays" if plays else "there is no play")


def _print_count(rules: Rules, number: int, *, as_json: bool) -> None:
    if as_json:
        print_json({"rules": rules.id, "language": rules.language, "count": number})
    else:
        print(number)


def _best_first(found: Candidate) -> tuple[Any, ...]:
    """Most points first; level ones in board order."""
    return -found.points, found.play.tiles


def _as_json(found: Candidate, text: str) -> dict[str, Any]:
    return {"play": text, "points": found.points, "tiles": [tile._asdict() for tile in found.play.tiles]}


def _read_board(source: str, rules: Rules) -> Grid:
    """The board in a file, on standard input, or itself: lines, or more slashes than the path of a file would have."""
    from lettrix.boardtext import parse_board

    is_text = "\n" in source or (source.count("/") >= _SLASHES and not os.path.exists(source))
    text = source if is_text else read_text(Path(source), "the board")
    return parse_board(text, rules.board.size, rules.tiles.alphabet)
