"""The native generator, timed in C over 50 midgame boards of its own self-play, and in whole Python calls.

Where the environment variable LETTRIX_PROTOTYPES names the folder of the generators that were written before the
project, they are compiled with the same flags and run beside it, interleaved in one process.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from statistics import median

from tests.bench.measuring import Row, interleaved, seconds

from lettrix import generation
from lettrix.boards import SUPER21
from lettrix.generation import Leaves, Position, all_plays, best_plays, count_plays
from lettrix.grid import Grid
from lettrix.lexicon import FIRST_STATE, LETTERS_MASK, TARGET_MASK, Lexicon
from lettrix.plays import tile_character
from lettrix.search import anagrams
from lettrix.tiles import BLANK
from lettrix.variants import find_variant

FRENCH = Path("build/lexicon/fr.lxg")
HERE = Path(__file__).parent
BUILT = Path("build/bench")
RULES = find_variant("classic").rules(language="fr")
RACKS = {0: 30, 1: 12, 2: 8}
"""Boards, by the number of blanks on the rack."""
NAMES = ("no blank", "one blank", "two blanks")
FLAGS = ("-O2", "-g0", "-fno-strict-aliasing", "-w")
ROUNDS = 6
LEAVES = Leaves(
    first={"?": 2500, "S": 750, "E": 150, "Z": 250, "X": 300, "J": 50, "Q": -550, "V": -400, "W": -300, "U": -200},
    repeat=dict.fromkeys("ABCDEFGHIJKLMNOPQRSTUVWXYZ", -300) | {"?": 1000},
    without={("Q", "U"): -500},
    vowels=frozenset("AEIOUY"),
    balance=tuple(tuple(-70 * abs(vowels - consonants) for consonants in range(9)) for vowels in range(9)),
)
"""Plausible numbers, for the time that they take."""


def midgame(count: int, random: Random, *, blanks: int) -> Iterator[Position]:
    """Boards after 4 to 14 plays, each from a game of its own by the best plays, and a rack with so many blanks."""
    lexicon = Lexicon.open(FRENCH)
    for _ in range(count):
        bag = [tile for tile in RULES.tiles.tiles() if tile != BLANK]
        random.shuffle(bag)
        grid, rack = Grid.blank(RULES.board.size), bag[:7]
        del bag[:7]
        for turn in range(random.randint(4, 11)):
            best = best_plays(Position.bare(RULES, grid, "".join(rack)), lexicon, budget=None)
            if not best:
                break
            for tile in best[0].play.tiles:
                rack.remove(tile.letter)
            laid = {t.row * grid.size + t.col: tile_character(t, RULES.tiles.alphabet) for t in best[0].play.tiles}
            grid = grid.put(laid, turn + 1, 0)
            rack += bag[: len(laid)]
            del bag[: len(laid)]
        rack[: min(blanks, len(rack))] = BLANK * blanks
        yield Position.bare(RULES, grid, "".join(rack))


def positions() -> list[tuple[int, Position]]:
    random = Random(20)
    return [(blanks, position) for blanks, count in RACKS.items() for position in midgame(count, random, blanks=blanks)]


def _write_positions(path: Path) -> None:
    """What `native.c` reads."""
    from lettrix.generation.native import leave_model

    values, alphabet = RULES.tiles.values, RULES.tiles.alphabet.upper
    numbers = [RULES.board.size, RULES.board.start_square, *RULES.board.letter_factors, *RULES.board.word_factors]
    numbers += [values[letter] for letter in alphabet]
    numbers += [RULES.bonuses.get(laid, 0) for laid in range(9)]
    lines = [" ".join(map(str, numbers))]
    lines.append(" ".join(map(str, array("i", leave_model(LEAVES, Lexicon.open(FRENCH))))))
    lines += [f"{blanks} {position.grid.text} {position.rack}" for blanks, position in positions()]
    path.write_text("\n".join(lines) + "\n")


def _mask_graph(lexicon: Lexicon) -> bytes:
    """The lexicon in the format of `movegen.c`: by state the letters that go on, those that end a word, targets."""
    cells, places, size = lexicon.cells, {0: 0}, 2
    states, state = [], FIRST_STATE
    while state < len(cells):
        header = cells[state]
        count = (header & LETTERS_MASK).bit_count()
        edges = [cell for cell in cells[state + 1 : state + 1 + count] if cell & TARGET_MASK]
        states.append((state, header, edges))
        places[state] = size
        size += 2 + len(edges)
        state += 1 + count
    masks = array("I", [places[lexicon.root], 0])
    for state, header, edges in states:
        letters, going_on = header & LETTERS_MASK, 0
        for cell in cells[state + 1 : state + 1 + letters.bit_count()]:
            low = letters & -letters
            letters ^= low
            going_on |= low if cell & TARGET_MASK else 0
        masks.append(going_on)
        masks.append(header >> 32)
        masks.extend(places[edge & TARGET_MASK] for edge in edges)
    return masks.tobytes()


def _build(prototypes: Path | None, *, theirs: Sequence[str] = ()) -> list[str]:
    """Compile the harness; the command that runs it. `theirs`: more flags for the prototypes."""
    BUILT.mkdir(parents=True, exist_ok=True)
    inputs, flags = [str(HERE / "native.c")], list(FLAGS)
    fast, mask, program = BUILT / "fast.bin", BUILT / "mask.bin", BUILT / "native"
    compiler = os.environ.get("CC", "cc")
    if prototypes is not None:
        flags += ["-DWITH_PROTOTYPES"]
        for name in ("native_fast", "native_old"):
            source, built = HERE / f"{name}.c", BUILT / f"{name}.o"
            command = [compiler, *FLAGS, *theirs, f"-I{prototypes}", "-c", str(source), "-o", str(built)]
            subprocess.run(command, check=True)
            inputs.append(str(built))
        words = FRENCH.with_suffix(".txt")
        if not fast.exists() or fast.stat().st_mtime < words.stat().st_mtime:
            subprocess.run([sys.executable, prototypes / "build_fast.py", words, fast], check=True, capture_output=True)
        mask.write_bytes(_mask_graph(Lexicon.open(FRENCH)))
    subprocess.run([compiler, *flags, *inputs, "-o", str(program)], check=True)
    _write_positions(BUILT / "positions.txt")
    return [str(program), str(BUILT / "positions.txt"), str(FRENCH), str(fast), str(mask), str(ROUNDS)]


def _times(command: Sequence[str]) -> dict[int, list[tuple[float, ...]]]:
    """By number of blanks, the columns of the harness's output, each over the boards."""
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    lines = [[float(number) for number in line.split()] for line in done.stdout.splitlines()]
    return {
        blanks: list(zip(*(line[2:] for line in lines if line[0] == blanks), strict=True))
        for blanks in range(len(NAMES))
    }


