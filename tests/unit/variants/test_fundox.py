"""Fundox: one rack for all, letters owned, a refused play is a turn over, the board that is cleared."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from tests.engine import ANY_WORD, NONCES, SECRET, T0, Table, check_replay, dealt, proof_of, started
from tests.random_games import random_action, random_play

from lettrix.boards import FUNDOX13, WHITE13
from lettrix.clock import DAY, HOUR, SECOND
from lettrix.draw import make_seed
from lettrix.game import apply, conserved, judge, settle, start
from lettrix.generation import Position, all_plays
from lettrix.graphbuild import build_graph
from lettrix.legality import IllegalAction, Reason
from lettrix.lexicon import Lexicon, WordSet
from lettrix.plays import Laid, Play, Timeout
from lettrix.proof import verify
from lettrix.rules import Rules
from lettrix.scoring import total
from lettrix.state import Game, Result
from lettrix.tilesets import FUNDOX as TILES
from lettrix.variant import OptionError
from lettrix.variants import find_variant
from lettrix.view import turn_view, unseen, view

VARIANT = find_variant("fundox")


def rules(**options: bool | int | str) -> Rules:
    return VARIANT.rules(options=options)


def lexicon_of(words: str) -> Lexicon:
    return Lexicon.from_bytes(build_graph(words.split(), TILES.alphabet.upper))


PLAIN = rules()
CLEARING = rules(vidage="allowed", target=200)


def owned(game: Game) -> list[int]:
    """Points by seat, counted afresh: letters on the board, one more on orange, and what was banked."""
    points = list(game.extra["banked"])
    for square, seat in enumerate(game.grid.seats):
        if seat >= 0:
            points[seat] += 2 if game.rules.board.kinds[square] == "O" else 1
    return points


def check_scores(table: Table) -> None:
    assert table.scores == owned(table.game)


class TestBoardAndTiles:
    def test_thirteen_by_thirteen_white_without_clearing(self) -> None:
        assert PLAIN.board is WHITE13
        assert (WHITE13.size, WHITE13.start, set(WHITE13.kinds)) == (13, (6, 6), {"."})
        assert PLAIN.board.labels("fr") == {}

    def test_with_clearing_eight_pink_squares_at_corners_and_edge_middles_and_twenty_orange(self) -> None:
        for vidage in ("allowed", "not_first"):
            assert rules(vidage=vidage).board is FUNDOX13
        pink = {divmod(square, 13) for square, kind in enumerate(FUNDOX13.kinds) if kind == "P"}
        assert pink == {(row, col) for row in (0, 6, 12) for col in (0, 6, 12)} - {(6, 6)}
        assert Counter(FUNDOX13.kinds) == Counter({"P": 8, "O": 20, ".": 141})
        columns = ["".join(column) for column in zip(*FUNDOX13.rows, strict=True)]
        assert columns == list(FUNDOX13.rows) == [row[::-1] for row in FUNDOX13.rows]
        assert CLEARING.board.labels("fr") == {"P": "VIDE", "O": "+1"}

    def test_250_tiles_without_blanks(self) -> None:
        counts = {"E": 38, "A": 22, "I": 20, "O": 14, "L": 12, "D": 8, "M": 8}
        counts |= dict.fromkeys("NRSTU", 16) | dict.fromkeys("CPV", 6) | dict.fromkeys("BFGH", 4)
        counts |= dict.fromkeys("JKQWXYZ", 2)
        assert PLAIN.tiles is TILES
        assert Counter(TILES.tiles()) == Counter(counts)
        assert TILES.size == 250
        assert {TILES.values[letter] for letter in TILES.alphabet.upper} == {1}

    def test_one_rack_of_seven_for_all_that_everybody_sees(self) -> None:
        game = started(4, PLAIN)
        assert len({seat.rack for seat in game.seats}) == 1
        assert len(game.seats[0].rack) == 7
        assert len(game.bag) == 243
        assert conserved(game)
        for viewer in (None, 0, 3):
            assert all(player["rack"] == list(game.seats[0].rack) for player in view(game, viewer)["players"])

    def test_the_host_is_red_and_begins_then_green_blue_gold(self) -> None:
        for number in range(5):
            game = started(4, PLAIN, secret=bytes([number]) * 32)
            assert game.order == (0, 1, 2, 3)
            assert game.to_move == 0
        assert VARIANT.describe()["languages"]["fr"]["special"]["colours"] == ["red", "green", "blue", "gold"]
        assert VARIANT.players == (2, 4)
        assert VARIANT.languages == ("fr",)


class TestPlays:
    @pytest.mark.parametrize(
        ("text", "code"),
        [("7H SHAPE", "misses_start"), ("7G S", "too_few_tiles"), ("1A SH", "misses_start")],
    )
    def test_the_first_has_a_tile_on_the_centre(self, text: str, code: str) -> None:
        table = dealt(PLAIN, ["SHAPEOO"] * 2)
        assert table.do(table.read(text))[0]["code"] == code

    def test_at_least_two_new_tiles_a_turn(self) -> None:
        table = dealt(PLAIN, ["SHAPEOO"] * 2)
        table.play("7G HA")
        assert table.do(table.read("7F S.."))[0]["code"] == Reason.TOO_FEW_TILES
        assert table.play("7F S..PE") == 3, "H and A were red already"

    def test_nothing_is_exchanged(self) -> None:
        assert PLAIN.exchange == "no"
        table = Table(started(2, PLAIN))
        assert view(table.game, 0)["allowed"] == ["pass", "play", "resign"]
        with pytest.raises(IllegalAction, match="nothing is exchanged in this game"):
            table.exchange(table.game.seats[0].rack)
        assert table.game.to_move == 0, "and costs no turn"

    def test_the_rack_is_filled_up_for_all_and_all_see_what_is_drawn(self) -> None:
        table = dealt(PLAIN, ["SHAPEOO"] * 3)
        table.play("7G SHAPE")
        assert len({seat.rack for seat in table.game.seats}) == 1
        assert len(table.game.seats[0].rack) == 7
        for viewer in (None, 0, 1, 2):
            draw = turn_view(table.game, table.turns[0], viewer)["facts"][-1]
            assert draw["kind"] == "draw"
            assert len(draw["letters"]) == draw["count"] == 5
        check_replay(table)

    def test_letters_left_are_those_of_the_bag_alone(self) -> None:
        """The rack lies open; the distribution of what is still to come is told at any moment."""
        table = dealt(PLAIN, ["SHAPEOO"] * 3)
        table.play("7G SHAPE")
        for viewer in range(3):
            assert unseen(table.game, viewer) == dict(sorted(Counter(table.game.bag).items()))
            assert sum(unseen(table.game, viewer).values()) == view(table.game, viewer)["bag"] == 250 - 7 - 5

    def test_no_lookups_while_it_is_played(self) -> None:
        assert PLAIN.lookups == "never"
        assert not PLAIN.aids


class TestPoints:
    @pytest.mark.parametrize(
        ("rack", "then", "first", "after_first", "second", "after_second"),
        [
            # Under every letter of SHAPE lies one of HATING.
            ("SHAPEHI", "ATNGO", "7G SHAPE", [5, 0], "8F HATING", [0, 11]),
            ("FILLEDU", "NOOOOO", "7D FILLED", [6, 0], "7B UN......", [0, 8]),
            # CIAO above BRINS: CI, IN and AS down.
            ("BRINSCI", "AOEEE", "7E BRINS", [5, 0], "6G CIAO", [2, 7]),
        ],
    )
    def test_every_letter_of_every_word_becomes_the_movers(
        self, rack: str, then: str, first: str, after_first: list[int], second: str, after_second: list[int]
    ) -> None:
        table = dealt(PLAIN, [rack] * 2, then)
        assert table.play(first) == after_first[0]
        assert table.scores == after_first
        placement = judge(table.game, 1, table.read(second), ANY_WORD)
        assert table.game.rules.policy.breakdown(table.game, 1, placement).points == after_second[1]
        assert table.play(second) == after_second[1]
        assert table.scores == after_second
        check_scores(table)
        loss = {"kind": "loss", "seat": 0, "points": after_second[0] - after_first[0]}
        assert loss in turn_view(table.game, table.turns[-1], None)["facts"]
        check_replay(table)

    def test_the_view_tells_the_owner_of_each_tile_and_who_laid_it_does_not_matter(self) -> None:
        table = dealt(PLAIN, ["BRINSCI"] * 2, "AOEEE")
        table.play("7E BRINS")
        table.play("6G CIAO")
        owners = {(tile["row"], tile["col"]): tile["seat"] for tile in view(table.game, None)["board"]["tiles"]}
        assert [owners[6, col] for col in range(4, 9)] == [0, 0, 1, 1, 1]
        assert [owners[5, col] for col in range(6, 10)] == [1, 1, 1, 1]
        assert {tile["turn"] for tile in view(table.game, None)["board"]["tiles"] if tile["row"] == 6} == {1}

    def test_a_letter_that_was_ones_own_brings_nothing_again(self) -> None:
        table = dealt(PLAIN, ["FILLEDU"] * 2, "NOOOOO")
        table.play("7D FILLED")
        table.skip()
        assert table.play("7B UN......") == 2
        assert table.scores == [8, 0]

    @pytest.mark.parametrize("seats", [2, 3, 4])
    @pytest.mark.parametrize("options", [PLAIN, CLEARING, rules(vidage="not_first", target=999)])
    def test_total_is_exactly_what_the_mover_gains(self, options: Rules, seats: int) -> None:
        plays = took = 0
        for number in range(3):
            random = Random(f"{seats} {number}")
            table = Table(started(seats, replace(options, options={**options.options, "target": 999})))
            while not table.game.is_over and len(table.turns) < 60:
                game = table.game
                seat = game.to_move
                assert seat is not None
                play = random_play(game, random, 6)
                if play is None:
                    table.skip()
                    continue
                placement = judge(game, seat, play, ANY_WORD)
                valuation = game.rules.policy.valuation(game, seat)
                points = total(valuation, placement)
                facts = table.do(play, after=SECOND)
                assert facts[0]["points"] == points == table.scores[seat] - game.seats[seat].score
                check_scores(table)
                plays += 1
                took += any(fact["kind"] == "loss" for fact in facts)
            check_replay(table)
        assert plays > 30
        assert took > 10

    def test_generation_counts_the_same(self) -> None:
        lexicon = lexicon_of("SHAPE SHAPES TAPE SET HAT AS HE PA ET")
        table = dealt(rules(vidage="allowed"), ["SHAPETA"] * 2, "SETHA")
        table.play("7G SHAPE")
        found = all_plays(Position.of(table.game, 1), lexicon, budget=None)
        assert len(found) > 5
        for points, _, play in found:
            assert Table(table.game).do(play)[0]["points"] == points


class TestTarget:
    def test_it_is_chosen_by_the_host_twenty_or_more(self) -> None:
        assert rules(target=20).options["target"] == 20
        with pytest.raises(OptionError, match="target"):
            rules(target=19)

    @pytest.mark.parametrize(("seats", "target"), [(2, 40), (3, 35), (4, 30)])
    def test_the_default_goes_by_the_number_of_players(self, seats: int, target: int) -> None:
        assert VARIANT.rules(seats=seats).options["target"] == target
        assert VARIANT.rules(options={"target": 50}, seats=seats).options["target"] == 50
        told = next(option for option in VARIANT.describe()["options"] if option["name"] == "target")
        assert (told["low"], told["default"], told["default_by_seats"][str(seats)]) == (20, 40, target)

    def near(self, scores: list[int]) -> Table:
        table = dealt(PLAIN, ["SHAPEOO"] * len(scores))
        return Table(_with(table.game, extra={**table.game.extra, "banked": scores}))

    def test_the_first_to_reach_it_wins_at_once(self) -> None:
        table = self.near([34, 39, 0])
        table.play("7G SHAPE")
        assert table.scores[0] == 39
        assert not table.game.is_over
        table = self.near([35, 39, 0])
        table.play("7G SHAPE")
        assert table.game.result == Result("target", (0,), (1, 2, 3))
        assert table.scores[0] == 40, "nothing is taken off"

    def test_with_the_bag_emptied_by_that_play_too(self) -> None:
        table = self.near([35, 39, 0])
        table.game = _with(table.game, bag="ABC")
        table.play("7G SHAPE")
        assert table.game.result == Result("target", (0,), (1, 2, 3))

    def test_whoever_it_is(self) -> None:
        table = self.near([0, 39, 38])
        table.skip()
        table.play("7G SHAPE")
        assert table.game.result == Result("target", (1,), (3, 1, 2))

    def test_an_empty_bag_ends_the_game_and_most_points_win(self) -> None:
        table = dealt(PLAIN, ["SHAPEOO"] * 2)
        table.game = _with(table.game, bag="ABCDE", extra={**table.game.extra, "banked": [3, 9]})
        table.play("7G SHAPE")
        assert table.game.result == Result("bag_empty", (1,), (2, 1))
        assert table.scores == [8, 9]

    def test_level_is_a_draw(self) -> None:
        table = dealt(PLAIN, ["SHAPEOO"] * 2)
        table.game = _with(table.game, bag="ABCDE", extra={**table.game.extra, "banked": [4, 9]})
        table.play("7G SHAPE")
        assert table.game.result == Result("bag_empty", (0, 1), (1, 1))

    def test_a_bag_with_one_tile_left_goes_on(self) -> None:
        table = dealt(PLAIN, ["SHAPEOO"] * 2)
        table.game = _with(table.game, bag="ABCDEF")
        table.play("7G SHAPE")
        assert not table.game.is_over


def _with(game: Game, **changes: Any) -> Game:
    """The game with other content; the scores follow what is banked."""
    game = replace(game, **changes)
    seats = tuple(replace(seat, score=points) for seat, points in zip(game.seats, owned(game), strict=True))
    return replace(game, seats=seats)


class TestTime:
    def test_fifteen_seconds_to_three_minutes_at_the_table_forty_by_default(self) -> None:
        assert PLAIN.clock.turn == 40 * SECOND
        assert rules(turn=15).clock.turn == 15 * SECOND
        assert rules(turn=180).clock.turn == 180 * SECOND
        for turn in (14, 181):
            with pytest.raises(OptionError, match="turn"):
                rules(turn=turn)
        assert PLAIN.clock.remind_at(T0, T0 + 40 * SECOND) is None

    def test_or_48_hours_by_correspondence_with_the_common_clock(self) -> None:
        clock = rules(pace="correspondence").clock
        assert (clock.turn, clock.game, clock.timeouts_to_forfeit) == (48 * HOUR, 15 * DAY, 3)
        told = VARIANT.describe()["languages"]["fr"]
        assert told["clock"]["turn"] == 40
        assert told["by_option"]["pace"]["correspondence"]["clock"]["turn"] == 172_800

    def test_at_zero_nothing_laid_is_a_pass_and_at_the_table_never_a_forfeit(self) -> None:
        table = dealt(PLAIN, ["SHAPEOO"] * 2)
        assert table.settle(after=40 * SECOND - 1) == []
        (turn,) = table.settle(after=1)
        assert turn.facts == ({"kind": "timeout", "number": 1},)
        assert table.game.seats[0].passes == 1
        assert table.game.to_move == 1
        table.game = replace(table.game, seats=tuple(replace(seat, timeouts=9) for seat in table.game.seats))
        table.settle(after=40 * SECOND)
        assert all(seat.is_playing for seat in table.game.seats)

    def test_by_correspondence_the_third_automatic_pass_forfeits(self) -> None:
        table = Table(started(3, rules(pace="correspondence")))
        table.game = replace(table.game, seats=tuple(replace(seat, timeouts=2) for seat in table.game.seats))
        table.settle(after=48 * HOUR)
        assert table.game.seats[0].state == "forfeited"

    def test_at_zero_what_lies_on_the_board_is_validated(self) -> None:
        """And the next player's turn runs from the moment at which that is recorded."""
        table = dealt(PLAIN, ["SHAPEOO"] * 2)
        draft = table.read("7G SHAPE").tiles
        assert settle(table.game, T0 + 40 * SECOND - 1, ANY_WORD, draft) == (table.game, [])
        table.now += 42 * SECOND
        table.game, table.turns = settle(table.game, table.now, ANY_WORD, draft)
        (turn,) = table.turns
        assert turn.action == "timeout"
        assert turn.facts[0]["kind"] == "play"
        assert turn.facts[0]["points"] == table.scores[0] == 5
        assert table.game.seats[0].timeouts == 0, "it was a play"
        assert turn_view(table.game, turn, None)["automatic"]
        assert table.game.due_at == table.now + 40 * SECOND
        check_replay(table)

    def test_what_lies_there_may_be_refused_too(self) -> None:
        table = dealt(PLAIN, ["SHAPEOO"] * 2)
        table.now += 40 * SECOND
        table.game, table.turns = settle(table.game, table.now, ANY_WORD, table.read("7H SHAPE").tiles)
        assert table.turns[0].facts[0]["kind"] == "refused"
        assert table.turns[0].facts[0]["code"] == "misses_start"
        assert table.game.seats[0].passes == 1
        check_replay(table)

    def test_a_draft_is_played_once_for_the_player_to_move_and_never_before_time(self) -> None:
        table = dealt(PLAIN, ["SHAPEOO"] * 2)
        tiles = (Laid(6, 6, "S"), Laid(6, 7, "H"))
        with pytest.raises(IllegalAction) as early:
            apply(table.game, 0, Timeout(tiles), T0 + SECOND, ANY_WORD)
        assert early.value.reason == Reason.TOO_EARLY
        with pytest.raises(IllegalAction) as other:
            apply(table.game, 1, Timeout(tiles), T0 + DAY, ANY_WORD)
        assert other.value.reason == Reason.NOT_YOUR_TURN

    def test_other_games_do_not_play_a_draft(self) -> None:
        game = started(2)
        after, (turn,) = settle(game, T0 + 48 * HOUR, ANY_WORD, (Laid(7, 7, "A"), Laid(7, 8, "A")))
        assert turn.facts[0]["kind"] == "timeout"
        assert after.grid.is_empty

    def test_a_play_at_the_very_deadline_is_in_time_and_one_after_it_too_late(self) -> None:
        table = dealt(PLAIN, ["SHAPEOO"] * 2)
        with pytest.raises(IllegalAction) as late:
            apply(table.game, 0, table.read("7G SHAPE"), T0 + 40 * SECOND + 1, ANY_WORD)
        assert late.value.reason == Reason.TOO_LATE
        table.play("7G SHAPE", after=40 * SECOND)


