"""What becomes of games, said a second time and in another way than the code: the model of the state machine.

It knows no board and no letters, only who may do what and when, how many tiles lie where, and what time does. Times
are ms UTC. Every method of `Lifecycle` takes the time by which a request is judged and gives the answer to expect as
(status, code), code None for a success.
"""

from __future__ import annotations

from dataclasses import dataclass, field

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
TOO_LATE: Answer = (409, "too_late")
OVER: Answer = (422, "game_over")


@dataclass
class Seat:
    """One player's part, by seat."""

    player: str
    tiles: int = RACK
    passes: int = 0
    timeouts: int = 0
    state: str = "playing"


@dataclass
class Played:
    """A game from its start on."""

    seats: list[Seat]
    started_at: int
    bag: int
    turn: int = 1
    to_move: int = 0
    turn_began: int = 1
    began_at: int = 0
    reason: str | None = None
    """Why it is over."""
    decided: dict[int, tuple[str | None, str | None]] = field(default_factory=dict)
    """By turn, who decided it under which request id."""

    @property
    def ends_at(self) -> int:
        return self.started_at + LIMIT

    @property
    def deadline(self) -> int:
        return self.began_at + TURN

    @property
    def due_at(self) -> int:
        return min(self.deadline, self.ends_at)

    @property
    def playing(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.state == "playing"]

    def find(self, player: str) -> int | None:
        """The player's seat."""
        return next((number for number, seat in enumerate(self.seats) if seat.player == player), None)

    def end_turn(self, at: int, acting: int | None, *, by: tuple[str | None, str | None] = (None, None)) -> None:
        """The action of a seat has been carried out: look at the endings, let the next one begin."""
        self.decided[self.turn] = by
        mover = self.seats[self.to_move]
        if len(self.playing) == 1:
            self.reason = "last_player"
        elif self.bag == 0 and any(seat.tiles == 0 for seat in self.playing):
            self.reason = "played_out"
        elif all(seat.passes >= 2 for seat in self.playing):
            self.reason = "all_passed"
        self.turn += 1
        if self.reason is None and (acting == self.to_move or mover.state != "playing"):
            following = [(self.to_move + step) % len(self.seats) for step in range(1, len(self.seats) + 1)]
            self.to_move = next(number for number in following if self.seats[number].state == "playing")
            self.turn_began, self.began_at = self.turn, at

    def pass_time(self, now: int) -> None:
        """Everything that was due by now, in order."""
        while self.reason is None and self.due_at <= now:
            if self.deadline > self.ends_at:
                self.reason = "time_limit"
                self.decided[self.turn] = (None, None)
                self.turn += 1
                return
            seat = self.seats[self.to_move]
            seat.passes += 1
            seat.timeouts += 1
            if seat.timeouts == 3:
                seat.state = "forfeited"
            self.end_turn(now, self.to_move)


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
            return "active" if self.played.reason is None else "finished"
        return "cancelled" if self.cancelled else "waiting"

    @property
    def cancel_at(self) -> int:
        return self.created_at + FILLING

    @property
    def due_at(self) -> int | None:
        if self.status == "waiting":
            return self.cancel_at
        return self.played.due_at if self.played is not None and self.status == "active" else None

    @property
    def remind_at(self) -> int | None:
        played = self.played
        if played is None or self.status != "active" or self.reminded == played.turn_began:
            return None
        return played.due_at - REMIND_BEFORE if played.due_at - played.began_at >= DAY else None

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
            return {seat.player for seat in self.played.playing}
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
        seats = [Seat(player) for player in order]
        game.played = Played(seats, at, TILES - RACK * len(seats), began_at=at)
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
        if turn != played.turn:
            return OK if played.decided.get(turn) == (player, request_id) else STALE
        seat = played.seats[number]
        if played.reason is not None or seat.state != "playing":
            return OVER
        at = max(at, played.began_at)
        if at > played.due_at:
            return TOO_LATE
        if action == "resign":
            seat.state = "resigned"
        elif number != played.to_move:
            return 422, "not_your_turn"
        elif action == "exchange" and played.bag < 8:
            return 422, "bag_too_small"
        elif illegal is not None:
            return 422, illegal
        elif action == "pass":
            seat.passes += 1
        else:
            seat.passes = 0
            if action == "play":
                drawn = min(tiles, played.bag)
                seat.tiles += drawn - tiles
                played.bag -= drawn
        played.end_turn(at, number, by=(player, request_id))
        self.note(game)
        return OK
