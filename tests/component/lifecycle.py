"""What becomes of games, said a second time and in another way than the code: the model of the state machine.

It knows no board and no letters, only who may do what and when, how many tiles lie where, and what time does. Of a
game that runs, turns, times and endings are those of tests.game_model, which the engine is held against too. Times are
ms UTC. Every method of `Lifecycle` takes the time by which a request is judged and gives the answer to expect as
(status, code), code None for a success.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from tests.game_model import Model

SECOND = 1_000
HOUR = 3600 * SECOND
DAY = 24 * HOUR
GRACE = 15 * SECOND
TURN = 48 * HOUR
FILLING = 48 * HOUR
LIMIT = 15 * DAY
REMIND_BEFORE = 12 * HOUR
RACK = 8
TILES = 102

Answer = tuple[int, str | None]

OK: Answer = (200, None)
CREATED: Answer = (201, None)
DONE: Answer = (204, None)
NOT_FOUND: Answer = (404, "not_found")
NOT_WAITING: Answer = (409, "not_waiting")
STALE: Answer = (409, "stale_turn")


class Seat(NamedTuple):
    """One player's part, by seat."""

    player: str
    tiles: int
    passes: int
    timeouts: int
    state: str


@dataclass
class Played:
    """A game from its start on: the model that the engine is held against too, and who sits where."""

    players: list[str]
    """By seat."""
    model: Model
    bag: int
    tiles: list[int]
    """By seat, how many are on the rack."""
    turn_began: int = 1
    resigned: set[int] = field(default_factory=set)
    decided: dict[int, tuple[str | None, str | None]] = field(default_factory=dict)
    """By turn, who decided it under which request id."""

    @classmethod
    def begin(cls, players: list[str], at: int) -> Played:
        """Everybody has his tiles."""
        number = len(players)
        return cls(players, Model(number, at, at + LIMIT), TILES - RACK * number, [RACK] * number)

    @property
    def seats(self) -> list[Seat]:
        model = self.model
        rows = zip(
            self.players, self.tiles, model.passes, model.timeouts, map(self.state, range(model.seats)), strict=True
        )
        return [Seat(*row) for row in rows]

    @property
    def playing(self) -> list[str]:
        """Who is still in."""
        return [self.players[seat] for seat in self.model.still_in]

    def state(self, seat: int) -> str:
        if seat not in self.model.left:
            return "playing"
        return "resigned" if seat in self.resigned else "forfeited"

    def find(self, player: str) -> int | None:
        """The player's seat."""
        return self.players.index(player) if player in self.players else None

    def act(self, seat: int, kind: str, tiles: int, at: int, by: tuple[str, str]) -> None:
        """A player's action that nothing forbids; what the letters are worth is not looked at here."""
        if kind == "play":
            drawn = min(tiles, self.bag)
            self.tiles[seat] += drawn - tiles
            self.bag -= drawn
        if kind == "resign":
            self.resigned.add(seat)
        mover = self.model.mover
        self.decided[self.model.turn] = by
        out = kind == "play" and self.bag == 0 and self.tiles[seat] == 0
        self.model.act(seat, kind, at, [0] * self.model.seats, out=out)
        self._note_whose_turn(mover)

    def pass_time(self, now: int) -> None:
        """Everything that was due by now, in order."""
        first, mover = self.model.turn, self.model.mover
        self.model.settle(now, [0] * self.model.seats)
        self.decided |= dict.fromkeys(range(first, self.model.turn), (None, None))
        self._note_whose_turn(mover)

    def _note_whose_turn(self, before: int) -> None:
        if self.model.reason is None and self.model.mover != before:
            self.turn_began = self.model.turn


