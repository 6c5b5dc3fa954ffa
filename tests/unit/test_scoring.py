"""Points, counted by hand. Letters: E A I N O R S T U L 1, D G M 2, B C P 3, F H V 4, J Q 8, K W X Y Z 10."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.engine import ANY_WORD, LETTRIX, WHOLE_RACK_ONLY, Table, grid_of, position

from lettrix.game import judge
from lettrix.legality import place
from lettrix.plays import Play, parse_play
from lettrix.rules import Rules
from lettrix.scoring import breakdown, total


def points(rack: str, text: str, board: dict[str, str] | None = None, rules: Rules = LETTRIX) -> int:
    """Points of a play, the same three ways: alone, as a breakdown, and in a game's score."""
    grid = grid_of(board or {})
    play = parse_play(text, grid, rules.tiles.alphabet)
    placement = place(rules, grid, rack, play)
    table = Table(position([rack, "E"], board, rules=rules, bag="E" * 20))
    assert table.play(text) == total(rules.valuation, placement) == breakdown(rules.valuation, placement).points
    assert table.scores == [total(rules.valuation, placement), 0]
    return table.scores[0]


class TestPremiumSquares:
    def test_the_star_doubles_the_first_word(self) -> None:
        assert points("LAEEEEEE", "8H LA") == (1 + 1) * 2

    def test_a_letter_premium_counts_before_the_word_is_doubled(self) -> None:
        assert points("CHATSEEE", "8D CHATS") == (3 * 2 + 4 + 1 + 1 + 1) * 2  # D8 LD, H8 MD

    def test_a_letter_counts_three_times_on_lt(self) -> None:
        assert points("FEEEEEEE", "6J FA", {"6K": "A"}) == 4 * 3 + 1  # J6 is LT

    def test_a_premium_counts_only_for_the_tile_laid_on_it_this_turn(self) -> None:
        assert points("TEEEEEEE", "8H CHAT", {"8H": "CHA"}) == 3 + 4 + 1 + 1
        assert points("SEEEEEEE", "8D CHATS", {"8D": "CHAT"}) == (3 + 4 + 1 + 1 + 1) * 2

    def test_a_word_is_tripled_on_the_edge(self) -> None:
        assert points("LAEEEEEE", "A8 LA", {"8B": "EEEEEEE"}) == (1 + 1) * 3 + (1 + 7) * 3

    def test_two_word_premiums_are_multiplied(self) -> None:
        # A1 and H1 triple, the I on D1 lay there: (T R A I N E E S = 8) x 9, and 7 tiles are laid.
        assert points("TRANEESB", "1A TRA.NEES", {"1D": "I"}) == 8 * 9 + 40
        # C3 and M3 double, nine letters lay between them.
        assert points("ABEEEEEE", "3C AEEEEEEEEEB", {"3D": "EEEEEEEEE"}) == (1 + 9 + 3) * 4
        # A8 triples, H8 doubles: eight tiles, D8 doubles the I.
        assert points("TRAINEES", "8A TRAINEES") == (1 + 1 + 1 + 2 + 1 + 1 + 1 + 1) * 6 + 50


class TestSeveralWords:
    def test_every_word_formed_counts_and_each_takes_the_premium_of_the_new_tile(self) -> None:
        # ET below LA; I9 is LD. ET = 1 + 2, LE = 1 + 1, AT = 1 + 2.
        assert points("ETEEEEEE", "9H ET", {"8H": "LA"}) == 3 + 2 + 3

    def test_a_word_premium_multiplies_the_word_across_too(self) -> None:
        # B2 is MD: BE down and BA across, both doubled; the bonus and the other word are not.
        assert points("BEEEEEEE", "2B B", {"2C": "A", "B3": "E"}) == (3 + 1) * 2 + (3 + 1) * 2

    def test_only_the_words_through_the_premium_are_multiplied(self) -> None:
        # E5 is MD: FA across and FE down are doubled, AT down is not.
        assert points("FAEEEEEE", "5E FA", {"6E": "ET"}) == (4 + 1) * 2 + (4 + 1) * 2 + (1 + 1)

    def test_the_order_is_letters_then_multipliers_then_words_then_the_bonus(self) -> None:
        # A8 MT, D8 LD, H8 MD; and SAC down from H8, doubled as well.
        assert points("TRAINEES", "8A TRAINEES", {"H9": "AC"}) == 9 * 6 + (1 + 1 + 3) * 2 + 50


