"""The native generator against the plain one: the same plays, points and order, whatever the position."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import Phase, given, reject, settings
from hypothesis import strategies as st

from lettrix import generation
from lettrix.boards import FUNDOX13, STANDARD15, SUPER21, Board
from lettrix.draw import make_seed
from lettrix.game import apply, start
from lettrix.generation import BACKEND, Candidate, Found, Leaves, Position, plain
from lettrix.graphbuild import build_graph
from lettrix.grid import Grid
from lettrix.lexicon import Lexicon, LexiconError
from lettrix.plays import Pass
from lettrix.tiles import ALPHABETS, Alphabet, TileSet
from lettrix.valuation import Valuation
from lettrix.variants import VARIANTS, find_variant

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
        letter_factors=[random.choice((1, 1, 1, 2, 3, 8, 0)) for _ in range(squares)],
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


@settings(max_examples=40, deadline=None, phases=(Phase.explicit, Phase.generate))
@given(positions(), st.integers(1, 30), st.randoms(use_true_random=False))
def test_same_plays_points_and_order_as_the_plain_generator(
    asked: tuple[Position, Lexicon], count: int, random: Random
) -> None:
    position, lexicon = asked
    try:
        native.count_plays(position, lexicon, budget=None)
    except OverflowError:
        reject()  # a word of eight new tiles on eight of the best squares of a line, doubled by all zones
    every = plain.all_plays(position, lexicon, budget=None)
    assert in_order(native.all_plays(position, lexicon, budget=None)) == in_order(every)
    assert native.count_plays(position, lexicon, budget=None) == (len(every), True)
    assert list(native.best_plays(position, lexicon, count, budget=None)) == list(
        plain.best_plays(position, lexicon, count, budget=None)
    )
    leaves = leaves_of(random, LETTERS[position.rules.language])
    if any(tile not in position.rules.tiles.alphabet.upper + "?" for tile in position.rack):
        with pytest.raises(OverflowError):  # what a tile unknown to the dictionary is worth is not in the arrays
            native.best_plays(position, lexicon, count, by="equity", leaves=leaves, budget=None)
        return
    assert list(native.best_plays(position, lexicon, count, by="equity", leaves=leaves, budget=None)) == list(
        plain.best_plays(position, lexicon, count, by="equity", leaves=leaves, budget=None)
    )


@pytest.mark.parametrize("rack", ["S???", "SE???", "?????"])
def test_many_blanks_are_designated_each_way_once(rack: str) -> None:
    grid = Grid.from_rows([".......", "..TES..", "...a...", "...R...", ".......", ".......", "......."])
    position = Position.bare(replace(LETTRIX, board=SMALL_BOARD, rack_size=8), grid, rack)
    every = plain.all_plays(position, LEXICONS["fr"], budget=None)
    assert in_order(native.all_plays(position, LEXICONS["fr"], budget=None)) == in_order(every)


def test_the_real_dictionary_along_a_game(french: Lexicon) -> None:
    random = Random(8)
    grid = Grid.blank(15)
    bag = list(LETTRIX.tiles.tiles())
    random.shuffle(bag)
    rack, turn = "".join(bag[:8]), 0
    for turn in range(1, 9):
        position = Position.bare(LETTRIX, grid, rack)
        every = native.all_plays(position, french, budget=None)
        assert in_order(every) == in_order(plain.all_plays(position, french, budget=None))
        best = native.best_plays(position, french, 3, budget=None)
        assert list(best) == in_order(every)[:3]
        new = {tile.row * 15 + tile.col: tile for tile in best[0].play.tiles}
        for tile in new.values():
            rack = rack.replace("?" if tile.blank else tile.letter, "", 1)
        grid = grid.put({at: t.letter.lower() if t.blank else t.letter for at, t in new.items()}, turn, 0)
        drawn = 8 * turn
        rack += "".join(bag[drawn : drawn + 8 - len(rack)])
    assert turn == 8


def position_of(rack: str, text: str = "." * 49, **changes: object) -> Position:
    rules = replace(LETTRIX, board=SMALL_BOARD)
    valuation = replace(rules.valuation, **changes)  # type: ignore[arg-type]
    return Position(rules, Grid(7, text, (0,) * 49, (-1,) * 49), rack, valuation)


def test_what_is_beyond_its_range_is_for_the_plain_generator() -> None:
    lexicon = LEXICONS["fr"]
    far = [
        position_of("AEILNRSTA"),
        position_of("AE", values=dict.fromkeys(FRENCH.upper + FRENCH.lower + "?", 300)),
        position_of("AE", values=dict.fromkeys(FRENCH.upper + FRENCH.lower + "?", -1)),
        position_of("AE", letter_factors=[9] * 49),
        position_of("AE", word_factors=[-1] * 49),
        position_of("AEILNRST", word_factors=[8] * 49, letter_factors=[8] * 49),
        position_of("AE", doubling=tuple(frozenset([square]) for square in range(9))),
        position_of("AE", worth={0: 20_000}),
        position_of("AE", flat={0: 2_000_000}),
        position_of("AE", bonuses={2: 2_000_000}),
    ]
    for position in far:
        with pytest.raises(OverflowError):
            native.all_plays(position, lexicon, budget=None)
        assert in_order(generation.all_plays(position, lexicon, budget=None)) == in_order(
            plain.all_plays(position, lexicon, budget=None)
        )
        assert list(generation.best_plays(position, lexicon, budget=None)) == list(
            plain.best_plays(position, lexicon, budget=None)
        )
        assert generation.count_plays(position, lexicon, budget=None) == (
            len(plain.all_plays(position, lexicon, budget=None)),
            True,
        )


def test_a_tile_of_no_game_and_a_board_of_another_size_are_errors() -> None:
    with pytest.raises(ValueError, match="none of this game"):
        native.all_plays(position_of("AE", "#" + "." * 48), LEXICONS["fr"], budget=None)
    with pytest.raises(ValueError, match="not that of the rules"):
        native.all_plays(replace(position_of("AE"), grid=Grid(7, "." * 48, (), ())), LEXICONS["fr"], budget=None)


def test_a_limit_and_a_budget_are_told() -> None:
    position = position_of("AEIL???", "." * 20 + "TES" + "." * 26)
    every = native.all_plays(position, LEXICONS["fr"], budget=None)
    some = native.all_plays(position, LEXICONS["fr"], limit=1000, budget=None)
    assert every.complete
    assert not some.complete
    assert len(some) == 1000 < len(every)
    assert set(some) < set(every)
    none = native.all_plays(position, LEXICONS["fr"], budget=0.0)
    assert not none.complete
    assert len(none) < len(every)
    assert not native.best_plays(position, LEXICONS["fr"], budget=0.0).complete
    assert not native.count_plays(position, LEXICONS["fr"], budget=0.0)[1]


def test_plays_are_made_when_asked_for() -> None:
    every = native.all_plays(position_of("AEILS"), LEXICONS["fr"], budget=None)
    assert every[0] == next(iter(every)) == every[:1][0]
    assert every[-1] == list(every)[-1] == every[len(every) - 1]
    assert every.points() == [candidate.points for candidate in every]
    for beyond in (len(every), -len(every) - 1):
        with pytest.raises(IndexError):
            every[beyond]


def test_no_play_wanted_or_possible() -> None:
    assert list(native.best_plays(position_of("AEILS"), LEXICONS["fr"], 0, budget=None)) == []
    for rack in ("", "Q", "#", "a"):
        assert len(native.all_plays(position_of(rack), LEXICONS["fr"], budget=None)) == 0
    empty = Lexicon.from_bytes(build_graph([], FRENCH.upper))
    assert len(native.all_plays(position_of("AEILS??"), empty, budget=None)) == 0
    full = position_of("AE", "A" * 49)
    assert len(native.all_plays(full, LEXICONS["fr"], budget=None)) == 0


def test_threads_search_at_the_same_time(french: Lexicon) -> None:
    racks = ["SENTIR?", "AEINRST", "QUARTZ?", "DEGIMO?"] * 6
    asked = [Position.bare(LETTRIX, Grid.blank(15), rack) for rack in racks]
    alone = [
        (sorted(native.all_plays(p, french, budget=None).points()), list(native.best_plays(p, french, 5, budget=None)))
        for p in asked[:4]
    ]
    results: dict[int, tuple[list[int], list[Candidate]]] = {}

    def work(number: int) -> None:
        results[number] = (
            sorted(native.all_plays(asked[number], french, budget=None).points()),
            list(native.best_plays(asked[number], french, 5, budget=None)),
        )

    threads = [threading.Thread(target=work, args=(number,)) for number in range(len(asked))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(results[number] == alone[number % 4] for number in range(len(asked)))


def test_a_closed_lexicon_is_an_error_and_no_crash(tmp_path: Path) -> None:
    path = tmp_path / "small.lxg"
    path.write_bytes(build_graph(["AB", "BA"], FRENCH.upper))
    lexicon = Lexicon.open(path)
    assert len(native.all_plays(position_of("AB"), lexicon, budget=None)) == 8
    lexicon.close()
    with pytest.raises(ValueError, match="released"):
        native.all_plays(position_of("AB"), lexicon, budget=None)
    assert lexicon.graph is not None
    for use in (lambda: lexicon.contains("AB"), lambda: lexicon.graph.anagrams(b"", b"", 1, 1)):
        with pytest.raises(ValueError, match="released"):
            use()


def test_bytes_that_may_change_are_copied() -> None:
    content = bytearray(build_graph(["AB", "BA"], FRENCH.upper))
    lexicon = Lexicon.from_bytes(content)
    assert len(native.all_plays(position_of("AB"), lexicon, budget=None)) == 8
    content[200:] = b"\xff" * (len(content) - 200)
    assert len(native.all_plays(position_of("AB"), lexicon, budget=None)) == 8


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_damaged_graph_is_noticed(data: st.DataObject) -> None:
    content = bytearray(build_graph(["AB", "ABLE", "BLE", "LABEL", "ELLE", "EL"], FRENCH.upper))
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(200, len(content) - 1))] ^= data.draw(st.integers(1, 255))
    lexicon = Lexicon.from_bytes(bytes(content))
    sound = True
    try:
        list(lexicon.words())
    except LexiconError as error:
        sound = "damaged" not in str(error)  # the number of words is not the generator's affair
    if sound:
        native.all_plays(position_of("ABEL?"), lexicon, budget=None)
    else:
        with pytest.raises(LexiconError, match="damaged"):
            native.all_plays(position_of("ABEL?"), lexicon, budget=None)


FEW_WORDS = ["AB", "ABLE", "BLE", "LABEL", "A" * 64, "A" * 65, "A" * 70]
FEW = Lexicon.from_bytes(build_graph(FEW_WORDS, FRENCH.upper))


@settings(max_examples=200, deadline=None)
@given(st.text("ABELX", max_size=6) | st.text(max_size=4) | st.text("A", min_size=60, max_size=70))
def test_contains_is_that_of_plain_python(word: str) -> None:
    assert FEW.contains(word) == FEW.contains_plainly(word) == (word in FEW_WORDS)


def test_contains_in_an_alphabet_of_any_script() -> None:
    letters = "AŞĞİ" + "\N{GOTHIC LETTER AHSA}" + "ЖאΩ"
    words = [letters[i:] + letters[:i] for i in range(len(letters))]
    lexicon = Lexicon.from_bytes(build_graph(words, letters))
    assert all(map(lexicon.contains, words))
    assert lexicon.graph is not None
    assert lexicon.graph.anagrams(bytes([0] + [1] * len(letters)), b"", 8, 10_000) == [*lexicon.words()]
    assert not lexicon.contains(words[0][::-1])
    with pytest.raises(TypeError):
        lexicon.contains(b"AB")  # type: ignore[arg-type]


EVERY_GAME = [(name, language) for name, variant in VARIANTS.items() for language in variant.languages]


@pytest.mark.parametrize(("name", "language"), EVERY_GAME)
def test_every_game_as_it_is_played(name: str, language: str) -> None:
    random = Random(f"{name} {language}")
    letters = {"tr": "AEİKLMNRT"}.get(language, "AEINRSTU")
    lexicon = dense_lexicon(ALPHABETS[language], letters, 5, count=1500)
    variant, seats = VARIANTS[name], 4 if name == "duo" else 2
    options = {option.name: random.choice(option.values()) for option in variant.options}
    rules = variant.rules(language, options, seats=seats)
    game = start(rules, make_seed(bytes(32), [bytes([seat]) * 16 for seat in range(seats)]), seats, 0)
    plays = 0
    for turn in range(40):
        if game.to_move is None:
            break
        position = Position.of(game, game.to_move)
        every = native.all_plays(position, lexicon, budget=None)
        assert in_order(every) == in_order(plain.all_plays(position, lexicon, budget=None))
        assert list(native.best_plays(position, lexicon, 3, budget=None)) == in_order(every)[:3]
        action = random.choice(every).play if len(every) else Pass()
        plays += len(every) > 0
        game, _ = apply(game, game.to_move, action, 1000 * turn, lexicon)
    assert plays > 4