class TestRefused:
    def test_it_is_a_turn_over_and_everybody_sees_tiles_and_reason(self) -> None:
        table = dealt(PLAIN, ["SHAPEOO"] * 3, words=WordSet(["SHAPE"]))
        rack = table.game.seats[0].rack
        for seat, (text, code, words) in enumerate(
            (("7G HAPS", "unknown_words", ["HAPS"]), ("1A SHAPE", "misses_start", []))
        ):
            assert table.game.to_move == seat
            facts = table.do(table.read(text))
            assert facts[0]["kind"] == "refused"
            for viewer in (None, 0, 1, 2):
                shown = turn_view(table.game, table.turns[-1], viewer)["facts"][0]
                assert (shown["code"], shown["words"]) == (code, words)
                assert [tile["letter"] for tile in shown["tiles"]] == list(text[3:])
        assert table.scores == [0, 0, 0], "scores stand"
        assert table.game.grid.is_empty
        assert table.game.to_move == 2, "the next player moves"
        assert table.game.seats[0].rack == rack, "the rack stays"
        check_replay(table)

    def test_even_tiles_that_are_not_on_the_rack(self) -> None:
        table = dealt(PLAIN, ["SHAPEOO"] * 2)
        assert table.do(table.read("7G ZZ"))[0]["code"] == "not_on_rack"


