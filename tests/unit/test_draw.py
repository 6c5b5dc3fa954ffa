"""Chance that can be checked: draw version lx1, done again here from the rules' text alone."""

from __future__ import annotations

import hashlib
import hmac
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import count, permutations
from math import factorial
from random import Random

import pytest
from tests.engine import LETTRIX, NONCES, SECRET, WHOLE_RACK_ONLY, Table, started
from tests.random_games import random_action

from lettrix.draw import Stream, canonical_json, commitment, make_seed
from lettrix.game import AnyWord, apply, start
from lettrix.plays import Exchange
from lettrix.rules import canonical_rules
from lettrix.variants import VARIANTS

SEED = hashlib.sha256(SECRET + NONCES[0] + NONCES[1]).digest()


def by_hand(seed: bytes, label: str, turn: int) -> Callable[[int], int]:
    """The function below(n) of a stream, from the rules' words: bytes of HMAC-SHA256(seed, label|turn|counter)."""

    def stream() -> Iterator[int]:
        for counter in count():
            yield from hmac.new(seed, f"{label}|{turn}|{counter}".encode(), hashlib.sha256).digest()

    source = stream()

    def below(n: int) -> int:
        if n == 1:
            return 0
        width = 1
        while 256**width < n:
            width += 1
        while True:
            value = 0
            for _ in range(width):
                value = value * 256 + next(source)
            if value < 256**width - 256**width % n:
                return value % n

    return below


def shuffle_by_hand(items: Sequence[str], below: Callable[[int], int]) -> list[str]:
    """Fisher-Yates from the last place to the second."""
    places = list(items)
    for i in reversed(range(1, len(places))):
        j = below(i + 1)
        places[i], places[j] = places[j], places[i]
    return places


class TestCommitment:
    def test_it_is_the_hash_of_this_very_text(self) -> None:
        text = (
            '{"dictionary_hash":"d0","draw":"lx1","game":"01J0000000000000000000GAME",'
            '"rules":"{\\"id\\":\\"lettrix\\",\\"language\\":\\"fr\\",'
            '\\"options\\":{\\"vacation\\":false,\\"whole_rack_only\\":false},\\"seats\\":2}",'
            '"rules_version":1,"s":"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f","v":1}'
        )
        rules = '{"id":"lettrix","language":"fr","options":{"vacation":false,"whole_rack_only":false},"seats":2}'
        assert canonical_rules(LETTRIX, 2) == rules
        made = commitment(
            secret=SECRET,
            game="01J0000000000000000000GAME",
            rules=rules,
            rules_version=1,
            dictionary_hash="d0",
        )
        assert made == hashlib.sha256(text.encode("utf-8")).hexdigest()
        assert made == "a8344373bf926eec47dc8a95cd41fa10f878dcf0dfa9cd491fe16c4fe747edc1"

    def test_it_changes_with_everything_that_it_binds(self) -> None:
        plain = {"secret": SECRET, "game": "G", "rules": "R", "rules_version": 1, "dictionary_hash": "D"}
        others = {"secret": bytes(32), "game": "H", "rules": "S", "rules_version": 2, "dictionary_hash": "E"}
        made = {commitment(**plain)}  # type: ignore[arg-type]
        for name, other in others.items():
            made.add(commitment(**{**plain, name: other}))  # type: ignore[arg-type]
        assert len(made) == 6

    def test_options_and_seats_are_part_of_the_rules(self) -> None:
        assert len({canonical_rules(LETTRIX, 2), canonical_rules(LETTRIX, 3), canonical_rules(WHOLE_RACK_ONLY, 2)}) == 3

    def test_canonical_json_has_sorted_keys_no_spaces_and_utf_8(self) -> None:
        assert (
            canonical_json({"b": [1, "é İ"], "a": {"z": None, "y": True}}) == '{"a":{"y":true,"z":null},"b":[1,"é İ"]}'
        )


