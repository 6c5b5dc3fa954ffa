"""The in-memory twin of the game repository, under the same contract tests as the real one.

It keeps packed attributes, so what goes through it goes through `packing` too.
"""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from lettrix.state import Turn
from lettrix_cloud import packing
from lettrix_cloud.games import (
    FRIENDLY_LIMIT,
    OTHERS_LIMIT,
    Around,
    Fence,
    FenceLost,
    Listed,
    NoFreePlace,
    RequestSeen,
    TurnEntry,
    Write,
    last_numbers,
)
from lettrix_cloud.packing import Attributes
from lettrix_cloud.stored import StoredGame


@dataclass
class Places:
    """The games that one player has going."""

    games: set[str] = field(default_factory=set)
    others: set[str] = field(default_factory=set)
    friendly_limit: int = FRIENDLY_LIMIT


class MemoryGames:
    """A `GameRepository` in dictionaries. Safe for threads: every method is one step."""

    def __init__(self, names: Mapping[str, str]) -> None:
        """names: of every player there is, by id; it may change while the repository is used."""
        self.all_names = names
        self.states: dict[str, Attributes] = {}
        self.records: dict[str, dict[int, TurnEntry]] = {}
        self.held: dict[str, Places] = {}
        self.requests: dict[tuple[str, str], str] = {}
        self.invited: dict[str, set[str]] = {}
        self.done: dict[str, set[tuple[int, str]]] = {}
        self.word_check_on = False
        self.held_until = 0
        self._lock = threading.RLock()

    def load(self, game_id: str) -> StoredGame | None:
        with self._lock:
            attributes = self.states.get(game_id)
            return None if attributes is None else packing.unpack(game_id, attributes)

    def load_many(self, game_ids: Collection[str]) -> dict[str, StoredGame]:
        loaded = {game_id: self.load(game_id) for game_id in game_ids}
        return {game_id: stored for game_id, stored in loaded.items() if stored is not None}

    def create(self, stored: StoredGame, request_id: str) -> None:
        with self._lock:
            request = (stored.host, request_id)
            if request in self.requests:
                raise RequestSeen(self.requests[request])
            self._check_place(stored, stored.host)
            self.states[stored.id] = packing.pack(stored)
            self.requests[request] = stored.id
            self._place(stored, stored.host).add(stored.id)
            for player in stored.invited:
                self.invited.setdefault(player, set()).add(stored.id)

    def write(self, write: Write) -> None:
        with self._lock:
            stored = write.after
            attributes = self.states.get(stored.id)
            if attributes is None or not _holds(write.fence, attributes):
                raise FenceLost
            for player in write.takes:
                self._check_place(stored, player)
            after = replace(stored, revision=write.before.revision + 1)
            self._change(stored.id, packing.pack(write.before), packing.pack(after))
            for entry in write.turns:
                self.records.setdefault(stored.id, {})[entry.turn.number] = entry
            for player in write.takes:
                self._place(stored, player).add(stored.id)
            for player in write.releases:
                self._place(stored, player).discard(stored.id)
            for player in write.invites:
                self.invited.setdefault(player, set()).add(stored.id)
            for player in write.withdraws:
                self.invited.get(player, set()).discard(stored.id)
            for player in write.finishes:
                self.done.setdefault(player, set()).add((stored.started.finished_at or 0, stored.id))

    def mark(self, stored: StoredGame, *, check_at: int, reminded_turn: int | None = None) -> bool:
        with self._lock:
            attributes = self.states.get(stored.id)
            if attributes is None or not _holds(Fence.on(stored), attributes):
                return False
            attributes |= {"check_at": check_at, "revision": stored.revision + 1}
            if reminded_turn is not None:
                attributes["reminded_turn"] = reminded_turn
            return True

    def skip(self, game_id: str, check_at: int) -> None:
        with self._lock:
            attributes = self.states.get(game_id, {})
            if "agenda" in attributes:
                attributes |= {"check_at": check_at, "revision": attributes["revision"] + 1}

    def turn(self, game_id: str, number: int) -> TurnEntry | None:
        with self._lock:
            return self.records.get(game_id, {}).get(number)

    def turns(self, game_id: str, numbers: Iterable[int] | None = None) -> list[Turn]:
        with self._lock:
            records = self.records.get(game_id, {})
            wanted = sorted(records) if numbers is None else sorted(set(numbers) & set(records))
            return [records[number].turn for number in wanted]

    def around(self, stored: StoredGame) -> Around:
        turns = self.turns(stored.id, last_numbers(stored))
        return Around(turns, self.names({*stored.players, *stored.invited}), self.word_check())

    def load_around(self, game_id: str, turn: int) -> tuple[StoredGame, Around | None] | None:
        with self._lock:
            stored = self.load(game_id)
            if stored is None:
                return None
            return stored, self.around(stored) if stored.game is not None and stored.game.turn == turn else None

    def names(self, player_ids: Collection[str]) -> dict[str, str]:
        return {player: self.all_names[player] for player in player_ids if player in self.all_names}

    def places(self, player: str) -> set[str]:
        with self._lock:
            held = self.held.get(player, Places())
            return held.games | held.others

    def invitations(self, player: str, before: str | None, count: int) -> list[str]:
        with self._lock:
            ids = sorted(self.invited.get(player, ()), reverse=True)
        return [game_id for game_id in ids if before is None or game_id < before][:count]

    def finished(self, player: str, before: Listed | None, count: int) -> list[Listed]:
        with self._lock:
            done = sorted(self.done.get(player, ()), reverse=True)
        return [
            Listed(game_id, at) for at, game_id in done if before is None or (at, game_id) < (before.at, before.game_id)
        ][:count]

    def open_games(self, keys: Sequence[str], before: Listed | None, count: int) -> list[Listed]:
        with self._lock:
            found = [
                Listed(game_id, attributes["created_at"])
                for game_id, attributes in self.states.items()
                if attributes.get("open_key") in keys
            ]
        found.sort(key=lambda listed: (listed.at, listed.game_id), reverse=True)
        return [
            listed for listed in found if before is None or (listed.at, listed.game_id) < (before.at, before.game_id)
        ][:count]

    def due(self, shard: str, by: int, after: Listed | None, count: int) -> list[Listed]:
        with self._lock:
            found = [
                Listed(game_id, attributes["check_at"])
                for game_id, attributes in self.states.items()
                if attributes.get("agenda") == shard and attributes["check_at"] <= by
            ]
        found.sort(key=lambda listed: (listed.at, listed.game_id))
        return [listed for listed in found if after is None or (listed.at, listed.game_id) > (after.at, after.game_id)][
            :count
        ]

    def word_check(self) -> bool:
        return self.word_check_on

    def hold_until(self) -> int:
        return self.held_until

    def _change(self, game_id: str, before: Attributes, after: Attributes) -> None:
        changed, removed = packing.changes(before, after)
        self.states[game_id] |= changed
        for name in removed:
            self.states[game_id].pop(name, None)

    def _place(self, stored: StoredGame, player: str) -> set[str]:
        held = self.held.setdefault(player, Places())
        return held.games if stored.rules.id == "lettrix" else held.others

    def _check_place(self, stored: StoredGame, player: str) -> None:
        held = self.held.setdefault(player, Places())
        limit = held.friendly_limit if stored.rules.id == "lettrix" else OTHERS_LIMIT
        place = self._place(stored, player)
        if stored.id not in place and place and len(place) >= limit:
            raise NoFreePlace(player)


def _holds(fence: Fence, state: Attributes) -> bool:
    if (state["status"], state["revision"], state.get("turn")) != (fence.status, fence.revision, fence.turn):
        return False
    due_at = state.get("due_at") if fence.turn is not None else state.get("cancel_at")
    if due_at is None:
        return fence.played_at is fence.joined_at is fence.settled_by is None
    return (
        (fence.played_at is None or fence.played_at <= due_at)
        and (fence.joined_at is None or fence.joined_at < due_at)
        and (fence.settled_by is None or due_at <= fence.settled_by)
    )
