"""The French dictionary: opening it, and the memory that it takes beside its file."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random

from tests.bench.measuring import Row, interleaved, seconds

from lettrix.lexicon import Lexicon
from lettrix.search import anagrams, containing, pattern

FRENCH = Path("build/lexicon/fr.lxg")


def opening() -> Iterator[Row]:
    """From the file to the first look-up, and a look-up then."""

    def open_it() -> None:
        with Lexicon.open(FRENCH) as lexicon:
            lexicon.contains("QUARTZ")

    lexicon = Lexicon.open(FRENCH)
    found = interleaved(
        {
            "open": lambda: seconds(open_it),
            "look_up": lambda: seconds(lambda: lexicon.contains("QUARTZ"), 1000),
        }
    )
    yield Row("open the dictionary", found["open"] * 1e3, "ms", 1)
    yield Row("look one word of six letters up", found["look_up"] * 1e6, "us")


def looking_up() -> Iterator[Row]:
    """Words in random order, one in two of them valid, beside the same in a frozenset. Each is a new string, as a
    play makes it, so its hash is not known yet."""
    lexicon, random = Lexicon.open(FRENCH), Random(1)
    valid = FRENCH.with_suffix(".txt").read_text("utf-8").split()
    words = frozenset(valid)
    sample = random.sample(valid, 20_000)
    sample[::2] = [word[:-1] + random.choice(lexicon.alphabet) for word in sample[::2]]

    def all_of(contains: Callable[[str], bool]) -> Callable[[], float]:
        def run() -> float:
            fresh = [(word + ".")[:-1] for word in sample]
            return seconds(lambda: [contains(word) for word in fresh]) / len(fresh)

        return run

    found = interleaved(
        {
            "graph": all_of(lexicon.contains),
            "plain": all_of(lexicon.contains_plainly),
            "set": all_of(words.__contains__),
        }
    )
    yield Row("look a word up", found["graph"] * 1e6, "us")
    if lexicon.graph is not None:
        yield Row("look a word up: graph / frozenset", found["graph"] / found["set"], "x", 1.5)
    yield Row("look a word up in plain Python: graph / frozenset", found["plain"] / found["set"], "x", 10)


def searching() -> Iterator[Row]:
    """Searches of the whole dictionary, in plain Python (`native.anagrams_of_seven` times what is in C)."""
    lexicon = Lexicon.open(FRENCH)
    lexicon.graph = None
    searches: dict[str, Callable[[], object]] = {
        "7-letter anagrams, no blank": lambda: anagrams(lexicon, "AEINRST"),
        "7-letter anagrams, one blank": lambda: anagrams(lexicon, "AEINRS?"),
        "7-letter anagrams, two blanks": lambda: anagrams(lexicon, "AEINR??"),
        "pattern Q..T*": lambda: pattern(lexicon, "Q..T*"),
        "pattern *TION": lambda: pattern(lexicon, "*TION", limit=10_000),
        "words with W, X and Z": lambda: containing(lexicon, "WXZ"),
    }
    found = interleaved({name: partial(seconds, search) for name, search in searches.items()}, 5)
    for name in searches:
        yield Row(name, found[name] * 1e3, "ms")


# The words are read and the engine is imported before the first look at the memory, so that only the dictionary counts.
_PROGRAM = """
import random, sys
from lettrix.lexicon import Lexicon

def kilobytes(kind):
    for line in open("/proc/self/status"):
        if line.startswith(kind):
            return int(line.split()[1])

path, words = sys.argv[1], open(sys.argv[2], encoding="utf-8").read().split()
words = random.Random(1).sample(words, 30_000)
Lexicon.from_bytes  # loaded
before = kilobytes("RssAnon:"), kilobytes("VmRSS:")
lexicon = Lexicon.open(path)
known = sum(map(lexicon.contains, words))
after = kilobytes("RssAnon:"), kilobytes("VmRSS:")
assert known == len(words), known
print(after[0] - before[0], after[1] - before[1])
"""


def memory() -> Iterator[Row]:
    """In a fresh process that looks 30,000 words up, so that nearly every page of the file is touched."""
    words = FRENCH.with_suffix(".txt")
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM, str(FRENCH), str(words)], check=True, capture_output=True, text=True
    )
    beside, resident = (int(number) / 1024 for number in done.stdout.split())
    yield Row("memory for the dictionary beside its file", max(0.0, beside), "MB", 2)
    yield Row("memory for the dictionary, its file included", resident, "MB")
    yield Row("the dictionary's file", FRENCH.stat().st_size / 1024**2, "MB")
