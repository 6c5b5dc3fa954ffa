"""Started games: every way in which one goes on, and time among them.

Guarantees. Of everything that wants to be turn n exactly one becomes it. A player's action is judged by the time at
which the gateway got it and counts when that was not after `due_at`, however late it is written; time settles no
sooner than the clock's grace after `due_at`, and never while the organiser holds the clock. A request that is sent
again finds its own turn and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from lettrix import game as engine
from lettrix.legality import IllegalAction, Reason
from lettrix.lexicon import WordList
from lettrix.plays import Action
from lettrix.state import Game, Turn
from lettrix_cloud import lobby
from lettrix_cloud.games import Around, Fence, FenceLost, GameRepository, TurnEntry, Write
from lettrix_cloud.store import StoreBusy
from lettrix_cloud.stored import StoredGame

ATTEMPTS = 4
"""The first, and three more after a lost fence."""


class NotFound(Exception):
    """There is no such game, or this player may not know of it."""


class NotAPlayer(Exception):
    """The game may be seen, but not played in, by this player."""


class NotStarted(Exception):
    """The game waits for players, or was cancelled."""


class StaleTurn(Exception):
    """The game is at another turn than the one that the request names."""

    def __init__(self, stored: StoredGame) -> None:
        super().__init__()
        self.stored = stored
        """The game as it is now."""


@dataclass(frozen=True, slots=True)
class Move:
    """What a player asks for."""

    game_id: str
    player: str
    turn: int
    """The number that his view showed."""
    request_id: str
    at: int
    """When the gateway got it, ms UTC."""
    read: Callable[[Game], Action]
    """The action, read against the game as it is: a play's text form needs the board."""


def may_see(stored: StoredGame, player: str) -> bool:
    """Whether this player may know of the game: finished ones are public, running friendlies private."""
    if stored.game is None:
        return lobby.may_see(stored, player)
    return stored.game.is_over or player in stored.players


def load(repository: GameRepository, game_id: str, now: int) -> StoredGame | None:
    """The game as it is at `now` (ms UTC): what is overdue is settled first."""
    stored = repository.load(game_id)
    return None if stored is None else settle(repository, stored, now)


def look(repository: GameRepository, game_id: str, player: str, now: int) -> StoredGame:
    """The game as it is at `now`. Raises `NotFound` when this player may not see it."""
    stored = load(repository, game_id, now)
    if stored is None or not may_see(stored, player):
        raise NotFound
    return stored


def move(
    repository: GameRepository, words_of: Callable[[StoredGame], WordList], request: Move
) -> tuple[StoredGame, Around | None]:
    """Carry a player's action out, once, and return the game after it (or, sent again, as it is today).

    With it comes what is around it, where that is at hand: one read before the write then serves both.
    words_of: the dictionary that a game is played with. Raises `NotFound`, `NotAPlayer`, `NotStarted`, `StaleTurn`,
    `IllegalAction` (with `TOO_LATE` when the deadline is over but not settled), `StoreBusy`, and what
    `request.read` raises.
    """
    for _ in range(ATTEMPTS):
        found = repository.load_around(request.game_id, request.turn)
        if found is None:
            raise NotFound
        stored = settle(repository, found[0], request.at)
        if not may_see(stored, request.player):
            raise NotFound
        if stored.game is None:
            raise NotStarted
        seat = stored.seat_of(request.player)
        if seat is None:
            raise NotAPlayer
        game = stored.game
        if request.turn != game.turn:
            if _is_done(repository, request, game):
                return stored, None
            raise StaleTurn(stored)
        if game.is_over:
            raise IllegalAction(Reason.GAME_OVER, "the game is over")
        after, turn = engine.apply(game, seat, request.read(game), request.at, words_of(stored))
        entry = TurnEntry(turn, request.player, request.request_id)
        try:
            written = _write(repository, stored, after, (entry,), Fence.on(stored, played_at=request.at))
        except FenceLost:
            continue
        around = found[1]
        return written, around and around.after(written, turn)
    raise StoreBusy("move")


def _is_done(repository: GameRepository, request: Move, game: Game) -> bool:
    """Whether this very request has been carried out as the turn that it names."""
    if request.turn > game.turn:
        return False
    entry = repository.turn(request.game_id, request.turn)
    return entry is not None and (entry.player, entry.request_id) == (request.player, request.request_id)


def settle(repository: GameRepository, stored: StoredGame, now: int) -> StoredGame:
    """The game with everything done that was due, with the grace, by `now`. Raises `StoreBusy`."""
    for _ in range(ATTEMPTS):
        settled_by = now - stored.rules.clock.grace
        if stored.due_at is None or stored.due_at > settled_by or repository.hold_until() > now:
            return stored
        fence = Fence.on(stored, settled_by=settled_by)
        try:
            if stored.game is None:
                return write(repository, stored, lobby.expire(stored, now), fence)
            # Time-outs and limits look no word up.
            after, turns = engine.settle(stored.game, now, engine.AnyWord())
            return _write(repository, stored, after, tuple(map(TurnEntry, turns)), fence)
        except FenceLost:
            stored = _again(repository, stored)
    raise StoreBusy("settle")


def attend(repository: GameRepository, game_id: str, now: int) -> str:
    """Do what the agenda calls for in a game: settle it, mark its reminder, or move its `check_at` on.

    Returns what was done: `unknown`, `over`, `held`, `settled`, `reminded`, `postponed`, or `early` when the agenda
    had it right and nothing is due yet. Doing it twice does nothing more. Raises `StoreBusy`.
    """
    stored = repository.load(game_id)
    if stored is None:
        return "unknown"
    for _ in range(ATTEMPTS):
        if stored.due_at is None or stored.next_at is None:
            return "over"
        settled_at = stored.due_at + stored.rules.clock.grace
        if stored.next_at <= now and repository.hold_until() > now:
            return "held"
        if settled_at <= now:
            settle(repository, stored, now)
            return "settled"
        if stored.next_at <= now:
            done = repository.mark(stored, check_at=settled_at, reminded_turn=stored.started.turn_began)
            outcome = "reminded"
        elif stored.check_at is None or stored.check_at < stored.next_at:
            done = repository.mark(stored, check_at=stored.next_at)
            outcome = "postponed"
        else:
            return "early"
        if done:
            return outcome
        stored = _again(repository, stored)
    raise StoreBusy("attend")


def write(
    repository: GameRepository,
    before: StoredGame,
    after: StoredGame,
    fence: Fence,
    turns: tuple[TurnEntry, ...] = (),
) -> StoredGame:
    """Write a step and return the game as it is stored now. Raises `FenceLost`, `NoFreePlace`, `StoreBusy`."""
    repository.write(Write(before, after, fence, turns))
    return replace(after, revision=before.revision + 1)


def _write(
    repository: GameRepository, stored: StoredGame, game: Game, turns: tuple[TurnEntry, ...], fence: Fence
) -> StoredGame:
    after = replace(stored, game=game)
    check_at = after.next_at
    if fence.settled_by is None and check_at is not None and stored.check_at is not None:
        # A move leaves the agenda's index alone; `timeouts` moves the lower bound up when it gets there.
        check_at = min(check_at, stored.check_at)
    return write(repository, stored, replace(after, check_at=check_at), fence, turns)


def _again(repository: GameRepository, stored: StoredGame) -> StoredGame:
    found = repository.load(stored.id)
    if found is None:
        raise NotFound
    return found


def turns_of(repository: GameRepository, stored: StoredGame) -> list[Turn]:
    """All records of a started game; none before."""
    return [] if stored.game is None else repository.turns(stored.id)
