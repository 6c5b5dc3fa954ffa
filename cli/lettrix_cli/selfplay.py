"""`lettrix selfplay`: robots against each other."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from lettrix_cli.choices import GameOptions, Language, LexiconFile, RulesName, choose_rules, find_game, open_lexicon
from lettrix_cli.shell import AsJson, Command, CommandError, examples, print_json

if TYPE_CHECKING:
    from lettrix.robot import Level
    from lettrix.robot.selfplay import Tally

app = typer.Typer()


@app.command(
    cls=Command,
    epilog=examples(
        "lettrix selfplay",
        "lettrix selfplay --rules classic --language en --levels 6,greedy --games 1000 --seed 7",
        "lettrix selfplay --rules fundox --seats 4 --levels 5,4 --json",
    ),
)
def selfplay(
    rules: RulesName = "lettrix",
    language: Language = None,
    option: GameOptions = None,
    lexicon: LexiconFile = None,
    levels: Annotated[
        str, typer.Option(metavar="A,B", help="Two levels from 1 to 6, or greedy: always the most points.")
    ] = "6,5",
    games: Annotated[int, typer.Option(metavar="N", min=1, help="How many games; the levels begin by turns.")] = 10,
    seats: Annotated[
        int | None, typer.Option(metavar="N", help="Players; by default as few as the game takes.")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="The same seed plays the same games.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Let two levels of the robot play each other, and tell who wins how often.

    With more than two seats the levels sit by turns, and a game is won by the level whose best player has most points.
    """
    from lettrix.robot.selfplay import play_match

    names, chosen = _levels(levels)
    low, high = find_game(rules).players
    seats = low if seats is None else seats
    if not low <= seats <= high:
        raise CommandError(f"this game is for {low if low == high else f'{low} to {high}'} players")
    played = choose_rules(rules, language, option, seats=seats)
    dictionary = open_lexicon(lexicon, played)
    told = _show_progress if sys.stderr.isatty() else None
    tally = play_match(played, dictionary, chosen, games, seed, seats=seats, told=told)
    if told:
        print("\r\x1b[K", end="", file=sys.stderr)
    lost = tally.games - tally.wins - tally.draws
    means = [points / tally.games for points in tally.points]
    if as_json:
        print_json(
            {
                "rules": played.id,
                "language": played.language,
                "seats": seats,
                "seed": seed,
                "levels": names,
                "games": tally.games,
                "won": tally.wins,
                "drawn": tally.draws,
                "lost": lost,
                "points": means,
                "share": tally.share,
                "error": tally.error,
                "turns": tally.turns / tally.games,
            }
        )
        return
    print(f"{played.id} {played.language}, {seats} players, {tally.games} games from seed {seed}")
    print(f"{'level':<8} {'won':>5} {'drawn':>5} {'lost':>5} {'points a game':>14}")
    print(f"{names[0]:<8} {tally.wins:>5} {tally.draws:>5} {lost:>5} {means[0]:>14.1f}")
    print(f"{names[1]:<8} {lost:>5} {tally.draws:>5} {tally.wins:>5} {means[1]:>14.1f}")
    print(
        f"level {names[0]} takes {100 * tally.share:.1f} % ± {100 * tally.error:.1f} of the games, "
        f"{tally.turns / tally.games:.1f} turns each"
    )


def _levels(text: str) -> tuple[list[str], list[int | Level]]:
    """The two levels that a text names; raises `CommandError`."""
    from lettrix.robot import GREEDY, LEVELS

    names = [name.strip().lower() for name in text.split(",")]
    known: dict[str, int | Level] = {"greedy": GREEDY, **{str(number): number for number in LEVELS}}
    if len(names) != 2 or not known.keys() >= set(names):
        raise CommandError(f"--levels takes two of {', '.join(known)}, such as 6,greedy")
    return names, [known[name] for name in names]


def _show_progress(tally: Tally) -> None:
    print(f"\r{tally.games} games, {100 * tally.share:.0f} %", end="", file=sys.stderr, flush=True)
