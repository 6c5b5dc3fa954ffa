"""Games before they start: created, filled, changed, called off.

Guarantees. A request that is sent again creates nothing again. Nobody ever has more games than he has places. Of all
who want the last seat exactly one gets it, and with it the game starts; joining and calling off exclude each other.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from lettrix.draw import NONCE_BYTES, SECRET_BYTES
from lettrix.variant import OptionError
from lettrix.variants import find_variant
from lettrix_cloud import ids, lobby, playing
from lettrix_cloud.games import Fence, FenceLost, GameRepository, RequestSeen
from lettrix_cloud.lobby import LobbyError
from lettrix_cloud.playing import ATTEMPTS, NotFound
from lettrix_cloud.store import StoreBusy
from lettrix_cloud.stored import StoredGame


class UnknownRules(Exception):
    """No such game, language, option or value of one; the message names it."""


class NoDictionary(Exception):
    """Games in this language cannot be made here: its dictionary is not part of this installation."""


class UnknownPlayer(Exception):
    """Somebody who is invited does not exist."""


class _Gone(NotFound):
    """The player could see the game when his request looked at it first, and no longer can."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """What a host asks for."""

    host: str
    request_id: str
    rules: str
    seats: int
    language: str | None = None
    """None: the first of the rule set."""
    invite: Sequence[str] = ()
    is_open: bool = False
    options: Mapping[str, bool | int | str] = field(default_factory=dict)
    nonce: bytes | None = None
    """16 bytes; made here for a client that brings none."""


def create(repository: GameRepository, hash_of: Callable[[str], str], wanted: NewGame, now: int) -> StoredGame:
    """Create a game, commit to its secret and seat the host; the same request again finds the same game.

    hash_of: language -> hash of the dictionary that new games get. Raises what it raises, `UnknownRules`,
    `UnknownPlayer`, `LobbyError`, `NoFreePlace`, `StoreBusy`.
    """
    try:
        variant = find_variant(wanted.rules)
        rules = variant.rules(wanted.language, wanted.options, seats=wanted.seats)
    except (KeyError, OptionError) as error:
        raise UnknownRules(str(error.args[0])) from error
    stored = lobby.create(
        game_id=ids.new_id(now),
        rules=rules,
        limits=variant.players,
        seats=wanted.seats,
        host=wanted.host,
        nonce=wanted.nonce or make_nonce(),
        invited=wanted.invite,
        is_open=wanted.is_open,
        secret=secrets.token_bytes(SECRET_BYTES),
        dictionary=hash_of(rules.language),
        now=now,
    )
    _check_players(repository, wanted.invite)
    try:
        repository.create(stored, wanted.request_id)
    except RequestSeen as seen:
        created = playing.load(repository, seen.game_id, now)
        if created is None:
            raise NotFound from seen
        return created
    return stored


def join(repository: GameRepository, game_id: str, player: str, nonce: bytes | None, now: int) -> StoredGame:
    """Take a seat or accept an invitation. Raises `NotFound`, `LobbyError`, `NoFreePlace`, `StoreBusy`."""
    own = nonce or make_nonce()
    try:
        return _change(repository, game_id, player, now, lambda stored: lobby.join(stored, player, own, now))
    except _Gone:
        raise LobbyError("game_full", "the last seat was taken just now") from None


def leave(repository: GameRepository, game_id: str, player: str, now: int) -> StoredGame:
    """Decline, or give the seat up. Raises `NotFound`, `LobbyError`, `StoreBusy`."""
    return _change(repository, game_id, player, now, lambda stored: lobby.leave(stored, player))


def invite(repository: GameRepository, game_id: str, host: str, player: str, now: int) -> StoredGame:
    """Keep a free seat for a player. Raises `NotFound`, `UnknownPlayer`, `LobbyError`, `StoreBusy`."""
    _check_players(repository, [player])
    return _change(repository, game_id, host, now, lambda stored: lobby.invite(stored, host, player))


def change(
    repository: GameRepository, game_id: str, host: str, now: int, *, is_open: bool | None, seats: int | None
) -> StoredGame:
    """Open the free seats or close them, play with fewer. Raises `NotFound`, `LobbyError`, `StoreBusy`."""

    def step(stored: StoredGame) -> StoredGame:
        fewest = find_variant(stored.rules.id).players[0]
        return lobby.change(stored, host, now, is_open=is_open, seats=seats, fewest=fewest)

    return _change(repository, game_id, host, now, step)


def cancel(repository: GameRepository, game_id: str, host: str, now: int) -> StoredGame:
    """Call the game off. Raises `NotFound`, `LobbyError`, `StoreBusy`."""
    return _change(repository, game_id, host, now, lambda stored: lobby.cancel(stored, host, now))


def make_nonce() -> bytes:
    """A nonce for a client that brings none."""
    return secrets.token_bytes(NONCE_BYTES)


def _change(
    repository: GameRepository,
    game_id: str,
    player: str,
    now: int,
    step: Callable[[StoredGame], StoredGame],
) -> StoredGame:
    seen = False
    for _ in range(ATTEMPTS):
        stored = playing.load(repository, game_id, now)
        if stored is None or not playing.may_see(stored, player):
            raise _Gone if seen else NotFound
        seen = True
        after = step(stored)
        if after == stored:
            return stored
        if stored.lobby.cancel_at <= now:
            raise LobbyError("not_waiting", "the time to fill the game is over")
        try:
            return playing.write(repository, stored, after, Fence.on(stored, joined_at=now))
        except FenceLost:
            continue
    raise StoreBusy("waiting-game")


def _check_players(repository: GameRepository, players: Sequence[str]) -> None:
    if players and set(repository.names(players)) != set(players):
        raise UnknownPlayer
