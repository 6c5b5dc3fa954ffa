"""Games in the game table.

`GAME#id / STATE` (packing.py), `GAME#id / TURN#0007`, `PLAYER#id / PLACES`, `PLAYER#id / INV#game`,
`PLAYER#id / DONE#finished_at#game`, `PLAYER#id / REQ#request_id` and `CONTROL / word_check`, `CONTROL / clock`.

A move is a transaction of two items under 1,000 bytes each, four write units; it leaves the two indexes alone because
nothing that they hold changes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, cast

from pynamodb.expressions.condition import Condition, size
from pynamodb.expressions.update import Action

from lettrix.draw import canonical_json
from lettrix.state import Turn
from lettrix_cloud import clock, packing, store
from lettrix_cloud.game_items import (
    CLOCK,
    WORD_CHECK,
    AroundItem,
    ControlItem,
    DoneItem,
    InvitationItem,
    PlacesItem,
    RequestItem,
    SeenItem,
    StateItem,
    TurnItem,
    card_key,
    done_key,
    invitation_key,
    key_attributes,
    places_key,
    request_key,
    state_key,
    turn_key,
)
from lettrix_cloud.games import (
    FRIENDLY_LIMIT,
    OTHERS_LIMIT,
    REQUEST_DAYS,
    Around,
    Fence,
    FenceLost,
    Listed,
    NoFreePlace,
    RequestSeen,
    TurnEntry,
    Write,
    last_numbers,
    last_round,
)
from lettrix_cloud.stored import StoredGame

GAMES_REMEMBERED = 1_000
"""By one process, less than 200 bytes each."""


class DynamoGames:
    """The `GameRepository` of the deployed stack."""

    def __init__(self) -> None:
        self._players: dict[str, tuple[str, ...]] = {}
        """By game: who plays in those that this process has seen started, which never changes."""

    def load(self, game_id: str) -> StoredGame | None:
        item = store.find("state", StateItem, *state_key(game_id))
        return None if item is None else _stored(item)

    def load_many(self, game_ids: Collection[str]) -> dict[str, StoredGame]:
        keys = [state_key(game_id) for game_id in game_ids]
        if not keys:
            return {}
        items = _all("states", lambda: StateItem.batch_get(keys, consistent_read=True))
        return {stored.id: stored for stored in map(_stored, items)}

    def create(self, stored: StoredGame, request_id: str) -> None:
        write = store.Transaction("create-game")
        write.put("state", StateItem(*state_key(stored.id), **packing.pack(stored)))
        request = request_key(stored.host, request_id)
        ttl = stored.created_at // clock.SECOND + REQUEST_DAYS * clock.DAY // clock.SECOND
        write.put("request", RequestItem(*request, game=stored.id, ttl=ttl))
        _take(write, stored, stored.host)
        for player in sorted(stored.invited):
            _invite(write, stored, player)
        try:
            write.commit()
        except store.ConditionFailed as refused:
            seen = store.find("request", RequestItem, *request)
            if seen is not None:
                raise RequestSeen(seen.game) from refused
            raise _refusal(refused) from refused

    def write(self, write: Write) -> None:
        stored = write.after
        transaction = store.Transaction("write-game")
        changed, removed = packing.changes(
            packing.pack(write.before), packing.pack(replace(stored, revision=write.before.revision + 1))
        )
        actions: list[Action] = [_attribute(name).set(value) for name, value in changed.items()]
        actions += [_attribute(name).remove() for name in removed]
        transaction.update("state", StateItem(*state_key(stored.id)), actions, _condition(write.fence))
        for entry in write.turns:
            transaction.put(f"turn {entry.turn.number}", turn_item(stored.id, entry))
        for player in write.takes:
            _take(transaction, stored, player)
        for player in write.releases:
            places = _places_attribute(stored)
            transaction.update(f"release {player}", PlacesItem(*places_key(player)), [places.delete({stored.id})])
        for player in write.invites:
            _invite(transaction, stored, player)
        for player in write.withdraws:
            transaction.delete(f"invitation {player}", InvitationItem(*invitation_key(player, stored.id)))
        for player in write.finishes:
            key = done_key(player, Listed(stored.id, stored.started.finished_at or 0))
            transaction.put(f"done {player}", DoneItem(*key))
        try:
            transaction.commit()
        except store.ConditionFailed as refused:
            raise _refusal(refused) from refused

    def mark(self, stored: StoredGame, *, check_at: int, reminded_turn: int | None = None) -> bool:
        actions: list[Action] = [
            StateItem.check_at.set(check_at),
            StateItem.revision.set(stored.revision + 1),
        ]
        if reminded_turn is not None:
            actions.append(StateItem.reminded_turn.set(reminded_turn))
        item = StateItem(*state_key(stored.id))
        try:
            store.call("mark", lambda: item.update(actions, condition=_condition(Fence.on(stored))))
        except store.ConditionFailed:
            return False
        return True

    def skip(self, game_id: str, check_at: int) -> None:
        item = StateItem(*state_key(game_id))
        actions: list[Action] = [StateItem.check_at.set(check_at), StateItem.revision.add(1)]
        with suppress(store.ConditionFailed):
            store.call("skip", lambda: item.update(actions, condition=StateItem.agenda.exists()))

    def turn(self, game_id: str, number: int) -> TurnEntry | None:
        item = store.find("turn", TurnItem, *turn_key(game_id, number))
        return None if item is None else TurnEntry(_turn(item.record), item.player, item.request_id)

    def turns(self, game_id: str, numbers: Iterable[int] | None = None) -> list[Turn]:
        if numbers is None:
            pk, every = state_key(game_id)[0], TurnItem.sk.startswith("TURN#")
            items = _all("turns", lambda: TurnItem.query(pk, every, consistent_read=True))
        else:
            keys = [turn_key(game_id, number) for number in set(numbers)]
            items = _all("turns", lambda: TurnItem.batch_get(keys, consistent_read=True)) if keys else []
        return sorted((_turn(item.record) for item in items), key=lambda turn: turn.number)

    def around(self, stored: StoredGame) -> Around:
        keys = _around_keys(stored.id, last_numbers(stored), {*stored.players, *stored.invited})
        return _around(_all("around", lambda: AroundItem.batch_get(keys, consistent_read=True)))

    def load_around(self, game_id: str, turn: int) -> tuple[StoredGame, Around | None] | None:
        players = self._players.get(game_id)
        if players is None:
            stored = self.load(game_id)
            if stored is None:
                return None
            self._remember(stored)
            return stored, None
        numbers = last_round(turn, len(players))
        keys = [state_key(game_id), *_around_keys(game_id, numbers, players)]
        items = _all("state-around", lambda: SeenItem.batch_get(keys, consistent_read=True))
        stored = next((_stored(item) for item in items if isinstance(item, StateItem)), None)
        if stored is None:
            return None
        around = _around([item for item in items if isinstance(item, AroundItem)])
        # A turn written meanwhile may show in one item and not in the other.
        is_whole = stored.started.turn == turn and len(around.turns) == len(numbers)
        return stored, around if is_whole else None

    def _remember(self, stored: StoredGame) -> None:
        if stored.game is None:
            return
        if len(self._players) >= GAMES_REMEMBERED:
            self._players.clear()
        self._players[stored.id] = stored.players

    def names(self, player_ids: Collection[str]) -> dict[str, str]:
        keys = [card_key(player) for player in set(player_ids)]
        # Consistent: it also says who exists, and somebody may be invited the moment he has signed up.
        items = _all("names", lambda: AroundItem.batch_get(keys, consistent_read=True)) if keys else []
        return {_player(item.pk): item.name for item in items if item.name}

    def places(self, player: str) -> set[str]:
        item = store.find("places", PlacesItem, *places_key(player))
        return set() if item is None else (item.games or set()) | (item.others or set())

    def invitations(self, player: str, before: str | None, count: int) -> list[str]:
        start = None if before is None else invitation_key(player, before)
        items = _newest(InvitationItem, player, "INV#", start, count)
        return [item.sk.removeprefix("INV#") for item in items]

    def finished(self, player: str, before: Listed | None, count: int) -> list[Listed]:
        start = None if before is None else done_key(player, before)
        items = _newest(DoneItem, player, "DONE#", start, count)
        found = [item.sk.split("#") for item in items]
        return [Listed(game_id, int(at)) for _, at, game_id in found]

    def open_games(self, keys: Sequence[str], before: Listed | None, count: int) -> list[Listed]:
        by = None if before is None else StateItem.created_at <= before.at
        found: list[Listed] = []
        for key in keys:
            # A few more than asked for: those of the very millisecond of `before` are thrown away.
            query = partial(StateItem.by_open_key.query, key, by, scan_index_forward=False, limit=count + 10)
            items = _all("open-games", query)
            found += [Listed(_game(item.pk), int(item.created_at or 0)) for item in items]
        found.sort(key=lambda listed: (listed.at, listed.game_id), reverse=True)
        return [
            listed for listed in found if before is None or (listed.at, listed.game_id) < (before.at, before.game_id)
        ][:count]

    def due(self, shard: str, by: int, after: Listed | None, count: int) -> list[Listed]:
        start = None
        if after is not None:
            start = key_attributes(state_key(after.game_id))
            start |= {"agenda": {"S": shard}, "check_at": {"N": str(after.at)}}
        by_then = StateItem.check_at <= by
        query = partial(StateItem.by_agenda.query, shard, by_then, limit=count, last_evaluated_key=start)
        items = _all("due", query)
        return [Listed(_game(item.pk), int(item.check_at or 0)) for item in items]

    def word_check(self) -> bool:
        item = store.find("word-check", ControlItem, *WORD_CHECK)
        return item is not None and bool(item.on)

    def hold_until(self) -> int:
        item = store.find("hold", ControlItem, *CLOCK)
        return 0 if item is None else int(item.hold_until or 0)


def _around_keys(game_id: str, numbers: Iterable[int], players: Iterable[str]) -> list[tuple[str, str]]:
    return [*(turn_key(game_id, number) for number in numbers), *map(card_key, players), WORD_CHECK]


def _around(items: Sequence[AroundItem]) -> Around:
    turns = sorted((_turn(item.record) for item in items if item.record), key=lambda turn: turn.number)
    names = {_player(item.pk): item.name for item in items if item.name}
    return Around(turns, names, any(item.on for item in items))


def _all(name: str, query: Callable[[], Iterable[Any]]) -> list[Any]:
    """Everything that a query or batch yields, in one call that may be tried again."""
    return store.call(name, lambda: list(query()))


def _newest(
    model: type[store.GameItem], player: str, prefix: str, start: tuple[str, str] | None, count: int
) -> list[Any]:
    """Items of a player whose keys begin with the prefix, the highest first, behind the key `start`."""
    query = partial(
        model.query,
        places_key(player)[0],
        model.sk.startswith(prefix),
        consistent_read=True,
        scan_index_forward=False,
        limit=count,
        last_evaluated_key=None if start is None else key_attributes(start),
    )
    return _all(prefix, query)


def _refusal(refused: store.ConditionFailed) -> Exception:
    """What a refused transaction means; a lost fence before everything else."""
    if "state" in refused.failed:
        return FenceLost()
    taken = [name.removeprefix("place ") for name in refused.failed if name.startswith("place ")]
    if taken:
        return NoFreePlace(taken[0])
    return RuntimeError(f"the table contradicts itself: {', '.join(sorted(refused.failed))}")


def _condition(fence: Fence) -> Condition:
    condition = cast(Condition, StateItem.status == fence.status) & (StateItem.revision == fence.revision)
    due_at = StateItem.cancel_at if fence.turn is None else StateItem.due_at
    if fence.turn is not None:
        condition &= StateItem.turn == fence.turn
    if fence.played_at is not None:
        condition &= due_at >= fence.played_at
    if fence.joined_at is not None:
        condition &= due_at > fence.joined_at
    if fence.settled_by is not None:
        condition &= due_at <= fence.settled_by
    return cast(Condition, condition)


def _take(write: store.Transaction, stored: StoredGame, player: str) -> None:
    """Take a place: adding an id that is there already changes nothing, and always succeeds."""
    places = _places_attribute(stored)
    limit = PlacesItem.friendly_limit if stored.rules.id == "lettrix" else OTHERS_LIMIT
    free = places.does_not_exist() | places.contains(stored.id) | (size(places) < limit)  # type: ignore[no-untyped-call]
    actions = [places.add({stored.id}), PlacesItem.friendly_limit.set(PlacesItem.friendly_limit | FRIENDLY_LIMIT)]
    write.update(f"place {player}", PlacesItem(*places_key(player)), actions, free)


def _invite(write: store.Transaction, stored: StoredGame, player: str) -> None:
    key = invitation_key(player, stored.id)
    write.put(f"invitation {player}", InvitationItem(*key, created_at=stored.created_at))


def _places_attribute(stored: StoredGame) -> Any:
    return PlacesItem.games if stored.rules.id == "lettrix" else PlacesItem.others


def _attribute(name: str) -> Any:
    return getattr(StateItem, name)


def _stored(item: StateItem) -> StoredGame:
    return packing.unpack(_game(item.pk), item.attribute_values)


def turn_item(game_id: str, entry: TurnEntry) -> TurnItem:
    """The TURN item of a record."""
    key = turn_key(game_id, entry.turn.number)
    record = canonical_json(entry.turn.to_json())
    return TurnItem(*key, record=record, player=entry.player, request_id=entry.request_id)


def _turn(record: str) -> Turn:
    return Turn.from_json(json.loads(record))


def _game(pk: str) -> str:
    return pk.removeprefix("GAME#")


def _player(pk: str) -> str:
    return pk.removeprefix("PLAYER#")
