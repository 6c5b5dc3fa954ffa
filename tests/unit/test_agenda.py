"""The agenda's lower bound: a move leaves it alone, and yet nothing that is due is missed."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from lettrix.clock import HOUR, SECOND
from lettrix.game import AnyWord
from lettrix.plays import Exchange, Pass
from lettrix.state import Game
from lettrix_cloud import hosting, ids, playing
from lettrix_cloud.games_memory import MemoryGames
from lettrix_cloud.hosting import NewGame
from lettrix_cloud.playing import Move
from lettrix_cloud.stored import StoredGame, agenda_shards

T0 = 1_800_000_000_000
GRACE = 15 * SECOND


def play(games: MemoryGames, stored: StoredGame, at: int) -> StoredGame:
    """The player to move exchanges or passes, so that the game goes on for long."""

    def read(game: Game) -> Exchange | Pass:
        return Exchange(game.seats[game.to_move or 0].rack[:1]) if len(game.bag) >= 8 else Pass()

    game = stored.started
    assert game.to_move is not None
    request = Move(stored.id, stored.seated[game.to_move], game.turn, "r", at, read)
    return playing.move(games, lambda _: AnyWord(), request)[0]


def listed(games: MemoryGames, now: int) -> bool:
    return any(games.due(shard, now, None, 1) for shard in agenda_shards())


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 4), st.integers(0, 10_000), st.sampled_from([1, 20, 47, 60]))
def test_moves_leave_the_bound_alone_and_nothing_is_missed(seats: int, seed: int, hours: int) -> None:
    """Players move at random moments, the sweep comes once a minute, until the fifteenth day is over."""
    random = Random(seed)
    players = [ids.new_id(T0 + number) for number in range(seats)]
    games = MemoryGames({})
    stored = hosting.create(games, lambda _: "ab" * 32, NewGame(players[0], "r", "lettrix", seats, is_open=True), T0)
    for player in players[1:]:
        stored = hosting.join(games, stored.id, player, None, T0)
    now = T0
    while stored.status == "active":
        wake_at = now + random.randint(1, hours * HOUR)
        # The agenda first, whenever it has something before the player wakes up: at most a minute late.
        while stored.check_at is not None and stored.check_at <= wake_at and stored.status == "active":
            now = max(now, stored.check_at) + random.randint(0, 60 * SECOND)
            assert listed(games, now)
            due_at, remind_at = stored.due_at, stored.started.remind_at
            assert due_at is not None
            outcome = playing.attend(games, stored.id, now)
            after = games.load(stored.id)
            assert after is not None
            if outcome == "settled":
                assert due_at + GRACE <= now <= due_at + GRACE + 60 * SECOND
            if outcome == "reminded":
                assert remind_at is not None
                assert remind_at <= now <= remind_at + 60 * SECOND + GRACE
            assert outcome in ("settled", "reminded", "postponed")
            assert after.check_at == after.next_at
            stored = after
        if stored.status != "active":
            break
        remind_at = stored.started.remind_at
        if remind_at is not None and remind_at <= wake_at:
            assert stored.reminded_turn == stored.started.turn_began
        now = max(now, wake_at)
        assert stored.due_at is not None
        if now > stored.due_at:
            continue
        before = stored
        stored = play(games, stored, now)
        if stored.check_at is not None and before.check_at is not None:
            assert 0 <= before.check_at - stored.check_at <= GRACE
            assert stored.next_at is not None
            assert stored.check_at <= stored.next_at
    assert not listed(games, now + 100 * 24 * HOUR)
    assert stored.started.finished_at is not None
    assert stored.started.finished_at <= T0 + 15 * 24 * HOUR + GRACE + 60 * SECOND
