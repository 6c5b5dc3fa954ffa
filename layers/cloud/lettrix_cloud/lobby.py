"""Games that wait for their players: pure functions from one `StoredGame` to the next.

The last seat taken starts the game in the same step. A seat is taken, kept for somebody invited, or free; free seats
are for anybody while the game is open. The caller fences the write: status, revision and `cancel_at`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from lettrix.game import start
from lettrix.rules import Rules
from lettrix_cloud.stored import StoredGame, Waiting


class LobbyError(Exception):
    """What cannot be done to a waiting game; `code` is the API's.

    `not_waiting`: it has started or was cancelled. `game_full`: no seat for this player. `not_host`: only the host
    may. `host_cancels`: the host leaves by cancelling. `not_in_game`: neither seated nor invited. `already_in_game`:
    seated before. `invited_twice`: in one request, or the host by himself. `too_many_players`, `too_few_players`:
    more or fewer than the seats, or the rules, allow.
    """

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail


def create(
    *,
    game_id: str,
    rules: Rules,
    limits: tuple[int, int],
    seats: int,
    host: str,
    nonce: bytes,
    invited: Sequence[str],
    is_open: bool,
    secret: bytes,
    dictionary: str,
    now: int,
) -> StoredGame:
    """A new game with its host seated. limits: fewest and most players by the rules. Raises `LobbyError`."""
    if not limits[0] <= seats <= limits[1]:
        raise LobbyError("too_many_players" if seats > limits[1] else "too_few_players", "not with this many players")
    if host in invited or len(set(invited)) != len(invited):
        raise LobbyError("invited_twice", "everybody is invited once, and the host is in it already")
    if 1 + len(invited) > seats:
        raise LobbyError("too_many_players", "more invitations than seats")
    waiting = Waiting(seats, is_open, tuple(invited), now + rules.clock.filling)
    stored = StoredGame(
        id=game_id,
        rules=rules,
        seats_offered=seats,
        dictionary=dictionary,
        created_at=now,
        players=(host,),
        nonces=(nonce,),
        secret=secret,
        waiting=waiting,
        game=None,
    )
    return replace(stored, check_at=stored.next_at)


def may_see(stored: StoredGame, player: str) -> bool:
    """Whether a game that has not started is visible: to who is in it, and to all while they may join."""
    return player in stored.players or player in stored.lobby.invited or stored.is_joinable


def may_join(stored: StoredGame, player: str) -> bool:
    """Whether a seat is there for this player."""
    return stored.status == "waiting" and (player in stored.lobby.invited or stored.is_joinable)


def join(stored: StoredGame, player: str, nonce: bytes, now: int) -> StoredGame:
    """Take a seat, or accept. Joining twice is joining once. Raises `LobbyError`."""
    if player in stored.players:
        return stored
    waiting = _waiting(stored)
    if not may_join(stored, player):
        raise LobbyError("game_full", "no seat is free for you")
    invited = tuple(other for other in waiting.invited if other != player)
    seated = replace(
        stored,
        players=(*stored.players, player),
        nonces=(*stored.nonces, nonce),
        waiting=replace(waiting, invited=invited),
    )
    return _start_when_full(seated, now)


def leave(stored: StoredGame, player: str) -> StoredGame:
    """Decline, or give the seat up before the start; either way it is free again. Raises `LobbyError`."""
    waiting = _waiting(stored)
    if player in waiting.invited:
        return replace(stored, waiting=replace(waiting, invited=tuple(p for p in waiting.invited if p != player)))
    if player not in stored.players:
        raise LobbyError("not_in_game", "you have no seat here")
    if player == stored.host:
        raise LobbyError("host_cancels", "the host cancels the game instead")
    at = stored.players.index(player)
    return replace(
        stored,
        players=stored.players[:at] + stored.players[at + 1 :],
        nonces=stored.nonces[:at] + stored.nonces[at + 1 :],
    )


def invite(stored: StoredGame, host: str, player: str) -> StoredGame:
    """Keep a free seat for somebody. Inviting twice is inviting once. Raises `LobbyError`."""
    waiting = _hosted(stored, host)
    if player in waiting.invited:
        return stored
    if player in stored.players:
        raise LobbyError("already_in_game", "this player has a seat")
    if stored.free_seats < 1:
        raise LobbyError("game_full", "no seat is free")
    return replace(stored, waiting=replace(waiting, invited=(*waiting.invited, player)))


def change(
    stored: StoredGame, host: str, now: int, *, is_open: bool | None = None, seats: int | None = None, fewest: int = 2
) -> StoredGame:
    """Open the free seats to all or close them; play with fewer, down to those seated. Raises `LobbyError`.

    Invitations that no longer fit are withdrawn, the latest first. With as many seats as are taken it starts; asking
    for that twice is asking once.
    """
    if stored.game is not None and host == stored.host and seats == len(stored.players):
        return stored
    waiting = _hosted(stored, host)
    if is_open is not None:
        waiting = replace(waiting, open=is_open)
    if seats is not None:
        if seats > waiting.seats:
            raise LobbyError("too_many_players", "seats can be taken away, not added")
        if seats < max(fewest, len(stored.players)):
            raise LobbyError("too_few_players", "not fewer than are seated, and two at least")
        waiting = replace(waiting, seats=seats, invited=waiting.invited[: seats - len(stored.players)])
    return _start_when_full(replace(stored, waiting=waiting), now)


def cancel(stored: StoredGame, host: str, now: int) -> StoredGame:
    """The host calls it off. Cancelling twice is cancelling once. Raises `LobbyError`."""
    if stored.status == "cancelled" and host == stored.host:
        return stored
    _hosted(stored, host)
    return _cancelled(stored, now)


def expire(stored: StoredGame, now: int) -> StoredGame:
    """Not full in time: cancelled. The caller has made sure that it is due, with the clock's grace."""
    _waiting(stored)
    return _cancelled(stored, now)


def _cancelled(stored: StoredGame, now: int) -> StoredGame:
    return replace(stored, waiting=replace(stored.lobby, cancelled_at=now), check_at=None)


def _start_when_full(stored: StoredGame, now: int) -> StoredGame:
    if len(stored.players) < stored.lobby.seats:
        return stored
    game = start(stored.rules, stored.seed, len(stored.players), now)
    active = replace(stored, waiting=None, game=game)
    return replace(active, check_at=active.next_at)


def _waiting(stored: StoredGame) -> Waiting:
    if stored.status != "waiting":
        raise LobbyError("not_waiting", "the game has started or was cancelled")
    return stored.lobby


def _hosted(stored: StoredGame, host: str) -> Waiting:
    waiting = _waiting(stored)
    if host != stored.host:
        raise LobbyError("not_host", "only the host may do this")
    return waiting
