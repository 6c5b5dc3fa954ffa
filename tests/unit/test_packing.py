"""The STATE item: it gives back the very game that went in, and stays small."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.engine import NONCES
from tests.lives import Case, cases, live
from tests.random_games import T0, play_on
from tests.sizes import item_bytes

from lettrix.game import AnyWord, apply, start
from lettrix.plays import Resign
from lettrix.variants import find_variant
from lettrix_cloud import ids, lobby, packing
from lettrix_cloud.stored import StoredGame

HOST = ids.encode(T0, 1)
RULES = find_variant("lettrix").rules()


def new_game(seats: int, invited: tuple[str, ...] = (), *, is_open: bool = True) -> StoredGame:
    return lobby.create(
        game_id=ids.encode(T0, 7),
        rules=RULES,
        limits=(2, 4),
        seats=seats,
        host=HOST,
        nonce=bytes(range(16)),
        invited=invited,
        is_open=is_open,
        secret=bytes(range(100, 132)),
        dictionary="ab" * 32,
        now=T0,
    )


def full(seats: int) -> StoredGame:
    stored = new_game(seats)
    for number in range(2, seats + 1):
        stored = lobby.join(stored, ids.encode(T0, number), bytes([number]) * 16, T0 + number)
    return stored


def stored_size(stored: StoredGame) -> int:
    """Bytes of STATE by DynamoDB's rules."""
    return item_bytes(packing.pack(stored) | {"PK": f"GAME#{stored.id}", "SK": "STATE"})


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.integers(2, 4), st.integers(1, 8), st.integers(0, 120))
def test_unpack_gives_back_what_pack_took(seed: int, seats: int, most: int, length: int) -> None:
    random = Random(seed)
    stored = full(seats)
    assert packing.unpack(stored.id, packing.pack(stored)) == stored
    for number, (game, _) in enumerate(play_on(stored.started, random, most)):
        stored = replace(stored, game=game, reminded_turn=random.choice([0, game.turn_began]))
        stored = replace(stored, check_at=stored.next_at, revision=stored.revision + 1)
        if number >= length:
            break
    assert packing.unpack(stored.id, packing.pack(stored)) == stored


@given(
    st.integers(2, 4),
    st.booleans(),
    st.integers(0, 3),
    st.sampled_from(["none", "decline", "cancel", "close"]),
)
def test_waiting_games_come_back_too(seats: int, is_open: bool, invited: int, then: str) -> None:
    friends = tuple(ids.encode(T0, 50 + number) for number in range(min(invited, seats - 1)))
    stored = new_game(seats, friends, is_open=is_open)
    if then == "decline" and friends:
        stored = lobby.leave(stored, friends[0])
    if then == "cancel":
        stored = lobby.cancel(stored, HOST, T0 + 5)
    if then == "close":
        stored = lobby.change(stored, HOST, T0, is_open=False)
    assert packing.unpack(stored.id, packing.pack(stored)) == stored


@pytest.mark.parametrize("case", list(cases()), ids=str)
def test_every_state_of_every_game_comes_back(case: Case) -> None:
    life = live(case, 3)
    for game in life.states[::3]:
        stored = StoredGame(
            id=ids.encode(T0, 7),
            rules=case.rules,
            seats_offered=case.seats,
            dictionary="ab" * 32,
            created_at=T0,
            players=tuple(ids.encode(T0, number) for number in range(case.seats)),
            nonces=tuple(NONCES[: case.seats]),
            secret=life.secret,
            waiting=None,
            game=game,
        )
        assert packing.unpack(stored.id, packing.pack(stored)) == stored


def test_left_seats_and_own_time_come_back() -> None:
    stored = full(3)
    game, _ = apply(stored.started, 2, Resign(), T0 + 10, AnyWord())
    game = replace(game, seats=tuple(replace(seat, bank=300_000) for seat in game.seats), extra={"zones": [1, 2]})
    stored = replace(stored, game=game)
    assert packing.unpack(stored.id, packing.pack(stored)) == stored


def test_four_players_at_turn_60_take_less_than_1000_bytes() -> None:
    largest = 0
    for seed in range(12):
        stored = full(4)
        for game, _ in play_on(start(RULES, bytes([seed]) * 32, 4, T0 + 4), Random(seed), most=2):
            stored = replace(stored, game=game, revision=stored.revision + 1, reminded_turn=game.turn_began)
            if game.turn >= 60:
                largest = max(largest, stored_size(stored))
    print(f"STATE of four players from turn 60 on: at most {largest} bytes")
    assert 700 < largest < 1000, f"STATE takes {largest} bytes"


def test_what_this_code_does_not_know_is_neither_read_nor_written() -> None:
    before, after = full(2), full(2)
    after = replace(after, revision=2)
    attributes = packing.pack(before) | {"clubs": "of a newer version"}
    assert packing.unpack(before.id, attributes) == before
    changed, removed = packing.changes(packing.pack(before), packing.pack(after))
    assert (changed, removed) == ({"revision": 2}, [])


@pytest.mark.parametrize("change", [{"schema": 2}, {"status": "finished"}, {"board": "15"}, {"clock": "1 2"}])
def test_an_item_that_is_no_game_is_refused_without_a_word_of_what_it_holds(change: dict[str, Any]) -> None:
    attributes = packing.pack(full(2)) | change
    with pytest.raises(packing.DamagedState) as refused:
        packing.unpack("01ARZ3NDEKTSV4RRFFQ69G5FAV", attributes)
    assert not any(rack in str(refused.value) for rack in attributes["racks"].split("/"))