@dataclass
class Game:
    """A game from its creation on."""

    id: str
    host: str
    wanted: int
    """Seats to be taken."""
    open: bool
    created_at: int
    players: list[str]
    """In the order of joining."""
    invited: list[str]
    cancelled: bool = False
    played: Played | None = None
    reminded: int = 0
    history: list[str] = field(default_factory=lambda: ["waiting"])

    @property
    def status(self) -> str:
        if self.played is not None:
            return "active" if self.played.model.reason is None else "finished"
        return "cancelled" if self.cancelled else "waiting"

    @property
    def cancel_at(self) -> int:
        return self.created_at + FILLING

    @property
    def due_at(self) -> int | None:
        if self.status == "waiting":
            return self.cancel_at
        return None if self.played is None else self.played.model.due_at

    @property
    def remind_at(self) -> int | None:
        played = self.played
        if played is None or self.status != "active" or self.reminded == played.turn_began:
            return None
        return played.model.remind_at

    @property
    def free(self) -> int:
        return self.wanted - len(self.players) - len(self.invited)

    @property
    def joinable(self) -> bool:
        return self.status == "waiting" and self.open and self.free > 0

    @property
    def holders(self) -> set[str]:
        """Whose place it takes."""
        if self.status == "waiting":
            return set(self.players)
        if self.played is not None and self.status == "active":
            return set(self.played.playing)
        return set()

    @property
    def asked(self) -> set[str]:
        """Whose invitation is open."""
        return set(self.invited) if self.status == "waiting" else set()

    def is_seen_by(self, player: str) -> bool:
        if self.played is not None:
            return self.status == "finished" or player in self.players
        return player in self.players or player in self.invited or self.joinable


