"""The aids at the table as lines of text: the best plays, graded hints, simulation, a look at a play or a word."""

from __future__ import annotations

from lettrix import aids
from lettrix.legality import IllegalAction, Reason
from lettrix.lexicon import Lexicon
from lettrix.plays import Action, Exchange, Play, format_play, square_name
from lettrix.rules import AIDS, Rules
from lettrix.scoring import Breakdown
from lettrix.state import Game

MOST_SAMPLES = 100_000


def allowed(rules: Rules) -> frozenset[str]:
    """The aids at this table: a game in the terminal is a casual one unless it was chosen otherwise."""
    if rules.lookups == "never":
        return frozenset()
    is_casual = not rules.rated and rules.options.get("level", "casual") == "casual"
    return frozenset(AIDS) if is_casual else rules.aids


def suggestions(game: Game, seat: int, lexicon: Lexicon, count: int) -> list[str]:
    """The best actions, one a line: points, and what they are worth with the letters kept."""
    best = aids.suggest(game, seat, lexicon, count)
    if not best:
        return ["there is no play"]
    return [f"{_name(game, one.action):<22} {one.points:>+4}   worth {one.equity / 100:.1f}" for one in best]


def hint(game: Game, seat: int, lexicon: Lexicon, grade: int) -> str:
    """What the hint of a grade (1 to `aids.HINTS`) tells beyond those before it."""
    told = aids.hint(game, seat, lexicon, grade)
    if not told.plays:
        return "there is no play"
    match grade:
        case 1:
            return f"there {'are' if told.plays > 1 else 'is'} {told.plays} play{'s' * (told.plays > 1)}"
        case 2:
            return f"the best brings {told.points} points"
        case 3:
            return f"it lays tiles on {', '.join(square_name(row, col) for row, col in told.squares)}"
        case _:
            return f"its word begins with {told.letter}"


def simulation(game: Game, seat: int, lexicon: Lexicon, samples: int) -> list[str]:
    """The best actions after likely replies, one a line."""
    return [
        f"{_name(game, one.action):<22} {one.mean:>+6.1f} ± {one.error:.1f}   spread {one.deviation:.0f}, "
        f"{one.samples} tries"
        for one in aids.simulate(game, seat, lexicon, budget=samples)
    ]


def checked(game: Game, seat: int, play: Play, lexicon: Lexicon) -> str:
    """What a play would bring, as far as its player can know; raises `IllegalAction`."""
    found = aids.check(game, seat, play, lexicon)
    if found.reason is not None:
        raise IllegalAction(found.reason, found.detail, found.words)
    counted = "" if found.breakdown is None else breakdown_text(found.breakdown)
    return f"{_name(game, play)}: {counted}"


def breakdown_text(points: Breakdown) -> str:
    """`QUARTZ 48 + ZOO 12 + bonus 50 = 110`."""
    parts = [f"{word.word} {word.points}" for word in points.words]
    parts += [f"square {extra}" for _, _, extra in points.squares]
    if points.bonus:
        parts.append(f"bonus {points.bonus}")
    return " + ".join(parts) + f" = {points.points}"


def refusal_text(error: IllegalAction) -> str:
    """Why not."""
    if error.reason is Reason.UNKNOWN_WORDS:
        return f"not in this game's dictionary: {', '.join(error.words)}"
    return error.detail or error.reason.value.replace("_", " ")


def _name(game: Game, action: Action) -> str:
    if isinstance(action, Play):
        return format_play(action, game.grid, game.rules.tiles.alphabet)
    if isinstance(action, Exchange):
        return f"exchange {action.letters}"
    return action.kind
