"""The plain generator against the slow one and against brute force, over every way in which tiles may count; its
order, its bounds and its budget."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from itertools import count, pairwise, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.engine import grid_of, small_lexicon
from tests.slow_generation import best_of, every_play

from lettrix.boards import FUNDOX13, KELIME15, STANDARD15, SUPER21, Board
from lettrix.generation import Candidate, Leaves, Position
from lettrix.generation.budget import Budget, OutOfTime
from lettrix.generation.plain import all_plays, best_plays
from lettrix.graphbuild import build_graph
from lettrix.grid import Grid
from lettrix.legality import IllegalAction, look_up, place
from lettrix.lexicon import Lexicon, LexiconError
from lettrix.plays import Laid, Play
from lettrix.scoring import total
from lettrix.tiles import take
from lettrix.tilesets import BY_LANGUAGE
from lettrix.valuation import Valuation
from lettrix.variants import find_variant

LETTRIX = find_variant("lettrix").rules()
LETTERS = {"fr": "AEILNRST", "de": "AEINRSÄÜ", "tr": "AEIİKLŞÜ"}
"""Letters of the made-up words: few, so that words cross everywhere."""
BOARDS = (FUNDOX13, STANDARD15, KELIME15, SUPER21)


@cache
def made_up_words(language: str) -> tuple[str, ...]:
    """Words of 1 to 8 letters that no language has, hooks among them."""
    random = Random(language)
    words = {"".join(random.choices(LETTERS[language], k=random.choice((2, 2, 3, 3, 4, 5, 6, 8)))) for _ in range(150)}
    words |= {f"{word}S" for word in list(words)[::4]} | {"A"}
    return tuple(sorted(words))


@cache
def made_up(language: str) -> Lexicon:
    return Lexicon.from_bytes(build_graph(made_up_words(language), BY_LANGUAGE[language].alphabet.upper))


LEAVES = Leaves(
    first={"?": 2500, "S": 800, "E": 150, "I": -210, "L": -33},
    repeat={"S": -300, "E": -450, "A": -777},
    without={("N", "R"): -250},
    vowels=frozenset("AEIOUÄÜİ"),
    balance=tuple(tuple(-90 * abs(vowels - consonants) for consonants in range(9)) for vowels in range(9)),
)


@st.composite
def positions(draw: st.DrawFn, blanks: int = 2, boards: Sequence[Board] = BOARDS) -> tuple[Position, Lexicon]:
    """Boards with tiles strewn about or in words, and every way in which they may count."""
    language = draw(st.sampled_from(sorted(LETTERS)))
    board: Board = draw(st.sampled_from(boards))
    letters, alphabet, squares = LETTERS[language], BY_LANGUAGE[language].alphabet, board.size**2
    random = Random(draw(st.integers(0, 1 << 30)))
    tiles = {}
    for _ in range(draw(st.integers(0, 9))):
        word = random.choice(made_up_words(language))[: random.choice((1, 3, 8))]
        start, step = random.randrange(squares), random.choice((1, board.size))
        for square, letter in zip(range(start, squares, step), word, strict=False):
            tiles[square] = alphabet.to_lower[letter] if random.random() < 0.1 else letter
    grid = Grid.blank(board.size).put(tiles, 1, 0)
    rack_size = draw(st.sampled_from((7, 8)))
    rules = replace(
        LETTRIX,
        language=language,
        board=board,
        tiles=BY_LANGUAGE[language],
        rack_size=rack_size,
        min_tiles=draw(st.sampled_from((1, 1, 2))),
        no_hook=draw(st.sampled_from(("", "", "S"))),
    )
    held = draw(st.integers(0, blanks))
    most = (rack_size, rack_size - 2, 3)[min(2, held)]  # the slow generator takes its time over blanks
    rack = "".join(random.choices(letters + "W", k=draw(st.integers(1, most)))) + "?" * held
    odd = draw(st.booleans())
    some = [square for square in range(squares) if random.random() < 0.2]
    valuation = Valuation(
        values=rules.tiles.values,
        letter_factors=[random.choice((1, 1, 2, 3, 8)) for _ in range(squares)] if odd else board.letter_factors,
        word_factors=[random.choice((1, 1, 2, 3, 4)) for _ in range(squares)] if odd else board.word_factors,
        bonuses={laid: random.randrange(60) for laid in range(1, 9) if random.random() < 0.4},
        whole_rack_only=draw(st.booleans()),
        worth={square: random.randint(-12, 12) for square in tiles if random.random() < 0.5}
        if draw(st.booleans())
        else {},
        flat={square: random.randint(-5, 25) for square in some} if draw(st.booleans()) else {},
        doubling=draw(st.sampled_from(((), (frozenset(some),), (frozenset(some), frozenset(some[::2]))))),
        counts_across=draw(st.booleans()),
    )
    return Position(rules, grid, rack, valuation, anywhere=draw(st.booleans())), made_up(language)


def by_rank(candidates: Iterable[Candidate]) -> list[Candidate]:
    return sorted(candidates, key=lambda found: (-found.equity, found.play.tiles))


@settings(max_examples=30, deadline=None)
@given(positions())
def test_the_same_plays_as_the_slow_generator(case: tuple[Position, Lexicon]) -> None:
    position, lexicon = case
    found = all_plays(position, lexicon, budget=None)
    assert found.complete
    assert by_rank(found) == by_rank(every_play(position, lexicon))


@settings(max_examples=20, deadline=None)
@given(positions(), st.sampled_from((1, 2, 7, 40)), st.booleans())
def test_the_best_are_the_top_of_all_in_their_order(
    case: tuple[Position, Lexicon], how_many: int, with_leaves: bool
) -> None:
    position, lexicon = case
    leaves = LEAVES if with_leaves else None
    best = best_plays(position, lexicon, how_many, by="equity", leaves=leaves, budget=None)
    assert list(best) == best_of(every_play(position, lexicon), how_many, position.rack, leaves)
    if with_leaves:
        by_points = best_plays(position, lexicon, how_many, by="points", leaves=leaves, budget=None)
        assert list(by_points) == best_of(every_play(position, lexicon), how_many, position.rack)


@settings(max_examples=3, deadline=None)
@given(positions(blanks=0, boards=(FUNDOX13,)), st.integers(3, 4))
def test_many_blanks(case: tuple[Position, Lexicon], blanks: int) -> None:
    position, lexicon = case
    position = replace(position, rack=position.rack[:2].replace("?", "") + "?" * blanks)
    every = every_play(position, lexicon)
    assert by_rank(all_plays(position, lexicon, budget=None)) == by_rank(every)
    assert list(best_plays(position, lexicon, 3, budget=None)) == best_of(every, 3, position.rack)


def test_prefixes_that_are_not_kept_are_walked_at_each_anchor(monkeypatch: pytest.MonkeyPatch) -> None:
    position, lexicon = crowded("AEINRS??")
    every = best_of(every_play(position, lexicon), 10_000, position.rack)
    for kept in (-1, 0, 30, 300):
        monkeypatch.setattr("lettrix.generation.prefixes.MOST", kept)
        assert by_rank(all_plays(position, lexicon, budget=None)) == every
        assert list(best_plays(position, lexicon, 9, budget=None)) == every[:9]


def brute_force(position: Position, words: Sequence[str], lexicon: Lexicon) -> set[tuple[int, tuple[Laid, ...]]]:
    """Every word, everywhere, both ways, with every choice of blanks, judged by the rules."""
    found = set()
    rules, grid, rack, size = position.rules, position.grid, position.rack, position.grid.size
    text = rules.tiles.alphabet.fold(grid.text)
    for word, square, step in product(words, range(size * size), (1, size)):
        row, col = divmod(square, size)
        if (col if step == 1 else row) + len(word) > size:
            continue
        there = text[square : square + len(word) * step : step]
        if any(tile not in (".", letter) for tile, letter in zip(there, word, strict=True)):
            continue
        new = [
            (*divmod(square + i * step, size), letter)
            for i, (tile, letter) in enumerate(zip(there, word, strict=True))
            if tile == "."
        ]
        laid = "".join(letter for _, _, letter in new)
        if not laid or sum(max(0, laid.count(letter) - rack.count(letter)) for letter in set(laid)) > rack.count("?"):
            continue
        for blanks in product((False, True), repeat=len(new)):
            if sum(blanks) > rack.count("?"):
                continue
            play = Play(tuple(Laid(r, c, letter, b) for (r, c, letter), b in zip(new, blanks, strict=True)))
            try:
                placement = place(rules, grid, rack, play, anywhere=position.anywhere)
                look_up(rules, placement, lexicon)
            except IllegalAction:
                continue
            found.add((total(position.valuation, placement), play.tiles))
    return found


@settings(max_examples=7, deadline=None)
@given(positions(blanks=1, boards=(FUNDOX13,)))
def test_the_same_plays_as_brute_force(case: tuple[Position, Lexicon]) -> None:
    position, lexicon = case
    words = [word for word in made_up_words(position.rules.language) if len(word) > 1]
    found = all_plays(position, lexicon, budget=None)
    assert {(one.points, one.play.tiles) for one in found} == brute_force(position, words, lexicon)
    assert len(found) == len({one.play for one in found})


def crowded(rack: str) -> tuple[Position, Lexicon]:
    """A board grown from the best plays of made-up words."""
    lexicon, grid = made_up("fr"), Grid.blank(15)
    for turn, letters in enumerate(("AEILNRS", "TTAERIN", "LLISNEA", "SATERNI"), 1):
        best = best_plays(Position.bare(LETTRIX, grid, letters), lexicon, budget=None)
        grid = grid.put(place(LETTRIX, grid, letters, best[0].play).new, turn, 0)
    return Position.bare(LETTRIX, grid, rack), lexicon


@pytest.mark.parametrize("rack", ["S", "S?", "SATE", "SESA?"])
def test_letters_that_may_not_be_added_alone_are_left_out_along_and_across(rack: str) -> None:
    grid = grid_of({"8G": "ILE", "10G": "NET", "C3": "LE", "12L": "SEL"})
    free = Position.bare(LETTRIX, grid, rack)
    bound = replace(free, rules=replace(LETTRIX, no_hook="S"))
    found = all_plays(bound, small_lexicon(), budget=None)
    assert by_rank(found) == by_rank(every_play(bound, small_lexicon()))
    assert len(found) < len(all_plays(free, small_lexicon(), budget=None)), "ILES and NETS fall away"


def test_no_play_lays_more_tiles_than_a_rack_holds() -> None:
    position, lexicon = crowded("AEILNRST")
    position = replace(position, rules=replace(position.rules, rack_size=3))
    found = all_plays(position, lexicon, budget=None)
    assert by_rank(found) == by_rank(every_play(position, lexicon))
    assert max(len(one.play.tiles) for one in found) == 3


@pytest.mark.parametrize("of_a_blank", [0, 3])
def test_letters_below_zero_and_blanks_above(of_a_blank: int) -> None:
    """In no game of today, but the bounds must not rely on it."""
    position, lexicon = crowded("AEILNR?")
    values = {tile: of_a_blank if tile.islower() else -2 for tile in position.valuation.values}
    position = replace(position, valuation=replace(position.valuation, values=values))
    every = by_rank(all_plays(position, lexicon, budget=None))
    assert {(one.points, one.play) for one in every} == {
        (total(position.valuation, place(LETTRIX, position.grid, position.rack, one.play)), one.play) for one in every
    }
    for how_many in (1, 5, 50):
        assert list(best_plays(position, lexicon, how_many, budget=None)) == every[:how_many]


@pytest.mark.parametrize("number", range(3))
def test_the_bounds_cut_nothing_that_belongs_to_the_best(number: int, french: Lexicon) -> None:
    """Whole games with the real dictionary on boards full of premiums: the best against all, at every turn."""
    random = Random(number)
    premiums = replace(
        LETTRIX.valuation,
        letter_factors=[random.choice((1, 1, 1, 2, 3, 8)) for _ in range(225)],
        word_factors=[random.choice((1, 1, 1, 1, 2, 3, 4)) for _ in range(225)],
    )
    bag = [*LETTRIX.tiles.tiles()]
    random.shuffle(bag)
    grid, rack = Grid.blank(15), ""
    for turn in range(1, 11):
        while len(rack) < 7 and bag:
            rack += bag.pop()
        position = Position(LETTRIX, grid, rack, premiums if number % 2 else LETTRIX.valuation)
        every = all_plays(position, french, budget=None)
        for how_many in (1, 6):
            assert list(best_plays(position, french, how_many, budget=None)) == by_rank(every)[:how_many]
        worth = [found._replace(equity=found.equity + LEAVES.value(kept(rack, found.play))) for found in every]
        best = best_plays(position, french, 3, by="equity", leaves=LEAVES, budget=None)
        assert list(best) == by_rank(worth)[:3]
        placement = place(LETTRIX, grid, rack, by_rank(every)[0].play)
        grid, rack = grid.put(placement.new, turn, 0), placement.rest


def kept(rack: str, play: Play) -> str:
    return take(rack, ["?" if tile.blank else tile.letter for tile in play.tiles]) or ""


class TestBudget:
    def test_used_up_it_gives_what_was_found_by_then(self) -> None:
        position, lexicon = crowded("AEINRS??")
        every = set(all_plays(position, lexicon, budget=None))
        few = [set(all_plays(position, lexicon, budget=float(reads), counter=clock())) for reads in range(40)]
        assert not few[0]
        assert few[0] < few[10] < few[20] < every
        assert all(fewer <= more for fewer, more in pairwise(few))

    def test_the_best_found_so_far_are_plays_best_first(self) -> None:
        position, lexicon = crowded("AEINRS??")
        every = by_rank(all_plays(position, lexicon, budget=None))
        for reads in (3, 8, 15):
            best = best_plays(position, lexicon, 5, budget=float(reads), counter=clock())
            assert not best.complete
            assert list(best) == [one for one in every if one in set(best)]

    def test_enough_of_it_changes_nothing(self) -> None:
        position, lexicon = crowded("AEINRS?")
        best = best_plays(position, lexicon, 5, budget=1e9, counter=clock())
        assert best.complete
        assert best == best_plays(position, lexicon, 5, budget=None)
        assert all_plays(position, lexicon, budget=1e9, counter=clock()).complete

    def test_the_counter_is_not_asked_again_once_it_says_so(self) -> None:
        position, lexicon = crowded("AEINRS??")
        reads: list[float] = []
        counter = clock(reads.append)
        assert not all_plays(position, lexicon, budget=7.0, counter=counter).complete
        assert reads == [float(n) for n in range(8)]

    def test_without_one_no_counter_is_asked(self) -> None:
        def never() -> float:
            raise AssertionError("the counter was read")

        position, lexicon = crowded("AEINRS")
        assert all_plays(position, lexicon, budget=None, counter=never).complete

    def test_it_is_looked_at_every_thousand_steps(self) -> None:
        reads: list[float] = []
        budget = Budget(5.0, clock(reads.append))
        for _ in range(4000):
            budget.work(1)
        assert 4 <= len(reads) <= 6
        with pytest.raises(OutOfTime):
            budget.work(4000)


def clock(heard: Callable[[float], object] = lambda _: None) -> Callable[[], float]:
    """A counter that goes on by one whenever it is read: 0, 1, 2..."""
    numbers = count()

    def read() -> float:
        now = float(next(numbers))
        heard(now)
        return now

    return read


class TestEdges:
    def test_letters_that_the_dictionary_or_the_rules_do_not_have(self) -> None:
        """French rules with a German dictionary: Ä is no tile; a rack may hold what the dictionary does not."""
        german = Lexicon.from_bytes(build_graph(["ÄRA", "RA", "ARA"], BY_LANGUAGE["de"].alphabet.upper))
        position = Position.bare(LETTRIX, Grid.blank(15), "RA??")
        assert {tile.letter for found in all_plays(position, german, budget=None) for tile in found.play.tiles} == {
            "R",
            "A",
        }
        short = Lexicon.from_bytes(build_graph(["AB", "BA"], "AB"))
        found = all_plays(Position.bare(LETTRIX, Grid.blank(15), "ABZ?"), short, budget=None)
        assert by_rank(found) == by_rank(every_play(Position.bare(LETTRIX, Grid.blank(15), "ABZ?"), short))
        assert found

    def test_no_words_no_plays(self) -> None:
        none = Lexicon.from_bytes(build_graph([], "AB"))
        assert list(all_plays(Position.bare(LETTRIX, Grid.blank(15), "AB?"), none, budget=None)) == []
        assert list(best_plays(Position.bare(LETTRIX, Grid.blank(15), "AB?"), none, budget=None)) == []

    def test_none_of_the_best_is_none(self) -> None:
        position, lexicon = crowded("AEINRS")
        assert list(best_plays(position, lexicon, 0, budget=None)) == []

    def test_a_damaged_dictionary_is_told_or_gives_other_plays_and_never_another_error(self) -> None:
        sound = bytes(made_up("fr").cells.cast("B"))
        position, _ = crowded("AEINRS?")
        random = Random(5)
        outcomes = set()
        for _ in range(150):
            content = bytearray(sound)
            for _ in range(random.choice((1, 4, 40))):
                content[random.randrange(25 * 8, len(content))] = random.randrange(256)
            try:
                all_plays(position, Lexicon.from_bytes(content), budget=None)
                outcomes.add("plays")
            except LexiconError:
                outcomes.add("damaged")
        assert outcomes == {"plays", "damaged"}


def test_the_real_dictionary(french: Lexicon) -> None:
    grid = Grid.blank(15)
    for turn, rack in enumerate(("QUARTZES", "SENTIRAU", "BOMEDULS", "VER?"), 1):
        position = Position.bare(LETTRIX, grid, rack)
        every = best_of(every_play(position, french), 1 << 30, rack)
        assert by_rank(all_plays(position, french, budget=None)) == every
        best = best_plays(position, french, 12, budget=None)
        assert list(best) == every[:12]
        grid = grid.put(place(LETTRIX, grid, rack, best[0].play).new, turn, 0)
