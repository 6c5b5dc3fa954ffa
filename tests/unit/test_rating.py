"""Ratings, with numbers by hand."""

from __future__ import annotations

from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.engine import T0

from lettrix.clock import DAY
from lettrix.rating import START, Pinned, Rated, changes, expectation, is_rated, pin, results
from lettrix.variants import find_variant

STANDARD = find_variant("classic").rules()


def played(*ratings: int) -> list[Pinned]:
    return [pin(rating) for rating in ratings]


def test_it_starts_at_1200_with_k_40_and_k_is_20_from_2400() -> None:
    assert pin(START) == (1200, 40)
    assert pin(2399).k == 40
    assert pin(2400).k == 20
    assert pin(2900).k == 20


@pytest.mark.parametrize(
    ("ratings", "ranks", "expected"),
    [
        ((1200, 1200), (1, 2), [20, -20]),
        ((1200, 1200), (1, 1), [0, 0]),
        # 1400 against 1200 expects 1 / (1 + 10 ** -0.5) = 0.7597.
        ((1400, 1200), (1, 2), [10, -10]),
        ((1400, 1200), (2, 1), [-30, 30]),
        ((1400, 1200), (1, 1), [-10, 10]),
        ((2400, 2400), (1, 2), [10, -10]),
        ((2400, 2200), (2, 1), [-15, 30]),
        ((2399, 2399), (2, 1), [-20, 20]),
        # 1600 against 1200: 1 / (1 + 10 ** -1) = 0.909.
        ((1600, 1200), (1, 2), [4, -4]),
        ((1600, 1200), (2, 1), [-36, 36]),
    ],
)
def test_two_players(ratings: tuple[int, ...], ranks: tuple[int, ...], expected: list[int]) -> None:
    assert changes(played(*ratings), ranks) == expected


@pytest.mark.parametrize(
    ("ratings", "ranks", "expected"),
    [
        ((1200,) * 3, (1, 2, 3), [20, 0, -20]),
        ((1200,) * 4, (1, 2, 3, 4), [20, 7, -7, -20]),  # 1, 2/3, 1/3 and 0 against 1/2
        # The mean expectations are 0.7597, 0.3701 and 0.3701.
        ((1400, 1200, 1200), (2, 1, 3), [-10, 25, -15]),
    ],
)
def test_with_n_players_the_result_is_n_less_rank_by_n_less_1_against_the_mean_expectation(
    ratings: tuple[int, ...], ranks: tuple[int, ...], expected: list[int]
) -> None:
    assert changes(played(*ratings), ranks) == expected


def test_the_results_of_ties_are_shared() -> None:
    assert results((1, 2, 3, 4)) == [1, 2 / 3, 1 / 3, 0]
    assert results((1, 1, 3)) == [0.75, 0.75, 0]
    assert results((1, 2, 2)) == [1, 0.25, 0.25]
    assert results((1, 1, 1, 1)) == [0.5] * 4
    assert results((3, 1, 1, 4)) == pytest.approx([1 / 3, 5 / 6, 5 / 6, 0])
    assert changes(played(1200, 1200, 1200), (1, 1, 3)) == [10, 10, -20]


def test_ratings_and_k_are_pinned_so_that_the_order_of_arrival_does_not_matter() -> None:
    """Three games started at the same ratings add up to the same, however they end."""
    anna, ben = pin(2390), pin(1500)
    ended = [changes([anna, ben], ranks)[0] for ranks in ((1, 2), (2, 1), (1, 1))]
    assert len({2390 + sum(order) for order in permutations(ended)}) == 1
    assert changes([Pinned(2390, 40), ben], (2, 1))[0] == -changes([ben, Pinned(2390, 40)], (1, 2))[0]


