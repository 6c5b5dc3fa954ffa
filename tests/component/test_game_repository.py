"""What a game repository promises holds in the table and in the twin alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

import pytest

from lettrix import game as engine
from lettrix.clock import DAY, HOUR, SECOND
from lettrix.plays import Action, Pass, Resign
from lettrix.state import Turn
from lettrix.variants import find_variant
from lettrix_cloud import ids, lobby, store
from lettrix_cloud.game_items import AroundItem, ControlItem, PlacesItem
from lettrix_cloud.games import (
    FRIENDLY_LIMIT,
    OTHERS_LIMIT,
    Fence,
    FenceLost,
    GameRepository,
    Listed,
    NoFreePlace,
    RequestSeen,
    TurnEntry,
    Write,
)
from lettrix_cloud.games_dynamodb import DynamoGames, turn_item
from lettrix_cloud.games_memory import MemoryGames, Places
from lettrix_cloud.stored import StoredGame, agenda_shards, open_keys

T0 = 1_800_000_000_000
RULES = find_variant("lettrix").rules()
numbers = count(1)


def new_id(at: int = T0) -> str:
    return ids.encode(at, next(numbers))


@dataclass
class Kit:
    """A repository, and a way to what other parts of the house write."""

    games: GameRepository
    add_player: Callable[[str, str], object]
    set_word_check: Callable[[bool], object]
    set_hold: Callable[[int], object]
    set_limit: Callable[[str, int], object]
    plant: Callable[[str, str, str], None]
    """(game, attribute, value): what a newer version of the code may have written into STATE."""
    planted: Callable[[str, str], Any]


def memory_kit() -> Kit:
    names: dict[str, str] = {}
    games = MemoryGames(names)
    return Kit(
        games,
        names.__setitem__,
        lambda on: setattr(games, "word_check_on", on),
        lambda until: setattr(games, "held_until", until),
        lambda player, limit: games.held.__setitem__(player, Places(friendly_limit=limit)),
        lambda game, name, value: games.states[game].__setitem__(name, value),
        lambda game, name: games.states[game].get(name),
    )


def dynamo_kit(client: Any) -> Kit:
    def key(game: str) -> dict[str, Any]:
        return {"PK": {"S": f"GAME#{game}"}, "SK": {"S": "STATE"}}

    def plant(game: str, name: str, value: str) -> None:
        client.update_item(
            TableName="game-table",
            Key=key(game),
            UpdateExpression="SET #n = :v",
            ExpressionAttributeNames={"#n": name},
            ExpressionAttributeValues={":v": {"S": value}},
        )

    def planted(game: str, name: str) -> Any:
        item = client.get_item(TableName="game-table", Key=key(game), ConsistentRead=True)["Item"]
        return next(iter(item.get(name, {"NULL": None}).values()))

    return Kit(
        DynamoGames(),
        lambda player, name: AroundItem(f"PLAYER#{player}", "CARD", name=name).save(),
        lambda on: ControlItem("CONTROL", "word_check", on=on).save(),
        lambda until: ControlItem("CONTROL", "clock", hold_until=until).save(),
        lambda player, limit: PlacesItem(f"PLAYER#{player}", "PLACES", friendly_limit=limit).save(),
        plant,
        planted,
    )


@pytest.fixture(params=["dynamodb", "memory"])
def kit(request: pytest.FixtureRequest, aws: Any) -> Kit:
    if request.param == "memory":
        return memory_kit()
    request.getfixturevalue("tables")
    return dynamo_kit(aws)


@pytest.fixture
def games(kit: Kit) -> GameRepository:
    return kit.games


def waiting(
    seats: int = 2, host: str | None = None, invited: tuple[str, ...] = (), *, is_open: bool = True, at: int = T0
) -> StoredGame:
    return lobby.create(
        game_id=new_id(at),
        rules=RULES,
        limits=(2, 4),
        seats=seats,
        host=host or new_id(),
        nonce=b"h" * 16,
        invited=invited,
        is_open=is_open,
        secret=b"s" * 32,
        dictionary="ab" * 32,
        now=at,
    )


def create(games: GameRepository, stored: StoredGame, request_id: str = "r1") -> StoredGame:
    games.create(stored, request_id)
    return stored


def step(games: GameRepository, before: StoredGame, after: StoredGame, at: int = T0, **entries: Any) -> StoredGame:
    games.write(Write(before, after, Fence.on(before, joined_at=at)))
    return replace(after, revision=before.revision + 1)


def join(games: GameRepository, stored: StoredGame, player: str | None = None, at: int = T0) -> StoredGame:
    return step(games, stored, lobby.join(stored, player or new_id(), b"n" * 16, at), at)


def started(games: GameRepository, seats: int = 2, at: int = T0) -> StoredGame:
    stored = create(games, waiting(seats, at=at))
    for _ in range(seats - 1):
        stored = join(games, stored, at=at)
    return stored


def act(
    games: GameRepository, stored: StoredGame, action: Action, *, seat: int | None = None, at: int = T0 + HOUR
) -> StoredGame:
    game = stored.started
    after, turn = engine.apply(game, game.to_move if seat is None else seat, action, at, engine.AnyWord())
    done = replace(stored, game=after, check_at=None if after.is_over else stored.check_at)
    player = None if turn.seat is None else stored.seated[turn.seat]
    entry = TurnEntry(turn, player, f"request {turn.number}")
    games.write(Write(stored, done, Fence.on(stored, played_at=at), (entry,)))
    return replace(done, revision=stored.revision + 1)


class TestCreating:
    def test_what_is_created_is_loaded(self, games: GameRepository) -> None:
        stored = create(games, waiting(3, invited=(new_id(), new_id())))
        assert games.load(stored.id) == stored
        assert games.load(new_id()) is None

    def test_many_are_loaded_at_once_and_unknown_ones_left_out(self, games: GameRepository) -> None:
        stored = [create(games, waiting()) for _ in range(3)]
        found = games.load_many([*(one.id for one in stored), new_id()])
        assert found == {one.id: one for one in stored}
        assert games.load_many([]) == {}

    def test_a_request_creates_one_game(self, games: GameRepository) -> None:
        host = new_id()
        first = create(games, waiting(host=host), "again")
        with pytest.raises(RequestSeen) as seen:
            games.create(waiting(host=host), "again")
        assert seen.value.game_id == first.id
        assert games.places(host) == {first.id}
        create(games, waiting(host=new_id()), "again")

    def test_a_request_is_found_again_with_every_place_taken(self, games: GameRepository) -> None:
        host = new_id()
        stored = [create(games, waiting(host=host), f"r{number}") for number in range(FRIENDLY_LIMIT)]
        with pytest.raises(RequestSeen) as seen:
            games.create(waiting(host=host), "r4")
        assert seen.value.game_id == stored[4].id

    def test_whoever_has_five_games_gets_no_sixth(self, games: GameRepository) -> None:
        host, friend = new_id(), new_id()
        for number in range(FRIENDLY_LIMIT):
            create(games, waiting(host=host), f"r{number}")
        sixth = waiting(host=host, invited=(friend,))
        with pytest.raises(NoFreePlace) as refused:
            games.create(sixth, "sixth")
        assert refused.value.player == host
        assert games.load(sixth.id) is None
        assert games.invitations(friend, None, 10) == []
        assert len(games.places(host)) == FRIENDLY_LIMIT

    def test_a_refused_request_may_come_again(self, games: GameRepository) -> None:
        host = new_id()
        stored = [create(games, waiting(host=host), f"r{number}") for number in range(FRIENDLY_LIMIT)]
        sixth = waiting(host=host)
        with pytest.raises(NoFreePlace):
            games.create(sixth, "sixth")
        step(games, stored[0], lobby.cancel(stored[0], host, T0))
        create(games, sixth, "sixth")

    def test_the_limit_is_the_players_own(self, kit: Kit) -> None:
        host = new_id()
        kit.set_limit(host, 4)
        for number in range(4):
            create(kit.games, waiting(host=host), f"r{number}")
        with pytest.raises(NoFreePlace):
            kit.games.create(waiting(host=host), "fifth")

    def test_other_rule_sets_have_twenty_places_of_their_own(self, games: GameRepository) -> None:
        host = new_id()
        others = replace(RULES, id="classic")
        for number in range(OTHERS_LIMIT):
            create(games, replace(waiting(host=host), rules=others), f"o{number}")
        with pytest.raises(NoFreePlace):
            games.create(replace(waiting(host=host), rules=others), "one more")
        create(games, waiting(host=host), "lettrix")
        assert len(games.places(host)) == OTHERS_LIMIT + 1


class TestFilling:
    def test_joining_takes_a_place_and_the_last_seat_starts(self, games: GameRepository) -> None:
        second, third = new_id(), new_id()
        stored = join(games, create(games, waiting(3)), second)
        assert games.load(stored.id) == stored
        assert (games.places(second), stored.status) == ({stored.id}, "waiting")
        stored = join(games, stored, third)
        assert games.load(stored.id) == stored
        assert (stored.status, games.places(third)) == ("active", {stored.id})

    def test_no_place_no_seat(self, games: GameRepository) -> None:
        player = new_id()
        for number in range(FRIENDLY_LIMIT):
            create(games, waiting(host=player), f"r{number}")
        stored = create(games, waiting(3))
        with pytest.raises(NoFreePlace) as refused:
            join(games, stored, player)
        assert refused.value.player == player
        assert games.load(stored.id) == stored

    def test_leaving_gives_the_place_back(self, games: GameRepository) -> None:
        player = new_id()
        stored = join(games, create(games, waiting(3)), player)
        stored = step(games, stored, lobby.leave(stored, player))
        assert games.load(stored.id) == stored
        assert games.places(player) == set()
        stored = join(games, stored, player)
        assert games.places(player) == {stored.id}

    def test_cancelling_gives_back_every_place_and_invitation(self, games: GameRepository) -> None:
        friend, player = new_id(), new_id()
        stored = join(games, create(games, waiting(3, invited=(friend,))), player)
        stored = step(games, stored, lobby.cancel(stored, stored.host, T0 + 1))
        loaded = games.load(stored.id)
        assert loaded == stored
        assert loaded is not None
        assert loaded.status == "cancelled"
        assert games.places(player) == games.places(stored.host) == set()
        assert games.invitations(friend, None, 10) == []

    @pytest.mark.parametrize("answer", ["accept", "decline", "withdrawn"])
    def test_an_answered_invitation_is_gone(self, games: GameRepository, answer: str) -> None:
        friend = new_id()
        stored = create(games, waiting(3, invited=(friend, new_id())))
        assert games.invitations(friend, None, 10) == [stored.id]
        if answer == "accept":
            join(games, stored, friend)
        elif answer == "decline":
            stored = step(games, stored, lobby.leave(stored, friend))
            stored = step(games, stored, lobby.invite(stored, stored.host, friend))
            assert games.invitations(friend, None, 10) == [stored.id]
            step(games, stored, lobby.leave(stored, friend))
        else:
            other = join(games, stored, stored.lobby.invited[1])
            step(games, other, lobby.change(other, other.host, T0, seats=2))
        assert games.invitations(friend, None, 10) == []


class TestPlaying:
    def test_a_turn_is_kept_with_who_asked_for_it(self, games: GameRepository) -> None:
        stored = started(games)
        mover = stored.seated[0]
        stored = act(games, stored, Pass())
        assert games.load(stored.id) == stored
        entry = games.turn(stored.id, 1)
        assert entry is not None
        assert (entry.player, entry.request_id, entry.turn.action) == (mover, "request 1", "pass")
        assert games.turn(stored.id, 2) is None

    def test_turns_are_in_order(self, games: GameRepository) -> None:
        stored = started(games, 3)
        for hour in range(1, 5):
            stored = act(games, stored, Pass(), at=T0 + hour * HOUR)
        assert [turn.number for turn in games.turns(stored.id)] == [1, 2, 3, 4]
        assert [turn.number for turn in games.turns(stored.id, [4, 2, 9])] == [2, 4]
        assert games.turns(stored.id, []) == games.turns(new_id()) == []

    def test_the_end_gives_back_the_places_and_lists_the_game(self, games: GameRepository) -> None:
        stored = started(games)
        stored = act(games, stored, Resign())
        assert stored.status == "finished"
        assert games.load(stored.id) == stored
        for player in stored.players:
            assert games.places(player) == set()
            assert games.finished(player, None, 10) == [Listed(stored.id, T0 + HOUR)]

    def test_who_leaves_a_game_that_goes_on_has_his_place_back_at_once(self, games: GameRepository) -> None:
        stored = started(games, 3)
        left = stored.seated[2]
        stored = act(games, stored, Resign(), seat=2)
        assert (games.places(left), games.finished(left, None, 10)) == (set(), [])
        assert all(games.places(player) == {stored.id} for player in stored.seated[:2])
        stored = act(games, stored, Resign(), at=T0 + 2 * HOUR)
        assert games.finished(left, None, 10) == [Listed(stored.id, T0 + 2 * HOUR)]

    def test_what_newer_code_wrote_survives(self, kit: Kit) -> None:
        stored = started(kit.games)
        kit.plant(stored.id, "club", "of a newer version")
        act(kit.games, stored, Pass())
        assert kit.planted(stored.id, "club") == "of a newer version"
        assert kit.planted(stored.id, "turn") in (2, "2")

    def test_a_view_gets_the_last_round_the_names_and_the_switch(self, kit: Kit) -> None:
        stored = started(kit.games, 2)
        for number, player in enumerate(stored.players):
            kit.add_player(player, f"Name{number}")
        for hour in range(1, 4):
            stored = act(kit.games, stored, Pass(), at=T0 + hour * HOUR)
        around = kit.games.around(stored)
        assert [turn.number for turn in around.turns] == [2, 3]
        assert around.names == {stored.players[0]: "Name0", stored.players[1]: "Name1"}
        assert not around.word_check
        kit.set_word_check(True)
        assert kit.games.around(stored).word_check
        assert kit.games.word_check()

    def test_a_game_and_what_is_around_it_come_together(self, kit: Kit) -> None:
        stored = started(kit.games)
        for number, player in enumerate(stored.players):
            kit.add_player(player, f"Name{number}")
        kit.games.load_around(stored.id, 1)
        for number in range(1, 4):
            assert kit.games.load_around(stored.id, number) == (stored, kit.games.around(stored))
            assert kit.games.load_around(stored.id, number + 1) == (stored, None)
            kit.set_word_check(number % 2 == 0)
            _, before = kit.games.load_around(stored.id, number) or (None, None)
            stored = act(kit.games, stored, Pass(), at=T0 + number * HOUR)
            assert kit.games.load_around(stored.id, number) == (stored, None)
            assert before is not None
            assert before.after(stored, kit.games.turns(stored.id)[-1]) == kit.games.around(stored)

    def test_only_games_that_exist_are_read_with_what_is_around_them(self, kit: Kit) -> None:
        assert kit.games.load_around(new_id(), 1) is None
        game = create(kit.games, waiting(2))
        for _ in range(2):
            assert kit.games.load_around(game.id, 1) == (game, None)

    def test_names_of_those_who_exist(self, kit: Kit) -> None:
        player = new_id()
        kit.add_player(player, "Zoé")
        assert kit.games.names([player, new_id()]) == {player: "Zoé"}
        assert kit.games.names([]) == {}


class TestFence:
    """Each part of a fence refuses alone, and then nothing at all is written."""

    def refused(self, games: GameRepository, stored: StoredGame, fence: Fence) -> None:
        game, turn = engine.apply(stored.started, 0, Resign(), T0 + HOUR, engine.AnyWord())
        with pytest.raises(FenceLost):
            games.write(Write(stored, replace(stored, game=game, check_at=None), fence, (TurnEntry(turn),)))
        assert games.load(stored.id) == stored
        assert games.turns(stored.id) == []
        assert all(games.places(player) == {stored.id} for player in stored.players)
        assert games.finished(stored.host, None, 10) == []

    @pytest.mark.parametrize("change", [{"status": "waiting"}, {"revision": 1}, {"revision": 3}, {"turn": 2}])
    def test_status_revision_and_turn(self, games: GameRepository, change: dict[str, Any]) -> None:
        stored = started(games)
        self.refused(games, stored, replace(Fence.on(stored, played_at=T0 + HOUR), **change))

    def test_a_move_is_in_time_until_the_deadline(self, games: GameRepository) -> None:
        stored = started(games)
        due_at = stored.due_at
        assert due_at is not None
        self.refused(games, stored, Fence.on(stored, played_at=due_at + 1))
        act(games, stored, Pass(), at=due_at)

    def test_time_settles_only_what_was_due(self, games: GameRepository) -> None:
        stored = started(games)
        due_at = stored.due_at
        assert due_at is not None
        self.refused(games, stored, Fence.on(stored, settled_by=due_at - 1))
        game, turns = engine.settle(stored.started, due_at + 15 * SECOND, engine.AnyWord())
        after = replace(stored, game=game)
        games.write(Write(stored, after, Fence.on(stored, settled_by=due_at), tuple(map(TurnEntry, turns))))
        loaded = games.load(stored.id)
        assert loaded is not None
        assert loaded.started.turn == 2

    def test_a_game_that_is_gone(self, games: GameRepository) -> None:
        stored = waiting()
        with pytest.raises(FenceLost):
            join(games, stored)
        assert games.load(stored.id) is None

    def test_waiting_games_change_before_they_are_cancelled(self, games: GameRepository) -> None:
        stored = create(games, waiting(3))
        player, cancel_at = new_id(), stored.lobby.cancel_at
        after = lobby.join(stored, player, b"n" * 16, T0)
        for fence in (
            Fence.on(stored, joined_at=cancel_at),
            replace(Fence.on(stored, joined_at=T0), revision=2),
            replace(Fence.on(stored, joined_at=T0), status="cancelled"),
            replace(Fence.on(stored, joined_at=T0), turn=1),
        ):
            with pytest.raises(FenceLost):
                games.write(Write(stored, after, fence))
        assert (games.load(stored.id), games.places(player)) == (stored, set())
        games.write(Write(stored, after, Fence.on(stored, joined_at=cancel_at - 1)))

    def test_waiting_games_expire_when_it_is_time(self, games: GameRepository) -> None:
        stored = create(games, waiting(3))
        cancel_at = stored.lobby.cancel_at
        after = lobby.expire(stored, cancel_at)
        with pytest.raises(FenceLost):
            games.write(Write(stored, after, Fence.on(stored, settled_by=cancel_at - 1)))
        games.write(Write(stored, after, Fence.on(stored, settled_by=cancel_at)))
        loaded = games.load(stored.id)
        assert loaded is not None
        assert loaded.status == "cancelled"


class TestAgenda:
    def listed(self, games: GameRepository, by: int) -> list[str]:
        return [entry.game_id for shard in agenda_shards() for entry in games.due(shard, by, None, 100)]

    def test_it_lists_what_has_a_due_moment_from_then_on(self, games: GameRepository) -> None:
        stored = create(games, waiting())
        assert stored.check_at is not None
        assert self.listed(games, stored.check_at - 1) == []
        assert self.listed(games, stored.check_at) == [stored.id]

    def test_it_forgets_what_is_over(self, games: GameRepository) -> None:
        act(games, started(games), Resign())
        stored = create(games, waiting())
        step(games, stored, lobby.cancel(stored, stored.host, T0))
        assert self.listed(games, T0 + 100 * DAY) == []

    def test_a_page_goes_on_behind_the_last(self, games: GameRepository) -> None:
        made = sorted(create(games, waiting(at=T0 + number)).id for number in range(12))
        found = []
        for shard in agenda_shards():
            after = None
            while page := games.due(shard, T0 + 10 * DAY, after, 2):
                assert [entry.at for entry in page] == sorted(entry.at for entry in page)
                found += [entry.game_id for entry in page]
                after = page[-1]
        assert sorted(found) == made

    def test_a_mark_moves_it_on_under_the_fence(self, games: GameRepository) -> None:
        stored = started(games)
        assert games.mark(stored, check_at=T0 + 9 * DAY, reminded_turn=1)
        marked = replace(stored, check_at=T0 + 9 * DAY, reminded_turn=1, revision=stored.revision + 1)
        assert games.load(stored.id) == marked
        assert self.listed(games, T0 + 9 * DAY - 1) == []
        assert not games.mark(stored, check_at=T0)
        assert not games.mark(replace(marked, game=replace(marked.started, turn=9)), check_at=T0)
        assert games.load(stored.id) == marked

    def test_what_cannot_be_read_is_put_off(self, kit: Kit) -> None:
        stored = started(kit.games)
        kit.plant(stored.id, "board", "damaged")
        kit.games.skip(stored.id, T0 + 9 * DAY)
        kit.games.skip(new_id(), T0)
        assert self.listed(kit.games, T0 + 9 * DAY - 1) == []
        assert self.listed(kit.games, T0 + 9 * DAY) == [stored.id]

    def test_the_clock_may_be_held(self, kit: Kit) -> None:
        assert kit.games.hold_until() == 0
        kit.set_hold(T0)
        assert kit.games.hold_until() == T0


class TestLists:
    KEYS = open_keys("lettrix", ["fr"])

    def test_open_games_are_those_with_a_seat_for_anybody(self, games: GameRepository) -> None:
        open_one = create(games, waiting(3, invited=(new_id(),)))
        create(games, waiting(2, is_open=False))
        create(games, waiting(2, invited=(new_id(),)))
        started(games)
        assert [entry.game_id for entry in games.open_games(self.KEYS, None, 10)] == [open_one.id]
        step(games, open_one, lobby.change(open_one, open_one.host, T0, is_open=False))
        assert games.open_games(self.KEYS, None, 10) == []
        assert games.open_games(open_keys("lettrix", ["de"]), None, 10) == []

    def test_open_games_page_by_page(self, games: GameRepository) -> None:
        made = [create(games, waiting(at=T0 + number // 3)).id for number in range(11)]
        found: list[Listed] = []
        while page := games.open_games(self.KEYS, found[-1] if found else None, 4):
            found += page
        assert [entry.game_id for entry in found] == sorted(made, reverse=True)
        assert [entry.at for entry in found] == sorted((entry.at for entry in found), reverse=True)

    def test_invitations_page_by_page(self, games: GameRepository) -> None:
        friend = new_id()
        made = [create(games, waiting(3, invited=(friend,), at=T0 + number)).id for number in range(5)]
        first = games.invitations(friend, None, 3)
        assert first + games.invitations(friend, first[-1], 3) == made[::-1]
        assert games.invitations(new_id(), None, 3) == []

    def test_finished_games_page_by_page(self, games: GameRepository) -> None:
        host = new_id()
        made = []
        for number in range(5):
            stored = join(games, create(games, waiting(host=host), f"r{number}"))
            made.append(act(games, stored, Resign(), at=T0 + (number + 1) * HOUR).id)
        first = games.finished(host, None, 3)
        assert [entry.game_id for entry in first + games.finished(host, first[-1], 3)] == made[::-1]


def test_a_move_is_two_items_and_no_index(tables: None, aws: Any) -> None:
    games = DynamoGames()
    stored = started(games, 4)
    sent: list[dict[str, Any]] = []

    def listen(params: dict[str, Any], **_: Any) -> None:
        sent.append(params)

    events = store.client().meta.events
    events.register("provide-client-params.dynamodb.TransactWriteItems", listen)
    try:
        act(games, stored, Pass())
    finally:
        events.unregister("provide-client-params.dynamodb.TransactWriteItems", listen)
    [request] = sent
    assert [next(iter(item)) for item in request["TransactItems"]] == ["Put", "Update"]
    update = request["TransactItems"][1]["Update"]
    changed = {
        name for place, name in update["ExpressionAttributeNames"].items() if place in update["UpdateExpression"]
    }
    assert {"turn", "revision", "line", "clock", "due_at"} <= changed
    assert not changed & {"agenda", "check_at", "open_key", "created_at", "PK", "SK"}


def test_the_longest_turn_takes_less_than_1000_bytes() -> None:
    """Eight blanks in a word of fifteen that makes eight words of fifteen across: more than there can be."""
    tiles = [{"blank": False, "col": 14, "letter": "W", "row": 14}] * 8
    word = "W" * 15
    facts = (
        {"kind": "play", "tiles": tiles, "text": f"15O {word}", "words": [word] * 7, "points": 1782},
        {"kind": "draw", "seat": 3, "letters": ["W"] * 8},
    )
    entry = TurnEntry(Turn(100, 3, "play", facts, (1999,) * 4, T0), new_id(), "x" * 36)
    item = turn_item(new_id(), entry)
    stored = {"PK": item.pk, "SK": item.sk, **item.attribute_values}
    size = sum(len(name) + len(str(value)) for name, value in stored.items() if value is not None)
    assert 700 < size < 1000, size
