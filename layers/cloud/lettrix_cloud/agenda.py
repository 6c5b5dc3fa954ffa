"""The agenda: once a minute what is due is found by shard and sent to the queue from which `timeouts` works.

An entry is a candidate and no more: whoever gets it loads the game and looks. So an entry may come twice, late, or
about a game that is over, and a sweep that stops early or dies loses nothing: the next one finds the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from lettrix_cloud import ids
from lettrix_cloud.games import GameRepository, Listed
from lettrix_cloud.stored import agenda_shards

PAGE = 100
BATCH = 10
"""Messages in one call to the queue."""


@dataclass(frozen=True, slots=True)
class Cursor:
    """Where a sweep that ran out of time goes on."""

    shard: str
    after: Listed | None


@dataclass(frozen=True, slots=True)
class Swept:
    """What a sweep did."""

    sent: int
    poison: int
    """Entries that are no game's: counted and skipped."""
    cursor: Cursor | None
    """None when everything due was seen."""


def sweep(
    repository: GameRepository,
    send: Callable[[Sequence[str]], None],
    now: int,
    is_out_of_time: Callable[[], bool],
    begin: Cursor | None = None,
) -> Swept:
    """Send the ids of all games that are due by `now` (ms UTC), ten at a time, until time runs out.

    While the organiser holds the clock nothing is sent.
    """
    sent = poison = 0
    if repository.hold_until() > now:
        return Swept(0, 0, None)
    shards = agenda_shards()
    first = 0 if begin is None else shards.index(begin.shard)
    for shard in shards[first:]:
        after = begin.after if begin is not None and begin.shard == shard else None
        while True:
            if is_out_of_time():
                return Swept(sent, poison, Cursor(shard, after))
            page = repository.due(shard, now, after, PAGE)
            games = [listed.game_id for listed in page if ids.is_id(listed.game_id)]
            poison += len(page) - len(games)
            for at in range(0, len(games), BATCH):
                send(games[at : at + BATCH])
            sent += len(games)
            if len(page) < PAGE:
                break
            after = page[-1]
    return Swept(sent, poison, None)
