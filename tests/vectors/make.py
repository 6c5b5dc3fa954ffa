"""Plays with their words and points, for implementations in other languages: `make vectors` writes plays.json.

    rules      by rule set that counts differently: id, version, language, options, and of the description in
               `/api/rules` the parts by which plays are counted
    positions  `rules`: which of them; `rows` of the board, a blank in lower case; `rack`: how many tiles the player
               holds; `counting`: as in the player's view of the game, where squares or tiles count otherwise now;
               `owners`: rows of seats, where letters are owned
        plays  `tiles` laid as [row, col, letter, blank]; `words`, the main word first and then those across in
               board order, each with `where` it starts, its `letters` as [value, factor], its `factor` and points;
               `bonus` for the number of tiles; `squares` as [row, col, points]; `points` of all

The plays are drawn at random and no word of them is looked up: they are about counting. Nothing depends on a
dictionary or on the time, so that the file is the same wherever it is made.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from tests.random_games import T0, random_action, random_play

from lettrix.game import AnyWord, apply, judge, start
from lettrix.plays import Play
from lettrix.rules import Rules
from lettrix.scoring import Breakdown
from lettrix.state import Game
from lettrix.variant import describe_rules
from lettrix.variants import VARIANTS
from lettrix.view import view

PATH = Path(__file__).parent / "plays.json"
PLAYS = 2_000
"""Over all rule sets together."""
TRIED = 14
"""Plays that are drawn in a position; the most telling are kept."""
KEPT = 5
TURNS = 30
"""Of one game."""
COUNTED = (
    "board",
    "alphabet",
    "lower",
    "values",
    "rack_size",
    "bonuses",
    "bonus_for_whole_rack_only",
    "counts_across",
)
"""The parts of a description by which plays are counted."""

Json = dict[str, Any]


def counted_parts(rules: Rules) -> Json:
    """What a client needs of the description of the rules."""
    told = describe_rules(rules)
    return {part: told[part] for part in COUNTED}


def rule_sets() -> list[Rules]:
    """Every game in every language, with each value of an option that makes plays count differently."""
    found: list[Rules] = []
    for variant in VARIANTS.values():
        for language in variant.languages:
            chosen = [{}, *({option.name: value} for option in variant.options for value in option.values())]
            by_parts: dict[str, Rules] = {}
            for options in chosen:
                rules = variant.rules(language, options)
                by_parts.setdefault(json.dumps(counted_parts(rules)), rules)
            found += by_parts.values()
    return found


def positions(rules: Rules, number: int, plays: int) -> Iterator[Json]:
    """Positions of random games with so many plays in all; `number` is that of the rule set in the file."""
    game_number = 0
    usual = VARIANTS[rules.id].complete({})
    chosen = sorted(item for item in rules.options.items() if item not in usual.items())
    while plays > 0:
        random = Random(f"{rules.id} {rules.language} {chosen} {game_number}")
        game = _begun(rules, game_number)
        for turn in range(TURNS):
            if game.is_over or plays <= 0:
                break
            if turn % 3 == game_number % 3:
                found = _plays(game, random)[:plays]
                if found:
                    yield _position(game, number, found)
                plays -= len(found)
            action = random_action(game, random, 5)
            game, _ = apply(game, game.to_move, action, game.began_at + 1_000, AnyWord())
        game_number += 1


def _begun(rules: Rules, number: int) -> Game:
    fewest, most = VARIANTS[rules.id].players
    return start(rules, bytes([number]) * 32, fewest + number % (most - fewest + 1), T0)


def _plays(game: Game, random: Random) -> list[Json]:
    """Different plays of the player to move, those first in which most things count."""
    seat = game.to_move or 0
    plays = {random_play(game, random) for _ in range(TRIED)} - {None}
    told = []
    for play in plays:
        assert play is not None
        placement = judge(game, seat, play, AnyWord())
        told.append(_told(play, game.rules.policy.breakdown(game, game.to_move or 0, placement)))
    told.sort(key=lambda play: (-len(play["squares"]), -play["bonus"], -len(play["words"]), play["tiles"]))
    return told[:KEPT]


def _told(play: Play, counted: Breakdown) -> Json:
    return {
        "tiles": [[tile.row, tile.col, tile.letter, tile.blank] for tile in play.tiles],
        "words": [
            {
                "word": word.word,
                "where": word.where,
                "letters": [[letter.value, letter.factor] for letter in word.letters],
                "factor": word.factor,
                "points": word.points,
            }
            for word in counted.words
        ],
        "bonus": counted.bonus,
        "squares": [list(square) for square in counted.squares],
        "points": counted.points,
    }


def _position(game: Game, number: int, plays: list[Json]) -> Json:
    seat, grid = game.to_move or 0, game.grid
    told: Json = {"rules": number, "rack": len(game.seats[seat].rack), "rows": grid.rows()}
    if game.rules.policy.describe(game.rules).get("ownership"):
        owners = "".join("." if owner < 0 else str(owner) for owner in grid.seats)
        told["owners"] = [owners[at : at + grid.size] for at in range(0, len(owners), grid.size)]
    return told | {"counting": view(game, seat).get("counting", {}), "plays": plays}


def make() -> Json:
    """The content of the file."""
    sets = rule_sets()
    share, more = divmod(PLAYS, len(sets))
    return {
        "v": 1,
        "rules": [
            {
                "id": rules.id,
                "version": rules.version,
                "language": rules.language,
                "options": dict(rules.options),
                "description": counted_parts(rules),
            }
            for rules in sets
        ],
        "positions": [
            position
            for number, rules in enumerate(sets)
            for position in positions(rules, number, share + (number < more))
        ],
    }


def text_of(content: Json) -> str:
    """One rule set or position a line."""

    def lines(values: list[Json]) -> str:
        return ",\n".join(json.dumps(value, ensure_ascii=False, separators=(",", ":")) for value in values)

    return (
        f'{{"v":{content["v"]},\n"rules":[\n{lines(content["rules"])}\n],\n'
        f'"positions":[\n{lines(content["positions"])}\n]}}\n'
    )


if __name__ == "__main__":
    made = text_of(make())
    PATH.write_text(made, encoding="utf-8")
    print(f"{PATH}: {len(made.encode()) // 1000} kB")