class TestRenewal:
    def test_when_all_have_passed_or_been_refused_on_the_same_rack_it_is_put_aside_for_good(self) -> None:
        table = dealt(PLAIN, ["SHAPEOO"] * 3)
        table.skip()
        table.do(table.read("1A SHAPE"))
        assert table.game.seats[0].rack == "SHAPEOO"
        bag = table.game.bag
        table.settle(after=40 * SECOND)  # an automatic pass counts too
        assert table.game.extra["aside"] == "SHAPEOO"
        assert table.game.seats[0].rack == bag[:7]
        assert table.game.bag == bag[7:]
        for viewer in (None, 1):
            renewed = turn_view(table.game, table.turns[-1], viewer)["facts"][1]
            assert renewed == {"kind": "renewed", "letters": list("SHAPEOO")}
        check_replay(table)

    def test_passes_on_an_earlier_rack_do_not_count(self) -> None:
        table = dealt(PLAIN, ["SHAPEOO"] * 3)
        table.skip()
        table.skip()
        table.play("7G SHAPE")
        rack = table.game.seats[0].rack
        table.skip()
        table.skip()
        assert table.game.seats[0].rack == rack, "the third has not passed on this one"
        table.skip()
        assert table.game.seats[0].rack != rack

    def test_who_has_left_is_not_waited_for(self) -> None:
        table = dealt(PLAIN, ["SHAPEOO"] * 3)
        table.skip()
        table.skip()
        table.resign(2)
        assert table.game.extra["renewals"] == 1
        table.resign(1)
        assert table.game.result == Result("last_player", (0,), (1, 2, 3))
        check_replay(table)

    def test_who_passed_on_an_earlier_rack_is_waited_for_after_another_has_left(self) -> None:
        table = dealt(PLAIN, ["SHAPEOO"] * 3)
        table.skip()
        table.play("7G SHAPE")
        table.skip()
        table.resign(1)
        assert table.game.extra["renewals"] == 0, "red has not passed on this rack"
        table.skip()
        assert table.game.extra["renewals"] == 1

    def test_nothing_is_renewed_for_the_last_player(self) -> None:
        table = dealt(PLAIN, ["SHAPEOO"] * 2)
        table.skip()
        table.resign(1)
        assert table.game.is_over
        assert table.game.seats[0].rack == "SHAPEOO"

    def test_three_renewals_running_end_the_game_with_most_points(self) -> None:
        table = dealt(PLAIN, ["SHAPEOO"] * 2)
        table.play("7G SHAPE")
        while not table.game.is_over:
            table.skip()
        assert len(table.turns) == 1 + 3 * 2
        assert table.game.result == Result("renewed", (0,), (1, 2))
        assert len(table.game.extra["aside"]) == 21
        check_replay(table)

    def test_one_that_empties_the_bag_ends_the_game_too(self) -> None:
        table = dealt(PLAIN, ["SHAPEOO"] * 2)
        table.game = _with(table.game, bag="ABCDEFG", extra={**table.game.extra, "banked": [3, 9]})
        table.skip()
        assert not table.game.is_over
        table.skip()
        assert table.game.result == Result("bag_empty", (1,), (2, 1))
        assert table.game.seats[0].rack == "ABCDEFG"

    def test_a_play_in_between_starts_the_count_again(self) -> None:
        table = dealt(PLAIN, ["SHAPEOO"] * 2)
        for _ in range(4):
            table.skip()
        assert table.game.extra["renewals"] == 2
        letters = table.game.seats[0].rack
        table.play(f"7G {letters[:2]}")
        assert view(table.game, None)["special"]["renewals"] == 0
        for _ in range(4):
            table.skip()
        assert not table.game.is_over