@given(st.lists(st.integers(100, 2399), min_size=2, max_size=4))
def test_with_one_k_nothing_is_made_or_lost_but_by_rounding(ratings: list[int]) -> None:
    ranks = tuple(range(1, len(ratings) + 1))
    assert abs(sum(changes(played(*ratings), ranks))) <= len(ratings) / 2
    assert sum(results(ranks)) == pytest.approx(len(ratings) / 2)
    mean = [expectation(r, ratings[:i] + ratings[i + 1 :]) for i, r in enumerate(ratings)]
    assert sum(mean) == pytest.approx(len(ratings) / 2)


@given(st.lists(st.integers(100, 3000), min_size=2, max_size=4))
def test_a_better_rank_never_brings_less(ratings: list[int]) -> None:
    n = len(ratings)
    for seat in range(n):
        gains = []
        for rank in range(1, n + 1):
            others = [other for other in range(1, n + 1) if other != rank]
            gains.append(changes(played(*ratings), [*others[:seat], rank, *others[seat:]])[seat])
        assert all(better >= worse for better, worse in pairwise(gains))


class TestSuggestions:
    def test_who_used_one_gets_no_change(self) -> None:
        assert changes(played(1200, 1200), (1, 2), used_suggestion={0}) == [0, 0]
        assert changes(played(1200, 1200), (2, 1), used_suggestion={0}) == [0, 20]

    def test_his_opponents_can_then_only_rise(self) -> None:
        assert changes(played(1200, 1200), (1, 2), used_suggestion={0})[1] == 0, "a lost game costs him nothing"
        assert changes(played(1200, 1200, 1200), (3, 1, 2), used_suggestion={0}) == [0, 20, 0]
        assert changes(played(1200, 1200, 1200), (1, 2, 3), used_suggestion={0, 1}) == [0, 0, 0]


class TestWhichGamesAreRated:
    def test_casual_robot_and_unrated_rule_sets_are_not(self) -> None:
        assert is_rated(STANDARD, ["a", "b"], T0, [])
        assert is_rated(find_variant("classic").rules(options={"level": "competitive"}), ["a", "b"], T0, [])
        assert is_rated(find_variant("blitz").rules(), ["a", "b"], T0, [])
        assert not is_rated(find_variant("classic").rules(options={"level": "casual"}), ["a", "b"], T0, [])
        assert not is_rated(STANDARD, ["a", "b"], T0, [], robots=True)
        for name in ("lettrix", "duo", "grand", "chaos", "fundox", "kelime"):
            assert not is_rated(find_variant(name).rules(), ["a", "b"], T0, [])

    def test_at_most_three_a_week_between_the_same_two(self) -> None:
        ab, ac = frozenset("ab"), frozenset("ac")
        week = [Rated(ab, T0 - days * DAY) for days in (1, 3, 6)]
        assert not is_rated(STANDARD, ["a", "b"], T0, week)
        assert is_rated(STANDARD, ["a", "b"], T0, week[:2])
        assert is_rated(STANDARD, ["a", "b"], T0, [*week[:2], Rated(ab, T0 - 7 * DAY)]), "a week ago"
        assert not is_rated(STANDARD, ["a", "b"], T0, [*week[:2], Rated(ab, T0 - 7 * DAY + 1)])
        assert is_rated(STANDARD, ["a", "b"], T0, [*week[:2], Rated(ac, T0), Rated(ac, T0)]), "with others they may"
        assert is_rated(STANDARD, ["a", "c"], T0, week)

    def test_games_for_three_or_four_count_for_each_pair_in_them(self) -> None:
        abc = [Rated(frozenset("abc"), T0 - DAY)] * 3
        assert not is_rated(STANDARD, ["b", "c"], T0, abc)
        assert not is_rated(STANDARD, ["x", "b", "y", "c"], T0, abc)
        assert is_rated(STANDARD, ["x", "b", "y"], T0, abc)


def test_impossible_games_are_refused() -> None:
    for pinned, ranks in (([], []), (played(1200), [1]), (played(1200, 1200), [1])):
        with pytest.raises(ValueError, match="two players"):
            changes(pinned, ranks)
