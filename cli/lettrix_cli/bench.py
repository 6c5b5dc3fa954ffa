"""`lettrix bench`: how fast plays are generated on this machine."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lettrix_cli.choices import GameOptions, Language, LexiconFile, RulesName, choose_rules, open_lexicon
from lettrix_cli.shell import AsJson, Command, CommandError, examples, print_json

if TYPE_CHECKING:
    from lettrix.generation import Found, Position
    from lettrix.lexicon import Lexicon
    from lettrix.rules import Rules

app = typer.Typer()

_LAID = (0.25, 0.75)
"""A position is midgame between these parts of the bag."""


@app.command(
    cls=Command,
    epilog=examples(
        "lettrix bench",
        "lettrix bench --rules classic --language en --seconds 5",
        "lettrix bench --backend plain --json",
    ),
)
def bench(
    rules: RulesName = "lettrix",
    language: Language = None,
    option: GameOptions = None,
    lexicon: LexiconFile = None,
    backend: Annotated[
        str | None, typer.Option(metavar="native|plain", help="The generator; by default the fastest that is there.")
    ] = None,
    seconds: Annotated[float, typer.Option(metavar="S", min=0.01, max=60, help="Time for each figure.")] = 1.0,
    positions: Annotated[int, typer.Option(metavar="N", min=1, max=500, help="Midgame positions.")] = 20,
    seed: Annotated[int, typer.Option(metavar="N", help="Of the games that the positions are taken from.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Measure how many positions a second are solved: the best play, and all plays, without and with blanks.

    The positions come from games that this command plays by itself with the best play each time, so two machines
    that run the same version measure the same.
    """
    chosen = choose_rules(rules, language, option)
    dictionary = open_lexicon(lexicon, chosen)
    name, best_plays, all_plays = _generator(backend)
    found = midgame_positions(chosen, dictionary, seed, positions)
    best_plays(found[0], dictionary, budget=None)  # what is computed once per dictionary is not measured
    rows: list[dict[str, Any]] = []
    for blanks in (0, 1, 2):
        asked = [with_blanks(position, blanks) for position in found]
        best, _ = _rate(best_plays, dictionary, asked, seconds)
        every, plays = _rate(all_plays, dictionary, asked, seconds)
        rows.append({"blanks": blanks, "best_play": best, "all_plays": every, "plays": plays})
    if as_json:
        about = {"backend": name, "rules": chosen.id, "language": chosen.language, "words": dictionary.word_count}
        print_json({**about, "positions": len(found), "per_second": rows})
        return
    size = chosen.board.size
    print(f"{name} generator, {chosen.id} ({size}x{size}, racks of {chosen.rack_size}), {dictionary.word_count} words")
    print(f"{len(found)} midgame positions; a second:  best play   all plays   (plays a position)")
    for row in rows:
        label = ("no blank", "one blank", "two blanks")[row["blanks"]]
        print(f"  {label:<33} {row['best_play']:>11,.1f} {row['all_plays']:>11,.1f}   {row['plays']:>10,.0f}")


def _generator(backend: str | None) -> tuple[str, Callable[..., Found], Callable[..., Found]]:
    """Name, `best_plays` and `all_plays` of a generator; raises `CommandError` when it is not there."""
    from importlib import import_module

    from lettrix import generation

    name = backend or generation.BACKEND
    if name not in ("native", "plain"):
        raise CommandError(f"there is no generator {name!r}; there are: native, plain")
    try:
        module = import_module(f"lettrix.generation.{name}")
    except ImportError:
        raise CommandError(f"the {name} generator is not built on this machine") from None
    return name, module.best_plays, module.all_plays


def midgame_positions(rules: Rules, lexicon: Lexicon, seed: int, count: int) -> list[Position]:
    """Positions of games between players who always lay the best play, some from each game."""
    from lettrix.game import apply, start
    from lettrix.generation import Position, best_plays
    from lettrix.plays import Action, Pass
    from lettrix_cli.seeds import seed_of

    found: list[Position] = []
    number = 0
    while len(found) < count:
        game = start(rules, seed_of(f"{seed}|{number}"), 2, 0)
        number += 1
        before = len(found)
        while (seat := game.to_move) is not None and len(found) < count:
            position = Position.of(game, seat)
            best = best_plays(position, lexicon, budget=None)
            left = len(game.bag) / rules.tiles.size
            if _LAID[0] <= 1 - left <= _LAID[1] and len(found) < before + 8:
                found.append(position)
            elif 1 - left > _LAID[1]:
                break
            action: Action = best[0].play if best else Pass()
            game, _ = apply(game, seat, action, game.began_at, lexicon)
        if number > 20 * count:
            raise CommandError("this dictionary is too small to play with")
    return found


def with_blanks(position: Position, blanks: int) -> Position:
    """The position with so many blanks on its rack: other tiles become blanks, the first ones, or blanks letters."""
    from dataclasses import replace

    from lettrix.tiles import BLANK

    common = max(position.rules.tiles.counts, key=lambda tile: (tile != BLANK, position.rules.tiles.counts[tile]))
    letters = [tile for tile in position.rack if tile != BLANK]
    letters += [common] * (len(position.rack) - len(letters))
    return replace(position, rack="".join(letters[: len(letters) - blanks]) + BLANK * blanks)


def _rate(
    solve: Callable[..., Found], lexicon: Lexicon, positions: Sequence[Position], seconds: float
) -> tuple[float, float]:
    """(positions a second, plays found a position), over about so many seconds and one position at least."""
    started = time.perf_counter()
    solved = plays = 0
    while (passed := time.perf_counter() - started) < seconds or not solved:
        plays += len(solve(positions[solved % len(positions)], lexicon, budget=None))
        solved += 1
    return solved / max(passed, 1e-9), plays / solved