class TestBlanks:
    def test_a_blank_is_worth_nothing_and_still_doubles_the_word(self) -> None:
        assert points("?AEEEEEE", "8H wA") == (0 + 1) * 2
        assert points("?AEEEEEE", "8D zAEEE") == (0 * 2 + 1 + 1 + 1 + 1) * 2

    def test_a_blank_is_worth_nothing_for_ever(self) -> None:
        assert points("SEEEEEEE", "8D wAS", {"8D": "wA"}) == 0 + 1 + 1
        assert points("ETEEEEEE", "9H ET", {"8H": "wA"}) == (1 + 2) + (0 + 1) + (1 + 2)

    def test_blanks_count_as_tiles_for_the_bonus(self) -> None:
        assert points("T?AI?EES", "8B TrAInEE") == (1 + 0 + 1 * 2 + 1 + 0 + 1 + 1) * 2 + 40


class TestBonus:
    def test_seven_tiles_bring_40_of_eight_or_of_seven(self) -> None:
        seven = (1 + 1 + 1 * 2 + 1 + 1 + 1 + 1) * 2  # D8 LD, H8 MD
        assert points("TRAINESB", "8B TRAINES") == seven + 40
        assert points("TRAINES", "8B TRAINES") == seven + 40

    def test_eight_tiles_bring_50(self) -> None:
        assert points("TRAINEES", "H1 TRAINEES") == (1 + 1 + 1 + 1 * 2 + 1 + 1 + 1 + 1) * 3 * 2 + 50

    def test_six_tiles_bring_none(self) -> None:
        assert points("TRAINESB", "8C TRAINE") == (1 + 1 * 2 + 1 + 1 + 1 + 1) * 2

    def test_old_letters_of_the_word_do_not_count_for_it(self) -> None:
        # Six new ones make a word of eight: A1 and H1 triple it.
        assert points("TRNEESBB", "1A TR..NEES", {"1C": "AI"}) == 8 * 9

    def test_with_whole_rack_only_seven_of_eight_bring_none(self) -> None:
        seven = (1 + 1 + 1 * 2 + 1 + 1 + 1 + 1) * 2
        assert points("TRAINESB", "8B TRAINES", rules=WHOLE_RACK_ONLY) == seven
        assert points("TRAINES", "8B TRAINES", rules=WHOLE_RACK_ONLY) == seven + 40
        assert points("TRAINEES", "8A TRAINEES", rules=WHOLE_RACK_ONLY) == 9 * 6 + 50

    def test_a_whole_rack_of_fewer_tiles_brings_none(self) -> None:
        for rules in (LETTRIX, WHOLE_RACK_ONLY):
            assert points("TRAINE", "8C TRAINE", rules=rules) == (1 + 1 * 2 + 1 + 1 + 1 + 1) * 2


def test_the_breakdown_tells_word_by_word_and_square_by_square() -> None:
    game = position(["ETEEEEEE", "E"], {"8H": "wA"})
    told = breakdown(
        LETTRIX.valuation, judge(game, 0, parse_play("9H ET", game.grid, LETTRIX.tiles.alphabet), ANY_WORD)
    )
    assert told.points == 7
    assert told.bonus == 0
    main, first, second = told.words
    assert [(w.word, w.where, w.factor, w.points) for w in told.words] == [
        ("ET", "9H", 1, 3),
        ("wE", "H8", 1, 1),
        ("AT", "I8", 1, 3),
    ]
    assert [(x.row, x.col, x.letter, x.value, x.factor, x.word_factor, x.new) for x in main.letters] == [
        (8, 7, "E", 1, 1, 1, True),
        (8, 8, "T", 1, 2, 1, True),
    ]
    assert [(x.row, x.col, x.letter, x.value, x.factor, x.word_factor, x.new) for x in first.letters] == [
        (7, 7, "w", 0, 1, 1, False),  # the star under the blank counted once, when it was laid
        (8, 7, "E", 1, 1, 1, True),
    ]
    assert [letter.new for letter in second.letters] == [False, True]


def test_the_breakdown_shows_multiplied_premiums_and_the_bonus() -> None:
    game = position(["TRANEESB", "E"], {"1D": "I"})
    told = breakdown(
        LETTRIX.valuation, judge(game, 0, parse_play("1A TRA.NEES", game.grid, LETTRIX.tiles.alphabet), ANY_WORD)
    )
    assert told.bonus == 40
    assert told.words[0].factor == 9
    assert [letter.word_factor for letter in told.words[0].letters] == [3, 1, 1, 1, 1, 1, 1, 3]
    assert told.points == 112


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1)])
def test_the_order_in_which_tiles_are_named_does_not_matter(order: tuple[int, ...]) -> None:
    grid = grid_of({"8H": "wA"})
    play = parse_play("9G LES", grid, LETTRIX.tiles.alphabet)
    shuffled = Play(tuple(play.tiles[i] for i in order))
    game = replace(position(["LESEEEEE", "E"]), grid=grid)
    straight, mixed = (judge(game, 0, each, ANY_WORD) for each in (play, shuffled))
    assert straight.words == mixed.words
    assert total(LETTRIX.valuation, straight) == total(LETTRIX.valuation, mixed)