def in_c() -> Iterator[Row]:
    """All plays with points, the best by points and by equity; medians over the boards of a kind."""
    if generation.BACKEND != "native":
        print("bench: the native generator was not built")
        return
    folder = os.environ.get("LETTRIX_PROTOTYPES")
    prototypes = Path(folder).resolve() if folder else None
    if prototypes is None:
        print("bench: LETTRIX_PROTOTYPES names no folder, so the prototypes are not run beside")
    times = _times(_build(prototypes))
    for blanks, name in enumerate(NAMES):
        every, best, equity, count, fast_every, fast_best, old_every, old_best = times[blanks]
        yield Row(f"all plays, {name}, in C", median(every) / 1e3, "us")
        yield Row(f"best by points, {name}, in C", median(best) / 1e3, "us")
        yield Row(f"best by equity, {name}, in C", median(equity) / 1e3, "us")
        yield Row(f"number of plays, {name}, in C", median(count) / 1e3, "us")
        yield Row(f"best by equity / by points, {name}", _ratio(equity, best), "x", 2)
        if prototypes is not None:
            yield Row(f"all plays, {name}: ours / fast prototype", _ratio(every, fast_every), "x", 1.15)
            yield Row(f"best, {name}: ours / fast prototype", _ratio(best, fast_best), "x", 1.15)
            yield Row(f"all plays, {name}: ours / first prototype", _ratio(every, old_every), "x", 1)
            yield Row(f"best, {name}: ours / first prototype", _ratio(best, old_best), "x", 1)
    if prototypes is not None and platform.machine() == "x86_64":
        # The prototypes choose no instruction at run time; so also with the one that counts bits compiled in.
        times = _times(_build(prototypes, theirs=["-mpopcnt"]))
        for blanks, name in enumerate(NAMES):
            every, best, _, _, fast_every, fast_best, _, _ = times[blanks]
            yield Row(f"all plays, {name}: ours / fast prototype with popcnt", _ratio(every, fast_every), "x", 1.15)
            yield Row(f"best, {name}: ours / fast prototype with popcnt", _ratio(best, fast_best), "x", 1.15)


