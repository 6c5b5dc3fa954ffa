"""Which fence each kind of write goes out with: also the parts that the revision alone would make good for."""

from __future__ import annotations

import pytest

from lettrix.clock import HOUR
from lettrix.game import AnyWord
from lettrix.plays import Pass
from lettrix_cloud import hosting, ids, playing
from lettrix_cloud.games import Fence, Write
from lettrix_cloud.games_memory import MemoryGames
from lettrix_cloud.hosting import NewGame
from lettrix_cloud.playing import Move
from lettrix_cloud.stored import StoredGame

T0 = 1_800_000_000_000
GRACE = 15_000
ANNA, BEN = ids.encode(T0, 1), ids.encode(T0, 2)


class Recording(MemoryGames):
    """Keeps the fences of its writes."""

    def __init__(self) -> None:
        super().__init__({ANNA: "Anna", BEN: "Ben"})
        self.fences: list[Fence] = []

    def write(self, write: Write) -> None:
        self.fences.append(write.fence)
        super().write(write)


@pytest.fixture
def games() -> Recording:
    return Recording()


def create(games: Recording, seats: int = 2) -> StoredGame:
    wanted = NewGame(ANNA, "r", "lettrix", seats, is_open=True)
    return hosting.create(games, lambda _: "ab" * 32, wanted, T0)


def test_a_move_goes_out_with_its_gateway_time(games: Recording) -> None:
    stored = hosting.join(games, create(games).id, BEN, None, T0)
    request = Move(stored.id, stored.seated[0], 1, "r", T0 + HOUR, lambda _: Pass())
    playing.move(games, lambda _: AnyWord(), request)
    assert games.fences[-1] == Fence("active", 2, 1, played_at=T0 + HOUR)


def test_a_settlement_with_the_time_less_the_grace(games: Recording) -> None:
    stored = hosting.join(games, create(games).id, BEN, None, T0)
    playing.attend(games, stored.id, T0 + 50 * HOUR)
    assert games.fences[-1] == Fence("active", 2, 1, settled_by=T0 + 50 * HOUR - GRACE)


def test_an_expiry_too(games: Recording) -> None:
    playing.attend(games, create(games).id, T0 + 50 * HOUR)
    assert games.fences == [Fence("waiting", 1, None, settled_by=T0 + 50 * HOUR - GRACE)]


def test_changes_to_a_waiting_game_with_their_time(games: Recording) -> None:
    game = create(games, 4).id
    hosting.join(games, game, BEN, None, T0 + 1)
    hosting.leave(games, game, BEN, T0 + 2)
    hosting.invite(games, game, ANNA, BEN, T0 + 3)
    hosting.change(games, game, ANNA, T0 + 4, is_open=False, seats=None)
    hosting.cancel(games, game, ANNA, T0 + 5)
    assert games.fences == [Fence("waiting", number, None, joined_at=T0 + number) for number in range(1, 6)]