class TestSeed:
    def test_secret_and_nonces_in_the_order_of_joining_raw_one_after_the_other(self) -> None:
        assert make_seed(SECRET, NONCES[:2]) == SEED
        assert make_seed(SECRET, NONCES[:2]) != make_seed(SECRET, [NONCES[1], NONCES[0]])
        assert SEED.hex() == "000a49a68451844a79bce8445d1ed52527fddd3c0aa14c702e0d9c6f3352ab66"

    @pytest.mark.parametrize("length", [0, 15, 17])
    def test_a_nonce_has_16_bytes(self, length: int) -> None:
        with pytest.raises(ValueError, match="16 bytes"):
            make_seed(SECRET, [bytes(length)])

    @pytest.mark.parametrize("length", [0, 31, 33])
    def test_the_secret_has_32_bytes(self, length: int) -> None:
        with pytest.raises(ValueError, match="32 bytes"):
            make_seed(bytes(length), NONCES)
        with pytest.raises(ValueError, match="32 bytes"):
            commitment(secret=bytes(length), game="", rules="", rules_version=1, dictionary_hash="")


class TestStream:
    @pytest.mark.parametrize(("label", "turn"), [("bag", 0), ("exchange", 7), ("seats", 0), ("zones", 123)])
    def test_numbers_are_those_of_the_rules(self, label: str, turn: int) -> None:
        wanted = [2, 3, 7, 102, 200, 255, 256, 257, 1000, 65535, 65536, 65537, 1, 5] * 20
        stream, below = Stream(SEED, label, turn), by_hand(SEED, label, turn)
        assert [stream.below(n) for n in wanted] == [below(n) for n in wanted]

    def test_one_of_one_reads_nothing(self) -> None:
        with_ones, plain = Stream(SEED, "bag", 0), Stream(SEED, "bag", 0)
        for _ in range(50):
            assert with_ones.below(1) == 0
            assert with_ones.below(100) == plain.below(100)

    def test_labels_and_turns_do_not_disturb_one_another(self) -> None:
        first = {
            (label, turn): tuple(Stream(SEED, label, turn).below(256) for _ in range(8))
            for label in ("bag", "seats", "exchange")
            for turn in (0, 1, 11)
        }
        assert len(set(first.values())) == 9

    def test_nothing_cannot_be_chosen_from(self) -> None:
        with pytest.raises(ValueError, match="nothing"):
            Stream(SEED, "bag", 0).below(0)

    @pytest.mark.parametrize("n", [3, 7, 100, 200, 255])
    def test_no_number_is_likelier_than_another(self, n: int) -> None:
        """Exactly: over all values of the byte read each number comes equally often, the rest is thrown away."""

        class OneByte(Stream):
            def __init__(self, byte: int) -> None:
                super().__init__(b"", "", 0)
                self.rest = [byte]

            def _read(self, count: int) -> bytes:
                assert count == 1
                return bytes([self.rest.pop()])

        drawn: Counter[int] = Counter()
        for byte in range(256):
            try:
                drawn[OneByte(byte).below(n)] += 1
            except IndexError:
                drawn[-1] += 1  # rejected: another byte was asked for
        assert drawn.pop(-1, 0) == 256 % n
        assert drawn == Counter(dict.fromkeys(range(n), 256 // n))

    def test_every_order_comes_about_as_often_as_another(self) -> None:
        orders = Counter("".join(Stream(SEED, "seats", turn).shuffled("ABCD")) for turn in range(2400))
        assert set(orders) == {"".join(order) for order in permutations("ABCD")}
        chi_square = sum((seen - 100) ** 2 / 100 for seen in orders.values())
        assert chi_square < 49.7, "23 degrees of freedom: once in a thousand"
        assert len(orders) == factorial(4)

    def test_shuffling_leaves_what_it_was_given(self) -> None:
        items = list("ABCDEFGH")
        assert sorted(Stream(SEED, "bag", 0).shuffled(items)) == items == list("ABCDEFGH")
        assert Stream(SEED, "bag", 0).shuffled("") == []


class TestGame:
    def test_seats_bag_and_racks_are_those_of_the_rules(self) -> None:
        for seats in (2, 3, 4):
            seed = hashlib.sha256(SECRET + b"".join(NONCES[:seats])).digest()
            game = started(seats)
            order = shuffle_by_hand([str(place) for place in range(seats)], by_hand(seed, "seats", 0))
            assert [str(place) for place in game.order] == order
            sorted_bag = (
                "AAAAAAAAABBCCDDDEEEEEEEEEEEEEEEFFGGHHIIIIIIIIJKLLLLLMMMNNNNNNOOOOOOPPQRRRRRRSSSSSSTTTTTTUUUUUUVVWXYZ??"
            )
            bag = "".join(shuffle_by_hand(sorted_bag, by_hand(seed, "bag", 0)))
            assert [seat.rack for seat in game.seats] == [bag[8 * seat : 8 * seat + 8] for seat in range(seats)]
            assert game.bag == bag[8 * seats :]

    def test_the_very_letters_of_one_secret(self) -> None:
        """A vector for other implementations."""
        game = started(4)
        assert game.order == (2, 1, 3, 0)
        assert " ".join(seat.rack for seat in game.seats) == "NAXCAIWO ERUVGVOI LRN?MBAA TNHMNSQG"
        assert game.bag[:10] == "IOKUHIJEIB"

    def test_an_exchange_is_that_of_the_rules(self) -> None:
        table = Table(started(2))
        table.skip()
        bag, rack = table.game.bag, table.game.seats[1].rack
        table.exchange(rack[2:5])
        back = bag[3:] + "".join(sorted(rack[2:5]))
        assert table.game.seats[1].rack == rack[:2] + rack[5:] + bag[:3]
        assert table.game.bag == "".join(shuffle_by_hand(back, by_hand(SEED, "exchange", 1)))

    def test_every_draw_is_under_its_label_and_its_turn(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Each label says what is drawn, and at the start the turn is 0."""
        opened: set[tuple[str, int]] = set()

        class Noted(Stream):
            def __init__(self, seed: bytes, label: str, turn: int) -> None:
                opened.add((label, turn))
                super().__init__(seed, label, turn)

        modules = [module for path, module in sys.modules.items() if path.startswith("lettrix.")]
        for module in modules:
            if getattr(module, "Stream", None) is Stream:
                monkeypatch.setattr(module, "Stream", Noted)
        random, labels = Random(1), {}
        for name, variant in VARIANTS.items():
            labels[name] = set[str]()
            for number in range(4):
                opened.clear()
                game = started(variant.players[1], variant.rules(), secret=bytes([number]) * 32)
                assert {turn for _, turn in opened} == {0}
                labels[name] |= {label for label, _ in opened}
                while game.to_move is not None and game.turn < 40:
                    opened.clear()
                    swap = game.turn == 1 and game.rules.exchange != "no"
                    action = Exchange(game.seats[0].rack) if swap else random_action(game, random)
                    game, turn = apply(game, game.to_move, action, game.began_at, AnyWord())
                    assert {drawn_at for _, drawn_at in opened} <= {turn.number - 1}
                    labels[name] |= {label for label, _ in opened}
        usual = {"seats", "bag", "exchange"}
        assert labels == dict.fromkeys(VARIANTS, usual) | {
            "grand": usual | {"zones", "events"},
            "chaos": usual | {"malus", "traps", "bombs"},
            "fundox": {"bag"},
            "kelime": usual | {"opening", "star25"},
        }

    def test_another_secret_or_nonce_gives_another_game(self) -> None:
        assert started(2, secret=bytes(32)).bag != started(2).bag

    def test_the_bag_must_fill_the_racks(self) -> None:
        start(LETTRIX, SEED, 12, 0)
        assert start(replace(LETTRIX, rack_size=51), SEED, 2, 0).bag == ""
        for seats in (0, 13):
            with pytest.raises(ValueError, match="bag does not fill"):
                start(LETTRIX, SEED, seats, 0)