def from_python() -> Iterator[Row]:
    """The same from the call on in Python to the answer: lists are made into plays only when somebody asks for one."""
    lexicon, boards = Lexicon.open(FRENCH), positions()
    works: dict[str, Callable[[Position], object]] = {
        "all plays": lambda position: all_plays(position, lexicon, budget=None),
        "best by points": lambda position: best_plays(position, lexicon, budget=None),
        "best by equity": lambda position: best_plays(position, lexicon, by="equity", leaves=LEAVES, budget=None),
        "number of plays": lambda position: count_plays(position, lexicon, budget=None),
    }
    for blanks, name in enumerate(NAMES):
        some = [position for number, position in boards if number == blanks]
        found = interleaved({what: partial(_median_seconds, work, some) for what, work in works.items()})
        for what, value in found.items():
            yield Row(f"{what}, {name}, from Python", value * 1e6, "us")


def _median_seconds(work: Callable[[Position], object], some: list[Position]) -> float:
    return median(seconds(partial(work, position), 3) for position in some)


def many_blanks() -> Iterator[Row]:
    """A rack of seven on a board of 21 x 21 with 20 plays on it: the time of a play listed, by the number of blanks."""
    lexicon, random = Lexicon.open(FRENCH), Random(21)
    rules = replace(RULES, board=SUPER21)
    grid = Grid.blank(SUPER21.size)
    for turn in range(20):
        rack = "".join(random.choices(RULES.tiles.tiles()[:100], k=7)).replace(BLANK, "E")
        best = best_plays(Position.bare(rules, grid, rack), lexicon, budget=None)
        if best:
            laid = {t.row * grid.size + t.col: tile_character(t, rules.tiles.alphabet) for t in best[0].play.tiles}
            grid = grid.put(laid, turn + 1, 0)
    for blanks in range(5):
        position = Position.bare(rules, grid, "SENTIRA"[: 7 - blanks] + BLANK * blanks)
        count, complete = count_plays(position, lexicon, budget=None)
        listed = min(seconds(partial(all_plays, position, lexicon, budget=None)) for _ in range(3))
        best_one = min(seconds(partial(best_plays, position, lexicon, budget=None)) for _ in range(3))
        assert complete
        yield Row(f"21 x 21, {blanks} blanks: {count} plays", listed * 1e3, "ms")
        yield Row(f"21 x 21, {blanks} blanks: a play listed", listed / max(1, count) * 1e9, "ns")
        yield Row(f"21 x 21, {blanks} blanks: best by points", best_one * 1e3, "ms")


def anagrams_of_seven() -> Iterator[Row]:
    """The words that seven letters make, in C."""
    lexicon = Lexicon.open(FRENCH)
    if lexicon.graph is None:
        return
    for rack, bound, name in (("AEINRST", 1, NAMES[0]), ("AEINRS?", 3, NAMES[1]), ("AEINR??", 10, NAMES[2])):
        for shortest, which in ((None, "of all seven"), (2, "of two and more")):
            once = partial(anagrams, lexicon, rack, shortest=shortest, limit=100_000)
            yield Row(f"anagrams {which}, {name}, in C", median(seconds(once, 3) for _ in range(9)) * 1e3, "ms", bound)


def _ratio(ours: tuple[float, ...], theirs: tuple[float, ...]) -> float:
    return median(one / other for one, other in zip(ours, theirs, strict=True))