@dataclass
class Lifecycle:
    """All games, and what players hold of them."""

    limits: dict[str, int]
    """By player who exists, how many games he may have at a time."""
    games: dict[str, Game] = field(default_factory=dict)
    requests: dict[tuple[str, str], str] = field(default_factory=dict)
    hold_until: int = 0

    def places(self, player: str) -> set[str]:
        return {game.id for game in self.games.values() if player in game.holders}

    def has_no_place(self, player: str) -> bool:
        return len(self.places(player)) >= self.limits[player]

    def settle(self, game: Game, at: int) -> None:
        """What every look at a game does first."""
        if game.due_at is None or game.due_at + GRACE > at or self.hold_until > at:
            return
        if game.played is None:
            game.cancelled = True
        else:
            game.played.pass_time(at)
        self.note(game)

    def attend(self, game_id: str, now: int) -> None:
        """A message of the agenda."""
        game = self.games.get(game_id)
        if game is None or game.due_at is None or self.hold_until > now:
            return
        if game.due_at + GRACE <= now:
            self.settle(game, now)
        elif game.remind_at is not None and game.remind_at <= now and game.played is not None:
            game.reminded = game.played.turn_began

    @staticmethod
    def note(game: Game) -> None:
        if game.history[-1] != game.status:
            game.history.append(game.status)

    def create(self, host: str, request_id: str, seats: int, invite: list[str], at: int) -> Answer:
        """What creating is answered; `created` tells of a success."""
        if host in invite or len(set(invite)) != len(invite):
            return 422, "invited_twice"
        if 1 + len(invite) > seats:
            return 422, "too_many_players"
        if not set(invite) <= set(self.limits):
            return 422, "unknown_player"
        if (host, request_id) in self.requests:
            self.settle(self.games[self.requests[host, request_id]], at)
            return CREATED
        return (409, "no_free_place") if self.has_no_place(host) else CREATED

    def created(self, game: Game, request_id: str) -> None:
        """A new game stands."""
        self.games[game.id] = game
        self.requests[game.host, request_id] = game.id

    def look(self, game_id: str, player: str, at: int) -> Game | None:
        """The game, settled, if the player may see it."""
        game = self.games.get(game_id)
        if game is None:
            return None
        self.settle(game, at)
        return game if game.is_seen_by(player) else None

    def get(self, game_id: str, player: str, at: int) -> Answer:
        return NOT_FOUND if self.look(game_id, player, at) is None else OK

    def proof(self, game_id: str, player: str, at: int) -> Answer:
        game = self.look(game_id, player, at)
        if game is None:
            return NOT_FOUND
        return OK if game.status == "finished" else (409, "not_finished")

    def join(self, game_id: str, player: str, at: int, *, order: list[str] | None) -> Answer:
        """order: the players by seat if this starts the game; chance draws it."""
        game = self.look(game_id, player, at)
        if game is None:
            return NOT_FOUND
        if player in game.players:
            return OK
        if game.status != "waiting":
            return NOT_WAITING
        if player not in game.invited and not game.joinable:
            return 409, "game_full"
        if at >= game.cancel_at:
            return NOT_WAITING
        if self.has_no_place(player):
            return 409, "no_free_place"
        game.players.append(player)
        if player in game.invited:
            game.invited.remove(player)
        self.start_when_full(game, at, order)
        return OK

    def leave(self, game_id: str, player: str, at: int) -> Answer:
        game = self.look(game_id, player, at)
        if game is None:
            return NOT_FOUND
        if game.status != "waiting":
            return NOT_WAITING
        if player == game.host:
            return 409, "host_cancels"
        if player not in game.players and player not in game.invited:
            return 409, "not_in_game"
        if at >= game.cancel_at:
            return NOT_WAITING
        (game.invited if player in game.invited else game.players).remove(player)
        return DONE

    def hosted(self, game_id: str, player: str, at: int) -> Game | Answer:
        game = self.look(game_id, player, at)
        if game is None:
            return NOT_FOUND
        if game.status != "waiting":
            return NOT_WAITING
        return game if player == game.host else (403, "not_host")

    def invite(self, game_id: str, host: str, player: str, at: int) -> Answer:
        if player not in self.limits:
            return 422, "unknown_player"
        game = self.hosted(game_id, host, at)
        if not isinstance(game, Game):
            return game
        if player in game.invited:
            return OK
        if player in game.players:
            return 409, "already_in_game"
        if game.free < 1:
            return 409, "game_full"
        if at >= game.cancel_at:
            return NOT_WAITING
        game.invited.append(player)
        return OK

    def change(
        self, game_id: str, host: str, at: int, is_open: bool | None, seats: int | None, *, order: list[str] | None
    ) -> Answer:
        game = self.hosted(game_id, host, at)
        if not isinstance(game, Game):
            known = self.games.get(game_id)
            if known is not None and known.played is not None and host == known.host and seats == len(known.players):
                return OK  # asked again
            return game
        if seats is not None and seats > game.wanted:
            return 422, "too_many_players"
        if seats is not None and seats < max(2, len(game.players)):
            return 422, "too_few_players"
        is_open = game.open if is_open is None else is_open
        seats = game.wanted if seats is None else seats
        if (is_open, seats) == (game.open, game.wanted):
            return OK
        if at >= game.cancel_at:
            return NOT_WAITING
        game.open, game.wanted = is_open, seats
        game.invited = game.invited[: seats - len(game.players)]
        self.start_when_full(game, at, order)
        return OK

    def cancel(self, game_id: str, host: str, at: int) -> Answer:
        game = self.hosted(game_id, host, at)
        if not isinstance(game, Game):
            known = self.games.get(game_id)
            return DONE if known is not None and known.status == "cancelled" and host == known.host else game
        if at >= game.cancel_at:
            return NOT_WAITING
        game.cancelled = True
        self.note(game)
        return DONE

    def start_when_full(self, game: Game, at: int, order: list[str] | None) -> None:
        if len(game.players) < game.wanted:
            return
        assert order is not None, "the last seat is taken, and the game did not start"
        assert sorted(order) == sorted(game.players)
        game.played = Played.begin(order, at)
        self.note(game)

    def move(
        self,
        game_id: str,
        player: str,
        turn: int,
        request_id: str,
        at: int,
        action: str,
        tiles: int,
        illegal: str | None,
    ) -> Answer:
        """tiles: how many are laid or exchanged; illegal: the code for which the rules refuse the action."""
        game = self.look(game_id, player, at)
        if game is None:
            return NOT_FOUND
        played = game.played
        if played is None:
            return 409, "not_started"
        number = played.find(player)
        if number is None:
            return 403, "not_a_player"
        model = played.model
        if turn != model.turn:
            return OK if played.decided.get(turn) == (player, request_id) else STALE
        at = max(at, model.began)
        why_not = model.why_not(number, action, at)
        if why_not is not None:
            return 409 if why_not == "too_late" else 422, why_not
        if action == "exchange" and played.bag < 8:
            return 422, "bag_too_small"
        if illegal is not None:
            return 422, illegal
        played.act(number, action, tiles, at, (player, request_id))
        self.note(game)
        return OK
