"""The native generator against the plain one: the same plays, points and order, whatever the position."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import Phase, given, reject, settings
from hypothesis import strategies as st

from lettrix.boards import FUNDOX13, STANDARD15, SUPER21, Board
from lettrix.generation import BACKEND, Candidate, Found, Leaves, Position, plain
from lettrix.graphbuild import build_graph
from lettrix.grid import Grid
from lettrix.lexicon import Lexicon
from lettrix.tiles import ALPHABETS, Alphabet, TileSet
from lettrix.valuation import Valuation
from lettrix.variants import find_variant

if BACKEND != "native":
    pytest.skip("the native generator was not built: there is no C compiler here", allow_module_level=True)
from lettrix.generation import native

LETTRIX = find_variant("lettrix").rules()
TURKISH, GERMAN, FRENCH = ALPHABETS["tr"], ALPHABETS["de"], ALPHABETS["fr"]
SMALL_BOARD = Board("small", (3, 3), ("T..d..D", ".D...t.", "..q.d..", "d..D..d", "..d.Q..", ".t...D.", "D..d..T"))


def dense_lexicon(alphabet: Alphabet, letters: str, seed: int, *, count: int = 400) -> Lexicon:
    """Random words of few letters, single letters among them, so that most places fit something."""
    random = Random(seed)
    words = {"".join(random.choices(letters, k=random.choice((1, 2, 2, 3, 3, 4, 5, 6, 8, 9)))) for _ in range(count)}
    return Lexicon.from_bytes(build_graph(words, alphabet.upper))


LEXICONS = {
    "fr": dense_lexicon(FRENCH, "AEILNRST", 1),
    "de": dense_lexicon(GERMAN, "AEIRSTÄÖÜ", 2),
    "tr": dense_lexicon(TURKISH, "AEIİLNŞĞ", 3),
}
LETTERS = {"fr": "AEILNRST", "de": "AEIRSTÄÖÜ", "tr": "AEIİLNŞĞ"}


@st.composite
def positions(draw: st.DrawFn) -> tuple[Position, Lexicon]:
    """Any position: scattered tiles, blanks among them, any valuation, rules that change what is legal."""
    language = draw(st.sampled_from(("fr", "de", "tr")))
    board = draw(st.sampled_from((SMALL_BOARD, SMALL_BOARD, FUNDOX13, STANDARD15, SUPER21)))
    alphabet, letters = ALPHABETS[language], LETTERS[language]
    random = draw(st.randoms(use_true_random=False))
    squares = board.size**2
    density = draw(st.sampled_from((0.0, 0.02, 0.1, 0.3, 0.6)))
    tiles = [
        random.choice([letter, letter, alphabet.to_lower[letter]]) if random.random() < density else "."
        for letter in random.choices(letters, k=squares)
    ]
    values = dict.fromkeys(alphabet.lower, 0) | {"?": 0} | {letter: random.randint(0, 12) for letter in alphabet.upper}
    filled = [square for square in range(squares) if tiles[square] != "."]
    valuation = Valuation(
        values=values,
        letter_factors=[random.choice((1, 1, 1, 2, 3, 8)) for _ in range(squares)],
        word_factors=[random.choice((1,) * 9 + (2, 3, 4)) for _ in range(squares)],
        bonuses={random.randint(1, 8): random.randint(-20, 50) for _ in range(random.randint(0, 3))},
        whole_rack_only=draw(st.booleans()),
        worth={square: random.randint(-15, 15) for square in filled if random.random() < 0.4}
        if draw(st.booleans())
        else {},
        flat={random.randrange(squares): random.randint(-30, 30) for _ in range(draw(st.integers(0, 6)))},
        doubling=tuple(
            frozenset(random.sample(range(squares), 9)) for _ in range(draw(st.sampled_from((0, 0, 1, 2, 3))))
        ),
        counts_across=draw(st.booleans()),
    )
    rules = replace(
        LETTRIX,
        language=language,
        board=board,
        tiles=TileSet(alphabet, {}, {}),
        rack_size=8,
        min_tiles=draw(st.sampled_from((1, 1, 2, 3))),
        no_hook=draw(st.sampled_from(("", "", "S", letters[:3]))),
    )
    # Three blanks and more make too many plays for the plain generator on a large board.
    most_blanks = 2 if board.size < 10 else 1
    blanks = draw(st.integers(0, 4 if board.size < 10 and not draw(st.booleans()) else most_blanks))
    size = draw(st.integers(0, 8 if blanks < 2 else 5))
    rack = "".join(random.choices(letters + "Q", k=max(0, size - blanks))) + "?" * min(blanks, size)
    grid = Grid.from_rows(["".join(tiles[at : at + board.size]) for at in range(0, squares, board.size)])
    return Position(rules, grid, rack, valuation, draw(st.booleans())), LEXICONS[language]


def in_order(found: Found) -> list[Candidate]:
    return sorted(found, key=lambda candidate: (-candidate.points, candidate.play.tiles))


def leaves_of(random: Random, letters: str) -> Leaves:
    def weight() -> int:
        return random.choice((0, random.randint(-900, 1500)))

    return Leaves(
        first={tile: weight() for tile in letters + "?"},
        repeat={tile: weight() for tile in letters + "?"},
        without={(letters[0], letters[1]): weight(), (letters[2], "Q"): weight(), ("Q", letters[0]): weight()},
        vowels=frozenset("AEIİÄÖÜ") & frozenset(letters),
        balance=tuple(tuple(weight() for _ in range(9)) for _ in range(9)),
    )


@settings(max_examples=60, deadline=None, phases=(Phase.explicit, Phase.generate))
@given(positions(), st.integers(1, 30), st.randoms(use_true_random=False))
def test_same_plays_points_and_order_as_the_plain_generator(
    asked: tuple[Position, Lexicon], count: int, random: Random
) -> None:
    position, lexicon = asked
    try:
        native.count_plays(position, lexicon)
    except OverflowError:
        reject()  # a word of eight new tiles on eight of the best squares of a line, doubled by all zones
    every = plain.all_plays(position, lexicon)
    assert in_order(native.all_plays(position, lexicon)) == in_order(every)
    assert native.count_plays(position, lexicon) == (len(every), True)
    assert list(native.best_plays(position, lexicon, count)) == list(plain.best_plays(position, lexicon, count))
    leaves = leaves_of(random, LETTERS[position.rules.language])
    if any(tile not in position.rules.tiles.alphabet.upper + "?" for tile in position.rack):
        with pytest.raises(OverflowError):  # what a tile unknown to the dictionary is worth is not in the arrays
            native.best_plays(position, lexicon, count, by="equity", leaves=leaves)
        return
    assert list(native.best_plays(position, lexicon, count, by="equity", leaves=leaves)) == list(
        plain.best_plays(position, lexicon, count, by="equity", leaves=leaves)
    )
