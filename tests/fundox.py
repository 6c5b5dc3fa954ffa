"""Games of Fundox for tests."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.engine import Table

from lettrix.graphbuild import build_graph
from lettrix.lexicon import Lexicon
from lettrix.rules import Rules
from lettrix.state import Game
from lettrix.tilesets import FUNDOX as TILES
from lettrix.variants import find_variant

VARIANT = find_variant("fundox")


def rules(**options: bool | int | str) -> Rules:
    return VARIANT.rules(options=options)


def lexicon_of(words: str) -> Lexicon:
    return Lexicon.from_bytes(build_graph(words.split(), TILES.alphabet.upper))


PLAIN = rules()
CLEARING = rules(vidage="allowed", target=200)


def owned(game: Game) -> list[int]:
    """Points by seat, counted afresh: letters on the board, one more on orange, and what was banked."""
    points = list(game.extra["banked"])
    for square, seat in enumerate(game.grid.seats):
        if seat >= 0:
            points[seat] += 2 if game.rules.board.kinds[square] == "O" else 1
    return points


def check_scores(table: Table) -> None:
    assert table.scores == owned(table.game)


def changed(game: Game, **changes: Any) -> Game:
    """The game with other content; the scores follow what is banked."""
    game = replace(game, **changes)
    seats = tuple(replace(seat, score=points) for seat, points in zip(game.seats, owned(game), strict=True))
    return replace(game, seats=seats)
