"""Generation against brute force: every word, everywhere, both ways, every choice of blanks, judged by the rules."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lettrix.game import AnyWord
from lettrix.generation import Found, Position, all_plays, best_plays
from lettrix.graphbuild import build_graph
from lettrix.grid import Grid
from lettrix.legality import IllegalAction, look_up, place
from lettrix.lexicon import Lexicon
from lettrix.plays import Laid, Play, parse_play
from lettrix.rules import Rules
from lettrix.scoring import total
from lettrix.variants import find_variant

WORDS = """AS ES ET LA LE LES NE SA SE TA TE UN AIL AILE AILES ANE ANES ETE ETES ILE ILES LAS LIT LITS NET NETS
NUL RAT RATE RATES SEL SELS TAS TEL TELS USA USE USES UNE UNES TRAINES LESTAIT RALENTIS""".split()
LEXICON = Lexicon.from_bytes(build_graph(WORDS, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
RULES = find_variant("lettrix").rules()


def brute_force(rules: Rules, grid: Grid, rack: str) -> set[tuple[int, frozenset[Laid]]]:
    """Every play that the rules take, found by trying everything."""
    found = set()
    size = grid.size
    for word, row, col, down in product(WORDS, range(size), range(size), (False, True)):
        squares = [(row + i, col) if down else (row, col + i) for i in range(len(word))]
        if squares[-1][0] >= size or squares[-1][1] >= size:
            continue
        new = [(r, c, letter) for (r, c), letter in zip(squares, word, strict=True) if grid.text[r * size + c] == "."]
        if not new or len(new) > len(rack):
            continue
        if any(
            grid.text[r * size + c].upper() not in (".", letter) for (r, c), letter in zip(squares, word, strict=True)
        ):
            continue
        for blanks in product((False, True), repeat=len(new)):
            if sum(blanks) > rack.count("?"):
                continue
            play = Play(tuple(Laid(r, c, letter, b) for (r, c, letter), b in zip(new, blanks, strict=True)))
            try:
                placement = place(rules, grid, rack, play)
                look_up(rules, placement, LEXICON)
            except IllegalAction:
                continue
            found.add((total(rules.valuation, placement), frozenset(play.tiles)))
    return found


def test_letters_that_may_not_be_added_alone_are_left_out_along_and_across() -> None:
    rules = replace(RULES, no_hook="S")
    grid = Grid.blank(15)
    for turn, play in enumerate(("8G ILE", "10G NET", "C3 LE", "12L SEL"), 1):
        new = {tile.row * 15 + tile.col: tile.letter for tile in parse_play(play, grid, rules.tiles.alphabet).tiles}
        grid = grid.put(new, turn, 0)
    for rack in ("S", "S?", "SATE", "SESA?"):
        some = generated(all_plays(Position.bare(rules, grid, rack), LEXICON, budget=None))
        assert some == brute_force(rules, grid, rack)
        assert some < generated(all_plays(Position.bare(RULES, grid, rack), LEXICON, budget=None)), (
            "ILES and NETS fall away"
        )


def generated(candidates: Found) -> set[tuple[int, frozenset[Laid]]]:
    plays = [(candidate.points, frozenset(candidate.play.tiles)) for candidate in candidates]
    assert len(plays) == len(set(plays)), "a play was listed twice"
    return set(plays)


@settings(max_examples=12, deadline=None)
@given(st.text("AEILNRSTU?", min_size=1, max_size=8).filter(lambda rack: rack.count("?") <= 2), st.integers(0, 3))
def test_same_plays_and_points_as_brute_force_on_grown_boards(rack: str, plays_before: int) -> None:
    grid = Grid.blank(15)
    for turn, letters in enumerate(["TRAINES", "ALE?SUT", "RATESIL"][:plays_before], 1):
        best = best_plays(Position.bare(RULES, grid, letters), LEXICON, budget=None)
        if best:
            placement = place(RULES, grid, letters, best[0].play)
            grid = grid.put(placement.new, turn, 0)
    assert generated(all_plays(Position.bare(RULES, grid, rack), LEXICON, budget=None)) == brute_force(
        RULES, grid, rack
    )


def test_best_is_the_top_of_all_and_always_the_same() -> None:
    every = all_plays(Position.bare(RULES, Grid.blank(15), "TRAINES?"), LEXICON, budget=None)
    best = best_plays(Position.bare(RULES, Grid.blank(15), "TRAINES?"), LEXICON, 5, budget=None)
    assert [candidate.points for candidate in best] == sorted((c.points for c in every), reverse=True)[:5]
    assert best == best_plays(Position.bare(RULES, Grid.blank(15), "?SENIART"), LEXICON, 5, budget=None)
    # RALENTIS from H1 to H8, L a blank: seven points and a doubled E, times three (H1) and two (H8), eight tiles.
    assert best[0].points == (7 + 1) * 3 * 2 + 50


def test_no_rack_and_no_room_give_no_play() -> None:
    assert list(all_plays(Position.bare(RULES, Grid.blank(15), ""), LEXICON, budget=None)) == []
    assert list(all_plays(Position.bare(RULES, Grid.from_rows(["A" * 15] * 15), "AS"), LEXICON, budget=None)) == []


def test_every_generated_play_is_legal_with_the_real_dictionary(french: Lexicon) -> None:
    grid = Grid.blank(15)
    for turn, rack in enumerate(("QUARTZ?E", "SENTIRAU", "BOMEDULS"), 1):
        candidates = all_plays(Position.bare(RULES, grid, rack), french, budget=None)
        for points, _, play in candidates[:: max(1, len(candidates) // 60)]:
            placement = place(RULES, grid, rack, play)
            look_up(RULES, placement, french)
            assert points == total(RULES.valuation, placement)
        best = max(candidates, key=lambda candidate: (candidate.points, candidate.play.tiles))
        grid = grid.put(place(RULES, grid, rack, best.play).new, turn, 0)


def test_the_rules_judge_without_a_dictionary_too() -> None:
    assert AnyWord().contains("ANYTHING")
    with pytest.raises(IllegalAction):
        place(RULES, Grid.blank(15), "AB", Play((Laid(0, 0, "A"), Laid(0, 1, "B"))))
