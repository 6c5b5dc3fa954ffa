"""Values of the cloud that hold what nobody may know keep it out of their text, so that no log line can show it."""

from __future__ import annotations

from dataclasses import replace

from lettrix.variants import find_variant
from lettrix_cloud import ids, lobby
from lettrix_cloud.accounts import Account, Code
from lettrix_cloud.games import Fence, Write
from lettrix_cloud.stored import StoredGame

T0 = 1_800_000_000_000
SECRET = bytes(range(32))


def running_game() -> StoredGame:
    host, guest = (ids.encode(T0, number) for number in (1, 2))
    waiting = lobby.create(
        game_id=ids.encode(T0, 3),
        rules=find_variant("lettrix").rules(),
        limits=(2, 4),
        seats=2,
        host=host,
        nonce=bytes(16),
        invited=(),
        is_open=True,
        secret=SECRET,
        dictionary="ab" * 32,
        now=T0,
    )
    return lobby.join(waiting, guest, bytes(16), T0)


def test_a_stored_game_and_a_write_of_it() -> None:
    stored = running_game()
    after = replace(stored, revision=2)
    for text in (repr(stored), str(stored), repr(Write(stored, after, Fence.on(stored)))):
        assert stored.id in text
        for hidden in (SECRET, stored.seed):
            assert repr(hidden)[2:-1] not in text
            assert hidden.hex() not in text
        assert stored.started.bag not in text
        assert not any(seat.rack in text for seat in stored.started.seats)


def test_an_address_and_a_code() -> None:
    account = Account("01A", "Zoé", "zoe@lettrix.test", T0)
    code = Code("key", "cookie", browser=True, salt="S" * 32, digest="D" * 64, asked_at=T0, expires_at=T0)
    assert "zoe@" not in repr(account)
    assert "Zoé" in repr(account)
    assert "S" * 32 not in repr(code)
    assert "D" * 64 not in repr(code)
