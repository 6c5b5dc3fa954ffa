"""`lettrix verify`: redo a finished game from its record."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from lettrix.lexicon import Lexicon, LexiconError
from lettrix.proof import ProofError, verify
from lettrix.state import Turn
from lettrix_cli.render import board_text, result_text, score_sheet

MAX_RECORD_BYTES = 16 * 1024 * 1024


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "verify",
        help="check a finished game's record: every draw, word, point and deadline",
        description="Redo a finished game from its record (GET /api/games/ID/proof) and say whether it is true. "
        "Ends 0 when it is, 1 when it is not, 2 when a file cannot be read.",
    )
    parser.add_argument("record", type=Path, metavar="RECORD.json", help="the record, or - for standard input")
    parser.add_argument(
        "--lexicon",
        type=Path,
        default=Path("build/lexicon/fr.lxg"),
        metavar="FILE",
        help="the dictionary that the game was played with (default: %(default)s)",
    )
    parser.add_argument(
        "--commitment",
        metavar="HEX",
        help="the commitment that you saw before the game; without it a record forged as a whole may hold",
    )
    parser.add_argument("--show", action="store_true", help="print the board, the score sheet and the result too")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Carry the command out; the exit status."""
    try:
        record = _read(arguments.record)
        lexicon = Lexicon.open(arguments.lexicon)
        lexicon.verify()
    except (OSError, ValueError, RecursionError, LexiconError) as error:
        print(f"lettrix verify: {error}", file=sys.stderr)
        return 2
    promised = arguments.commitment
    if promised is not None and record.get("commitment") != promised.strip().lower():
        print("NOT TRUE: the record's commitment is not the one that you saw before the game")
        return 1
    try:
        game = verify(record, lexicon)
    except ProofError as error:
        print(f"NOT TRUE: {error}")
        return 1
    turns = [Turn.from_json(turn) for turn in record["turns"]]
    if arguments.show:
        names = [f"seat {seat + 1}" for seat in range(len(game.seats))]
        print(board_text(game.rules.board, game.grid), score_sheet(turns, names), result_text(game, names), sep="\n\n")
        print()
    draws = sum(fact["kind"] == "draw" for turn in turns for fact in turn.facts)
    words = sum(len(fact["words"]) for turn in turns for fact in turn.facts if fact["kind"] == "play")
    print(f"TRUE: commitment, seats, {len(turns)} turns, {draws} draws, {words} words and every point hold")
    return 0


def _read(path: Path) -> dict[str, Any]:
    with sys.stdin.buffer if str(path) == "-" else path.open("rb") as file:
        content = file.read(MAX_RECORD_BYTES + 1)
    if len(content) > MAX_RECORD_BYTES:
        raise ValueError("the record is too large to be one")
    record = json.loads(content)
    if not isinstance(record, dict):
        raise ValueError("the record is not a JSON object")
    return record
