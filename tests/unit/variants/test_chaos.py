"""Chaos: malus tiles, traps and bombs. Every test is a sentence of docs/rules.md."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest
from tests.engine import Table, check_replay, play_out, position, refusal, small_lexicon, started

from lettrix.clock import HOUR
from lettrix.draw import Stream
from lettrix.game import conserved, judge, replay
from lettrix.generation import Position, best_plays
from lettrix.legality import Reason
from lettrix.lexicon import WordList, WordSet
from lettrix.scoring import total
from lettrix.state import Game, Result
from lettrix.tiles import BLANK
from lettrix.variants import find_variant
from lettrix.view import turn_view, unseen, view

CHAOS = find_variant("chaos")
RULES = CHAOS.rules(options={"level": "casual"})
H8 = 7 * 15 + 7
BAG = "E" * 20


def seeds() -> Iterator[bytes]:
    return (number.to_bytes(32, "big") for number in range(20_000))


@cache
def calm() -> bytes:
    """A seed under which the first turns have neither bombs nor traps."""

    def is_calm(seed: bytes) -> bool:
        for turn in range(4):
            traps = Stream(seed, "traps", turn)
            if not Stream(seed, "bombs", turn).below(6) or not all(traps.below(10) for _ in range(7)):
                return False
        return True

    return next(seed for seed in seeds() if is_calm(seed))


def with_bomb(row: int, col: int, turn: int = 0) -> bytes:
    """A seed under which this turn brings a bomb on the area whose corner is this one, and no trap."""
    for seed in seeds():
        bombs, traps = Stream(seed, "bombs", turn), Stream(seed, "traps", turn)
        drawn = [bombs.below(6), bombs.below(13), bombs.below(13)]
        if drawn == [0, row, col] and all(traps.below(10) for _ in range(3)):
            return seed
    raise AssertionError("no such seed")


def table_of(
    racks: list[str],
    board: dict[str, str] | None = None,
    *,
    bag: str = BAG,
    malus: dict[str, Any] | None = None,
    traps: tuple[int, ...] = (),
    words: WordList | None = None,
    **changes: Any,
) -> Table:
    hidden = {"bag": [], "racks": [[] for _ in racks], "board": []} | (malus or {})
    extra = {"malus": hidden, "traps": list(traps), "removed": ""}
    game = position(racks, board, bag=bag, rules=RULES, **({"extra": extra, "seed": calm()} | changes))
    return Table(game, words) if words else Table(game)


def square(name: str) -> int:
    return (int(name[1:]) - 1) * 15 + ord(name[0]) - ord("A")


def kinds(facts: list[dict[str, Any]]) -> list[str]:
    return [fact["kind"] for fact in facts]


class TestIsClassicBesides:
    def test_board_bag_bonus_exchange_and_end(self) -> None:
        classic = find_variant("classic")
        assert (CHAOS.players, CHAOS.languages) == (classic.players, classic.languages)
        for language in CHAOS.languages:
            ours, theirs = CHAOS.rules(language), classic.rules(language)
            for same in ("board", "tiles", "rack_size", "bonuses", "clock", "exchange_bag_min", "lookups", "aids"):
                assert getattr(ours, same) == getattr(theirs, same)
        assert not CHAOS.rules().rated
        assert table_of(["TRAINEE", "E"]).play("8D TRAINEE") == (2 + 6) * 2 + 50

    def test_the_same_seed_deals_the_same_letters_and_exchanges_them_alike(self) -> None:
        """What is hidden disturbs no other draw."""
        ours, theirs = Table(started(3, RULES)), Table(started(3, find_variant("classic").rules()))
        for table in (ours, theirs):
            for _ in range(6):
                table.exchange(table.game.seats[table.game.to_move or 0].rack[1:4])
        assert (ours.game.bag, [seat.rack for seat in ours.game.seats]) == (
            theirs.game.bag,
            [seat.rack for seat in theirs.game.seats],
        )

    def test_a_client_is_told_the_odds(self) -> None:
        told = CHAOS.describe()["languages"]["de"]["special"]
        assert told == {"malus": {"tiles": 8}, "traps": {"one_in": 10}, "bombs": {"one_in": 6, "size": 3}}


class TestMalus:
    def test_eight_tiles_of_the_bag_from_the_seed_and_no_blank(self) -> None:
        places = Counter[int]()
        for seed in list(seeds())[:40]:
            game = replace(started(3, RULES), seed=seed)
            hidden = RULES.policy.opening(RULES, seed, 3)["malus"]
            racks, bag = RULES.policy.deal(RULES, seed, 3)
            piles = [*zip(racks, hidden["racks"], strict=True), (bag, hidden["bag"])]
            tiles = [letters[place] for letters, marks in piles for place in marks]
            assert len(tiles) == 8
            assert BLANK not in tiles
            assert hidden["board"] == []
            dealt = "".join(racks) + bag
            lettered = [place for place, tile in enumerate(dealt) if tile != BLANK]
            chosen = Stream(game.seed, "malus", 0).shuffled(lettered)[:8]
            assert sorted(tiles) == sorted(dealt[place] for place in chosen)
            places.update(chosen)
        assert max(places.values()) < 12, "anywhere"

    def test_it_counts_minus_its_value_and_a_letter_premium_multiplies_that(self) -> None:
        # D8 doubles the C (3), H8 the word.
        assert table_of(["CHATSEE", "E"]).play("8D CHATS") == (3 * 2 + 4 + 1 + 1 + 1) * 2
        table = table_of(["CHATSEE", "E"], malus={"racks": [[0], []]})
        assert table.play("8D CHATS") == (-3 * 2 + 4 + 1 + 1 + 1) * 2
        table = table_of(["CHATSEE", "E"], malus={"racks": [[0, 1], []]})
        assert table.play("8D CHATS") == (-3 * 2 - 4 + 1 + 1 + 1) * 2 == -14
        assert table.scores == [-14, 0], "a score may go below zero"

    def test_it_counts_so_in_the_word_across_too(self) -> None:
        # ET under LA: E makes LE, T makes AT; I9 doubles the T.
        board = {"8H": "LA"}
        assert table_of(["ETEEEEE", "E"], board, malus={"racks": [[1], []]}).play("9H ET") == (1 - 2) + (1 + 1) + (
            1 - 2
        )

    def test_once_laid_it_shows_in_the_record_and_on_the_board_to_everybody(self) -> None:
        table = table_of(["CHATSEE", "EEEEEEE"], malus={"racks": [[0], []]})
        table.play("8D CHATS")
        told = {"row": 7, "col": 3, "letter": "C", "blank": False, "value": -3}
        for viewer in (None, 0, 1):
            assert {"kind": "malus", "tiles": [told]} in turn_view(table.game, table.turns[0], viewer)["facts"]
            values = {tile["letter"]: tile["value"] for tile in view(table.game, viewer)["board"]["tiles"]}
            assert values == {"C": -3, "H": 4, "A": 1, "T": 1, "S": 1}

    def test_later_words_through_it_count_it_so(self) -> None:
        table = table_of(["CHATSEE", "EEEEEEE"], malus={"racks": [[0], []]})
        table.play("8D CHATS")
        assert table.play("8D CHATSE") == -3 + 4 + 1 + 1 + 1 + 1
        assert view(table.game, 0)["counting"]["worth"] == [{"row": 7, "col": 3, "value": -3}]

    def test_of_equal_letters_the_one_held_longest_is_laid_first_and_of_two_laid_at_once_in_board_order(self) -> None:
        for first, squares in ((0, [H8]), (2, [H8 + 1]), (4, [])):
            table = table_of(["EXEAEEE", "E"], malus={"racks": [[first], []]})
            table.play("8H EE")
            assert table.game.extra["malus"]["board"] == squares
            assert table.game.extra["malus"]["racks"][0] == ([] if squares else [2])
        # However the client orders its tiles.
        table = table_of(["EXEAEEE", "E"], malus={"racks": [[0], []]})
        play = table.read("8H EE")
        table.do(replace(play, tiles=play.tiles[::-1]))
        assert table.game.extra["malus"]["board"] == [H8]

    def test_it_stays_with_its_tile_through_draws_and_exchanges(self) -> None:
        table = table_of(["AAABCDE", "EEEEEEE"], bag="FGHIJKLM", malus={"racks": [[1, 4], []], "bag": [0, 7]})
        table.exchange("AAC")
        marked = hidden_tiles(table.game)
        assert table.game.seats[0].rack == "ABDEFGH"
        assert marked["racks"][0] == ["F"], "the first two As are given back, the second of them the malus one"
        assert sorted(marked["bag"]) == ["A", "C", "M"]
        assert conserved_malus(table.game) == 4

    def test_left_on_a_rack_at_the_end_it_counts_minus_so_that_taking_it_off_adds(self) -> None:
        table = table_of(["LA", "QUE"], bag="", scores=[10, 50], malus={"racks": [[], [0]]})
        facts = table.do(table.read("8H LA"))
        assert table.scores == [14, 50 + 8 - 1 - 1]
        assert {"kind": "leftover", "seat": 1, "letters": ["Q", "U", "E"], "points": 6} in facts
        assert view(table.game, None)["special"]["malus"] == [[], ["Q"]]

    def test_the_winners_score_may_be_below_zero(self) -> None:
        table = table_of(["LA", "QUE"], bag="", scores=[-30, -40], malus={"racks": [[0, 1], []]})
        table.play("8H LA")
        assert table.scores == [-34, -50]
        assert table.game.result == Result("played_out", (0,), (1, 2))


def hidden_tiles(game: Game) -> dict[str, Any]:
    """The letters of the malus tiles, by where they are."""
    malus = game.extra["malus"]
    racks = [[seat.rack[at] for at in marks] for seat, marks in zip(game.seats, malus["racks"], strict=True)]
    return {"bag": [game.bag[at] for at in malus["bag"]], "racks": racks, "board": malus["board"]}


def conserved_malus(game: Game) -> int:
    tiles = hidden_tiles(game)
    return len(tiles["bag"]) + sum(map(len, tiles["racks"])) + len(tiles["board"])


class TestUntilItIsLaidAMalusTileIsAnOrdinaryOne:
    """Two games that differ in what is hidden alone look the same from everywhere."""

    def pairs(self) -> Iterator[tuple[Game, Game]]:
        for number in range(4):
            table = Table(started(3, RULES, secret=bytes([number]) * 32))
            random = Random(number)
            for turn in play_out(table.game, random)[:20]:
                table.game = replay(table.game, [turn])
                game = table.game
                if game.is_over:
                    break
                racks = [sorted(random.sample(range(len(seat.rack)), min(2, len(seat.rack)))) for seat in game.seats]
                bag = sorted(random.sample(range(len(game.bag)), min(2, len(game.bag))))
                traps = sorted(random.sample(list(game.grid.squares()), min(3, len(list(game.grid.squares())))))
                malus = {**game.extra["malus"], "racks": racks, "bag": bag}
                yield game, replace(game, extra={**game.extra, "malus": malus, "traps": traps})

    def test_in_views_letters_left_previews_and_generation(self) -> None:
        lexicon = small_lexicon()
        compared = 0
        for game, other in self.pairs():
            for viewer in (None, 0, 1, 2):
                assert view(game, viewer) == view(other, viewer)
                assert unseen(game, viewer) == unseen(other, viewer)
            seat = game.to_move or 0
            ours = best_plays(Position.of(game, seat), lexicon, 5, budget=None)
            theirs = best_plays(Position.of(other, seat), lexicon, 5, budget=None)
            assert list(ours) == list(theirs)
            for candidate in ours:
                placement = judge(game, seat, candidate.play, lexicon)
                told = RULES.policy.breakdown(game, seat, placement)
                assert told == RULES.policy.breakdown(other, seat, placement)
                assert told.points == candidate.points
                compared += 1
        assert compared > 50

    def test_a_preview_says_the_plain_value_and_the_account_of_the_play_the_true_one(self) -> None:
        table = table_of(["CHATSEE", "EEEEEEE"], malus={"racks": [[0], []]})
        before = table.game
        placement = judge(before, 0, table.read("8D CHATS"), table.words)
        assert RULES.policy.breakdown(before, 0, placement).points == (6 + 4 + 1 + 1 + 1) * 2
        assert total(RULES.policy.valuation(before, 0), placement) == 26
        assert table.play("8D CHATS") == 2
        account = RULES.policy.account(before, table.turns[0], placement)
        assert account.points == 2
        letters = [(letter.letter, letter.value, letter.factor) for letter in account.words[0].letters]
        assert letters == [("C", -3, 2), ("H", 4, 1), ("A", 1, 1), ("T", 1, 1), ("S", 1, 1)]


class TestTraps:
    def test_one_tile_in_ten_becomes_one_when_it_is_laid(self) -> None:
        traps = laid = 0
        for seed in list(seeds())[:120]:
            table = table_of(["TRAINEE", "EEEEEEE"], seed=seed)
            table.play("8D TRAINEE")
            stream = Stream(seed, "traps", 0)
            expected = [7 * 15 + 3 + at for at in range(7) if stream.below(10) == 0]
            lying = [at for at in expected if table.game.grid.text[at] != "."]  # a bomb may have taken some
            assert table.game.extra["traps"] == lying
            traps, laid = traps + len(expected), laid + 7
        assert 0.07 < traps / laid < 0.13

    def test_nobody_sees_which(self) -> None:
        for seed in list(seeds())[:40]:
            table = table_of(["TRAINEE", "EEEEEEE"], seed=seed)
            table.play("8D TRAINEE")
            bare = replace(table.game, extra={**table.game.extra, "traps": []})
            for viewer in (None, 0, 1):
                assert view(table.game, viewer) == view(bare, viewer)
                shown = turn_view(table.game, table.turns[0], viewer)
                assert "trap" not in json.dumps(shown)
            assert "traps" not in repr(table.game)

    def test_a_later_play_that_forms_a_word_through_it_scores_and_then_it_explodes(self) -> None:
        # CHAT across on row 8 with a trap under the A (J8); what lies around: I8 H, K8 T, J7 and J9, and its corners.
        board = {"8H": "CHAT", "J7": "L.E", "I7": "X", "K7": "X", "I9": "X", "K9": "X"}
        table = table_of(["SEEEEEE", "EEEEEEE"], board, traps=(square("J8"),))
        facts = table.do(table.read("8H CHATS"))
        assert facts[0]["points"] == 3 + 4 + 1 + 1 + 1 * 2, "all letters count"
        [explosion] = [fact for fact in facts if fact["kind"] == "explosion"]
        assert explosion["traps"] == [{"row": 7, "col": 9}]
        gone = [(tile["row"], tile["col"], tile["letter"]) for tile in explosion["tiles"]]
        assert gone == [(6, 9, "L"), (7, 8, "H"), (7, 10, "T"), (8, 9, "E")], "its four neighbours"
        assert table.game.grid.rows()[7][7:12] == "C.A.S", "the trap's own letter stays"
        assert table.game.grid.rows()[6][8:11] == table.game.grid.rows()[8][8:11] == "X.X", "and its corners"
        assert table.game.extra["traps"] == [], "it is used up"
        assert sorted(table.game.extra["removed"]) == ["E", "H", "L", "T"], "out of the game"
        assert "explosion" in kinds(turn_view(table.game, table.turns[0], None)["facts"]), "everybody sees it"
        assert view(table.game, 1)["special"] == {"removed": ["E", "H", "L", "T"]}

    def test_not_by_the_play_that_laid_it_nor_by_one_beside_it(self) -> None:
        seed = next(s for s in seeds() if Stream(s, "traps", 0).below(10) == 0 and Stream(s, "bombs", 0).below(6))
        table = table_of(["CHATEEE", "EEEEEEE"], seed=seed)
        facts = table.do(table.read("8H CHAT"))
        assert H8 in table.game.extra["traps"]
        assert "explosion" not in kinds(facts)
        # SE down from H... runs through the H alone; the trap lies in the word's cross direction only.
        table = table_of(["SEEEEEE", "E"], {"8H": "CHAT"}, traps=(square("H8"),))
        facts = table.do(table.read("I8 .E"))
        assert "explosion" not in kinds(facts), "HE has no C"
        assert table.game.extra["traps"] == [square("H8")]

    def test_a_word_across_springs_it_as_well_as_the_main_word(self) -> None:
        table = table_of(["SEEEEEE", "E"], {"8H": "LA"}, traps=(H8,))
        facts = table.do(table.read("9H ES"))  # LE and AS down
        assert kinds(facts)[:2] == ["play", "explosion"]
        assert table.game.grid.text[square("H9")] == ".", "the tile just laid beside it goes too"
        assert table.game.grid.rows()[7][7:9] == "L."

    def test_at_the_edge_it_has_fewer_neighbours(self) -> None:
        table = table_of(["SEEEEEE", "E"], {"1A": "LA", "15A": "LA"}, traps=(square("A1"),))
        facts = table.do(table.read("1A ..S"))
        [explosion] = [fact for fact in facts if fact["kind"] == "explosion"]
        assert [tile["letter"] for tile in explosion["tiles"]] == ["A"]
        assert table.game.grid.rows()[14][:2] == "LA", "nothing beyond the edge"

    def test_two_at_once_and_a_trap_beside_goes_with_its_tile(self) -> None:
        traps = (square("H8"), square("I8"), square("J8"), square("J9"))
        table = table_of(["SEEEEEE", "E"], {"8H": "CHAT", "J9": "E"}, traps=traps)
        facts = table.do(table.read("8H CHATS"))
        [explosion] = [fact for fact in facts if fact["kind"] == "explosion"]
        assert len(explosion["traps"]) == 3
        assert [tile["letter"] for tile in explosion["tiles"]] == ["C", "H", "A", "T", "E"], (
            "each stands beside another"
        )
        assert table.game.grid.rows()[7][7:12] == "....S"
        assert table.game.extra["traps"] == []

    def test_a_blank_leaves_the_game_as_a_blank_and_a_malus_tile_for_good(self) -> None:
        table = table_of(["SEEEEEE", "E"], {"8H": "ChAT"}, traps=(square("J8"),), malus={"board": [square("K8")]})
        table.play("8H ChATS")
        assert sorted(table.game.extra["removed"]) == ["?", "T"]
        assert table.game.extra["malus"]["board"] == []

    def test_the_mover_draws_as_usual(self) -> None:
        table = table_of(["SEEEEEE", "E"], {"8H": "CHAT"}, traps=(square("J8"),), bag="XYZ")
        table.play("8H CHATS")
        assert table.game.seats[0].rack == "EEEEEEX"
        assert table.game.bag == "YZ"


class TestBombs:
    def test_after_each_turn_one_chance_in_six(self) -> None:
        fallen = 0
        for seed in list(seeds())[:300]:
            table = table_of(["LAEEEEE", "E"], seed=seed)
            facts = table.skip()
            assert ("bomb" in kinds(facts)) == (Stream(seed, "bombs", 0).below(6) == 0)
            fallen += "bomb" in kinds(facts)
        assert 35 <= fallen <= 65

    @pytest.mark.parametrize("turn", ["play", "exchange", "timeout", "resign"])
    def test_whatever_the_turn_was(self, turn: str) -> None:
        table = table_of(["LAEEEEE", "E", "E"], seed=with_bomb(0, 0))
        if turn == "play":
            facts = table.do(table.read("8H LA"))
        elif turn == "exchange":
            facts = table.exchange("L")
        elif turn == "timeout":
            facts = list(table.settle(after=48 * HOUR)[0].facts)
        else:
            facts = table.resign()
        assert kinds(facts)[0] == turn
        assert kinds(facts)[-1] == "bomb"

    def test_the_tiles_of_a_3_by_3_area_go_back_into_the_bag(self) -> None:
        board = {"8H": "CHaT", "H9": "OR", "K9": "E"}
        table = table_of(["EEEEEEE", "E"], board, bag="XYZ", seed=with_bomb(7, 7))
        facts = table.skip()
        [bomb] = [fact for fact in facts if fact["kind"] == "bomb"]
        assert (bomb["row"], bomb["col"], bomb["size"]) == (7, 7, 3)
        gone = [(tile["row"], tile["col"], tile["letter"], tile["blank"]) for tile in bomb["tiles"]]
        assert gone == [
            (7, 7, "C", False),
            (7, 8, "H", False),
            (7, 9, "A", True),
            (8, 7, "O", False),
            (9, 7, "R", False),
        ]
        assert sorted(table.game.bag) == sorted("XYZCHOR?"), "a blank as a blank"
        assert table.game.grid.rows()[7].strip(".") == "T"
        assert table.game.grid.rows()[8].strip(".") == "E"
        assert bomb in turn_view(table.game, table.turns[0], None)["facts"], "everybody sees it"

    def test_a_malus_tile_goes_back_as_one_and_is_an_ordinary_one_again_for_all_eyes(self) -> None:
        table = table_of(["EEEEEEE", "E"], {"8H": "CHAT"}, bag="XYZ", malus={"board": [H8]}, seed=with_bomb(7, 7))
        table.skip()
        assert hidden_tiles(table.game) == {"bag": ["C"], "racks": [[], []], "board": []}
        other = replace(table.game, extra={**table.game.extra, "malus": {"bag": [], "racks": [[], []], "board": []}})
        assert view(table.game, 0) == view(other, 0)

    def test_a_trap_goes_with_its_tile(self) -> None:
        table = table_of(["EEEEEEE", "E"], {"8H": "CHAT"}, traps=(H8, square("K8")), seed=with_bomb(7, 7))
        table.skip()
        assert table.game.extra["traps"] == [square("K8")]

    def test_a_bomb_on_empty_squares_is_told_and_does_nothing(self) -> None:
        table = table_of(["EEEEEEE", "E"], {"8H": "CHAT"}, seed=with_bomb(0, 0))
        bag = table.game.bag
        assert next(fact for fact in table.skip() if fact["kind"] == "bomb")["tiles"] == []
        assert table.game.bag == bag

    def test_none_falls_on_a_game_that_the_turn_has_ended_nor_when_somebody_leaves_out_of_turn(self) -> None:
        seed = with_bomb(7, 7)
        table = table_of(["LA", "QUE"], bag="", seed=seed)
        assert "bomb" not in kinds(table.do(table.read("8H LA")))
        assert table.game.result is not None
        assert table.game.result.reason == "played_out"
        table = table_of(["LA", "QUE", "E"], seed=seed)
        table.resign(2)
        assert kinds(list(table.turns[0].facts)) == ["resign"]
        table = table_of(["LA", "QUE"], seed=seed)
        table.resign()
        assert kinds(list(table.turns[0].facts)) == ["resign", "end"]


class TestBrokenBoards:
    def test_words_left_broken_stay_and_only_words_with_a_new_tile_are_looked_up(self) -> None:
        words = WordSet(["CHATS", "SE"])
        table = table_of(["SEEEEEE", "EEEEEEE"], {"8H": "CHAT"}, traps=(square("J8"),), words=words)
        table.play("8H CHATS")
        assert table.game.grid.rows()[7][7:12] == "C.A.S"
        table.play("L8 .E")
        assert refusal(table.game, "8H .E.", words) == Reason.UNKNOWN_WORDS, "CEA would be no word"

    def test_a_new_tile_touches_any_tile(self) -> None:
        table = table_of(["SEEEEEE", "E"], {"15O": "T", "1A": "A"})
        assert refusal(table.game, "8H SE") == Reason.NOT_CONNECTED, "the start square is no way in"
        table.play("15N E.")
        assert table_of(["SEEEEEE", "E"], {"15O": "T", "1A": "A"}).play("1A .E") == (1 + 1) * 1

    def test_on_a_board_that_is_empty_again_the_first_play_rule_applies(self) -> None:
        table = table_of(["EEEEEEE", "SETEEEE"], {"8H": "CA"}, seed=with_bomb(7, 7))
        table.skip()
        assert table.game.grid.is_empty
        assert refusal(table.game, "8A SET") == Reason.MISSES_START
        assert refusal(table.game, "8H S") == Reason.TOO_SHORT
        table.play("8H SET")


def test_bag_racks_board_and_removed_together_are_always_the_102_tiles() -> None:
    happened = Counter[str]()
    for number in range(4):
        first = started(2 + number % 3, RULES, secret=bytes([number]) * 32)
        table = Table(first)
        for turn in play_out(first, Random(number)):
            table.game = replay(table.game, [turn])
            assert conserved(table.game)
            assert 8 - conserved_malus(table.game) <= len(table.game.extra["removed"])
            assert all(table.game.grid.text[at] != "." for at in table.game.extra["traps"])
            assert all(table.game.grid.text[at] != "." for at in table.game.extra["malus"]["board"])
            happened.update(kinds(list(turn.facts)))
            table.turns.append(turn)
        check_replay(table)
    assert min(happened[kind] for kind in ("malus", "explosion", "bomb", "exchange")) > 3, happened
