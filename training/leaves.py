"""Fit what letters kept on the rack are worth, by self-play and least squares.

    python training/leaves.py classic fr --games 20000 --seed 1

Two robots that play the best play by points plus the leaves known so far play many games. Each turn that left `rest`
on the rack, with the bag full enough to fill it up, is one observation of

    value(rest) = points of this player's next turn + value(what that turn left) - the mean of the same

which is temporal-difference learning with a horizon of one turn of one's own (Sutton, "Learning to Predict by the
Methods of Temporal Differences", 1988). The first round knows no leaves; every further round plays by the fit of the
one before. The model is that of `lettrix.generation.Leaves`; its weights are the solution of the ridge-regularised
normal equations, which are sparse enough to be summed in plain Python.

Everything is drawn from the seed, so the same command writes the same file again (with the same dictionary).
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from lettrix import generation
from lettrix.draw import Stream
from lettrix.game import AnyWord, apply, start
from lettrix.generation import Leaves, Position
from lettrix.lexicon import Lexicon
from lettrix.plays import Action, Pass
from lettrix.rules import Rules
from lettrix.tiles import BLANK, take
from lettrix.variants import find_variant

ROOT = Path(__file__).resolve().parent.parent
OUTPUT = ROOT / "layers/engine/lettrix/robot/weights"
VOWELS = {"fr": "AEIOUY", "en": "AEIOU", "de": "AEIOUÄÖÜ", "tr": "AEIİOÖUÜ"}
PARTNERS = {"fr": [("Q", "U")], "en": [("Q", "U")], "de": [("Q", "U"), ("C", "H")], "tr": []}
RIDGE = 30.0
"""Added to the diagonal, in observations: weights that are hardly ever seen stay small."""
EXPLORE = 12
"""One turn in so many is any of the ten best plays, so that leaves are seen that nobody would choose."""

MOST_TURNS = 200
"""A game is left then: in Kelime passes alone do not end one."""

Feature = tuple[str | int, ...]
Row = tuple[list[Feature], float]


def features(rest: str, language: str) -> list[Feature]:
    """The model's terms of a rest, each with the factor 1; a term that counts more is named more than once."""
    counts = Counter(rest)
    named: list[Feature] = []
    for tile, count in counts.items():
        named.append(("first", tile))
        named += [("repeat", tile)] * (count - 1)
    named += [("without", a + b) for a, b in PARTNERS[language] if counts[a] and not counts[b]]
    vowels = sum(count for tile, count in counts.items() if tile in VOWELS[language])
    named.append(("balance", vowels, len(rest) - vowels - counts[BLANK]))
    return named


def observe(
    rules: Rules, lexicon: Lexicon, leaves: Leaves | None, games: int, seed: int
) -> Iterator[tuple[str, float]]:
    """(rest, what followed in points) of self-play."""
    for number in range(games):
        game = start(rules, Stream(b"leaves", f"{rules.id}/{rules.language}/{seed}", number)._read(32), 2, 0)
        chance = Stream(game.seed, "explore", 0)
        kept: list[str | None] = [None] * len(game.seats)
        while (seat := game.to_move) is not None and game.turn <= MOST_TURNS:
            strays = chance.below(EXPLORE) == 0
            found = generation.best_plays(
                Position.of(game, seat), lexicon, 10 if strays else 1, by="equity", leaves=leaves, budget=None
            )
            action: Action = Pass()
            points, rest = 0, game.seats[seat].rack
            if found:
                chosen = found[chance.below(len(found)) if strays else 0]
                action, points = chosen.play, chosen.points
                rest = take(rest, (BLANK if t.blank else t.letter for t in chosen.play.tiles)) or ""
            before = kept[seat]
            if before is not None:
                yield before, points + (leaves.value(rest) / 100 if leaves else 0.0)
            laid = len(game.seats[seat].rack) - len(rest)
            kept[seat] = rest if found and len(game.bag) >= laid else None
            game, _ = apply(game, seat, action, 0, AnyWord())


