"""Lists of games, page by page. Each game is loaded as it is now, so that a list never shows what is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lettrix.variants import VARIANTS
from lettrix_cloud import playing
from lettrix_cloud.games import GameRepository, Listed
from lettrix_cloud.stored import StoredGame, open_keys

PAGE = 20

Position = list[str | int]
"""Where a list goes on; sealed before it leaves the house."""


@dataclass(frozen=True, slots=True)
class Page:
    """Some games of a list, and where it goes on, or None at its end."""

    games: list[StoredGame]
    more: Position | None


def mine(repository: GameRepository, player: str, now: int) -> Page:
    """Every game that takes a place of the player: those that wait for him first, by deadline, then the others, then
    the waiting ones."""
    games = _current(repository, sorted(repository.places(player)), now)
    return Page(
        sorted((stored for stored in games if player in stored.holders), key=lambda s: _urgency(s, player)), None
    )


def invitations(repository: GameRepository, player: str, now: int, position: Position | None) -> Page:
    """Games that the player is invited to, the newest first."""
    ids = repository.invitations(player, None if position is None else str(position[0]), PAGE)
    games = [stored for stored in _current(repository, ids, now) if player in stored.invited]
    return Page(games, [ids[-1]] if len(ids) == PAGE else None)


def finished(repository: GameRepository, player: str, now: int, position: Position | None) -> Page:
    """Games that the player took part in to their end or his, the last one first."""
    listed = repository.finished(player, _listed(position), PAGE)
    return Page(_current(repository, [entry.game_id for entry in listed], now), _more(listed))


def open_to_all(
    repository: GameRepository,
    player: str,
    now: int,
    position: Position | None,
    *,
    rules: str | None = None,
    language: str | None = None,
) -> Page:
    """Games that the player may join, the newest first; of one rule set and one language where these are given."""
    keys = [
        key
        for variant in VARIANTS.values()
        if rules in (None, variant.id)
        for key in open_keys(variant.id, [name for name in variant.languages if language in (None, name)])
    ]
    listed = repository.open_games(keys, _listed(position), PAGE)
    games = _current(repository, [entry.game_id for entry in listed], now)
    shown = [stored for stored in games if stored.is_joinable and player not in stored.players]
    return Page(shown, _more(listed))


def _current(repository: GameRepository, ids: Sequence[str], now: int) -> list[StoredGame]:
    loaded = repository.load_many(ids)
    return [playing.settle(repository, loaded[game_id], now) for game_id in ids if game_id in loaded]


def _urgency(stored: StoredGame, player: str) -> tuple[int, int, str]:
    game = stored.game
    is_his_turn = game is not None and game.to_move == stored.seat_of(player)
    rank = 2 if game is None else int(not is_his_turn)
    return rank, stored.due_at or 0, stored.id


def _listed(position: Position | None) -> Listed | None:
    return None if position is None else Listed(str(position[1]), int(position[0]))


def _more(listed: Sequence[Listed]) -> Position | None:
    return [listed[-1].at, listed[-1].game_id] if len(listed) == PAGE else None