class TestClearing:
    def cleared(self, options: Rules = CLEARING) -> Table:
        """Red lays SHAPE, green HATINGS along the bottom of it, and red reaches the pink square M7."""
        table = dealt(options, ["SHAPEHI"] * 2, "ATNGO" + "DEFEIR" + "AEIOUST")
        table.play("7G SHAPE")
        table.play("8F HATING")
        return table

    def test_a_tile_on_pink_clears_the_board_after_scoring_and_scores_are_kept(self) -> None:
        table = self.cleared()
        assert table.scores == [0, 11 + 1], "the P of SHAPE lies on orange"
        facts = table.do(table.read("7G .....ED"))
        assert facts[0]["points"] == 5 + 1 + 2, "SHAPE is taken, two are new"
        assert table.game.grid.is_empty
        assert table.scores == [8, 6]
        assert {"kind": "cleared", "banked": [8, 6]} in turn_view(table.game, table.turns[-1], 1)["facts"]
        assert view(table.game, None)["special"]["banked"] == [8, 6]
        check_replay(table)

    def test_the_tiles_are_out_of_the_game(self) -> None:
        table = self.cleared()
        table.play("7G .....ED")
        assert sorted(table.game.extra["aside"]) == sorted("SHAPEED" + "HATING")
        assert conserved(table.game)

    def test_the_next_play_may_lie_anywhere_but_not_the_first_of_the_game(self) -> None:
        table = self.cleared()
        table.play("7G .....ED")
        assert view(table.game, 1)["special"]["anywhere"]
        letters = table.game.seats[1].rack
        table.play(f"2B {letters[:2]}")
        assert table.scores == [8, 6 + 2]
        assert not view(table.game, 0)["special"]["anywhere"]
        facts = table.do(table.read(f"12K {table.game.seats[0].rack[:2]}"))
        assert facts[0]["code"] == "not_connected", "only the very next one"
        assert dealt(CLEARING, ["SHAPEHI"] * 2).do(table.read("12K SH"))[0]["code"] == "misses_start"

    def test_generation_opens_anywhere_too(self) -> None:
        table = self.cleared()
        table.play("7G .....ED")
        lexicon = lexicon_of(table.game.seats[1].rack[:2])
        assert len(all_plays(Position.of(table.game, 1), lexicon, budget=None)) == 2 * 12 * 13

    def test_an_orange_square_lends_its_owner_a_point_while_he_owns_its_letter(self) -> None:
        table = dealt(CLEARING, ["SHAPEHI"] * 2, "ATNGOEEEEE")
        assert FUNDOX13.kinds[6 * 13 + 9] == "O"
        assert table.play("7G SHAPE") == 6, "the P of SHAPE lies on J7, orange"
        assert table.play("8F HATING") == 11 + 1
        assert table.scores == [0, 12]
        told = {(entry["row"], entry["col"]): entry["value"] for entry in view(table.game, 0)["counting"]["worth"]}
        assert told[6, 9] == 2
        assert told[6, 8] == 1
        own = {entry["value"] for entry in view(table.game, 1)["counting"]["worth"]}
        assert own == {0}, "one's own bring nothing"

    def test_who_clears_banks_what_orange_lent_him_and_everybodys_is_reset(self) -> None:
        table = dealt(CLEARING, ["SHAPEED"] * 2)
        grid = table.game.grid.put({13 + 4: "O", 2 * 13 + 2: "O", 0: "A"}, 1, 1)  # two on orange
        table.game = _with(table.game, grid=grid.put({6 * 13 + 5: "E"}, 1, 1))
        assert table.scores == [0, 4 + 2]
        facts = table.do(table.read("7F .SHAPEED"))
        assert facts[0]["points"] == 8 + 1
        assert {"kind": "loss", "seat": 1, "points": 3 - 6} in facts, "the E is taken, and two points of orange go"
        assert table.scores == table.game.extra["banked"] == [9, 3]

    @pytest.mark.parametrize(("vidage", "clears"), [("none", False), ("allowed", True), ("not_first", False)])
    def test_on_the_games_first_turn(self, vidage: str, clears: bool) -> None:
        table = dealt(rules(vidage=vidage), ["SHAPEED"] * 2)
        table.play("7G SHAPEED")
        assert table.game.grid.is_empty == clears
        assert table.scores == [7 + (vidage != "none"), 0]

    @pytest.mark.parametrize("pink", [square for square, kind in enumerate(FUNDOX13.kinds) if kind == "P"])
    def test_each_of_the_eight_pink_squares_does(self, pink: int) -> None:
        table = dealt(CLEARING, ["SHAPEED"] * 2)
        row, col = divmod(pink, 13)
        inward = 1 if col < 12 else -1
        table.game = _with(table.game, grid=table.game.grid.put({pink + 2 * inward: "T"}, 1, 1))
        table.do(Play((Laid(row, col, "S"), Laid(row, col + inward, "H"))))
        assert table.game.grid.is_empty
        assert table.scores[0] == 3 + (FUNDOX13.kinds[pink + 2 * inward] == "O")

    def test_it_is_still_the_first_turn_when_another_player_leaves(self) -> None:
        table = dealt(rules(vidage="not_first"), ["SHAPEED"] * 3)
        table.resign(2)
        table.play("7G SHAPEED")
        assert not table.game.grid.is_empty

    @pytest.mark.parametrize("vidage", ["allowed", "not_first"])
    def test_after_the_first_turn(self, vidage: str) -> None:
        table = dealt(rules(vidage=vidage), ["SHAPEED"] * 2)
        table.skip()
        table.play("7G SHAPEED")
        assert table.game.grid.is_empty

    def test_a_tile_that_lay_on_pink_does_not_clear_again(self) -> None:
        table = dealt(rules(vidage="not_first", target=200), ["SHAPEED"] * 2)
        table.play("7G SHAPEED")
        letters = table.game.seats[1].rack
        table.play(f"M7 .{letters[:2]}")
        assert not table.game.grid.is_empty

    def test_random_games_with_clearing_replay(self) -> None:
        cleared = 0
        for number in range(4):
            random = Random(number)
            table = Table(started(2 + number % 3, rules(vidage="allowed", target=150)))
            while not table.game.is_over and len(table.turns) < 120:
                table.do(random_action(table.game, random, 6), after=random.randint(1, 39) * SECOND)
                check_scores(table)
                assert conserved(table.game)
            check_replay(table)
            cleared += table.game.extra["cleared"]
        assert cleared > 5


