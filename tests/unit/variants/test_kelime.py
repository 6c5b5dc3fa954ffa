"""Kelime: dotted and dotless i, a fair first rack, a star worth 25, turns without a word, and the finisher's reward."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from tests.engine import ANY_WORD, NONCES, SECRET, T0, Table, check_replay, dealt, proof_of, refusal, started, stored
from tests.random_games import random_action

from lettrix.boards import KELIME15
from lettrix.clock import DAY, HOUR
from lettrix.draw import Stream, make_seed
from lettrix.game import conserved, judge, replay, start
from lettrix.generation import Position, all_plays
from lettrix.graphbuild import build_graph
from lettrix.grid import Grid
from lettrix.legality import IllegalAction, Reason
from lettrix.lexicon import Lexicon, WordSet
from lettrix.plays import Exchange, Laid, Pass, Play
from lettrix.proof import verify
from lettrix.state import Game, Result
from lettrix.tilesets import BY_LANGUAGE, TURKISH
from lettrix.variant import OptionError
from lettrix.variants import find_variant, kelime
from lettrix.view import turn_view, view

VARIANT = find_variant("kelime")
TURKISH_RULES = VARIANT.rules()
ENGLISH_RULES = VARIANT.rules("en")


def without_star(table: Table) -> Table:
    return Table(replace(table.game, extra={"star": None, "wordless": 0}), table.words)


def with_bag(table: Table, tiles: int) -> Table:
    return Table(replace(table.game, bag=table.game.bag[:tiles]), table.words)


class TestBoardAndTiles:
    def test_turkish_by_default_english_french_and_german_allowed(self) -> None:
        assert VARIANT.languages == ("tr", "en", "fr", "de")
        for language in VARIANT.languages:
            rules = VARIANT.rules(language)
            assert (rules.board, rules.tiles, rules.rack_size) == (KELIME15, BY_LANGUAGE[language], 7)

    def test_for_two(self) -> None:
        assert VARIANT.players == (2, 2)

    def test_the_turkish_bag_is_the_one_of_the_rule_page(self) -> None:
        counts = {"A": 12, "E": 8, "İ": 7, "K": 7, "L": 7, "R": 6, "N": 5, "T": 5, "I": 4, "M": 4}
        counts |= dict.fromkeys("OSU", 3) | dict.fromkeys("BCÇDŞÜYZ?", 2) | dict.fromkeys("FGĞHJÖPV", 1)
        assert Counter(TURKISH.tiles()) == Counter(counts)
        assert TURKISH.size == 100
        by_value = {1: "AEİKLNRT", 2: "IMOSU", 3: "BDÜY", 4: "CÇŞZ", 5: "GHP", 7: "FÖV", 8: "Ğ", 10: "J", 0: "?"}
        for value, letters in by_value.items():
            assert {TURKISH.values[letter] for letter in letters} == {value}
        assert sum(map(len, by_value.values())) == 30

    def test_square_labels_in_turkish(self) -> None:
        told = VARIANT.describe()["languages"]
        assert told["tr"]["board"]["labels"] == {"d": "H2", "t": "H3", "D": "K2", "T": "K3"}
        assert told["tr"]["special"]["star25"] == {"points": 25, "label": "★25"}
        assert told["en"]["board"]["labels"]["D"] == "DW"

    def test_the_layout_is_symmetric_and_its_centre_doubles_the_word(self) -> None:
        rows = KELIME15.rows
        assert ["".join(column) for column in zip(*rows, strict=True)] == list(rows) == [row[::-1] for row in rows]
        assert (rows[0], rows[2], rows[7]) == ("..T..d...d..T..", "T......D......T", "..D....D....D..")
        assert KELIME15.start == (7, 7)
        assert Counter(KELIME15.kinds) == Counter({"T": 8, "D": 9, "t": 8, "d": 24, ".": 176})

    def test_i_with_and_without_dot_are_two_letters_all_the_way(self) -> None:
        table = dealt(TURKISH_RULES, ["ILIKLİİ", "?KİTABE"], words=WordSet(["ILIK", "İLİK", "KİT"]))
        assert refusal(table.game, "8H İLİK", WordSet(["ILIK"])) == Reason.UNKNOWN_WORDS
        table.play("8H ILIK")
        assert table.game.grid.rows()[7][7:11] == "ILIK"
        table.play("K8 .iT")
        assert table.game.grid.text[8 * 15 + 10] == "i", "a blank that stands for İ"
        tile = view(table.game, 0)["board"]["tiles"][-2]
        assert (tile["letter"], tile["blank"], tile["value"]) == ("İ", True, 0)
        with pytest.raises(IllegalAction) as refused:
            table.do(table.read("I7 İ."))
        assert refused.value.words == ("İL",)
        check_replay(table)

    def test_the_first_play_covers_the_centre(self) -> None:
        table = dealt(TURKISH_RULES, ["ALKALAR", "KİTABEM"])
        assert refusal(table.game, "7H AL") == Reason.MISSES_START


class TestFirstRacks:
    @staticmethod
    def fair(rack: str) -> bool:
        vowels = sum(tile in "AEIİOÖUÜ" for tile in rack)
        return vowels >= 2 and 7 - vowels - rack.count("?") >= 2

    def test_in_turkish_two_vowels_and_two_consonants_each_blanks_not_counted(self) -> None:
        redrawn = 0
        for number in range(60):
            game = started(2, TURKISH_RULES, secret=bytes([number]) * 32)
            assert all(self.fair(seat.rack) for seat in game.seats)
            assert conserved(game)
            redrawn += game.seats != started(2, VARIANT.rules(version=1), secret=bytes([number]) * 32).seats
        assert 0 < redrawn < 60, "most racks hold them without being redrawn"

    def test_they_are_redrawn_whole_from_the_opening_stream_until_they_do(self) -> None:
        seed = next(
            seed
            for seed in (make_seed(bytes([number]) * 32, NONCES[:2]) for number in range(99))
            if not self.fair("".join(Stream(seed, "bag", 0).shuffled(TURKISH.tiles())[:7]))
        )
        stream = Stream(seed, "opening", 0)
        tiles = "".join(stream.shuffled(TURKISH.tiles()))
        while not (self.fair(tiles[:7]) and self.fair(tiles[7:14])):
            tiles = "".join(stream.shuffled(TURKISH.tiles()))
        game = start(TURKISH_RULES, seed, 2, T0)
        assert [seat.rack for seat in game.seats] == [tiles[:7], tiles[7:14]]
        assert game.bag == tiles[14:]

    @pytest.mark.parametrize("rack", ["AEIİOLK", "LKRNTAE", "AE?LK?İ", "ÜÖLKRNT", "IUĞŞÇ??"])
    def test_enough(self, rack: str) -> None:
        assert TURKISH_RULES.policy._is_fair(rack)  # type: ignore[attr-defined]

    @pytest.mark.parametrize("rack", ["AEIİOÖL", "LKRNTZA", "AEIİO?L", "LKRNA??"])
    def test_not_enough(self, rack: str) -> None:
        assert not TURKISH_RULES.policy._is_fair(rack)  # type: ignore[attr-defined]

    def test_version_1_games_keep_version_1(self) -> None:
        first = VARIANT.rules(version=1)
        assert (VARIANT.version, TURKISH_RULES.version, first.version) == (2, 2, 1)
        for number in range(40):
            secret = bytes([number]) * 32
            tiles = "".join(Stream(make_seed(secret, NONCES[:2]), "bag", 0).shuffled(TURKISH.tiles()))
            assert [seat.rack for seat in started(2, first, secret=secret).seats] == [tiles[:7], tiles[7:14]]
        with pytest.raises(OptionError, match="version"):
            VARIANT.rules(version=3)

    def test_other_languages_draw_freely_as_later_draws_do(self) -> None:
        for language in ("en", "fr", "de"):
            free = [
                self.fair(started(2, VARIANT.rules(language), secret=bytes([number]) * 32).seats[0].rack)
                for number in range(99)
            ]
            assert not all(free)
        table = dealt(TURKISH_RULES, ["ALKALAR", "KİTABEM"], "AAEEEİİ")
        table.exchange("ALKALAR")
        assert table.game.seats[0].rack == "AAEEEİİ"


class TestStar:
    def test_it_is_drawn_on_an_ordinary_square_never_on_a_premium_or_the_start(self) -> None:
        stars = set()
        for number in range(150):
            star = started(2, TURKISH_RULES, secret=bytes([number]) * 32).extra["star"]
            assert KELIME15.kinds[star] == "."
            assert star != KELIME15.start_square
            stars.add(star)
        assert len(stars) > 80

    def test_it_is_drawn_from_its_own_stream(self) -> None:
        plain = [square for square, kind in enumerate(KELIME15.kinds) if kind == "."]
        number = Stream(make_seed(SECRET, NONCES[:2]), "star25", 0).below(176)
        assert started(2, TURKISH_RULES).extra["star"] == plain[number]

    def test_25_once_when_a_new_tile_first_covers_it_however_many_words(self) -> None:
        table = dealt(TURKISH_RULES, ["ALKALAR", "KİTABEM"])
        extra = {"star": 6 * 15 + 7, "wordless": 0}  # H7, over the centre
        grid = Grid.blank(15).put({7 * 15 + 7: "A", 6 * 15 + 6: "L"}, 1, 1)
        table = Table(replace(table.game, extra=extra, grid=grid))
        for viewer in (None, 0, 1):
            assert view(table.game, viewer)["special"]["star25"] == {"row": 6, "col": 7}
        assert view(table.game, 0)["counting"] == {"flat": [{"row": 6, "col": 7, "value": 25}]}
        placement = judge(table.game, 0, table.read("7G .A"), ANY_WORD)
        counted = table.game.rules.policy.breakdown(table.game, table.game.to_move or 0, placement)
        assert [word.points for word in counted.words] == [2, 2]
        assert (counted.squares, counted.points) == (((6, 7, 25),), 29)
        assert table.play("7G .A") == 29
        assert table.scores == [29, 0]
        for viewer in (None, 0, 1):
            shown = turn_view(table.game, table.turns[0], viewer)["facts"]
            assert {"kind": "star25", "row": 6, "col": 7} in shown, "the record tells it"
            assert view(table.game, viewer)["special"]["star25"] is None
            assert "counting" not in view(table.game, viewer)
        assert table.play("H7 ..E") == 3, "not again"
        assert replay(table.first, stored(table.turns)) == table.game

    def test_a_blank_covers_it_too(self) -> None:
        table = dealt(TURKISH_RULES, ["?LKALAR", "KİTABEM"])
        table = Table(replace(table.game, extra={"star": 7 * 15 + 8, "wordless": 0}))
        assert table.play("8H La") == 1 * 2 + 25

    def test_it_is_added_after_the_words_are_multiplied(self) -> None:
        table = dealt(TURKISH_RULES, ["ALKALAR", "KİTABEM"])
        table = Table(replace(table.game, extra={"star": 7 * 15 + 8, "wordless": 0}))
        assert table.play("8H AL") == 4 + 25


class TestPoints:
    def test_al_on_the_centre_star_is_4(self) -> None:
        table = without_star(dealt(TURKISH_RULES, ["ALNATRE", "ELNRTAE"]))
        assert table.play("8H AL") == (1 + 1) * 2 == 4

    def test_words_worth_20_laid_with_7_new_tiles_are_50(self) -> None:
        table = without_star(dealt(TURKISH_RULES, ["ALKIMSR", "KİTABEM"]))
        placement = judge(table.game, 0, table.read("8D ALKIMSR"), ANY_WORD)
        counted = table.game.rules.policy.breakdown(table.game, table.game.to_move or 0, placement)
        assert ([word.points for word in counted.words], counted.bonus, counted.points) == ([20], 30, 50)
        assert table.play("8D ALKIMSR") == 50

    @pytest.mark.parametrize(("language", "bonus"), [("tr", 30), ("en", 50), ("fr", 50), ("de", 50)])
    def test_thirty_for_seven_in_turkish_fifty_in_the_others(self, language: str, bonus: int) -> None:
        table = without_star(dealt(VARIANT.rules(language), ["ANATREN", "ELNRTAE"]))
        assert table.play("8D ANATREN") == 7 * 2 + bonus

    def test_tiles_that_lay_there_do_not_count_for_the_bonus(self) -> None:
        table = without_star(dealt(TURKISH_RULES, ["ALKALAR", "KİTABEM"]))
        table.play("8H AL")
        assert table.play("H8 .KİTABE") == (1 + 1 + 1 + 1 + 1 + 3 + 1) * 2, "K2 on H13, and no bonus for six"

    def test_generation_counts_the_same(self) -> None:
        words = ["AL", "LA", "KAL", "ALKA", "KİT", "TA", "KİTABE"]
        lexicon = Lexicon.from_bytes(build_graph(words, TURKISH.alphabet.upper))
        for number in range(4):
            table = Table(started(2, TURKISH_RULES, secret=bytes([number]) * 32))
            table.game = replace(
                table.game,
                extra={"star": 7 * 15 + 6 + number, "wordless": 0},
                seats=tuple(replace(seat, rack="ALKİT?E") for seat in table.game.seats),
            )
            found = all_plays(Position.of(table.game, 0), lexicon, budget=None)
            assert len(found) > 20
            for points, _, play in found:
                assert Table(table.game).do(play)[0]["points"] == points


class TestExchange:
    def test_the_whole_rack_or_nothing(self) -> None:
        table = dealt(TURKISH_RULES, ["ALKALAR", "KİTABEM"])
        assert refusal(table.game, Exchange("A")) == Reason.EXCHANGE_ALL_OR_NONE
        assert refusal(table.game, Exchange("ALKALA")) == Reason.EXCHANGE_ALL_OR_NONE
        table.exchange("RALAKLA")
        check_replay(table)

    def test_while_the_bag_holds_as_many_tiles_as_the_rack(self) -> None:
        table = dealt(TURKISH_RULES, ["ALKALAR", "KİTABEM"])
        assert refusal(with_bag(table, 6).game, Exchange("ALKALAR")) == Reason.BAG_TOO_SMALL
        assert "exchange" not in view(with_bag(table, 6).game, 0)["allowed"]
        assert "exchange" in view(with_bag(table, 7).game, 0)["allowed"]
        with_bag(table, 7).exchange("ALKALAR")

    def test_new_tiles_first_then_the_old_ones_go_back(self) -> None:
        table = dealt(TURKISH_RULES, ["ALKALAR", "KİTABEM"], "NNNOOSS")
        bag = table.game.bag
        table.exchange("ALKALAR")
        assert table.game.seats[0].rack == "NNNOOSS"
        assert sorted(table.game.bag) == sorted(bag[7:] + "ALKALAR")


class TestEnd:
    def test_the_letters_left_are_taken_from_the_other_and_given_to_the_finisher(self) -> None:
        table = without_star(dealt(TURKISH_RULES, ["ALKALAR", "KİTABEM"]))
        seats = (replace(table.game.seats[0], rack="AL"), replace(table.game.seats[1], rack="Ğ?E"))
        table.game = replace(table.game, bag="", seats=seats)
        facts = table.do(table.read("8H AL"))
        assert table.scores == [4 + 9, -9]
        assert {"kind": "leftover", "seat": 1, "letters": ["Ğ", "?", "E"], "points": -9} in facts
        assert {"kind": "given", "seat": 0, "points": 9} in facts
        assert table.game.result == Result("played_out", (0,), (1, 2))

    def test_the_winner_is_known_after_that(self) -> None:
        table = without_star(dealt(TURKISH_RULES, ["ALKALAR", "KİTABEM"]))
        seats = (replace(table.game.seats[0], rack="AL"), replace(table.game.seats[1], rack="ĞE", score=21))
        table.game = replace(table.game, bag="", seats=seats)
        table.play("8H AL")
        assert table.scores == [13, 12]
        assert table.game.result == Result("played_out", (0,), (1, 2))

    def test_level_is_a_draw(self) -> None:
        table = without_star(dealt(TURKISH_RULES, ["ALKALAR", "KİTABEM"]))
        seats = (replace(table.game.seats[0], rack="AL"), replace(table.game.seats[1], rack="ĞE", score=22))
        table.game = replace(table.game, bag="", seats=seats)
        table.play("8H AL")
        assert table.scores == [13, 13]
        assert table.game.result == Result("played_out", (0, 1), (1, 1))

    @pytest.mark.parametrize(("bag", "over"), [(19, True), (20, False), (0, True)])
    def test_in_turkish_four_turns_without_a_word_end_it_below_20_tiles(self, bag: int, over: bool) -> None:
        table = with_bag(dealt(TURKISH_RULES, ["ALKALAR", "KİTABEM"]), bag)
        if bag:
            table.exchange("ALKALAR")
        else:
            table.skip()
        for _ in range(3):
            assert not table.game.is_over
            table.skip()
        assert table.game.is_over == over
        assert table.scores == [0, 0], "no adjustment"
        if table.game.result:
            assert table.game.result == Result("wordless", (0, 1), (1, 1))

    def test_with_20_tiles_it_goes_on_however_many_there_were(self) -> None:
        table = with_bag(dealt(TURKISH_RULES, ["ALKALAR", "KİTABEM"]), 20)
        for number in range(9):
            table.skip()
            assert view(table.game, None)["special"]["wordless"] == number + 1
        assert not table.game.is_over
        table.play("8H AL") if table.game.to_move == 0 else table.play("8H KİT")
        assert len(table.game.bag) < 20
        assert not table.game.is_over, "a word begins the count anew"
        for _ in range(3):
            table.skip()
        assert not table.game.is_over
        table.skip()
        assert table.game.is_over

    def test_the_first_moment_at_which_both_hold_ends_it(self) -> None:
        """More than four turns already when the bag is found below 20: the next turn without a word ends it."""
        table = with_bag(dealt(TURKISH_RULES, ["ALKALAR", "KİTABEM"]), 19)
        table.game = replace(table.game, extra={**table.game.extra, "wordless": 6})
        table.skip()
        assert table.game.is_over

    def test_passes_exchanges_and_automatic_passes_count_and_a_word_resets(self) -> None:
        table = with_bag(dealt(TURKISH_RULES, ["ALKALAR", "KİTABEM"]), 19)
        table.exchange("ALKALAR")
        table.settle(after=48 * HOUR)
        table.skip()
        assert table.game.extra["wordless"] == 3
        table.play("8H KİT")
        assert table.game.extra["wordless"] == 0
        table.skip()
        assert not table.game.is_over

    @pytest.mark.parametrize("language", ["en", "fr", "de"])
    def test_in_other_languages_four_such_turns_with_any_bag(self, language: str) -> None:
        table = Table(started(2, VARIANT.rules(language)))
        for _ in range(4):
            assert not table.game.is_over
            table.skip()
        assert table.game.result == Result("wordless", (0, 1), (1, 1))
        assert table.scores == [0, 0]

    @pytest.mark.parametrize("seat", [0, 1])
    def test_who_resigns_also_out_of_turn_loses_whatever_the_score_and_scores_are_kept(self, seat: int) -> None:
        table = dealt(TURKISH_RULES, ["ALKALAR", "KİTABEM"])
        leading = tuple(
            replace(player, score=90 if number == seat else 10) for number, player in enumerate(table.game.seats)
        )
        table = Table(replace(table.game, seats=leading))
        table.resign(seat)
        assert table.game.result is not None
        assert (table.game.result.reason, table.game.result.winners) == ("last_player", (1 - seat,))
        assert table.scores[seat] == 90
        assert table.scores[1 - seat] == 10
        check_replay(table)


class TestAround:
    def test_lookups_are_allowed(self) -> None:
        assert TURKISH_RULES.lookups == "always"
        assert "check" in TURKISH_RULES.aids

    def test_the_common_clock(self) -> None:
        clock = TURKISH_RULES.clock
        assert (clock.turn, clock.game, clock.timeouts_to_forfeit) == (48 * HOUR, 15 * DAY, 3)

    def test_unrated_until_a_language_is_certified(self) -> None:
        for language in VARIANT.languages:
            assert VARIANT.describe()["languages"][language]["rated"] is False

    def test_which_languages_are_is_a_setting(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(kelime, "CERTIFIED", frozenset({"tr"}))
        assert VARIANT.rules("tr").rated
        assert not VARIANT.rules("en").rated

    def test_a_client_is_told_all_that_differs(self) -> None:
        told = VARIANT.describe()
        assert json.loads(json.dumps(told)) == told
        turkish, english = told["languages"]["tr"], told["languages"]["en"]
        assert turkish["bonuses"] == [{"tiles": 7, "points": 30}]
        assert english["bonuses"] == [{"tiles": 7, "points": 50}]
        assert turkish["exchange"] == {"what": "whole_rack", "bag_min": 7}
        assert turkish["leftovers"] == "finisher"
        assert turkish["passes_to_end"] is english["passes_to_end"] is None, "turns without a word are counted together"
        assert turkish["special"]["opening"] == {"vowels": 2, "consonants": 2}
        assert (turkish["special"]["wordless_to_end"], turkish["special"]["wordless_ends_below"]) == (4, 20)
        assert english["special"]["wordless_ends_below"] is None
        assert "".join(turkish["alphabet"]) == "ABCÇDEFGĞHIİJKLMNOÖPRSŞTUÜVYZ"

    def test_a_refused_play_costs_nothing(self) -> None:
        table = dealt(TURKISH_RULES, ["ALKALAR", "KİTABEM"], words=WordSet(["AL"]))
        assert refusal(table.game, "8H LA", table.words) == Reason.UNKNOWN_WORDS
        assert table.play("8H AL") > 0

    @pytest.mark.parametrize("language", ["tr", "en", "fr", "de"])
    def test_random_games_replay(self, language: str) -> None:
        for number in range(2):
            random = Random(number)
            table = Table(started(2, VARIANT.rules(language), secret=bytes([number]) * 32))
            while not table.game.is_over:
                table.do(random_action(table.game, random, 7), after=HOUR)
                assert conserved(table.game)
            check_replay(table)

    def test_a_game_is_verified_from_its_record(self) -> None:
        lexicon = Lexicon.from_bytes(build_graph(["AL", "KAL", "ALA", "KİT", "LA", "EL", "İL"], TURKISH.alphabet.upper))
        for version in (1, 2):
            table = Table(start(VARIANT.rules(version=version), make_seed(SECRET, NONCES[:2]), 2, T0), lexicon)
            while not table.game.is_over:
                assert table.game.to_move is not None
                plays = all_plays(Position.of(table.game, table.game.to_move), lexicon, budget=None)
                if plays:
                    table.do(plays[0].play, after=HOUR)
                elif len(table.turns) < 40 and len(table.game.bag) >= 7:
                    table.exchange(table.game.seats[table.game.to_move].rack, after=HOUR)
                elif len(table.turns) < 60:
                    table.skip(after=HOUR)
                else:
                    table.resign(after=HOUR)
            proof = proof_of(table.first, table.turns, lexicon)
            assert verify(proof, lexicon) == table.game

    @pytest.mark.parametrize(
        "hide",
        [
            lambda game: replace(game, bag=game.bag[::-1]),
            lambda game: replace(game, seed=b""),
            lambda game: replace(  # two tiles change places between the other's rack and the bag
                game,
                bag=game.seats[1].rack[0] + game.bag[1:],
                seats=(game.seats[0], replace(game.seats[1], rack=game.bag[0] + game.seats[1].rack[1:])),
            ),
        ],
    )
    def test_a_view_tells_nothing_that_is_hidden(self, hide: Callable[[Game], Game]) -> None:
        table = dealt(TURKISH_RULES, ["ALKALAR", "KİTABEM"])
        table.play("8H AL")
        assert view(table.game, 0) == view(hide(table.game), 0)

    def test_rules_hold_no_state(self) -> None:
        """The same rules object serves all games: playing one does not change another."""
        first, second = started(2, TURKISH_RULES), started(2, TURKISH_RULES)
        Table(first).do(Pass())
        assert first == second

    def test_one_new_tile_is_enough_where_it_makes_a_word(self) -> None:
        table = without_star(dealt(TURKISH_RULES, ["ALKALAR", "KİTABEM"]))
        table.play("8H AL")
        assert table.do(Play((Laid(7, 9, "K"),)))[0]["words"] == ["ALK"]