def fit(rows: Iterator[tuple[str, float]], language: str) -> tuple[dict[Feature, float], int, float]:
    """(weights, observations, mean of what followed) by least squares."""
    index: dict[Feature, int] = {}
    products: dict[tuple[int, int], float] = {}
    targets: list[float] = []
    count, total, kept = 0, 0.0, []
    for rest, followed in rows:
        kept.append((rest, followed))
        count, total = count + 1, total + followed
    mean = total / count
    grouped: dict[str, tuple[int, float]] = {}
    for rest, followed in kept:
        key = "".join(sorted(rest))
        n, s = grouped.get(key, (0, 0.0))
        grouped[key] = n + 1, s + followed - mean
    for rest, (n, s) in grouped.items():
        terms = Counter(index.setdefault(name, len(index)) for name in features(rest, language))
        targets += [0.0] * (len(index) - len(targets))
        for i, x in terms.items():
            targets[i] += x * s
            for j, y in terms.items():
                products[i, j] = products.get((i, j), 0.0) + n * x * y
    size = len(index)
    matrix = [[products.get((i, j), 0.0) + (RIDGE if i == j else 0.0) for j in range(size)] for i in range(size)]
    solved = solve(matrix, targets)
    return {name: solved[i] for name, i in index.items()}, count, mean


def solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Gaussian elimination of a symmetric positive definite system."""
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i in range(size):
        pivot = rows[i]
        for below in rows[i + 1 :]:
            if below[i]:
                factor = below[i] / pivot[i]
                for j in range(i, size + 1):
                    below[j] -= factor * pivot[j]
    solution = [0.0] * size
    for i in range(size - 1, -1, -1):
        known = sum(rows[i][j] * solution[j] for j in range(i + 1, size))
        solution[i] = (rows[i][size] - known) / rows[i][i]
    return solution


def as_leaves(weights: dict[Feature, float], rules: Rules) -> Leaves:
    """The weights in hundredths of a point."""
    tiles = [tile for tile in rules.tiles.alphabet.upper + BLANK if rules.tiles.counts.get(tile)]
    language = rules.language

    def weight(*name: str | int) -> int:
        return round(100 * weights.get(name, 0.0))

    return Leaves(
        first={tile: weight("first", tile) for tile in tiles},
        repeat={tile: weight("repeat", tile) for tile in tiles if rules.tiles.counts[tile] > 1},
        without={(a, b): weight("without", a + b) for a, b in PARTNERS[language]},
        vowels=frozenset(VOWELS[language]),
        balance=tuple(tuple(weight("balance", v, c) for c in range(9)) for v in range(9)),
    )


def source(leaves: Leaves, about: str) -> str:
    """The Python module that holds the weights."""
    lines = [f'"""{about}"""', "", "FIRST = {"]
    lines += [f'    "{tile}": {weight},' for tile, weight in leaves.first.items()]
    lines += ["}", "REPEAT = {"]
    lines += [f'    "{tile}": {weight},' for tile, weight in leaves.repeat.items()]
    pairs = "".join(f'("{a}", "{b}"): {weight}, ' for (a, b), weight in leaves.without.items()).rstrip(", ")
    lines += ["}", f"WITHOUT = {{{pairs}}}" if pairs else "WITHOUT: dict[tuple[str, str], int] = {}"]
    lines += [f'VOWELS = "{"".join(sorted(leaves.vowels))}"', "BALANCE = ("]
    lines += [f"    ({', '.join(map(str, row))})," for row in leaves.balance]
    return "\n".join([*lines, ")", ""])


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=str(__doc__).split("\n\n")[0])
    parser.add_argument("rules")
    parser.add_argument("language")
    parser.add_argument("--games", type=int, default=20_000, help="a round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lexicon", type=Path, help="instead of build/lexicon/LANGUAGE.lxg")
    parser.add_argument("--output", type=Path, default=OUTPUT, help="folder")
    options = parser.parse_args()
    rules = find_variant(options.rules).rules(options.language)
    lexicon = Lexicon.open(options.lexicon or ROOT / f"build/lexicon/{options.language}.lxg")
    leaves, count = None, 0
    for number in range(options.rounds):
        began = time.perf_counter()
        seed = options.seed + 1000 * number
        weights, count, mean = fit(observe(rules, lexicon, leaves, options.games, seed), options.language)
        leaves = as_leaves(weights, rules)
        took = time.perf_counter() - began
        print(
            f"round {number}: {count} turns, mean {mean:.2f} points, {len(weights)} weights, {took:.0f} s", flush=True
        )
    if leaves is None:
        parser.error("at least one round")
    about = (
        f"Leaves of {rules.id} in {options.language}, in hundredths of a point. Written by training/leaves.py "
        f"{options.rules} {options.language}\n--games {options.games} --rounds {options.rounds} --seed {options.seed}; "
        f"dictionary {lexicon.hash[:12]}; {count} turns in the last round.\n"
    )
    options.output.mkdir(parents=True, exist_ok=True)
    (options.output / f"{rules.id}_{options.language}.py").write_text(source(leaves, about), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
