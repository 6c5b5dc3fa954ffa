"""Fundox: one rack for all, letters owned, the target, records."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from tests.engine import ANY_WORD, NONCES, SECRET, T0, Table, check_replay, dealt, proof_of, started
from tests.fundox import CLEARING, PLAIN, VARIANT, changed, check_scores, lexicon_of, rules
from tests.random_games import random_play

from lettrix.boards import FUNDOX13, WHITE13
from lettrix.clock import SECOND
from lettrix.draw import make_seed
from lettrix.game import conserved, judge, start
from lettrix.generation import Position, all_plays
from lettrix.legality import IllegalAction, Reason
from lettrix.plays import Laid, Play
from lettrix.proof import verify
from lettrix.rules import Rules
from lettrix.scoring import total
from lettrix.state import Game, Result
from lettrix.tilesets import FUNDOX as TILES
from lettrix.variant import OptionError
from lettrix.view import turn_view, unseen, view


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
        return Table(changed(table.game, extra={**table.game.extra, "banked": scores}))

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
        table.game = changed(table.game, bag="ABC")
        table.play("7G SHAPE")
        assert table.game.result == Result("target", (0,), (1, 2, 3))

    def test_whoever_it_is(self) -> None:
        table = self.near([0, 39, 38])
        table.skip()
        table.play("7G SHAPE")
        assert table.game.result == Result("target", (1,), (3, 1, 2))

    def test_an_empty_bag_ends_the_game_and_most_points_win(self) -> None:
        table = dealt(PLAIN, ["SHAPEOO"] * 2)
        table.game = changed(table.game, bag="ABCDE", extra={**table.game.extra, "banked": [3, 9]})
        table.play("7G SHAPE")
        assert table.game.result == Result("bag_empty", (1,), (2, 1))
        assert table.scores == [8, 9]

    def test_level_is_a_draw(self) -> None:
        table = dealt(PLAIN, ["SHAPEOO"] * 2)
        table.game = changed(table.game, bag="ABCDE", extra={**table.game.extra, "banked": [4, 9]})
        table.play("7G SHAPE")
        assert table.game.result == Result("bag_empty", (0, 1), (1, 1))

    def test_a_bag_with_one_tile_left_goes_on(self) -> None:
        table = dealt(PLAIN, ["SHAPEOO"] * 2)
        table.game = changed(table.game, bag="ABCDEF")
        table.play("7G SHAPE")
        assert not table.game.is_over


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