class TestNoS:
    @pytest.mark.parametrize("vidage", ["none", "allowed"])
    @pytest.mark.parametrize("no_s", [False, True])
    def test_a_play_may_not_take_a_word_by_only_adding_a_final_s(self, vidage: str, no_s: bool) -> None:
        table = dealt(rules(no_s=no_s, vidage=vidage), ["CHATSOL"] * 2, "UEEE")
        table.play("7D CHAT")
        facts = table.do(table.read("H7 SOL"))
        if no_s:
            assert (facts[0]["kind"], facts[0]["code"]) == ("refused", "only_adds_s")
        else:
            assert facts[0]["words"] == ["SOL", "CHATS"]

    def test_more_than_an_s_is_allowed(self) -> None:
        table = dealt(rules(no_s=True), ["CHATSOE"] * 2, "NEEE")
        table.play("7D CHAT")
        table.play("7D ....ES")


class TestRecords:
    def test_a_game_is_verified_from_its_record(self) -> None:
        lexicon = lexicon_of("SHAPE LE LA ET EN UN UNE NE RE TE IL")
        for vidage in ("none", "allowed"):
            game = start(rules(vidage=vidage), make_seed(SECRET, NONCES[:2]), 2, T0)
            table, random = Table(game, lexicon), Random(1)
            while not table.game.is_over:
                assert table.game.to_move is not None
                plays = all_plays(Position.of(table.game, table.game.to_move), lexicon, budget=None)
                if plays and random.random() < 0.8:
                    table.do(random.choice(sorted(plays, key=lambda found: found.play.tiles)).play, after=SECOND)
                elif random.random() < 0.5:
                    table.do(Play((Laid(0, 0, table.game.seats[0].rack[0]),)), after=SECOND)
                else:
                    table.settle(after=40 * SECOND)
            assert {turn.facts[0]["kind"] for turn in table.turns} == {"play", "refused", "timeout"}
            proof = proof_of(table.first, table.turns, lexicon)
            assert verify(proof, lexicon) == table.game

    def test_a_client_is_told_all_that_differs(self) -> None:
        told = VARIANT.describe()
        assert json.loads(json.dumps(told)) == told
        fr = told["languages"]["fr"]
        assert (fr["counts_across"], fr["min_tiles"], fr["shared_rack"]) == (False, 2, True)
        assert (fr["refusal_costs_turn"], fr["draft_counts"], fr["lookups"]) == (True, True, "never")
        assert fr["board"]["rows"] == list(WHITE13.rows)
        with_clearing = fr["by_option"]["vidage"]["allowed"]["board"]
        assert with_clearing["rows"] == list(FUNDOX13.rows)
        assert with_clearing["factors"]["O"] == {"letter": 2, "word": 1}
        assert fr["by_option"]["no_s"]["true"] == {"no_hook": "S"}
        assert fr["passes_to_end"] is None, "passing renews the rack"

    @pytest.mark.parametrize("hide", [lambda game: replace(game, bag=game.bag[::-1]), lambda g: replace(g, seed=b"")])
    def test_a_view_tells_nothing_of_the_bags_order_or_the_seed(self, hide: Callable[[Game], Game]) -> None:
        table = dealt(CLEARING, ["SHAPEHI"] * 2, "ATNGO")
        table.play("7G SHAPE")
        for viewer in (None, 0, 1):
            assert view(table.game, viewer) == view(hide(table.game), viewer)
