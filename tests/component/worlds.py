"""Two worlds in which the same handlers run: the tables, and the repository's twin in memory."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from random import Random
from typing import Any, Protocol

import pytest
from tests import doors, faults
from tests.component.conftest import empty_tables
from tests.component.table import Person, sign_up
from tests.engine import LETTRIX, SMALL_WORDS

from lettrix.graphbuild import build_graph
from lettrix_cloud import clock
from lettrix_cloud.game_items import ControlItem, PlacesItem
from lettrix_cloud.games import GameRepository, Write
from lettrix_cloud.games_dynamodb import DynamoGames
from lettrix_cloud.games_memory import MemoryGames, Places
from lettrix_cloud.stored import StoredGame

FUNCTIONS = ("games", "move", "timeouts")


class World(Protocol):
    """Where games are kept."""

    @property
    def games(self) -> GameRepository:
        """The repository that the functions use."""

    def begin(self, limits: Mapping[str, int]) -> list[Person]:
        """Forget all games; the players of these names, who may have so many games each."""

    def hold(self, until: int) -> None:
        """The organiser holds the clock."""

    def interrupted(self, meanwhile: Callable[[], None]) -> AbstractContextManager[None]:
        """Let something happen once before the first write."""


class TableWorld:
    """The handlers as they are deployed, on moto."""

    def __init__(self, aws: Any) -> None:
        self._aws = aws
        self.games = DynamoGames()

    def begin(self, limits: Mapping[str, int]) -> list[Person]:
        empty_tables(self._aws)
        people = [sign_up(name) for name in limits]
        for person in people:
            places = PlacesItem(f"PLAYER#{person.id}", "PLACES")
            places.update([PlacesItem.friendly_limit.set(limits[person.name])])
        return people

    def hold(self, until: int) -> None:
        ControlItem("CONTROL", "clock", hold_until=until).save()

    @contextmanager
    def interrupted(self, meanwhile: Callable[[], None]) -> Iterator[None]:
        waiting = [meanwhile]

        def once() -> None:
            if waiting:
                waiting.pop()()

        with faults.just_before("TransactWriteItems", once), faults.just_before("UpdateItem", once):
            yield


class _InterruptedGames(MemoryGames):
    """The twin, with a seam before its writes."""

    before_write: Callable[[], None] | None = None

    def _interrupt(self) -> None:
        if self.before_write is not None:
            meanwhile, self.before_write = self.before_write, None
            meanwhile()

    def create(self, stored: StoredGame, request_id: str) -> None:
        self._interrupt()
        super().create(stored, request_id)

    def write(self, write: Write) -> None:
        self._interrupt()
        super().write(write)

    def mark(self, stored: StoredGame, *, check_at: int, reminded_turn: int | None = None) -> bool:
        self._interrupt()
        return super().mark(stored, check_at=check_at, reminded_turn=reminded_turn)


class TwinWorld:
    """The same handlers over the twin; only sessions are on moto."""

    def __init__(self, aws: Any, patch: pytest.MonkeyPatch) -> None:
        empty_tables(aws)
        self._patch = patch
        self._people: list[Person] = []
        self.games = _InterruptedGames({})

    def begin(self, limits: Mapping[str, int]) -> list[Person]:
        self._people = self._people or [sign_up(name) for name in limits]
        self.games = _InterruptedGames({person.id: person.name for person in self._people})
        for person in self._people:
            self.games.held[person.id] = Places(friendly_limit=limits[person.name])
        for name in FUNCTIONS:
            self._patch.setattr(doors.load(name), "games", self.games)
            with doors.another_process():
                self._patch.setattr(doors.load(name), "games", self.games)
        return self._people

    def hold(self, until: int) -> None:
        self.games.held_until = until

    @contextmanager
    def interrupted(self, meanwhile: Callable[[], None]) -> Iterator[None]:
        self.games.before_write = meanwhile
        try:
            yield
        finally:
            self.games.before_write = None


class Time:
    """The application's clock in the hands of a test, ms UTC."""

    def __init__(self, now: int) -> None:
        self.now = now


def use_time(patch: pytest.MonkeyPatch, start: int) -> Time:
    """Let the functions read this clock."""
    time = Time(start)
    patch.setattr(clock, "now", lambda: time.now)
    return time


def use_small_lexicon(patch: pytest.MonkeyPatch, folder: Path) -> None:
    """Give the functions a French dictionary of a few words."""
    (folder / "fr.lxg").write_bytes(build_graph(SMALL_WORDS, LETTRIX.tiles.alphabet.upper))
    patch.setenv("LEXICON_DIR", str(folder))


def use_chance(patch: pytest.MonkeyPatch) -> Random:
    """Let secrets, nonces and ids be the same in every run; seed what is returned."""
    random = Random(0)
    patch.setattr(secrets, "token_bytes", random.randbytes)
    patch.setattr(secrets, "randbits", random.getrandbits)
    return random
