"""Waiting games as values: what each step changes, what it never does, and when the game starts."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lettrix.clock import HOUR
from lettrix.draw import make_seed
from lettrix.game import start
from lettrix.variants import find_variant
from lettrix_cloud import ids, lobby
from lettrix_cloud.lobby import LobbyError
from lettrix_cloud.stored import StoredGame

T0 = 1_800_000_000_000
HOST, *OTHERS = (ids.encode(T0, number) for number in range(7))


def nonce(player: str) -> bytes:
    return player.encode()[-16:]


def game(seats: int = 3, invited: tuple[str, ...] = (), *, is_open: bool = True) -> StoredGame:
    return lobby.create(
        game_id=ids.encode(T0, 99),
        rules=find_variant("lettrix").rules(),
        limits=(2, 4),
        seats=seats,
        host=HOST,
        nonce=nonce(HOST),
        invited=invited,
        is_open=is_open,
        secret=b"s" * 32,
        dictionary="cd" * 32,
        now=T0,
    )


def joined(stored: StoredGame, *players: str) -> StoredGame:
    for player in players:
        stored = lobby.join(stored, player, nonce(player), T0 + 1)
    return stored


def test_the_last_seat_starts_the_game_that_secret_and_nonces_give() -> None:
    stored = joined(game(3), *OTHERS[:2])
    seed = make_seed(b"s" * 32, [nonce(player) for player in (HOST, *OTHERS[:2])])
    assert stored.game == start(stored.rules, seed, 3, T0 + 1)
    assert stored.waiting is None
    assert sorted(stored.seated) == sorted(stored.players)
    assert [stored.seated.index(player) for player in stored.seated] == [0, 1, 2]


def test_whoever_leaves_takes_his_nonce_along() -> None:
    first, second, third = OTHERS[:3]
    stored = lobby.leave(joined(game(4), first, second), first)
    stored = joined(stored, third)
    assert stored.players == (HOST, second, third)
    assert stored.nonces == tuple(map(nonce, stored.players))


def test_the_commitment_stays_as_it_was_when_seats_are_taken_away() -> None:
    stored = game(4)
    fewer = lobby.change(joined(stored, OTHERS[0]), HOST, T0, seats=2)
    assert fewer.status == "active"
    assert (fewer.commitment, fewer.seats_offered) == (stored.commitment, 4)


def test_the_latest_invitations_are_withdrawn_when_seats_are_taken_away() -> None:
    stored = lobby.change(game(4, tuple(OTHERS[:3])), HOST, T0, seats=3)
    assert stored.lobby.invited == tuple(OTHERS[:2])


def test_a_waiting_game_is_due_when_it_is_cancelled_and_a_started_one_when_somebody_is_reminded() -> None:
    stored = game(2)
    assert (stored.due_at, stored.check_at) == (T0 + 48 * HOUR, T0 + 48 * HOUR + 15_000)
    stored = joined(stored, OTHERS[0])
    assert (stored.due_at, stored.check_at) == (T0 + 1 + 48 * HOUR, T0 + 1 + 36 * HOUR)
    assert replace(stored, reminded_turn=1).next_at == T0 + 1 + 48 * HOUR + 15_000


STEPS = st.tuples(
    st.sampled_from(["join", "leave", "invite", "open", "close", "fewer", "cancel", "expire"]),
    st.sampled_from([HOST, *OTHERS]),
    st.integers(2, 4),
)


@given(st.integers(2, 4), st.lists(st.sampled_from(OTHERS), unique=True, max_size=3), st.booleans(), st.lists(STEPS))
def test_whatever_happens_seats_and_people_add_up(
    seats: int, invited: list[str], is_open: bool, steps: list[tuple[str, str, int]]
) -> None:
    stored = game(seats, tuple(invited[: seats - 1]), is_open=is_open)
    commitment = stored.commitment
    for name, player, number in steps:
        before = stored
        try:
            match name:
                case "join":
                    stored = lobby.join(stored, player, nonce(player), T0)
                case "leave":
                    stored = lobby.leave(stored, player)
                case "invite":
                    stored = lobby.invite(stored, HOST, player)
                case "open" | "close":
                    stored = lobby.change(stored, HOST, T0, is_open=name == "open")
                case "fewer":
                    stored = lobby.change(stored, HOST, T0, seats=number)
                case "cancel":
                    stored = lobby.cancel(stored, player, T0)
                case _:
                    stored = lobby.expire(stored, T0)
        except LobbyError:
            assert stored == before
        assert stored.commitment == commitment
        assert stored.players[0] == HOST
        assert len(set(stored.players)) == len(stored.players) == len(stored.nonces)
        if stored.status == "waiting":
            assert not stored.invited & set(stored.players)
            assert len(set(stored.lobby.invited)) == len(stored.lobby.invited)
            assert stored.free_seats >= 0
            assert len(stored.players) < stored.lobby.seats <= seats
        assert stored.holders == (frozenset() if stored.status == "cancelled" else set(stored.players))
        assert (stored.open_key is not None) == (
            stored.status == "waiting" and stored.lobby.open and stored.free_seats > 0
        )
        assert (stored.agenda is None) == (stored.status == "cancelled")


def test_only_who_is_in_it_sees_a_closed_game() -> None:
    friend, stranger = OTHERS[:2]
    stored = game(3, (friend,), is_open=False)
    assert [lobby.may_see(stored, player) for player in (HOST, friend, stranger)] == [True, True, False]
    assert lobby.may_see(game(3), stranger)
    assert not lobby.may_see(game(2, (friend,)), stranger)


def test_a_game_that_has_started_waits_no_more() -> None:
    stored = joined(game(2), OTHERS[0])
    for step in (partial(lobby.leave, stored, HOST), partial(lobby.cancel, stored, HOST, T0)):
        with pytest.raises(LobbyError) as refused:
            step()
        assert refused.value.code == "not_waiting"
    assert lobby.join(stored, OTHERS[0], b"", T0) is stored
